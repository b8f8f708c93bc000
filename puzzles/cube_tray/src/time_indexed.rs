//! `time-indexed`: the hole walks through the cells, one roll per step, and for each cell and pose there is a flow of cubes.
//!
//! A staged encoding: a model covers the solutions of L to T rolls, with L = T in a run; T increases from the fewest rolls that
//! single cells do not rule out, by 2 if the hole's chess-board colour fixes the parity of the length.
//!
//! Sets: steps t ∈ 0..T; cells c ∈ 0..C; poses p ∈ 0..P (6 or 24); rolls r = (c, c', d), the cube in c rolls in direction d into c',
//! where the hole is. There are variables only for what can be reached from the start and can lead to the goal, each cell considered
//! on its own (`layers.rs`).
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

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::layers::{Grid, Layers, Roll};
use super::poses::Pose;
use super::{CubeTray, Rolls, invariant};
use tumble_model::model::{Linear, LinearConstraint, Model, Var};
use tumble_puzzles::puzzle::walk::Walk;
use tumble_puzzles::puzzle::{Encoded, Encoding, Formulation, Has, Horizons, Wanted};

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
    let Some(lengths) = lengths.filter(|_| invariant::obstacle(tray).is_none()) else {
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
