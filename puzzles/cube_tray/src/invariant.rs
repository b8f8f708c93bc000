//! Goals that parity proves to be unreachable.
//!
//! Colour the cells like a chess board. A roll changes both the colour of the cell under a cube and the class of its orientation, so
//! whether the two agree never changes for a cube, and the number of cubes for which they agree is the same in every reachable tray.
//! There is no such invariant if orientations of both classes look alike, as with six states.

use super::CubeTray;

/// By cell and pose: whether the two agree for a cube there; `None` if rolls change that.
pub(super) fn agreement(puzzle: &CubeTray) -> Option<Vec<Vec<bool>>> {
    let classes = puzzle.cubes.classes()?;
    let by_pose = |cell| classes.iter().map(|&class| class == puzzle.board.cell(cell).colour()).collect();
    Some((0..puzzle.goal.len()).map(by_pose).collect())
}

/// Why no moves reach the goal, if parity shows it.
pub(super) fn obstacle(puzzle: &CubeTray) -> Option<String> {
    let agreement = agreement(puzzle)?;
    let agrees = |cell: usize, pose: u8| agreement[cell][usize::from(pose)];
    let at_start =
        puzzle.start.iter().enumerate().filter(|(cell, pose)| pose.is_some_and(|pose| agrees(*cell, pose))).count();
    // For each cell of the goal: whether the two may agree for a cube there, and whether they have to.
    let counts: Vec<(bool, bool)> = (0..puzzle.goal.len())
        .map(|cell| {
            let mut poses = (0..puzzle.cubes.poses()).filter(|&pose| puzzle.goal[cell].allows(pose));
            (poses.clone().any(|pose| agrees(cell, pose)), poses.all(|pose| agrees(cell, pose)))
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
    Some(format!(
        "every roll changes the chess-board colour under a cube and the class of its orientation, so the number of cubes for \
         which the two agree stays {at_start}, and the goal needs {wanted}"
    ))
}
