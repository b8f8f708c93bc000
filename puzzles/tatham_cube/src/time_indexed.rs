//! `time-indexed`: the solid walks through (square, orientation), one roll per step; each face and each square is blue or not.
//!
//! A staged encoding: a model covers the solutions of L to T rolls, with L = T in a run; T increases by 1 from the number of white faces or,
//! if that is more, from the distance of the blue square that is the nearest but so many.
//!
//! Sets: steps t ∈ 0..T; squares c ∈ 0..C; faces k ∈ 1..=F, numbered by their places at the start; layers of the states u = (c, o), with
//! an orientation o, that are reachable in exactly t rolls from the start. A roll into u brings face k(u) down on square c(u).
//!
//! Variables in {0, 1}: `a[t,u,d]` step t leads from u in direction d; `w[t]` in step t the solid waits at its start h, t < T − L.
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
//! (9)  Σ_k f[t,k] ≤ F − 1                                           t < T: the game ends when all are blue
//! ```
//! with `f[0,k]` and `s[0,c]` as they are at the start, and `f[T,k]` = 1.
//!
//! Size: at most T·(A + 4·B + 1) + (T + 1)·(C + F) variables, for A rolls between states that are reachable at all and B pairs of a face and
//! a square on which it can come down. On squares parity leaves 12 orientations a square: A ≤ 48·C, B ≤ 6·C. A square has one orientation of
//! a tetrahedron, 12 of an octahedron, 60 of an icosahedron, each with 3 rolls at most. Source: own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::RangeInclusive;

use super::moves::{BOTTOM, Moves, Parts, name};
use super::moves::{Stand, Stands};
use super::search::infeasible_because;
use super::table::choose;
use super::{Rolls, TathamCube};
use tumble_model::model::{Linear, Model, Var};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::walk::Walk;
use tumble_puzzles::puzzle::{Encoded, Encoding, Formulation, Has, Horizons};
use tumble_rolling::{LayeredFlow, Rolls as _};

pub(super) const ENCODING: Encoding<TathamCube> = Encoding::new(
    "time-indexed",
    "a walk through layers of (square, orientation) with the colours of faces and squares; one horizon after another",
    |puzzle: &TathamCube, _| size(puzzle, at_least(puzzle)),
    |puzzle, _, model| build(puzzle, model),
)
.staged()
.with_tight_relaxation()
.fitting(|puzzle| if puzzle.starts_anywhere { Err("the solid may start anywhere") } else { Ok(()) });

/// An upper bound on the number of variables.
fn size(puzzle: &TathamCube, horizon: u64) -> u128 {
    let moves = Moves::new(&puzzle.grid);
    let stands = Stands::new(&moves);
    let start = puzzle.state(&moves).position;
    let arcs: Vec<_> = stands.reached(start).into_iter().flat_map(|stand| stands.rolls_from(stand)).collect();
    let landings: BTreeSet<_> = arcs.iter().map(|arc| landing(&stands, arc.head)).collect();
    let (steps, colours) = (u128::from(horizon), (moves.squares() + moves.solid.faces()) as u128);
    steps * (arcs.len() + 4 * landings.len() + 1) as u128 + (steps + 1) * colours
}

/// A lower bound on the length: for each white face a blue square has to be rolled onto, one roll each; for six faces that includes the
/// sixth nearest.
fn at_least(puzzle: &TathamCube) -> u64 {
    let moves = Moves::new(&puzzle.grid);
    let start = puzzle.state(&moves);
    let mut distances: Vec<u64> = distances(&moves, start.position)
        .into_iter()
        .filter(|&(square, _)| is_blue(start, square))
        .map(|(_, d)| d)
        .collect();
    distances.sort_unstable();
    let white = moves.solid.faces() - start.faces.count_ones() as usize;
    white.checked_sub(1).and_then(|last| distances.get(last).copied()).unwrap_or(0).max(white as u64)
}

/// The fewest rolls that bring a solid from a square onto each square; onto its own two, to another one and back.
fn distances(moves: &Moves, from: usize) -> BTreeMap<usize, u64> {
    let mut distances = BTreeMap::from([(from, 0)]);
    let mut open = VecDeque::from([from]);
    while let Some(square) = open.pop_front() {
        for next in Direction::ALL.into_iter().filter_map(|direction| moves.next(square, direction)) {
            if !distances.contains_key(&next) {
                distances.insert(next, distances[&square] + 1);
                open.push_back(next);
            }
        }
    }
    distances.insert(from, 2);
    distances
}

const fn is_blue(state: Parts, square: usize) -> bool {
    state.squares >> square & 1 == 1
}

