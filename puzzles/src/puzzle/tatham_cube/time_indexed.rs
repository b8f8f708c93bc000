//! `time-indexed`: the cube walks through (square, orientation), one roll per step; each face and each square is blue or not.
//!
//! A staged encoding: a model covers the solutions of L to T rolls, with L = T in a run; T increases by 1 from 6 or, if that is more,
//! from the distance of the sixth nearest blue square.
//!
//! Sets: steps t ∈ 0..T; squares c ∈ 0..C; the faces k ∈ 1..=6 of a die that starts in place of the cube, in an arbitrary fixed
//! orientation; layers of the states u = (c, o), o ∈ 0..24, that are reachable in exactly t rolls from the start. A roll into u brings
//! face k(u) down on square c(u).
//!
//! Variables in {0, 1}: `a[t,u,d]` step t leads from u in direction d; `w[t]` in step t the cube waits at its start h, t < T − L.
//! In [0, 1], determined by the others: `f[t,k]` face k is blue after t steps, `s[t,c]` square c is, t ∈ 0..=T; and for each landing of face
//! k on square c in step t four variables for the colours before the swap, `n[t,c,k]` both white, `p[t,c,k]` the square blue, which the face
//! picks up, `l[t,c,k]` the face blue, which it lays down, `b[t,c,k]` both blue.
//!
//! ```text
//! min  T − Σ w[t]
//! (1)  Σ_d a[0,h,d] + w[0] = 1
//! (2)  Σ a of step t into u + [u=h] w[t] = Σ_d a[t+1,u,d] + [u=h] w[t+1]      each state u, t < T − 1
//! (3)  w[t+1] ≤ w[t]
//! (4)  n + p + l + b = Σ a of step t that bring k down on c         each step t, square c, face k
//! (5)  f[t+1,k] = f[t,k] + Σ_c p[t,c,k] − Σ_c l[t,c,k]
//! (6)  0 ≤ f[t,k] − Σ_c (l + b)[t,c,k] ≤ 1 − Σ_c (n + p + l + b)[t,c,k]
//! (7)  s[t+1,c] = s[t,c] + Σ_k l[t,c,k] − Σ_k p[t,c,k]
//! (8)  0 ≤ s[t,c] − Σ_k (p + b)[t,c,k] ≤ 1 − Σ_k (n + p + l + b)[t,c,k]
//! (9)  Σ_k f[t,k] ≤ 5                                               t < T: the game ends when all are blue
//! ```
//! with `f[0,k]` = 0 in a new game, `f[T,k]` = 1 and `s[0,c]` as drawn.
//!
//! Size: at most T·(4·12·C + 24·C + 1) + (T + 1)·(C + 6) variables: parity leaves 12 orientations a square. Source: own.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::ranks::choose;
use super::{Rolls, TathamCube};
use crate::geometry::{Die, Handedness, Place};
use crate::model::{Linear, Model, Var};
use crate::puzzle::walk::Walk;
use crate::puzzle::{Encoded, Encoding, Formulation, Horizons, Puzzle as _};
use crate::rolling::{CellGraph, LayeredFlow, RollGraph, State};

pub(super) const ENCODING: Encoding<TathamCube> = Encoding::new(
    "time-indexed",
    "a walk through layers of (square, orientation) with the colours of faces and squares; one horizon after another",
    |puzzle: &TathamCube, _| size(puzzle, at_least(puzzle)),
    |puzzle, _| build(puzzle),
)
.staged()
.with_tight_relaxation();

/// The faces of the cube.
const FACES: usize = 6;

/// An upper bound on the number of variables.
fn size(puzzle: &TathamCube, horizon: u64) -> u128 {
    let (steps, squares) = (u128::from(horizon), puzzle.blue.len() as u128);
    steps * (72 * squares + 1) + (steps + 1) * (squares + FACES as u128)
}

/// A lower bound on the length: for each white face a blue square has to be rolled onto, one roll each; for six faces that includes the
/// sixth nearest.
fn at_least(puzzle: &TathamCube) -> u64 {
    let distance = |index: usize| {
        let cell = puzzle.board.cell(index);
        match cell.x.abs_diff(puzzle.start.x) + cell.y.abs_diff(puzzle.start.y) {
            // The cube starts on it, but picks its colour up only by rolling onto it.
            0 => 2,
            distance => distance,
        }
    };
    let mut distances: Vec<u64> = (0..puzzle.blue.len()).filter(|&index| puzzle.blue[index]).map(distance).collect();
    distances.sort_unstable();
    let white = puzzle.faces.iter().filter(|&&blue| !blue).count();
    white.checked_sub(1).and_then(|last| distances.get(last).copied()).unwrap_or(0).max(white as u64)
}

