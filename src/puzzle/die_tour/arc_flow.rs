//! `arc-flow`: a path on the graph of (cell, orientation), without time; a single-commodity flow over the cells keeps it in
//! one piece (Gavish and Graves' flow on a generalised travelling-salesman path: one node for each cell).
//!
//! Sets: states u = (c, o), c ∈ 0..C, o ∈ 0..24: those that rolls from a start state reach (a fixed start cell is not entered
//! again); the cell arcs (c, c') between free neighbours.
//!
//! Variables: `a[u,d]` ∈ {0, 1} the die rolls from u in direction d; `s[u]`, `z[u]` ∈ {0, 1} the tour starts, ends in u (ends only on
//! cells of the colour that C − 1 rolls lead to, next to a start cell where the tour is closed, and in goal states where a labeled
//! board gives them); `f[c,c']` ∈ 0..C−1 the flow
//! over a cell arc, may be continuous: along a path it is an integer. Let `y[c,c']` be the sum of the a's over (c, c').
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! (1)  Σ_u s[u] = 1;  Σ_u z[u] = 1
//! (2)  Σ_{u on c} s[u] + Σ_{a into c} a = 1                    each cell c
//! (3)  s[u] + what enters u = z[u] + what leaves u             each state u
//! (4)  y[c,c'] ≤ f[c,c'] ≤ (C−1) · y[c,c']                     each cell arc
//! (5)  C · Σ_{u on c} s[u] + Σ f into c = 1 + Σ f out of c     each cell c
//! (6)  Σ_{u on c} s[u] ≤ Σ z next to c                         closed: each start cell c
//! (7)  s[u] ≤ Σ z one roll before u                            restored: each start state u
//! ```
//! Size: at most 148·C variables (96 arcs, 24 starts, 24 ends, 4 flows a cell); about half of it for a fixed start.

use std::collections::BTreeMap;

use super::states::{State, States};
use super::{DieTour, Tour};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Model, Var};
use crate::puzzle::{Encoding, Formulation};

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "arc-flow",
    "a path on the graph of (cell, orientation), connected by a flow over cells: the workhorse from 5×5 up",
    |puzzle: &DieTour, _| 148 * puzzle.board.free_cells().count() as u128,
    |puzzle, _| build(puzzle).into(),
);

/// The variables, by state; arcs also by direction.
struct Vars {
    starts: BTreeMap<State, Var>,
    ends: BTreeMap<State, Var>,
    arcs: BTreeMap<(State, usize), Var>,
}

/// The sums that the rows are made of.
struct Sums {
    /// By state: s + what enters − z − what leaves.
    balance: BTreeMap<State, Linear>,
    /// By cell: starts on it.
    starts: Vec<Linear>,
    /// By cell: starts on it and arcs into it.
    visits: Vec<Linear>,
    /// By cell arc: y.
    uses: BTreeMap<(usize, usize), Linear>,
    /// The sum of the top faces.
    tops: Linear,
}

fn build(puzzle: &DieTour) -> Formulation<Tour> {
    let states = States::new(puzzle);
    let mut model = Model::new("die-tour");
    states.restorable(&mut model);
    formulation(states, model)
}

/// Completes an empty model.
pub(in crate::puzzle) fn formulation(states: States, mut model: Model) -> Formulation<Tour> {
    let vars = variables(&states, &mut model);
    let sums = sums(&states, &vars);
    model.block("(1) the tour starts once and ends once");
    model.add("one_start", Linear::sum(vars.starts.values().copied()).equals(1));
    model.add("one_stop", Linear::sum(vars.ends.values().copied()).equals(1));
    model.block("(2) each cell is visited once");
    for (c, sum) in sums.visits.into_iter().enumerate() {
        model.add(format!("visit_c{c}"), sum.equals(1));
    }
    model.block("(3) what enters a state leaves it");
    for ((c, o), sum) in sums.balance {
        model.add(format!("pass_c{c}_o{o}"), sum.equals(0));
    }
    flow(&states, &sums.uses, &sums.starts, &mut model);
    let ends = vars.ends.iter().map(|(&state, &end)| (state, end.into())).collect();
    states.close(6, &vars.starts, &ends, &mut model);
    states.objective(&mut model, sums.tops);
    Formulation::new(model, Box::new(move |assignment| decode(&states, &vars, assignment)))
}

