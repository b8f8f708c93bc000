//! `time-indexed`: the hole walks through the cells, one roll per step, and for each cell and pose there is a flow of cubes.
//!
//! A staged encoding: a model covers the solutions of L to T rolls, with L = T in a run; T increases from the fewest rolls that
//! single cells do not rule out, by 2 if the hole's chess-board colour fixes the parity of the length.
//!
//! Sets: steps t ∈ 0..T; cells c ∈ 0..C; poses p ∈ 0..P (6 or 24); rolls r = (c, c', d), the cube in c rolls in direction d into c',
//! where the hole is. There are variables only for what can be reached from the start and can lead to the goal, each cell considered
//! on its own: where the hole may be after t rolls and by which roll it came there, and for each cell the poses that a cube may have had
//! there so far. Once these repeat, nothing new follows.
//!
//! Variables, all in {0, 1}: `a[t,r]` step t is roll r; `w[t]` in step t the hole waits at its start, t < T − L; `x[t,c,p]` after t
//! steps, t ∈ 0..=T, there is a cube of pose p in c; `y[t,r,p]` step t is roll r, of a cube of pose p. The others determine the
//! last two, but HiGHS is far slower if these are declared continuous: it reasons on binaries.
//!
//! ```text
//! min  T − Σ w[t]
//! (1)  Σ_{r into h} a[0,r] + w[0] = 1                                             h the hole at the start
//! (2)  Σ_{r into c} a[t+1,r] + [c=h] w[t+1] = Σ_{r out of c} a[t,r] + [c=h] w[t]  each cell c, t < T − 1
//! (3)  w[t+1] ≤ w[t]
//! (4)  Σ_p y[t,r,p] = a[t,r]                                                      each roll r
//! (5)  x[t+1,c,p] = x[t,c,p] − Σ_{r out of c} y[t,r,p] + Σ_{r into c, q rolls to p} y[t,r,q]
//! (6)  Σ_{r out of c} y[t,r,p] ≤ x[t,c,p];   Σ_{r into c, q rolls to p} y[t,r,q] ≤ x[t+1,c,p]
//! (7)  Σ_p x[t+1,c,p] + Σ_{r out of c} a[t,r] + [c=h] w[t] = 1                    each cell: a cube or the hole
//! (8)  a[t+1,r'] ≤ Σ_{s out of c, s ≠ r} a[t,s]          r' undoes r, a roll out of c: no shortest solution does that
//! ```
//! (8), and the layers that go with it, are left out where all solutions are wanted, as in a file. (6), (7) and (8) are implied or cut off
//! no shortest solution, but without them the relaxation is weak: for the 24 rolls of a
//! random 3×3 tray HiGHS then takes ten times as long.
//!
//! Size: at most T·(4·C·(P + 1) + 1) + (T + 1)·C·P variables. Source: own.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::poses::{Pose, PoseSet};
use super::{CubeTray, Rolls, search};
use tumble_model::model::{Linear, LinearConstraint, Model, Var};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::walk::Walk;
use tumble_puzzles::puzzle::{Encoded, Encoding, Formulation, Has, Horizons, Wanted};
use tumble_rolling::CellGraph;

pub(super) const ENCODING: Encoding<CubeTray> = Encoding::new(
    "time-indexed",
    "flows of the hole and of cubes by cell and pose, one layer per roll; one horizon after another",
    |tray: &CubeTray, _| {
        let grid = Grid::new(tray);
        grid.lengths().map_or(0, |lengths| size(&grid, lengths.at_least))
    },
    |tray, _, model| build(tray, model),
)
.staged();

/// An upper bound on the number of variables.
fn size(grid: &Grid, horizon: u64) -> u128 {
    let (steps, cells, poses) = (u128::from(horizon), grid.cells() as u128, u128::from(grid.tray.cubes.poses()));
    steps * (4 * cells * (poses + 1) + 1) + (steps + 1) * cells * poses
}

fn build(tray: &CubeTray, empty: Model) -> Encoded<Rolls> {
    let grid = Arc::new(Grid::new(tray));
    let lengths = grid.lengths().filter(|lengths| lengths.at_least <= grid.longest());
    let Some(lengths) = lengths.filter(|_| search::obstacle(tray).is_none()) else {
        return Encoded::Infeasible("the goal is out of reach");
    };
    let sized = Arc::clone(&grid);
    Encoded::Staged(Horizons {
        encoding: ENCODING.name(),
        empty,
        at_least: lengths.at_least,
        step: lengths.step,
        at_most: grid.longest(),
        size: Box::new(move |horizon, _| size(&sized, horizon)),
        model: Box::new(move |lengths, wanted, empty| model(&grid, &lengths, wanted, empty)),
    })
}

