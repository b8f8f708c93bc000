//! Beam search for a good tour: after each roll only the paths of the best bound go on.
//!
//! Of paths that have visited equal cells and stand in one state only the best path is kept. The bound is that of the best walk
//! ([`walk_bound`](super::grid)) where its table fits in memory; without it, paths are ranked by their sums.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::MAX_CELLS;
use super::grid::{Bits, Grid, Node, WalkTable, closing_roll};
use crate::{DieTour, Objective, Tour};
use tumble_model::control::Control;
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::Start;

/// The number of paths that go on.
const WIDTH: usize = 2_000;
/// The number of paths that go on for a tour within the first second, shared by the orientations in which the die may start.
const NARROW: usize = 200;

/// A tour with an extremal sum or nearly so; `None` if every path of the beam gets stuck, if there is nothing to optimise, or at a limit.
pub(crate) fn tour(puzzle: &DieTour, control: &Control<'_>) -> Option<Tour> {
    tour_of_width(puzzle, WIDTH, control)
}

/// A tour that is found within a second or so, for a search that takes long; `None` if no tour is found, or at a limit.
pub(super) fn soon(puzzle: &DieTour, control: &Control<'_>) -> Option<Tour> {
    tour_of_width(puzzle, (NARROW / puzzle.start_dice.len()).max(1), control)
}

fn tour_of_width(puzzle: &DieTour, width: usize, control: &Control<'_>) -> Option<Tour> {
    let sign = match puzzle.objective {
        Objective::Max => 1,
        Objective::Min => -1,
        Objective::Any => return None,
    };
    if puzzle.total.is_some() || puzzle.obstacle().is_some() {
        return None;
    }
    // With one die at a time, sums are known on the way.
    let of_die = |&die| {
        let puzzle = DieTour { start_dice: vec![die], ..puzzle.clone() };
        match puzzle.board.size() {
            0..=64 => Beam::<1>::new(&puzzle, sign, width).tour(control),
            65..=128 => Beam::<2>::new(&puzzle, sign, width).tour(control),
            129..=256 => Beam::<4>::new(&puzzle, sign, width).tour(control),
            257..=MAX_CELLS => Beam::<16>::new(&puzzle, sign, width).tour(control),
            _ => None,
        }
    };
    puzzle.start_dice.iter().filter_map(of_die).max_by_key(|tour| i64::from(sign) * tour.total)
}

struct Beam<'a, const W: usize> {
    puzzle: &'a DieTour,
    sign: i16,
    grid: Grid<W>,
    table: Option<WalkTable>,
    /// The paths that go on.
    width: usize,
}

/// A path of the beam: the path before it, by index, and the roll from there.
struct Path<const W: usize> {
    node: Node<W>,
    before: usize,
    roll: Option<Direction>,
}

/// What the future of a path depends on: where it started, the cells left to visit, where it is, the orientation there.
type Future<const W: usize> = (u16, Bits<W>, u16, usize);

impl<'a, const W: usize> Beam<'a, W> {
    fn new(puzzle: &'a DieTour, sign: i16, width: usize) -> Self {
        let grid = Grid::new(puzzle);
        let table = WalkTable::fitting(&grid, sign);
        Self { puzzle, sign, grid, table, width }
    }

    fn rank(&self, node: &Node<W>) -> i64 {
        let sum = || i64::from(self.sign) * node.sum;
        self.table.as_ref().map_or_else(sum, |table| table.best(node))
    }

    fn tour(&self, control: &Control<'_>) -> Option<Tour> {
        let roots = self.grid.roots(self.puzzle);
        let mut levels: Vec<Vec<Path<W>>> = vec![roots.map(|node| Path { node, before: 0, roll: None }).collect()];
        for visited in 1..self.grid.cells() {
            let bytes = visited * self.width * size_of::<Path<W>>();
            if control.stop().is_some() || bytes as u64 > control.memory_left().0 {
                return None;
            }
            let next = self.next(&levels[levels.len() - 1]);
            levels.push(next);
        }
        let ends = levels[levels.len() - 1].iter().enumerate();
        let complete =
            ends.filter_map(|(i, path)| Some((i, path, closing_roll(self.puzzle, &self.grid, &path.node).ok()?)));
        let (mut i, last, closing) =
            complete.max_by_key(|(i, path, _)| (i64::from(self.sign) * path.node.sum, Reverse(*i)))?;
        let mut moves: Vec<Direction> = closing.into_iter().collect();
        for level in levels.iter().rev() {
            moves.extend(level[i].roll);
            i = level[i].before;
        }
        moves.reverse();
        let start = Start { cell: self.puzzle.board.cell(last.node.start as usize), die: self.puzzle.start_dice[0] };
        Some(Tour::new(self.puzzle, start, &moves))
    }

    /// The best paths that are longer by one roll.
    fn next(&self, level: &[Path<W>]) -> Vec<Path<W>> {
        let mut longer: Vec<Path<W>> = Vec::new();
        let mut known: HashMap<Future<W>, usize> = HashMap::new();
        for (before, path) in level.iter().enumerate() {
            for roll in Direction::ALL {
                let Some(node) = self.grid.step(&path.node, roll) else { continue };
                let found = Path { node, before, roll: Some(roll) };
                let future = (node.start, node.rest, node.cell, node.die.index());
                match known.get(&future) {
                    Some(&i) if self.rank(&node) > self.rank(&longer[i].node) => longer[i] = found,
                    Some(_) => {}
                    None => {
                        known.insert(future, longer.len());
                        longer.push(found);
                    }
                }
            }
        }
        // Stable, so that the tour is always the same.
        longer.sort_by_cached_key(|path| Reverse(self.rank(&path.node)));
        longer.truncate(self.width);
        longer
    }
}

#[cfg(test)]
mod tests {
    use super::super::depth_first;
    use super::*;
    use tumble_model::control::{Request, Verdict};
    use tumble_puzzles::geometry::{Board, Cell, Die};
    use tumble_puzzles::puzzle::Puzzle as _;

    #[test]
    fn its_tours_keep_the_rules_and_are_the_best_on_squares() {
        for (size, objective, best) in [
            (3, Objective::Max, 37),
            (4, Objective::Min, 47),
            (5, Objective::Max, 103),
            (6, Objective::Max, 150),
            (6, Objective::Min, 100),
            (7, Objective::Max, 207),
        ] {
            let puzzle = DieTour::from_corner(Board::new(size, size, &[]).unwrap(), objective);
            let tour = tour(&puzzle, &Control::unlimited()).unwrap();
            assert_eq!(puzzle.verify(&tour), Ok(Some(best)), "{size} {objective:?}");
        }
    }

    #[test]
    fn variants_have_a_tour_where_there_is_one() {
        for (closed, restore_orientation) in [(false, false), (true, false), (true, true)] {
            for start_cell in [None, Some(Cell::new(1, 1))] {
                let puzzle = DieTour {
                    start_cell,
                    start_dice: Die::all(Die::new(1, 2, 3).unwrap().handedness()).to_vec(),
                    closed,
                    restore_orientation,
                    ..DieTour::from_corner(Board::new(4, 4, &[]).unwrap(), Objective::Min)
                };
                let Verdict::Optimal(best) = depth_first::solve(&puzzle, &Request::unlimited()).verdict else {
                    panic!()
                };
                let found = tour(&puzzle, &Control::unlimited()).unwrap();
                assert_eq!(puzzle.verify(&found), Ok(Some(found.total)));
                assert!(found.total >= best.total, "{puzzle:?}");
            }
        }
    }
}
