//! `time-indexed`: the source's model, literally, as a MILP (Jandhyala, chapter 14, model of listing 14.1 with its table
//! written out).
//!
//! Sets: steps t ∈ 0..C (C visits), cells c ∈ 0..C at (X_c, Y_c), orientations o ∈ 0..24, directions d ∈ {N, E, S, W};
//! rolls t ∈ 0..R with R = C − 1, or C on a closed tour, whose roll C − 1 leads back to step 0.
//!
//! Variables, all in {0, 1}: `x[t,c]` the die is on c at step t; `o[t,o]` it has orientation o then; `d[t,d]` roll t has direction d; `z[t,o,d]`
//! roll t is the tuple (o, d, T(o, d)) of the transition table, 96 a roll.
//!
//! ```text
//! opt  Σ_t Σ_o w(o) · o[t,o]                            w(o) what the face on top counts
//! (1)  Σ_c x[t,c] = 1                                   each t
//! (2)  Σ_t x[t,c] = 1                                   each c
//! (3)  Σ_o o[t,o] = 1                                   each t
//! (4)  Σ_c X_c·x[t+1,c] − Σ_c X_c·x[t,c] = d[t,E] − d[t,W], likewise Y with N and S        each roll t
//! (5)  Σ_d z[t,o,d] = o[t,o];  Σ_o z[t,o,d] = d[t,d];  Σ_{T(o,d)=o'} z[t,o,d] = o[t+1,o']  each roll t
//! (6)  Σ over start cells of x[0,c] = 1;  Σ over start orientations of o[0,o] = 1
//! (7) x[C−1,c] = 1                                      c the goal cell, if there is one
//! ```
//! On a closed tour, (4) also holds for roll C − 1, with `x[0,·]` as the position after it; (5) does so only if the orientation is
//! restored, with `o[0,·]` after it; otherwise Σ_d `d[C−1,d]` = 1 takes its place.
//!
//! Size: C² + 24C + 100R variables; 3C + 54R + 2 rows (4×4: 2140 × 860).

use crate::numbered::Numbered;
use crate::{DieTour, Tour};
use tumble_model::model::{Assignment, Linear, Model, Var};
use tumble_puzzles::geometry::{Cell, Direction};
use tumble_puzzles::puzzle::{Encoding, Formulation, Has};
use tumble_rolling::State;

pub(crate) const ENCODING: Encoding<DieTour> = Encoding::new(
    "time-indexed",
    "the source's model: position, orientation and direction by step, 96 transitions a roll",
    |puzzle: &DieTour, _| {
        let c = puzzle.board.free_cells().count() as u128;
        c * c + 124 * c
    },
    |puzzle, _, model| build(puzzle, model).into(),
)
.fitting(crate::encodings::shows_anything)
.ranked(|_, _| 0);

/// The variables, by step or roll.
struct Vars {
    x: Vec<Vec<Var>>,
    o: Vec<Vec<Var>>,
    d: Vec<[Var; 4]>,
}

fn build(puzzle: &DieTour, mut model: Model) -> Formulation<Tour> {
    let tour = Numbered::new(puzzle);
    let (visits, rolls) = (tour.visits(), tour.rolls());
    explain(&tour, &mut model);
    let vars = Vars {
        x: (0..visits).map(|t| (0..visits).map(|c| model.binary(format!("x_t{t}_c{c}"))).collect()).collect(),
        o: (0..visits).map(|t| (0..24).map(|o| model.binary(format!("o_t{t}_o{o}"))).collect()).collect(),
        d: (0..rolls).map(|t| Direction::ALL.map(|d| model.binary(format!("d_t{t}_{}", d.letter())))).collect(),
    };
    visit(&vars, &mut model);
    movement(&tour, &vars, &mut model);
    turning(&tour, &vars, &mut model);
    model.block("(6) the start");
    let start = &tour.endpoints.start;
    model.add("start_cell", Linear::sum(start.cells.clone().map(|c| vars.x[0][c])).equals(1));
    model.add("start_die", Linear::sum(start.orientations().map(|o| vars.o[0][o])).equals(1));
    let mut sum = Linear::new();
    for (o, &var) in vars.o.iter().flat_map(|step| step.iter().enumerate()) {
        sum.push(tour.value_of_top(o), var);
    }
    if let Some(goal) = tour.endpoints.goal.only_cell() {
        model.block("(7) the goal");
        model.add("goal_cell", Linear::from(vars.x[visits - 1][goal]).equals(1));
    }
    tour.objective(&mut model, sum);
    let distinct: Vec<Var> = vars.x.iter().flatten().chain(&vars.o[0]).copied().collect();
    Formulation::new(model, Has::All, Box::new(move |assignment| decode(&tour, &vars, assignment)))
        .distinguished_by(distinct)
}

