//! What the cells of a tray may hold after t rolls, each cell considered on its own: a superset of what is possible.
//!
//! The front after t rolls tells where the hole may be and by which roll it came there, and for each cell the poses that a cube
//! may have had there so far. A front depends only on the one before, so once a front repeats, nothing new follows. Rolls that undo
//! the one before are left out, unless all solutions are wanted: a shortest solution has none.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::CubeTray;
use super::poses::{Pose, PoseSet};
use tumble_model::model::Model;
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::Wanted;
use tumble_rolling::CellGraph;

/// A roll of a cube from one cell into the hole in a neighbouring cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roll {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) direction: Direction,
}

/// How the hole came to a cell: a bit for the direction of each roll that can have brought it there, and one for having started there.
type Arrivals = u8;
/// The hole has not moved.
const STARTED: Arrivals = 1 << 4;

/// See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Front {
    hole: Vec<Arrivals>,
    /// A bit for each pose.
    poses: Vec<PoseSet>,
}

/// A tray with its rolls.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) tray: CubeTray,
    pub(super) rolls: Vec<Roll>,
    /// `rolled[direction][pose]`.
    rolled: [Vec<Pose>; 4],
}

/// The possible contents in each step of a solution whose number of rolls lies in a range; in a solution shorter than the horizon, the
/// hole first waits at the start.
pub(super) struct Layers {
    /// `poses[t][c]`: the poses that a cube in cell c may have after t steps.
    pub(super) poses: Vec<Vec<PoseSet>>,
    /// `rolls[t]`: the rolls of step t.
    pub(super) rolls: Vec<Vec<Roll>>,
    /// The number of steps, from the first on, in which the hole may wait.
    pub(super) waits: usize,
}

/// The lengths of solutions that are possible for each cell on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lengths {
    /// No solution is shorter.
    pub(super) at_least: u64,
    /// All lengths differ by multiples of this.
    pub(super) step: u64,
}

impl Grid {
    pub(super) fn new(tray: &CubeTray) -> Self {
        let cells = CellGraph::of_free_cells(&tray.board);
        let from = |from| cells.neighbours(from).map(move |(direction, to)| Roll { from, to, direction });
        let rolls = (0..cells.len()).flat_map(from).collect();
        Self { tray: tray.clone(), rolls, rolled: tray.cubes.roll_table() }
    }

    /// Explains the words `c0`, `c1`, … and `p0`, `p1`, … in the names of a model.
    pub(super) fn explain(&self, model: &mut Model) {
        CellGraph::of_free_cells(&self.tray.board).explain(model);
        let poses = (0..self.tray.cubes.poses()).map(|p| (format!("p{p}"), self.tray.cubes.in_words(p)));
        model.explain_words("poses", poses);
    }

    pub(super) fn cells(&self) -> usize {
        self.tray.start.len()
    }

    /// The pose after a roll.
    pub(super) fn rolled(&self, roll: Roll, pose: Pose) -> Pose {
        self.rolled[roll.direction.index()][usize::from(pose)]
    }

    /// The poses of a set.
    pub(super) fn poses(&self, set: PoseSet) -> impl Iterator<Item = Pose> + use<> {
        (0..self.tray.cubes.poses()).filter(move |pose| set >> pose & 1 == 1)
    }

    fn start(&self) -> Front {
        let hole = self.tray.start.iter().map(|pose| if pose.is_none() { STARTED } else { 0 });
        let poses = self.tray.start.iter().map(|pose| pose.map_or(0, |pose| 1 << pose));
        Front { hole: hole.collect(), poses: poses.collect() }
    }

    /// Whether a roll may come next: the hole may be where it leads, and for a shortest solution not only by the opposite roll.
    fn may_follow(front: &Front, roll: Roll, wanted: Wanted) -> bool {
        let undone = match wanted {
            Wanted::Shortest => 1 << roll.direction.opposite().index(),
            Wanted::All => 0,
        };
        front.hole[roll.to] & !undone != 0 && front.poses[roll.from] != 0
    }

    /// The front after one more roll that brings the hole to an allowed cell; with `may_wait`, the hole may also wait at the start.
    fn next(&self, front: &Front, may_wait: bool, allowed: &[bool], wanted: Wanted) -> Front {
        let waiting = |&arrivals: &Arrivals| if may_wait { arrivals & STARTED } else { 0 };
        let mut next = Front { hole: front.hole.iter().map(waiting).collect(), poses: front.poses.clone() };
        for &roll in self.rolls.iter().filter(|&&roll| allowed[roll.from] && Self::may_follow(front, roll, wanted)) {
            next.hole[roll.from] |= 1 << roll.direction.index();
            for pose in self.poses(front.poses[roll.from]) {
                next.poses[roll.to] |= 1 << self.rolled(roll, pose);
            }
        }
        next
    }

