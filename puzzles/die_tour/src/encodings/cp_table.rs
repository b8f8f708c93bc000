//! `cp-table`: the source's constraint-programming model (Jandhyala, chapter 14): AllDifferent and transition tables.
//!
//! Sets as in `time-indexed`: steps t ∈ 0..C, rolls t ∈ 0..R.
//!
//! Variables: `p[t]` ∈ 0..C the cell at step t; `q[t]` ∈ 0..24 the orientation; `u[t]` what the face on top counts, 1..=6 if it is
//! its number; `d[t]` ∈ 0..4 the direction of roll t (N, E, S, W).
//!
//! ```text
//! opt  Σ_t u[t]
//! (1)  AllDifferent(p)
//! (2)  (p[t], d[t], p[t+1]) ∈ moves             each roll: a tuple for each cell and free neighbour
//! (3)  (q[t], d[t], q[t+1]) ∈ transitions       each roll: 96 tuples
//! (4)  (q[t], u[t]) ∈ tops                      each step: 24 tuples
//! (5)  p[0] ∈ start cells;  q[0] ∈ start orientations;  p[C−1] the goal cell, if there is one
//! ```
//! On a closed tour, roll C − 1 leads back to step 0: it is in (2), and in (3) if the orientation is restored.
//!
//! Size: 3C + R variables. Lowered to linear rows (`all-different=assignment,table=support`) it has at most
//! (C + 30)·C + 4R equality literals and (4C + 96)·R tuple variables.

use std::sync::Arc;

use itertools::Itertools as _;

use crate::numbered::Numbered;
use crate::{DieTour, Tour};
use tumble_model::model::{Assignment, Constraint, ConstraintKind, Linear, Model, Table, Var};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::{Encoding, Formulation, Has};
use tumble_rolling::State;

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "cp-table",
    "the source's constraint-programming model: AllDifferent and transition tables",
    |puzzle: &DieTour, _| 4 * puzzle.board.free_cells().count() as u128,
    |puzzle, _, model| build(puzzle, model).into(),
)
.fitting(super::shows_anything)
.with_constraints(&[ConstraintKind::AllDifferent, ConstraintKind::Table])
.ranked(|_, capabilities| if capabilities.table && capabilities.all_different { 3 } else { 0 });

/// The variables, by step; directions by roll.
struct Vars {
    p: Vec<Var>,
    q: Vec<Var>,
    u: Vec<Var>,
    d: Vec<Var>,
}

fn build(puzzle: &DieTour, mut model: Model) -> Formulation<Tour> {
    let tour = Numbered::new(puzzle);
    let (visits, rolls) = (tour.visits(), tour.rolls());
    let values = || (0..24).map(|o| tour.value_of_top(o));
    let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let last_cell = i64::try_from(visits - 1).expect("a board has fewer than 2^63 cells");
    explain(&tour, &mut model);
    let vars = Vars {
        p: (0..visits).map(|t| model.integer(format!("p_t{t}"), 0..=last_cell)).collect(),
        q: (0..visits).map(|t| model.integer(format!("q_t{t}"), 0..=23)).collect(),
        u: (0..visits).map(|t| model.integer(format!("u_t{t}"), least..=most)).collect(),
        d: (0..rolls).map(|t| model.integer(format!("d_t{t}"), 0..=3)).collect(),
    };
    model.block("(1) no cell is visited twice");
    model.add("visits", Constraint::AllDifferent(vars.p.clone()));
    roll(&tour, &vars, &mut model);
    model.block("(4) what the face on top counts follows from the orientation");
    let tops: Arc<[i64]> = (0..24).flat_map(|o| [o as i64, tour.value_of_top(o)]).collect();
    for (t, (&q, &u)) in vars.q.iter().zip(&vars.u).enumerate() {
        model.add(format!("top_t{t}"), Table::new(vec![q, u], tops.clone()));
    }
    model.block("(5) the start and the goal");
    let start = &tour.endpoints.start;
    model.add("start_cell", Table::new(vec![vars.p[0]], start.cells.clone().map(|c| c as i64).collect()));
    model.add("start_die", Table::new(vec![vars.q[0]], start.orientations().map(|o| o as i64).collect()));
    if let Some(goal) = tour.endpoints.goal.only_cell() {
        model.add("goal_cell", Table::new(vec![vars.p[visits - 1]], [goal as i64].into()));
    }
    tour.objective(&mut model, Linear::sum(vars.u.iter().copied()));
    let distinct: Vec<Var> = vars.p.iter().chain(vars.q.first()).copied().collect();
    Formulation::new(model, Has::All, Box::new(move |assignment| decode(&tour, &vars, assignment))).with_distinguish(
        Box::new(move |model| {
            let values = |model: &Model, var: Var| model.variable(var).lower..=model.variable(var).upper;
            let pairs = distinct.iter().flat_map(|&var| values(model, var).map(move |value| (var, value)));
            pairs.collect::<Vec<_>>().into_iter().map(|(var, value)| model.is(var, value)).collect()
        }),
    )
}

fn explain(tour: &Numbered, model: &mut Model) {
    let cells = tour.graph.cells().cells().iter().enumerate().map(|(c, cell)| format!("{c} {cell}"));
    let orientations = tour.graph.dice().iter().enumerate().map(|(o, die)| format!("{o} {die}"));
    model.explain("p_tT", format!("the cell at step T: {}", cells.format("; ")));
    model.explain("q_tT", format!("the orientation at step T: {}", orientations.format("; ")));
    model.explain("u_tT", "what the face on top counts at step T");
    model.explain("d_tT", "the direction of roll T: 0 N; 1 E; 2 S; 3 W");
}

/// Tables (2) and (3).
fn roll(tour: &Numbered, vars: &Vars, model: &mut Model) {
    let tuples = |count: usize, head: &dyn Fn(usize, Direction) -> Option<usize>| -> Arc<[i64]> {
        let pairs = (0..count).flat_map(|tail| Direction::ALL.map(|d| (tail, d)));
        let tuple = |(tail, d): (usize, Direction)| Some([tail as i64, d.index() as i64, head(tail, d)? as i64]);
        pairs.filter_map(tuple).flatten().collect()
    };
    let moves = tuples(tour.visits(), &|c, d| tour.graph.cells().next(c, d));
    let transitions = tuples(24, &|o, d| Some(tour.graph.turned(o, d)));
    model.block("(2) the position changes in the direction of the roll");
    for (t, &d) in vars.d.iter().enumerate() {
        let after = vars.p[(t + 1) % vars.p.len()];
        model.add(format!("move_t{t}"), Table::new(vec![vars.p[t], d, after], moves.clone()));
    }
    model.block("(3) each roll is one of the 96 transitions");
    for (t, &d) in vars.d.iter().enumerate() {
        if t + 1 < vars.q.len() || tour.endpoints.restore {
            let after = vars.q[(t + 1) % vars.q.len()];
            model.add(format!("turn_t{t}"), Table::new(vec![vars.q[t], d, after], transitions.clone()));
        }
    }
}

fn decode(tour: &Numbered, vars: &Vars, assignment: &Assignment) -> Result<Tour, String> {
    let number = |var: Var| usize::try_from(assignment[var]).map_err(|_| "a number is negative");
    let rolls = vars.d.iter().map(|&d| Ok(Direction::ALL[number(d)?])).collect::<Result<Vec<_>, String>>()?;
    Ok(tour.tour(State::new(number(vars.p[0])?, number(vars.q[0])?), &rolls))
}
