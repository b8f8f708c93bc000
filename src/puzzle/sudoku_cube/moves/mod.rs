//! Moves: from the scrambled cube to an assembly that turns can reach.
//!
//! Each sticker is coloured with the face it has to go to, which makes it an ordinary cube for a two-phase solver. Where the
//! centres' directions are known, what the solver's turns leave to do for them is done by conjugates of two sequences, found by
//! [`centers`]. How much that is depends on the turns before: so short sequences of turns are tried first, and the shortest
//! whole is taken.

mod centers;
mod table;
mod turn;

use kewb::{CubieCube, Solver};

use super::placements::{Assembly, PIECES, fields};
use super::{Solution, SudokuCube};
use crate::geometry::cube::Face;
use crate::run::{Control, Stop};
use centers::Centers;
use turn::Turn;

/// The two-phase solver is asked for lists shorter than this; every cube has one of at most 20.
const SHORTER_THAN: u8 = 23;
/// The same where many are tried: a longer one is found sooner.
const SHORTER_THAN_OF_MANY: u8 = 24;
/// The most turns that are tried before.
const MOST_TURNS_BEFORE: usize = 2;

/// The solution with its moves, where turns can reach it, and the limit that cut the look for shorter ones short.
pub(super) fn add_moves(cube: &SudokuCube, solution: Solution, control: &Control<'_>) -> (Solution, Option<Stop>) {
    let Some(assembly) = solution.assembly().filter(|_| solution.reachable) else { return (solution, None) };
    match find(cube, &assembly, solution.directions(), control) {
        Some((turns, stop)) => {
            let words: Vec<String> = turns.iter().map(ToString::to_string).collect();
            (Solution { moves: Some(words.join(" ")), move_count: Some(turns.len()), ..solution }, stop)
        }
        None => (Solution { reason: Some("the two-phase solver found none".into()), ..solution }, None),
    }
}

/// Turns that lead to the assembly and let the known centres read as their faces.
fn find(
    cube: &SudokuCube,
    assembly: &Assembly,
    directions: [u8; 6],
    control: &Control<'_>,
) -> Option<(Vec<Turn>, Option<Stop>)> {
    let state = coloured(assembly)?;
    let table = table::shared();
    let solve = |before: &[Turn], shorter_than: u8| -> Option<Vec<Turn>> {
        let state = before.iter().fold(state, |state, turn| state.apply_move(turn.to_kewb()));
        // Each run starts afresh: a solver keeps what it found.
        let found = Solver::new(table, shorter_than, None).solve(state)?;
        let after = found.get_all_moves().into_iter().map(Turn::from_kewb);
        Some(turn::joined(before.iter().copied().chain(after)))
    };
    let first = solve(&[], SHORTER_THAN)?;
    let Some(goal) = Goal::new(cube, directions) else { return Some((first, None)) };
    let mut best = goal.reach(&first)?;
    for before in short_sequences() {
        if let Some(stop) = control.stop() {
            return Some((best, Some(stop)));
        }
        let turns = solve(&before, SHORTER_THAN_OF_MANY).and_then(|turns| goal.reach(&turns));
        if let Some(turns) = turns.filter(|turns| turns.len() < best.len()) {
            best = turns;
        }
    }
    Some((best, None))
}

/// How far the centres have to turn, for a cube that has some known ones.
struct Goal {
    /// Quarter turns by face; `None` where it does not matter.
    quarters: [Option<u8>; 6],
    /// Faces whose centre reads the same upside down.
    symmetric: [bool; 6],
    centers: Centers,
}

impl Goal {
    fn new(cube: &SudokuCube, directions: [u8; 6]) -> Option<Self> {
        let quarters: [Option<u8>; 6] =
            std::array::from_fn(|i| cube.center_directions[i].map(|center| (directions[i] + 4 - center) % 4));
        quarters.iter().any(Option::is_some).then(|| Self {
            quarters,
            symmetric: cube.centers.map(|digit| cube.symmetric.contains(&digit)),
            centers: Centers::new(),
        })
    }

    /// The turns, and among them those that turn the centres as far as they still have to.
    fn reach(&self, turns: &[Turn]) -> Option<Vec<Turn>> {
        let mut rest = self.quarters;
        for turn in turns {
            let face = &mut rest[turn.face.index()];
            *face = face.map(|quarters| (quarters + 4 - turn.quarters) % 4);
        }
        let is_right = |state: &[u8; 6]| {
            let as_wanted = |i: usize| {
                let modulus = if self.symmetric[i] { 2 } else { 4 };
                rest[i].is_none_or(|wanted| wanted % modulus == state[i] % modulus)
            };
            (0..rest.len()).all(as_wanted)
        };
        self.centers.put_into(turns, is_right)
    }
}

/// All sequences of one turn, then of two that do not turn the same face.
fn short_sequences() -> Vec<Vec<Turn>> {
    let mut all: Vec<Vec<Turn>> = Vec::new();
    let mut longest: Vec<Vec<Turn>> = vec![Vec::new()];
    for _ in 0..MOST_TURNS_BEFORE {
        let longer = |sequence: &Vec<Turn>| -> Vec<Vec<Turn>> {
            let last = sequence.last().map(|turn| turn.face);
            let next = Turn::all().filter(move |turn| Some(turn.face) != last);
            next.map(|turn| [&sequence[..], &[turn]].concat()).collect()
        };
        longest = longest.iter().flat_map(longer).collect();
        all.extend(longest.iter().cloned());
    }
    all
}

/// The scrambled cube with each sticker coloured by the face it goes to: `None` if that is no cube.
fn coloured(assembly: &Assembly) -> Option<CubieCube> {
    let mut colours = [['?'; 9]; 6];
    for face in Face::ALL {
        colours[face.index()][4] = face.letter();
    }
    for k in PIECES {
        let (position, permutation) = assembly.put[k];
        let (here, there) = (fields(k), fields(position));
        let n = here.len();
        for (t, target) in there.iter().enumerate() {
            let field = here[(t + permutation) % n];
            colours[field.face.index()][field.on_face()] = target.face.letter();
        }
    }
    // The order that two-phase solvers agree on.
    let order = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];
    let text: String = order.iter().flat_map(|face| colours[face.index()]).collect();
    let cube = CubieCube::try_from(&kewb::FaceCube::try_from(text.as_str()).ok()?).ok()?;
    // The solver runs for ever on a cube that turns cannot solve.
    cube.is_solvable().then_some(cube)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{random, request, seed_instance};
    use super::super::{rules, search};
    use super::*;

    fn solved(cube: &SudokuCube) -> Solution {
        let solution = search::list(cube, 1, &request()).solutions.remove(0);
        let (finished, _) = add_moves(cube, solution, &Control::unlimited());
        rules::verify(cube, &finished).unwrap();
        finished
    }

    #[test]
    fn the_seed_instance_takes_at_most_22_moves() {
        assert!(solved(&seed_instance()).move_count.unwrap() <= 22);
    }

    #[test]
    fn the_seed_instance_with_upright_centres_takes_at_most_36_moves() {
        let cube = SudokuCube { center_directions: [Some(0); 6], ..seed_instance() };
        let count = solved(&cube).move_count.unwrap();
        assert!(count <= 36, "{count} moves");
    }

    #[test]
    fn random_cubes_with_centres_are_solved() {
        for seed in 0..2 {
            solved(&random(seed));
        }
    }
}
