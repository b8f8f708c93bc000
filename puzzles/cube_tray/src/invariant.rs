//! What no roll changes, and goals that this proves to be unreachable.
//!
//! Colour the cells like a chess board. A roll changes both the colour of the cell under a cube and the class of its orientation, so
//! whether the two agree never changes for a cube, and the number of cubes for which they agree is the same in every reachable tray.
//! There is no such invariant if orientations of both classes look alike, as with six states.
//!
//! Of cubes of several kinds the number of each kind never changes.

use super::CubeTray;
use tumble_puzzles::geometry::Cell;

/// Something that is true of so many cubes in every tray that rolls reach.
pub(super) struct Invariant {
    /// By cell and pose: whether it is true of a cube there.
    holds: Vec<Vec<bool>>,
    /// What is true, in words; `{number}` stands for how many cubes of the start.
    fact: String,
}

impl Invariant {
    fn new(puzzle: &CubeTray, fact: String, holds: impl Fn(Cell, u8) -> bool) -> Self {
        let by_pose = |cell| (0..puzzle.cubes.poses()).map(|pose| holds(puzzle.board.cell(cell), pose)).collect();
        Self { holds: (0..puzzle.goal.len()).map(by_pose).collect(), fact }
    }

    /// The number of cubes of which it is true; the hole has no pose.
    pub(super) fn number(&self, tray: impl Iterator<Item = Option<u8>>) -> usize {
        tray.enumerate().filter(|&(cell, pose)| pose.is_some_and(|pose| self.holds[cell][usize::from(pose)])).count()
    }

    /// Why no rolls reach the goal, if this shows it.
    fn obstacle(&self, puzzle: &CubeTray) -> Option<String> {
        let at_start = self.number(puzzle.start.iter().copied());
        // For each cell of the goal: whether it may be true of a cube there, and whether it has to be.
        let counts: Vec<(bool, bool)> = (0..puzzle.goal.len())
            .map(|cell| {
                let mut poses = (0..puzzle.cubes.poses()).filter(|&pose| puzzle.goal[cell].allows(pose));
                let holds = |pose: u8| self.holds[cell][usize::from(pose)];
                (poses.clone().any(holds), poses.all(holds))
            })
            .collect();
        let sum = |hole: usize, pick: fn(&(bool, bool)) -> bool| {
            counts.iter().enumerate().filter(|&(cell, count)| cell != hole && pick(count)).count()
        };
        let holes = (0..puzzle.goal.len()).filter(|&cell| puzzle.goal[cell].hole);
        let ranges: Vec<(usize, usize)> = holes.map(|hole| (sum(hole, |c| c.1), sum(hole, |c| c.0))).collect();
        if ranges.iter().any(|&(least, most)| (least..=most).contains(&at_start)) {
            return None;
        }
        let least = ranges.iter().map(|range| range.0).min()?;
        let most = ranges.iter().map(|range| range.1).max()?;
        let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let fact = self.fact.replace("{number}", &at_start.to_string());
        Some(format!("{fact}, and the goal needs {wanted}"))
    }
}

/// The invariants of a tray.
pub(super) fn invariants(puzzle: &CubeTray) -> Vec<Invariant> {
    let parity = puzzle.cubes.classes().map(|classes| {
        let fact = "every roll changes the chess-board colour under a cube and the class of its orientation, so the number of cubes for \
                    which the two agree stays {number}";
        Invariant::new(puzzle, fact.into(), |cell, pose| classes[usize::from(pose)] == cell.colour())
    });
    let kinds = puzzle.cubes.kinds();
    let of_kind = kinds.iter().filter(|_| kinds.len() > 1).zip(puzzle.cubes.given()).map(|(&poses, given)| {
        let fact = format!("there are {{number}} cubes like `{}`", puzzle.cubes.text(given));
        Invariant::new(puzzle, fact, |_, pose| poses >> pose & 1 == 1)
    });
    parity.into_iter().chain(of_kind).collect()
}

/// Why no moves reach the goal, if an invariant shows it.
pub(super) fn obstacle(puzzle: &CubeTray) -> Option<String> {
    invariants(puzzle).iter().find_map(|invariant| invariant.obstacle(puzzle))
}