/// An upper bound on the length of a shortest solution, which repeats no state: the blue squares are spread over squares and faces.
fn at_most(puzzle: &TathamCube) -> u64 {
    let squares = puzzle.blue.len() as u64;
    let blue = puzzle.count_blue() as u64;
    let states = u128::from(squares) * choose(squares + FACES as u64, blue);
    u64::try_from(states - 1).unwrap_or(u64::MAX)
}

fn build(puzzle: &TathamCube) -> Encoded<Rolls> {
    if puzzle.infeasible_because().is_some() {
        return Encoded::Infeasible("six blue squares are needed");
    }
    if !every_face_comes_down(puzzle) {
        return Encoded::Infeasible("some faces never come down on this board");
    }
    let (sized, puzzle) = (puzzle.clone(), puzzle.clone());
    Encoded::Staged(Horizons {
        encoding: ENCODING.name(),
        at_least: at_least(&puzzle),
        step: 1,
        at_most: at_most(&puzzle),
        size: Box::new(move |horizon| size(&sized, horizon)),
        model: Box::new(move |lengths| model(&puzzle, &lengths)),
    })
}

/// The roll graph of the die on the squares; none is blocked, so that their numbers are the cell indices of the board.
fn graph(puzzle: &TathamCube) -> RollGraph {
    RollGraph::new(CellGraph::of_free_cells(&puzzle.board), Handedness::Right)
}

/// The cube at the start.
fn start(puzzle: &TathamCube) -> State {
    State::new(puzzle.start_index(), 0)
}

/// The square under the die, and the face that lies on it.
fn landing(graph: &RollGraph, state: State) -> (usize, usize) {
    (state.cell(), usize::from(graph.dice()[state.orientation()].face(Place::Bottom)))
}

/// Whether each white face of the cube can come down on a square: in a single row of squares, two faces never do.
fn every_face_comes_down(puzzle: &TathamCube) -> bool {
    let graph = graph(puzzle);
    let reached = graph.reached([start(puzzle)], |_| true);
    let heads = reached.iter().flat_map(|state| graph.rolls_from(state)).map(|arc| arc.head);
    let down: BTreeSet<usize> = heads.map(|head| landing(&graph, head).1).collect();
    (1..=FACES).all(|k| down.contains(&k) || starts_blue(puzzle, k))
}

/// Whether face k is blue at the start.
fn starts_blue(puzzle: &TathamCube, k: usize) -> bool {
    let die = Die::all(Handedness::Right)[0];
    Place::ALL.into_iter().any(|place| usize::from(die.face(place)) == k && puzzle.is_blue_at(place))
}

/// The colours of the face and the square before a landing: at most one variable is 1.
#[derive(Clone, Copy)]
struct Swap {
    neither: Var,
    picked_up: Var,
    laid_down: Var,
    both: Var,
}

impl Swap {
    fn new(model: &mut Model, name: &str) -> Self {
        let mut var = |letter: char| model.implied_integer(format!("{letter}_{name}"), 0..=1);
        Self { neither: var('n'), picked_up: var('p'), laid_down: var('l'), both: var('b') }
    }

    const fn all(self) -> [Var; 4] {
        [self.neither, self.picked_up, self.laid_down, self.both]
    }
}

fn model(puzzle: &TathamCube, lengths: &RangeInclusive<u64>) -> Formulation<Rolls> {
    let mut model = Model::new("tatham-cube");
    explain(&mut model);
    let horizon = *lengths.end() as usize;
    let waits: Vec<Var> = (0..horizon - *lengths.start() as usize).map(|t| model.binary(format!("w_t{t}"))).collect();
    let mut walk = Walk { moves: Vec::new(), waits };
    let mut colours = Colours::new(puzzle, horizon, &mut model);
    let (graph, start) = (graph(puzzle), start(puzzle));
    let mut flow = LayeredFlow::new([(start, Linear::new().plus_constant(1))]);
    for t in 0..horizon {
        model.block("(1) the cube starts once (2) and leaves from where it arrived");
        let wait = walk.waits.get(t).copied();
        flow.step(&graph, &mut model, |_| true, |state, _| wait.filter(|_| state == start));
        if let Some(wait) = wait {
            flow.enter(start, wait);
        }
        let mut landings = BTreeMap::<(usize, usize), Linear>::new();
        for &(arc, var) in &flow.rolls()[t] {
            landings.entry(landing(&graph, arc.head)).or_default().push(1, var);
        }
        walk.moves.push(flow.rolls()[t].iter().map(|&(arc, var)| (arc.direction, var)).collect());
        colours.step(t, landings, &mut model);
    }
    model.block("(3) the cube waits only before its first roll");
    walk.wait_first(&mut model);
    walk.formulation(model, Rolls::new)
}