/// An upper bound on the length of a shortest solution, which repeats no state: the blue squares are spread over squares and faces.
fn at_most(puzzle: &TathamCube) -> u64 {
    let squares = puzzle.blue.len() as u64;
    let states = choose(squares + puzzle.grid.solid().faces() as u64, puzzle.count_blue() as u64);
    u64::try_from(states.saturating_mul(u128::from(squares)) - 1).unwrap_or(u64::MAX)
}

fn build(puzzle: &TathamCube, empty: Model) -> Encoded<Rolls> {
    if infeasible_because(puzzle).is_some() {
        return Encoded::Infeasible("too few of the squares on which some faces come down are blue");
    }
    let (sized, puzzle) = (puzzle.clone(), puzzle.clone());
    Encoded::Staged(Horizons {
        encoding: ENCODING.name(),
        empty,
        at_least: at_least(&puzzle),
        step: 1,
        at_most: at_most(&puzzle),
        size: Box::new(move |horizon, _| size(&sized, horizon)),
        model: Box::new(move |lengths, _, empty| model(&puzzle, &lengths, empty)),
    })
}

/// The square under the solid, and the face that lies on it.
fn landing(stands: &Stands<'_>, stand: Stand) -> (usize, usize) {
    (stand.square(), stands.face(stand, BOTTOM) + 1)
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

#[expect(clippy::cast_possible_truncation, reason = "a model of more steps was refused")]
fn model(puzzle: &TathamCube, lengths: &RangeInclusive<u64>, mut model: Model) -> Formulation<Rolls> {
    let moves = Moves::new(&puzzle.grid);
    explain(&mut model, puzzle);
    let horizon = *lengths.end() as usize;
    let waits: Vec<Var> = (0..horizon - *lengths.start() as usize).map(|t| model.binary(format!("w_t{t}"))).collect();
    let mut walk = Walk { moves: Vec::new(), waits };
    let state = puzzle.state(&moves);
    let mut colours = Colours::new(&moves, state, horizon, &mut model);
    let (stands, start) = (Stands::new(&moves), Stands::start(state.position));
    let mut flow = LayeredFlow::new([(start, Linear::new().plus_constant(1))]);
    for t in 0..horizon {
        model.block("(1) the solid starts once (2) and leaves from where it arrived");
        let wait = walk.waits.get(t).copied();
        flow.step(&stands, &mut model, |_| true, |stand, _| wait.filter(|_| stand == start));
        if let Some(wait) = wait {
            flow.enter(start, wait);
        }
        let mut landings = BTreeMap::<(usize, usize), Linear>::new();
        for &(arc, var) in &flow.rolls()[t] {
            landings.entry(landing(&stands, arc.head)).or_default().push(1, var);
        }
        walk.moves.push(flow.rolls()[t].iter().map(|&(arc, var)| (arc.direction, var)).collect());
        colours.step(t, landings, &mut model);
    }
    model.block("(3) the solid waits only before its first roll");
    walk.wait_first(&mut model);
    walk.formulation(model, Has::All, Rolls::new)
}

fn explain(model: &mut Model, puzzle: &TathamCube) {
    let solid = puzzle.grid.solid();
    model.explain("w_tT", "in step T the solid waits");
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
    let squares = puzzle.grid.squares().iter().enumerate();
    model.explain_words("cells", squares.map(|(c, cell)| (format!("c{c}"), cell.to_string())));
    let faces = (0..solid.faces()).map(|place| (format!("k{}", place + 1), name(solid, place)));
    model.explain_words("faces, by their places at the start", faces);
}

/// The variables of the blue faces and squares, by step.
struct Colours {
    faces: Vec<Vec<Var>>,
    squares: Vec<Vec<Var>>,
}

impl Colours {
    fn new(moves: &Moves, start: Parts, horizon: usize, model: &mut Model) -> Self {
        let given = |blue: bool| i64::from(blue)..=i64::from(blue);
        let mut faces = |t: usize| {
            let domain =
                |place: usize| if t == 0 { given(start.is_blue_at(place)) } else { i64::from(t == horizon)..=1 };
            let all = 0..moves.solid.faces();
            all.map(|place| model.implied_integer(format!("f_t{t}_k{}", place + 1), domain(place))).collect()
        };
        let faces = (0..=horizon).map(&mut faces).collect();
        let mut squares = |t: usize| {
            let domain = |c: usize| if t == 0 { given(is_blue(start, c)) } else { 0..=1 };
            (0..moves.squares()).map(|c| model.implied_integer(format!("s_t{t}_c{c}"), domain(c))).collect()
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
        let faces = self.faces[t].len();
        for k in 1..=faces {
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
        model.add(format!("open_t{t}"), Linear::sum(self.faces[t].iter().copied()).at_most(faces as i64 - 1));
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