    /// Whether every cell may hold what the goal requires, with the hole in one of its allowed cells.
    fn meets_goal(&self, front: &Front) -> bool {
        let goal = &self.tray.goal;
        let fits = |hole: usize| (0..goal.len()).all(|cell| cell == hole || front.poses[cell] & goal[cell].poses != 0);
        (0..goal.len()).any(|cell| goal[cell].hole && front.hole[cell] != 0 && fits(cell))
    }

    /// The lengths that are not ruled out; `None` if all lengths are ruled out.
    pub(super) fn lengths(&self) -> Option<Lengths> {
        let colour = |cell: usize| self.tray.board.cell(cell).colour();
        let mut holes = (0..self.cells()).filter(|&cell| self.tray.goal[cell].hole);
        // The hole changes its chess-board colour with every roll.
        let first = holes.next().map(colour);
        let step = if holes.all(|cell| Some(colour(cell)) == first) { 2 } else { 1 };
        let anywhere = vec![true; self.cells()];
        let mut front = self.start();
        let mut seen = HashSet::new();
        while !self.meets_goal(&front) {
            let next = self.next(&front, false, &anywhere, Wanted::Shortest);
            if !seen.insert(std::mem::replace(&mut front, next)) {
                return None;
            }
        }
        Some(Lengths { at_least: seen.len() as u64, step })
    }

    /// An upper bound on the length of a shortest solution, which repeats no state. In a single row, the cell of the hole determines
    /// the whole state; on a 2×2 board, the states form rings, and one of the two ways round is at most half a ring long.
    pub(super) fn longest(&self) -> u64 {
        let (columns, rows) = (self.tray.board.columns(), self.tray.board.rows());
        let cells = self.cells() as u64;
        let states = self.tray.states().and_then(|states| u64::try_from(states).ok());
        match (columns.min(rows), columns.max(rows)) {
            (1, _) => cells - 1,
            (2, 2) => states.map_or(u64::MAX, |states| states / 2),
            _ => states.map_or(u64::MAX, |states| states - 1),
        }
    }

    /// By step: the cells from which the hole can still reach a goal cell of the hole by the last step.
    fn on_the_way(&self, horizon: usize) -> Vec<Vec<bool>> {
        let last: Vec<bool> = self.tray.goal.iter().map(|wanted| wanted.hole).collect();
        let before = |after: &Vec<bool>| {
            let leads = |cell: usize| self.rolls.iter().any(|roll| roll.to == cell && after[roll.from]);
            Some((0..self.cells()).map(leads).collect())
        };
        let mut layers: Vec<_> = std::iter::successors(Some(last), before).take(horizon + 1).collect();
        layers.reverse();
        layers
    }

    /// The possible contents in a solution that is wanted and whose length lies in this range.
    #[expect(clippy::cast_possible_truncation, reason = "a model of more steps was refused")]
    pub(super) fn layers(&self, lengths: &RangeInclusive<u64>, wanted: Wanted) -> Layers {
        let horizon = *lengths.end() as usize;
        let waits = horizon - *lengths.start() as usize;
        let on_the_way = self.on_the_way(horizon);
        let mut fronts = vec![self.start()];
        for t in 0..horizon {
            fronts.push(self.next(&fronts[t], t < waits, &on_the_way[t + 1], wanted));
        }
        let mut hole = on_the_way[horizon].clone();
        let last = fronts[horizon].poses.iter().zip(&self.tray.goal).map(|(poses, wanted)| poses & wanted.poses);
        let (mut poses, mut rolls) = (vec![last.collect::<Vec<PoseSet>>()], Vec::new());
        let start = self.tray.hole();
        for t in (0..horizon).rev() {
            let (front, after) = (&fronts[t], &poses[poses.len() - 1]);
            let mut before: Vec<PoseSet> = after.iter().zip(&front.poses).map(|(after, may)| after & may).collect();
            let mut hole_before = vec![false; self.cells()];
            hole_before[start] = t < waits && hole[start];
            let mut step = Vec::new();
            for &roll in self.rolls.iter().filter(|&&roll| hole[roll.from] && Self::may_follow(front, roll, wanted)) {
                let leads = |&pose: &Pose| after[roll.to] >> self.rolled(roll, pose) & 1 == 1;
                let found = self.poses(front.poses[roll.from]).filter(leads).fold(0, |set, pose| set | 1 << pose);
                if found != 0 {
                    before[roll.from] |= found;
                    hole_before[roll.to] = true;
                    step.push(roll);
                }
            }
            hole = hole_before;
            poses.push(before);
            rolls.push(step);
        }
        poses.reverse();
        rolls.reverse();
        Layers { poses, rolls, waits }
    }
}