fn explain(model: &mut Model) {
    let die = Die::all(Handedness::Right)[0];
    let faces = Place::ALL.map(|place| (format!("k{}", die.face(place)), format!("{place} at the start")));
    model.explain("w_tT", "in step T the cube waits");
    model.explain("f_tT_kK", "face K is blue after T steps");
    model.explain("s_tT_cC", "square C is blue after T steps");
    let landing = "face K comes down on square C in step T, and before that";
    for (pattern, colours) in [
        ("n_tT_cC_kK", "neither is blue"),
        ("p_tT_cC_kK", "the square is blue, the face is not"),
        ("l_tT_cC_kK", "the face is blue, the square is not"),
        ("b_tT_cC_kK", "both are blue"),
    ] {
        model.explain(pattern, format!("{landing} {colours}"));
    }
    model.explain_words("faces", faces);
}

/// The variables of the blue faces and squares, by step.
struct Colours {
    faces: Vec<Vec<Var>>,
    squares: Vec<Vec<Var>>,
}

impl Colours {
    fn new(puzzle: &TathamCube, horizon: usize, model: &mut Model) -> Self {
        let mut faces = |t: usize| {
            let domain = |k: usize| match t {
                0 => i64::from(starts_blue(puzzle, k))..=i64::from(starts_blue(puzzle, k)),
                _ => i64::from(t == horizon)..=1,
            };
            (1..=FACES).map(|k| model.implied_integer(format!("f_t{t}_k{k}"), domain(k))).collect()
        };
        let faces = (0..=horizon).map(&mut faces).collect();
        let mut squares = |t: usize| {
            let domain = |blue: bool| if t == 0 { i64::from(blue)..=i64::from(blue) } else { 0..=1 };
            let drawn = puzzle.blue.iter().enumerate();
            drawn.map(|(c, &blue)| model.implied_integer(format!("s_t{t}_c{c}"), domain(blue))).collect()
        };
        Self { faces, squares: (0..=horizon).map(&mut squares).collect() }
    }

    /// The rows (4) to (9) of a step. `landings` has, by (square, face), the sum of the arcs that bring the face down there.
    fn step(&mut self, t: usize, landings: BTreeMap<(usize, usize), Linear>, model: &mut Model) {
        model.block("(4) a landing finds face and square white or blue");
        let mut swaps = Vec::new();
        for ((c, k), arcs) in landings {
            let swap = Swap::new(model, &format!("t{t}_c{c}_k{k}"));
            let found = swap.all().into_iter().fold(arcs, |sum, var| sum.plus(-1, var));
            model.add(format!("land_t{t}_c{c}_k{k}"), found.equals(0));
            swaps.push(((c, k), swap));
        }
        model.block("(5) (6) faces pick up, lay down, or keep their colour");
        for k in 1..=FACES {
            let here = swaps.iter().filter(|(at, _)| at.1 == k).map(|&(_, swap)| swap);
            let [before, after] = [0, 1].map(|i| self.faces[t + i][k - 1]);
            change(model, &format!("face_t{t}_k{k}"), [before, after], here.map(|s| (s, s.laid_down, s.picked_up)));
        }
        model.block("(7) (8) and so do squares, the other way round");
        for c in 0..self.squares[t].len() {
            let here = swaps.iter().filter(|(at, _)| at.0 == c).map(|&(_, swap)| swap);
            let [before, after] = [0, 1].map(|i| self.squares[t + i][c]);
            change(model, &format!("square_t{t}_c{c}"), [before, after], here.map(|s| (s, s.picked_up, s.laid_down)));
        }
        model.block("(9) not all faces are blue before the end");
        model.add(format!("open_t{t}"), Linear::sum(self.faces[t].iter().copied()).at_most(FACES as i64 - 1));
    }
}

/// The rows for a face or a square in a step, given the landings on it, each with the variables by which it loses and by which it
/// gains the colour blue.
fn change(model: &mut Model, name: &str, [before, after]: [Var; 2], landings: impl Iterator<Item = (Swap, Var, Var)>) {
    let mut balance = Linear::from(before).plus(-1, after);
    // Blue and not landed on; blue or landed on.
    let (mut alone, mut touched) = (Linear::from(before), Linear::from(before));
    for (swap, loses, gains) in landings {
        balance = balance.plus(-1, loses).plus(1, gains);
        alone = alone.plus(-1, loses).plus(-1, swap.both);
        touched = touched.plus(1, swap.neither).plus(1, gains);
    }
    model.add(name, balance.equals(0));
    if alone.terms().len() > 1 {
        model.add(format!("{name}_alone"), alone.at_least(0));
        model.add(format!("{name}_touched"), touched.at_most(1));
    }
}