/// Rows (1) to (3).
fn visit(vars: &Vars, model: &mut Model) {
    model.block("(1) the die is on one cell at each step");
    for (t, step) in vars.x.iter().enumerate() {
        model.add(format!("place_t{t}"), Linear::sum(step.iter().copied()).equals(1));
    }
    model.block("(2) each cell is visited once");
    for c in 0..vars.x.len() {
        model.add(format!("visit_c{c}"), Linear::sum(vars.x.iter().map(|step| step[c])).equals(1));
    }
    model.block("(3) the die has one orientation at each step");
    for (t, step) in vars.o.iter().enumerate() {
        model.add(format!("stand_t{t}"), Linear::sum(step.iter().copied()).equals(1));
    }
}

/// Rows (4).
fn movement(tour: &Numbered, vars: &Vars, model: &mut Model) {
    model.block("(4) the position changes in the direction of the roll");
    for (t, d) in vars.d.iter().enumerate() {
        let [n, e, s, w] = *d;
        let after = &vars.x[(t + 1) % vars.x.len()];
        let mut change = |axis: &str, coordinate: fn(&Cell) -> i64, plus: Var, minus: Var| {
            let mut sum = Linear::new().plus(-1, plus).plus(1, minus);
            for (c, cell) in tour.graph.cells().cells().iter().enumerate() {
                sum.push(coordinate(cell), after[c]);
                sum.push(-coordinate(cell), vars.x[t][c]);
            }
            model.add(format!("move_{axis}_t{t}"), sum.equals(0));
        };
        change("x", |cell| cell.x, e, w);
        change("y", |cell| cell.y, n, s);
    }
}

fn explain(tour: &Numbered, model: &mut Model) {
    model.explain("x_tT_cC", "the die is on cell C at step T");
    model.explain("o_tT_oO", "the die has orientation O at step T");
    model.explain("d_tT_D", "roll T is in direction D");
    model.explain("z_tT_oO_D", "roll T is from orientation O in direction D");
    tour.graph.explain(model);
}

/// Rows (5).
fn turning(tour: &Numbered, vars: &Vars, model: &mut Model) {
    model.block("(5) each roll is one of the 96 transitions");
    for (t, d) in vars.d.iter().enumerate() {
        let is_last = t + 1 == vars.o.len();
        if is_last && !tour.endpoints.restore {
            model.add(format!("way_t{t}"), Linear::sum(d.iter().copied()).equals(1));
            continue;
        }
        let after = &vars.o[(t + 1) % vars.o.len()];
        let before = &vars.o[t];
        let z: Vec<[Var; 4]> =
            (0..24).map(|o| Direction::ALL.map(|d| model.binary(format!("z_t{t}_o{o}_{}", d.letter())))).collect();
        let mut into = vec![Linear::new(); 24];
        for (o, tuples) in z.iter().enumerate() {
            model.add(format!("from_t{t}_o{o}"), Linear::sum(tuples.iter().copied()).plus(-1, before[o]).equals(0));
            for (direction, &tuple) in Direction::ALL.into_iter().zip(tuples) {
                into[tour.graph.turned(o, direction)].push(1, tuple);
            }
        }
        for (direction, &way) in Direction::ALL.into_iter().zip(d) {
            let tuples = Linear::sum(z.iter().map(|tuples| tuples[direction.index()]));
            model.add(format!("by_t{t}_{}", direction.letter()), tuples.plus(-1, way).equals(0));
        }
        for (o, tuples) in into.into_iter().enumerate() {
            model.add(format!("to_t{t}_o{o}"), tuples.plus(-1, after[o]).equals(0));
        }
    }
}

fn decode(tour: &Numbered, vars: &Vars, assignment: &Assignment) -> Result<Tour, String> {
    let chosen = |vars: &[Var]| vars.iter().position(|&var| assignment[var] == 1);
    let (c, o) = chosen(&vars.x[0]).zip(chosen(&vars.o[0])).ok_or("step 0 has no state")?;
    let rolls: Option<Vec<Direction>> = vars.d.iter().map(|d| Some(Direction::ALL[chosen(d)?])).collect();
    Ok(tour.tour(State::new(c, o), &rolls.ok_or("a roll has no direction")?))
}
