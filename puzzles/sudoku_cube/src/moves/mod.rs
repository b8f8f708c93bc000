//! Moves: from the scrambled cube to an assembly that turns can reach.
//!
//! Each sticker is coloured with the face it has to go to, which makes it an ordinary cube for a two-phase solver. If the
//! centres' directions are known, the centre turns that are still missing after the solver's turns are added by conjugates of two
//! sequences ([`centers`]). The number of missing turns depends on the solver's turns. So the solver is also run after each
//! single turn, and the shortest result is taken.

mod centers;
mod table;
mod turn;

use std::sync::atomic::{AtomicUsize, Ordering};

use kewb::{CubieCube, Solver};

use super::placements::{Assembly, PIECES, fields};
use super::{Solution, SudokuCube};
use centers::Centers;
use tumble_model::control::{Request, Stop};
use tumble_puzzles::geometry::cube::Face;
use tumble_puzzles::puzzle::NoMoves;
use tumble_puzzles::search::{on_threads, thread_count};
use turn::Turn;

/// The two-phase solver has to find lists shorter than this; every cube has a list of at most 20 turns.
const SHORTER_THAN: u8 = 23;
/// The limit when the solver is run many times: longer lists are found sooner.
const SHORTER_THAN_OF_MANY: u8 = 24;

/// The solution with its moves, if turns can reach it, and the limit that cut the search for fewer moves short.
///
/// # Errors
/// When no moves are found although the solution is marked reachable; this cannot happen with a verified solution.
pub(super) fn add_moves(
    cube: &SudokuCube,
    solution: &Solution,
    request: &Request<'_>,
) -> Result<(Solution, Option<Stop>), NoMoves> {
    if !solution.reachable {
        return Ok((solution.clone(), None));
    }
    let assembly = solution.assembly().ok_or(NoMoves)?;
    let (turns, stop) = find(cube, &assembly, solution.directions(), request).ok_or(NoMoves)?;
    let words: Vec<String> = turns.iter().map(ToString::to_string).collect();
    let solution = Solution { moves: Some(words.join(" ")), move_count: Some(turns.len()), ..solution.clone() };
    Ok((solution, stop))
}

/// Turns that lead to the assembly and make the known centres read as their faces.
fn find(
    cube: &SudokuCube,
    assembly: &Assembly,
    directions: [u8; 6],
    request: &Request<'_>,
) -> Option<(Vec<Turn>, Option<Stop>)> {
    let state = coloured(assembly)?;
    let first = two_phase(state, None, SHORTER_THAN)?;
    let Some(goal) = Goal::new(cube, directions) else { return Some((first, None)) };
    let first = goal.reach(&first)?;
    let after = |before: Turn| goal.reach(&two_phase(state, Some(before), SHORTER_THAN_OF_MANY)?);
    let (shorter, stop) = shortest_after(&Turn::all().collect::<Vec<_>>(), after, first.len(), request);
    Some((shorter.unwrap_or(first), stop))
}

/// This turn, followed by the turns that the two-phase solver finds from there.
fn two_phase(state: CubieCube, before: Option<Turn>, shorter_than: u8) -> Option<Vec<Turn>> {
    let state = before.iter().fold(state, |state, turn| state.apply_move(turn.to_kewb()));
    // A new solver for each run: a solver keeps what it found.
    let found = Solver::new(table::shared(), shorter_than, None).solve(state)?;
    let after = found.get_all_moves().into_iter().map(Turn::from_kewb);
    Some(turn::joined(before.into_iter().chain(after)))
}

/// The shortest result over the turns that come before; of equal results the first, so that the number of threads makes no difference. `None` if no
/// result is shorter than the given length. Also returns the limit that cut the search short.
fn shortest_after(
    befores: &[Turn],
    after: impl Fn(Turn) -> Option<Vec<Turn>> + Sync,
    length: usize,
    request: &Request<'_>,
) -> (Option<Vec<Turn>>, Option<Stop>) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut best: Option<(usize, Vec<Turn>)> = None;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(&before) = befores.get(number) else { return (best, None) };
            if let Some(stop) = request.control.stop() {
                return (best, Some(stop));
            }
            let most = best.as_ref().map_or(length, |(_, turns)| turns.len());
            if let Some(turns) = after(before).filter(|turns| turns.len() < most) {
                best = Some((number, turns));
            }
        }
    };
    let threads = thread_count(request.threads).min(befores.len());
    let (bests, stops): (Vec<_>, Vec<_>) = on_threads(threads, work).into_iter().unzip();
    let best = bests.into_iter().flatten().min_by_key(|(number, turns)| (turns.len(), *number));
    (best.map(|(_, turns)| turns), stops.into_iter().flatten().next())
}

/// The required turns of the centres, for a cube with some known centre directions.
struct Goal {
    /// Quarter turns by face; `None` if it does not matter.
    quarters: [Option<u8>; 6],
    /// Faces whose centre reads alike upside down.
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

    /// The given turns, with the missing turns of the centres inserted.
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
        self.centers.insert_into(turns, is_right)
    }
}

/// The scrambled cube with each sticker coloured by the face it goes to; `None` if that is not a valid cube.
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
    // The usual order of faces in two-phase solvers.
    let order = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];
    let text: String = order.iter().flat_map(|face| colours[face.index()]).collect();
    let cube = CubieCube::try_from(&kewb::FaceCube::try_from(text.as_str()).ok()?).ok()?;
    // The solver does not terminate on a cube that turns cannot solve.
    cube.is_solvable().then_some(cube)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{random, request, seed_instance};
    use super::super::{rules, search};
    use super::*;

    fn solved(cube: &SudokuCube) -> Solution {
        let solution = search::solve(cube, &request()).verdict.solution().unwrap().clone();
        let (finished, _) = add_moves(cube, &solution, &request()).unwrap();
        rules::verify(cube, &finished).unwrap();
        finished
    }

    #[test]
    fn the_seed_instance_takes_at_most_22_moves() {
        assert!(solved(&seed_instance()).move_count.unwrap() <= 22);
    }

    #[test]
    fn the_seed_instance_with_upright_centres_takes_at_most_31_moves() {
        let cube = SudokuCube { center_directions: [Some(0); 6], ..seed_instance() };
        let count = solved(&cube).move_count.unwrap();
        assert!(count <= 31, "{count} moves");
    }

    #[test]
    fn the_number_of_threads_makes_no_difference() {
        let cube = SudokuCube { center_directions: [Some(0); 6], ..seed_instance() };
        let solution = search::solve(&cube, &request()).verdict.solution().unwrap().clone();
        let with = |threads| add_moves(&cube, &solution, &request().with_threads(Some(threads))).unwrap();
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn a_solution_that_turns_do_not_reach_though_it_says_so_is_an_error() {
        let cube = seed_instance();
        let good = search::solve(&cube, &request()).verdict.solution().unwrap().clone();
        let mut twisted = good.clone();
        twisted.corners[0].permutation = (twisted.corners[0].permutation + 1) % 3;
        let mut incomplete = good;
        incomplete.edges.clear();
        for bad in [twisted, incomplete] {
            assert_eq!(add_moves(&cube, &bad, &request()), Err(NoMoves));
        }
    }

    #[test]
    fn random_cubes_with_centres_are_solved() {
        for seed in 0..2 {
            solved(&random(seed));
        }
    }
}