/// The variables of a model, and the sums of them that its rows use.
struct Vars {
    /// `rolls[t]`: each roll of step t with its variable.
    rolls: Vec<Vec<(Roll, Var)>>,
    waits: Vec<Var>,
    /// `cubes[t]`, by cell and pose.
    cubes: Vec<BTreeMap<(usize, Pose), Var>>,
    /// `moved[t]`: for each roll of step t, in order, the poses before with their variables.
    moved: Vec<Vec<Vec<(Pose, Var)>>>,
}

impl Vars {
    fn new(grid: &Grid, layers: &Layers, model: &mut Model) -> Self {
        explain(grid, model);
        let mut vars = Self { rolls: Vec::new(), waits: Vec::new(), cubes: Vec::new(), moved: Vec::new() };
        for (t, cells) in layers.poses.iter().enumerate() {
            let all = cells.iter().enumerate().flat_map(|(c, &set)| grid.poses(set).map(move |p| (c, p)));
            // The cubes at the start are fixed.
            let least = i64::from(t == 0);
            vars.cubes
                .push(all.map(|(c, p)| ((c, p), model.integer(format!("x_t{t}_c{c}_p{p}"), least..=1))).collect());
        }
        vars.waits = (0..layers.waits).map(|t| model.binary(format!("w_t{t}"))).collect();
        for (t, rolls) in layers.rolls.iter().enumerate() {
            let name = |roll: Roll| format!("t{t}_c{}_{}", roll.from, roll.direction.letter());
            vars.rolls.push(rolls.iter().map(|&roll| (roll, model.binary(format!("a_{}", name(roll))))).collect());
            let moved = rolls.iter().map(|&roll| {
                let leads = |&p: &Pose| layers.poses[t + 1][roll.to] >> grid.rolled(roll, p) & 1 == 1;
                let poses = grid.poses(layers.poses[t][roll.from]).filter(leads);
                poses.map(|p| (p, model.binary(format!("y_{}_p{p}", name(roll))))).collect()
            });
            vars.moved.push(moved.collect());
        }
        vars
    }

    /// Σ of the rolls of a step out of a cell, except for one of them, and of waiting if the hole waits in this cell.
    fn hole_after(&self, t: usize, cell: usize, start: usize, except: Option<Roll>) -> Linear {
        let out = self.rolls[t].iter().filter(|(roll, _)| roll.from == cell && Some(*roll) != except);
        let wait = self.waits.get(t).filter(|_| cell == start);
        Linear::sum(out.map(|&(_, var)| var).chain(wait.copied()))
    }

    /// Σ of the rolls of a step into a cell, and of waiting if the hole waits in this cell.
    fn hole_before(&self, t: usize, cell: usize, start: usize) -> Linear {
        let into = self.rolls[t].iter().filter(|(roll, _)| roll.to == cell);
        let wait = self.waits.get(t).filter(|_| cell == start);
        Linear::sum(into.map(|&(_, var)| var).chain(wait.copied()))
    }
}

fn explain(grid: &Grid, model: &mut Model) {
    model.explain("x_tT_cC_pP", "after T steps a cube of pose P is in cell C");
    model.explain("w_tT", "in step T the hole waits");
    model.explain("a_tT_cC_D", "in step T the cube in cell C rolls in direction D");
    model.explain("y_tT_cC_D_pP", "in step T a cube of pose P in cell C rolls in direction D");
    grid.explain(model);
}

/// left = right.
fn equal(left: Linear, right: &Linear) -> LinearConstraint {
    minus(left, right).equals(0)
}

fn minus(left: Linear, right: &Linear) -> Linear {
    right.terms().iter().fold(left, |difference, &(var, coefficient)| difference.plus(-coefficient, var))
}

fn model(grid: &Arc<Grid>, lengths: &RangeInclusive<u64>, wanted: Wanted, mut model: Model) -> Formulation<Rolls> {
    let layers = grid.layers(lengths, wanted);
    let vars = Vars::new(grid, &layers, &mut model);
    walk_of_the_hole(grid, &vars, &mut model);
    flow_of_the_cubes(grid, &vars, &mut model);
    places(grid, &vars, &mut model);
    let has = match wanted {
        Wanted::Shortest => {
            no_undoing(grid, &vars, &mut model);
            Has::AllBest
        }
        Wanted::All => Has::All,
    };
    let moves = vars.rolls.iter().map(|rolls| rolls.iter().map(|&(roll, var)| (roll.direction, var)).collect());
    let walk = Walk { moves: moves.collect(), waits: vars.waits };
    model.block("(3) the hole waits only before its first roll");
    walk.wait_first(&mut model);
    walk.formulation(model, has, Rolls::new)
}

