//! Random trails of a die, from which `tumble new labeled-board` makes boards.

use std::collections::{BTreeMap, VecDeque};

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;

use tumble_puzzles::geometry::{Board, Cell, Die, Direction, Face};
use tumble_puzzles::puzzle::ends;

/// A path that bit itself so often, per cell, is given up.
const BITES: usize = 200;

/// A walk of `steps` steps, which prefers cells that it has not visited.
pub(super) fn random_trail(board: &Board, start: Cell, steps: usize, random: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut trail = vec![start];
    for _ in 0..steps {
        let here = trail[trail.len() - 1];
        let near: Vec<Cell> = board.neighbours(here).map(|(_, cell)| cell).collect();
        let new: Vec<Cell> = near.iter().copied().filter(|cell| !trail.contains(cell)).collect();
        let next = if random.random_bool(0.8) {
            new.choose(random).or_else(|| near.choose(random))
        } else {
            near.choose(random)
        };
        trail.extend(next.copied());
    }
    trail
}

/// The cells of a shortest path between two cells, without the first.
pub(super) fn way_back(board: &Board, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let mut towards = BTreeMap::from([(to, to)]);
    let mut open = VecDeque::from([to]);
    while let Some(cell) = open.pop_front() {
        for (_, next) in board.neighbours(cell) {
            towards.entry(next).or_insert_with(|| {
                open.push_back(next);
                cell
            });
        }
    }
    let mut way = Vec::new();
    let mut here = from;
    while here != to {
        here = *towards.get(&here)?;
        way.push(here);
    }
    Some(way)
}

/// The cells of a trail, each with the face on top when the die enters it.
pub(super) fn tops(trail: &[Cell], mut die: Die) -> Option<Vec<(Cell, Face)>> {
    let mut tops = vec![(*trail.first()?, die.top())];
    for pair in trail.windows(2) {
        let roll = Direction::ALL.into_iter().find(|&roll| pair[0].step(roll) == Some(pair[1]))?;
        die = die.roll(roll);
        tops.push((pair[1], die.top()));
    }
    Some(tops)
}

/// A Hamiltonian path over the free cells, if one is found: a path grows at its ends, and bites itself where it cannot grow.
pub(super) fn hamiltonian_path(board: &Board, random: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
    let free: Vec<Cell> = board.free_cells().collect();
    let mut path = vec![*free.choose(random)?];
    if ends::visits_all(board, false, None).is_some() || board.connected_to(path[0]).count() < free.len() {
        return None;
    }
    for _ in 0..BITES * free.len() {
        let end = *path.last()?;
        let new: Vec<Cell> = board.neighbours(end).map(|(_, cell)| cell).filter(|cell| !path.contains(cell)).collect();
        match new.choose(random) {
            Some(&cell) => path.push(cell),
            None if path.len() == free.len() => return Some(path),
            None => backbite(board, &mut path, random),
        }
    }
    None
}

/// Joins an end of the path to a random neighbour and removes the arc that has become redundant.
pub(super) fn backbite(board: &Board, path: &mut [Cell], random: &mut ChaCha8Rng) {
    if random.random() {
        path.reverse();
    }
    let near: Vec<Cell> =
        path.last().into_iter().flat_map(|&end| board.neighbours(end)).map(|(_, cell)| cell).collect();
    let Some(bitten) = near.choose(random) else { return };
    if let Some(at) = path.iter().position(|cell| cell == bitten) {
        path[at + 1..].reverse();
    }
}
