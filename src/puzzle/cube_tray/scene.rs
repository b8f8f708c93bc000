//! The picture of a cube tray: the start and the goal, or every state of a solution.

use super::poses::{BLACK_AT, Cubes};
use super::{CubeTray, Rolls, Wanted};
use crate::geometry::{Direction, Place};
use crate::render::{BoardScene, CubeView, Mark, Paint, Panel, Scene};

pub(super) fn scene(puzzle: &CubeTray, rolls: Option<&Rolls>) -> Scene {
    let Some(rolls) = rolls else { return before(puzzle) };
    let table = puzzle.cubes.roll_table();
    let mut tray = puzzle.start.clone();
    let mut panels = vec![panel(puzzle, "start", |cell| held(puzzle.cubes, tray[cell]))];
    let mut hole = puzzle.hole();
    for (i, letter) in rolls.moves.chars().enumerate() {
        let direction = Direction::of_letter(letter);
        let step = direction.and_then(|direction| {
            let from = puzzle.board.neighbour(puzzle.board.cell(hole), direction.opposite())?;
            Some((direction, puzzle.board.index(from)?))
        });
        // Verified solutions never stop here; of unverified moves, the picture shows those before the first impossible one.
        let Some((direction, from)) = step else { break };
        tray[hole] = tray[from].take().map(|pose| table[direction.index()][usize::from(pose)]);
        hole = from;
        panels.push(panel(puzzle, &format!("{} {letter}", i + 1), |cell| held(puzzle.cubes, tray[cell])));
    }
    BoardScene { title: format!("Cube tray in {} moves", rolls.length), panels }.into()
}

/// The start and the goal.
fn before(puzzle: &CubeTray) -> Scene {
    let start = panel(puzzle, "start", |cell| held(puzzle.cubes, puzzle.start[cell]));
    let goal = panel(puzzle, "goal", |cell| wanted(puzzle.cubes, puzzle.goal[cell]));
    BoardScene { title: "Cube tray: from the start to the goal".into(), panels: vec![start, goal] }.into()
}

fn panel(puzzle: &CubeTray, caption: &str, mark: impl Fn(usize) -> Mark) -> Panel {
    let mut panel = Panel::new(caption, puzzle.board.clone());
    panel.marks = (0..puzzle.start.len()).map(mark).collect();
    panel
}

/// What a cell holds.
fn held(cubes: Cubes, pose: Option<u8>) -> Mark {
    let hole = || if cubes == Cubes::SixStates { "_".into() } else { "__".into() };
    let Some(pose) = pose else { return Mark { main: hole(), ..Mark::default() } };
    Mark { main: cubes.text(pose), cube: Some(view(cubes, pose)), ..Mark::default() }
}

/// What a cell of the goal may hold: `?` if that is more than one thing.
fn wanted(cubes: Cubes, wanted: Wanted) -> Mark {
    match (wanted.hole, wanted.poses.count_ones()) {
        (true, 0) => held(cubes, None),
        (false, 1) => held(cubes, Some(wanted.poses.trailing_zeros() as u8)),
        _ => Mark { main: open(cubes, wanted), ..Mark::default() },
    }
}

/// A cell that the goal leaves open, as in a map: the characters that all its poses share, `?` for the others.
fn open(cubes: Cubes, wanted: Wanted) -> String {
    let texts: Vec<Vec<char>> =
        (0..cubes.poses()).filter(|&pose| wanted.allows(pose)).map(|pose| cubes.text(pose).chars().collect()).collect();
    let shared = |i: usize| {
        let first = texts[0][i];
        if texts.iter().all(|text| text[i] == first) { first } else { '?' }
    };
    (0..texts[0].len()).map(shared).collect()
}

/// The colours of a cube with six states; a die is white.
fn view(cubes: Cubes, pose: u8) -> CubeView {
    if cubes != Cubes::SixStates {
        return CubeView::default();
    }
    let paint = |place| paint(pose, place);
    CubeView { top: paint(Place::Top), sides: [Place::North, Place::East, Place::South, Place::West].map(paint) }
}

/// The colour of a face of a cube with six states.
pub(super) fn paint(pose: u8, place: Place) -> Paint {
    let black = BLACK_AT[usize::from(pose)];
    match place {
        _ if place == black => Paint::Black,
        _ if place as u8 / 2 == black as u8 / 2 => Paint::Orange,
        _ => Paint::Grey,
    }
}