fn variables(states: &States, model: &mut Model) -> Vars {
    let reached = states.reached(|c| states.only_start() != Some(c));
    let starts: BTreeMap<State, Var> =
        states.starts().map(|(c, o)| ((c, o), model.binary(format!("s_c{c}_o{o}")))).collect();
    let ends = reached
        .iter()
        .filter(|&&(c, o)| can_end(states, c) && states.is_goal((c, o)))
        .map(|&(c, o)| ((c, o), model.binary(format!("z_c{c}_o{o}"))))
        .collect();
    let mut arcs = BTreeMap::new();
    for &(c, o) in &reached {
        for direction in Direction::ALL {
            let head = states.roll((c, o), direction);
            if head.is_some_and(|head| reached.contains(&head) && states.only_start() != Some(head.0)) {
                let arc = model.binary(format!("a_c{c}_o{o}_{}", direction.letter()));
                arcs.insert(((c, o), direction.index()), arc);
            }
        }
    }
    Vars { starts, ends, arcs }
}

/// Whether a tour may end on a cell: C − 1 rolls lead there from some start cell, by the colours, and where it is closed the
/// two are neighbours.
fn can_end(states: &States, c: usize) -> bool {
    let rolls = states.visits() - 1;
    states.start_cells.iter().any(|&start| {
        let colours = states.cells[start].colour() ^ states.cells[c].colour();
        let near = states.next[c].contains(&Some(start));
        usize::from(colours) == rolls % 2 && (start == c) == (rolls == 0) && (near || !states.closed)
    })
}

fn sums(states: &States, vars: &Vars) -> Sums {
    let mut sums = Sums {
        balance: BTreeMap::new(),
        starts: vec![Linear::new(); states.visits()],
        visits: vec![Linear::new(); states.visits()],
        uses: BTreeMap::new(),
        tops: Linear::new(),
    };
    for (&(c, o), &start) in &vars.starts {
        sums.balance.entry((c, o)).or_default().push(1, start);
        sums.starts[c].push(1, start);
        sums.visits[c].push(1, start);
        sums.tops.push(states.top(o), start);
    }
    for (&state, &end) in &vars.ends {
        sums.balance.entry(state).or_default().push(-1, end);
    }
    for (&(tail, d), &arc) in &vars.arcs {
        let Some(head) = states.roll(tail, Direction::ALL[d]) else { continue };
        sums.balance.entry(tail).or_default().push(-1, arc);
        sums.balance.entry(head).or_default().push(1, arc);
        sums.visits[head.0].push(1, arc);
        sums.uses.entry((tail.0, head.0)).or_default().push(1, arc);
        sums.tops.push(states.top(head.1), arc);
    }
    sums
}

/// Rows (4) and (5).
fn flow(states: &States, uses: &BTreeMap<(usize, usize), Linear>, starts: &[Linear], model: &mut Model) {
    let visits = i64::try_from(states.visits()).expect("a board has fewer than 2^63 cells");
    let scaled = |sum: &Linear, by: i64| {
        sum.terms().iter().fold(Linear::new(), |scaled, &(var, coefficient)| scaled.plus(by * coefficient, var))
    };
    let mut balance: Vec<Linear> = starts.iter().map(|sum| scaled(sum, visits)).collect();
    model.block("(4) flow runs over the used cell arcs, and at least one unit over each");
    for (&(from, to), used) in uses {
        let f = model.implied_integer(format!("f_c{from}_c{to}"), 0..=visits - 1);
        model.add(format!("least_c{from}_c{to}"), scaled(used, -1).plus(1, f).at_least(0));
        model.add(format!("most_c{from}_c{to}"), scaled(used, 1 - visits).plus(1, f).at_most(0));
        balance[from].push(-1, f);
        balance[to].push(1, f);
    }
    model.block("(5) each cell takes one unit of what starts at the start");
    for (c, sum) in balance.into_iter().enumerate() {
        model.add(format!("take_c{c}"), sum.equals(1));
    }
}

fn decode(states: &States, vars: &Vars, assignment: &Assignment) -> Result<Tour, String> {
    let start = vars.starts.iter().find(|(_, var)| assignment[**var] == 1).map(|(&state, _)| state);
    let start = start.ok_or("the tour has no start")?;
    let arcs = &vars.arcs;
    states.walk(start, |_, here, d| arcs.get(&(here, d.index())).is_some_and(|&var| assignment[var] == 1))
}
