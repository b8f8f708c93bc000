//! What may explain that there is no solution: the squares of the goal.

use super::{CubeTray, Wanted};
use tumble_puzzles::instance::Spot;
use tumble_puzzles::puzzle::{Fact, Facts, FactsOf};

pub(super) const FACTS: Facts<CubeTray> = Facts { list, any: |_| () };

/// A square that may hold the hole, or a cube in any pose.
fn anything(tray: &CubeTray) -> Wanted {
    let poses = (0..tray.cubes.poses()).fold(0, |poses, pose| poses | 1 << pose);
    Wanted { hole: true, poses }
}

fn list(tray: &CubeTray) -> FactsOf<'_, CubeTray> {
    let any = anything(tray);
    let squares = tray.goal.iter().enumerate().filter(move |(_, wanted)| **wanted != any);
    let fact = move |i: usize| {
        let cell = tray.board.cell(i);
        Fact::new("goal", format!("the goal at {cell}"), Spot::Cell("goal", cell), move |tray: &mut CubeTray| {
            tray.goal[i] = anything(tray);
        })
    };
    Box::new(squares.map(move |(i, _)| fact(i)))
}