fn walk_of_the_hole(grid: &Grid, vars: &Vars, model: &mut Model) {
    let (start, steps) = (grid.tray.hole(), vars.rolls.len());
    if steps == 0 {
        return;
    }
    model.block("(1) the hole starts where it is");
    model.add("hole_start", vars.hole_before(0, start, start).equals(1));
    model.block("(2) it leaves from where it arrived");
    for t in 0..steps - 1 {
        for c in 0..grid.cells() {
            let row = equal(vars.hole_before(t + 1, c, start), &vars.hole_after(t, c, start, None));
            model.add(format!("hole_t{}_c{c}", t + 1), row);
        }
    }
}

/// What flows into cells or out of them, by cell and pose.
type Flow = BTreeMap<(usize, Pose), Linear>;

fn flow_of_the_cubes(grid: &Grid, vars: &Vars, model: &mut Model) {
    for t in 0..vars.rolls.len() {
        let [out, into] = moving_cubes(grid, vars, t, model);
        let sum = |flow: &Flow, key| flow.get(key).cloned().unwrap_or_default();
        let cube = |step: usize, key| Linear::sum(vars.cubes[step].get(key).copied());
        model.block("(5) a cube stays as it is, or rolls");
        let keys: BTreeSet<_> = vars.cubes[t].keys().chain(vars.cubes[t + 1].keys()).collect();
        for key in keys {
            let stays = minus(cube(t, key), &sum(&out, key));
            let came = minus(cube(t + 1, key), &sum(&into, key));
            model.add(format!("cube_t{t}_c{}_p{}", key.0, key.1), equal(stays, &came));
        }
        model.block("(6) a cube rolls only from where it is, and is then where it rolled");
        for (name, flow, step) in [("from", &out, t), ("to", &into, t + 1)] {
            for (key, sum) in flow {
                let row = minus(sum.clone(), &cube(step, key)).at_most(0);
                model.add(format!("{name}_t{t}_c{}_p{}", key.0, key.1), row);
            }
        }
    }
}

/// The cubes that roll in a step: out of their cells, and into others.
fn moving_cubes(grid: &Grid, vars: &Vars, t: usize, model: &mut Model) -> [Flow; 2] {
    let (mut out, mut into) = (Flow::new(), Flow::new());
    model.block("(4) the cube that rolls has one pose");
    for (&(roll, var), moved) in vars.rolls[t].iter().zip(&vars.moved[t]) {
        let name = format!("pose_t{t}_c{}_{}", roll.from, roll.direction.letter());
        model.add(name, Linear::sum(moved.iter().map(|&(_, var)| var)).plus(-1, var).equals(0));
        for &(p, var) in moved {
            out.entry((roll.from, p)).or_default().push(1, var);
            into.entry((roll.to, grid.rolled(roll, p))).or_default().push(1, var);
        }
    }
    [out, into]
}

fn places(grid: &Grid, vars: &Vars, model: &mut Model) {
    model.block("(7) every cell holds a cube or the hole");
    let start = grid.tray.hole();
    for t in 0..vars.rolls.len() {
        for c in 0..grid.cells() {
            let cubes = vars.cubes[t + 1].range((c, 0)..(c + 1, 0)).map(|(_, &var)| var);
            let one = cubes.fold(vars.hole_after(t, c, start, None), |sum, var| sum.plus(1, var)).equals(1);
            model.add(format!("place_t{}_c{c}", t + 1), one);
        }
    }
}

fn no_undoing(grid: &Grid, vars: &Vars, model: &mut Model) {
    model.block("(8) no roll undoes the one before");
    let start = grid.tray.hole();
    for t in 1..vars.rolls.len() {
        for &(roll, var) in &vars.rolls[t] {
            let undone = Roll { from: roll.to, to: roll.from, direction: roll.direction.opposite() };
            if vars.rolls[t - 1].iter().any(|&(before, _)| before == undone) {
                let others = vars.hole_after(t - 1, undone.from, start, Some(undone));
                let name = format!("undo_t{t}_c{}_{}", roll.from, roll.direction.letter());
                model.add(name, minus(var.into(), &others).at_most(0));
            }
        }
    }
}

// What the cells of a tray may hold after t rolls, each cell considered on its own: a superset of what is possible.
//
// The front after t rolls tells where the hole may be and by which roll it came there, and for each cell the poses that a cube
// may have had there so far. A front depends only on the one before, so once a front repeats, nothing new follows. Rolls that undo
// the one before are left out, unless all solutions are wanted: a shortest solution has none.

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

/// What the cells may hold after so many rolls.
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
