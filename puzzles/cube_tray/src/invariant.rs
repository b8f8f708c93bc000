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
    /// Why a goal is not reached, of the number at the start and that of the goal.
    reason: Box<dyn Fn(usize, &str) -> String>,
}

impl Invariant {
    fn new(
        puzzle: &CubeTray,
        holds: impl Fn(Cell, u8) -> bool,
        reason: impl Fn(usize, &str) -> String + 'static,
    ) -> Self {
        let by_pose = |cell| (0..puzzle.cubes.poses()).map(|pose| holds(puzzle.board.cell(cell), pose)).collect();
        Self { holds: (0..puzzle.goal.len()).map(by_pose).collect(), reason: Box::new(reason) }
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
        Some((self.reason)(at_start, &wanted))
    }
}

/// The invariants of a tray.
pub(super) fn invariants(puzzle: &CubeTray) -> Vec<Invariant> {
    let parity = puzzle.cubes.classes().map(|classes| {
        let agree = move |cell: Cell, pose: u8| classes[usize::from(pose)] == cell.colour();
        Invariant::new(puzzle, agree, |at_start, wanted| {
            format!(
                "every roll changes the chess-board colour under a cube and the class of its orientation, so the number of cubes \
                 for which the two agree stays {at_start}, and the goal needs {wanted}"
            )
        })
    });
    let kinds = puzzle.cubes.kinds();
    let of_kind = kinds.iter().filter(|_| kinds.len() > 1).zip(puzzle.cubes.given()).map(|(&poses, given)| {
        let like = puzzle.cubes.text(given);
        let reason = move |at_start, wanted: &str| {
            format!("there are {at_start} cubes like `{like}`, and the goal needs {wanted}")
        };
        Invariant::new(puzzle, |_, pose| poses >> pose & 1 == 1, reason)
    });
    parity.into_iter().chain(of_kind).collect()
}

/// Why no moves reach the goal, if an invariant shows it.
pub(super) fn obstacle(puzzle: &CubeTray) -> Option<String> {
    invariants(puzzle).iter().find_map(|invariant| invariant.obstacle(puzzle))
}
