//! Moves: from the scrambled cube to an assembly that turns can reach.
//!
//! Each sticker is coloured with the face it has to go to, which makes it an ordinary cube for a two-phase solver. If the
//! centres' directions are known, the centre turns that are still missing after the solver's turns are added by conjugates of two
//! sequences. The number of missing turns depends on the solver's turns. So the solver is also run after each
//! single turn, and the shortest result is taken.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt;
use std::io::{self, Seek as _, Write as _};
use std::path::Path;
use std::sync::OnceLock;

use directories::ProjectDirs;
use itertools::Itertools as _;
use kewb::fs::{decode_table, write_table};
use kewb::{CubieCube, DataTable, Move, Solver};
use tempfile::NamedTempFile;

use super::placements::{Assembly, PIECES, fields};
use super::search::on_all;
use super::{Solution, SudokuCube};
use tumble_model::control::{Request, Stop};
use tumble_puzzles::geometry::cube::{Face, Vector, cross, read_turn};
use tumble_puzzles::puzzle::NoMoves;

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
    let after =
        |&before: &Turn| Ok(two_phase(state, Some(before), SHORTER_THAN_OF_MANY).and_then(|turns| goal.reach(&turns)));
    let (found, stop) = on_all(&Turn::all().collect::<Vec<_>>(), after, request);
    // Of equal results the first, so that the number of threads makes no difference.
    let all = std::iter::once(first).chain(found.into_iter().filter_map(|(_, turns)| turns));
    Some((all.min_by_key(Vec::len)?, stop))
}

/// This turn, followed by the turns that the two-phase solver finds from there.
fn two_phase(state: CubieCube, before: Option<Turn>, shorter_than: u8) -> Option<Vec<Turn>> {
    let state = before.iter().fold(state, |state, turn| state.apply_move(turn.to_kewb()));
    // A new solver for each run: a solver keeps what it found.
    let found = Solver::new(shared(), shorter_than, None).solve(state)?;
    let after = found.get_all_moves().into_iter().map(Turn::from_kewb);
    Some(joined(before.into_iter().chain(after)))
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

// Turns of a face.

/// A turn of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub face: Face,
    /// Clockwise: 1 to 3.
    pub quarters: u8,
}

impl Turn {
    /// All 18.
    pub fn all() -> impl Iterator<Item = Self> {
        Face::ALL.into_iter().flat_map(|face| (1..4).map(move |quarters| Self { face, quarters }))
    }

    /// The turn of a word like `U`, `U'` or `U2`.
    pub fn from_word(word: &str) -> Option<Self> {
        read_turn(word).map(|(face, quarters)| Self { face, quarters })
    }

    /// The turn for the two-phase solver, which writes and reads turns in the same notation.
    pub fn to_kewb(self) -> Move {
        self.to_string().parse().expect("the solver knows all turns")
    }

    pub fn from_kewb(turn: Move) -> Self {
        Self::from_word(&turn.to_string()).expect("the solver's turns are those of a cube")
    }

    /// Whether the two turn opposite faces, and so commute.
    fn is_opposite(self, other: Self) -> bool {
        self.face != other.face && self.face.direction_to(other.face).is_none()
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = ["", "2", "'"][usize::from(self.quarters) - 1];
        write!(f, "{}{suffix}", self.face)
    }
}

/// The turns in order, with adjacent turns of the same face merged, also across a turn of the opposite face.
pub(super) fn joined(turns: impl Iterator<Item = Turn>) -> Vec<Turn> {
    let mut joined: Vec<Turn> = Vec::new();
    for turn in turns {
        let last = joined.len().checked_sub(1);
        let before = last.filter(|&i| joined[i].is_opposite(turn)).map_or(last, |i| i.checked_sub(1));
        match before.filter(|&i| joined[i].face == turn.face) {
            Some(i) => match (joined[i].quarters + turn.quarters) % 4 {
                0 => {
                    joined.remove(i);
                }
                quarters => joined[i].quarters = quarters,
            },
            None => joined.push(turn),
        }
    }
    joined
}

// The two-phase solver's tables: built once, kept on disk in the user's cache directory.
//
// The file is a header (format, length and checksum of the tables) followed by the tables as the solver writes them. A damaged or foreign
// file is rebuilt: the new file is written next to it and renamed, so that no reader sees a partial file. Without a cache
// directory, or if it cannot be written, the tables are built in each process, which takes half a second.

/// The first bytes of the file: the version of the solver's tables and of this head.
const MAGIC: &[u8; 18] = b"tumble kewb 0.4 2\n";
/// Bytes of the head: magic, length, CRC-32.
const HEAD: usize = MAGIC.len() + 8 + 4;
/// The tables take less than this; a larger file is foreign.
const MAX_BYTES: u64 = 64 << 20;

/// The tables, read or built once.
pub(super) fn shared() -> &'static DataTable {
    static TABLE: OnceLock<DataTable> = OnceLock::new();
    TABLE.get_or_init(|| match ProjectDirs::from("", "", "tumble") {
        Some(directories) => cached(directories.cache_dir()),
        None => DataTable::default(),
    })
}

/// The tables in a directory's file, which is built if it is missing or wrong.
fn cached(directory: &Path) -> DataTable {
    let path = directory.join("two-phase.table");
    read(&path).or_else(|| build(directory, &path)).unwrap_or_default()
}

/// The header of these tables. The checksum protects against damage, not against tampering.
fn head(tables: &[u8]) -> Vec<u8> {
    [&MAGIC[..], &(tables.len() as u64).to_le_bytes(), &crc32fast::hash(tables).to_le_bytes()].concat()
}

/// The tables of a file; `None` if it is not exactly what was written.
fn read(path: &Path) -> Option<DataTable> {
    if std::fs::metadata(path).ok()?.len() > MAX_BYTES {
        return None;
    }
    let bytes = std::fs::read(path).ok()?;
    let (found, tables) = bytes.split_at_checked(HEAD)?;
    if found != head(tables) {
        return None;
    }
    decode_table(tables).ok()
}

/// Builds the tables and writes them to the file if possible; `None` if the directory cannot be written.
fn build(directory: &Path, path: &Path) -> Option<DataTable> {
    std::fs::create_dir_all(directory).ok()?;
    // Two processes that build at once have two files. One that is not moved is removed.
    let file = NamedTempFile::new_in(directory).ok()?;
    // The solver writes its tables to a path and nowhere else.
    write_table(file.path()).ok()?;
    let tables = std::fs::read(file.path()).ok()?;
    let table = decode_table(&tables).ok()?;
    // If the file cannot be kept, there is no cache, but the tables are valid all the same.
    let _ = keep(file, &tables, path);
    Some(table)
}

/// Writes head and tables and moves the file into its place.
fn keep(mut file: NamedTempFile, tables: &[u8], path: &Path) -> io::Result<()> {
    file.as_file_mut().set_len(0)?;
    file.rewind()?;
    file.write_all(&head(tables))?;
    file.write_all(tables)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

// Sequences of turns that turn only centres.
//
// Two sequences of the source turn only centres: one turns U clockwise and F counter-clockwise, the other turns U by a half turn.
// With the cube held in all 24 orientations, forwards and backwards, they give opposite quarter turns of each pair of neighbouring
// centres and a half turn of each centre. Together they reach all 2048 states of even sum; Dijkstra's algorithm finds the
// combinations with the fewest turns.
//
// Such a sequence does not move the pieces, so it can be inserted anywhere among other turns, and can begin at any of its own turns
// (a conjugate of it, with the same effect): it is inserted where most of its turns merge with those around it.

/// U clockwise, F counter-clockwise.
const AGAINST: &str = "F B' L R' U D' F' U' D L' R F' B U";
/// U by a half turn.
const HALF: &str = "U R L U2 R' L' U R L U2 R' L'";

/// How far each centre is turned, in quarters clockwise by face.
type CenterTurns = [u8; 6];

/// The number of packed states: two bits for each face.
const STATES: usize = 1 << 12;

fn number(state: CenterTurns) -> usize {
    state.iter().rev().fold(0, |number, &quarters| number << 2 | usize::from(quarters))
}

#[expect(clippy::cast_possible_truncation, reason = "two bits are cut out")]
fn state(number: usize) -> CenterTurns {
    std::array::from_fn(|i| (number >> (2 * i)) as u8 & 3)
}

/// Sequences with the same effect on the centres.
struct Step {
    /// All of the same length.
    sequences: Vec<Vec<Turn>>,
    effect: CenterTurns,
}

impl Step {
    fn len(&self) -> usize {
        self.sequences.first().map_or(0, Vec::len)
    }

    /// The shortest result of inserting one of the sequences into the given turns.
    fn insert_into(&self, turns: &[Turn]) -> Vec<Turn> {
        let anywhere = self.sequences.iter().flat_map(|sequence| {
            let starts = (0..sequence.len()).cartesian_product(0..=turns.len());
            starts.map(move |(start, at)| {
                let sequence = sequence[start..].iter().chain(&sequence[..start]);
                joined(turns[..at].iter().chain(sequence).chain(&turns[at..]).copied())
            })
        });
        anywhere.min_by_key(Vec::len).unwrap_or_default()
    }
}

/// The shortest sequences that turn the centres to each state.
pub(super) struct Centers {
    steps: Vec<Step>,
    /// By state: the last step and the state before; `None` for the start and for unreachable states.
    predecessors: Vec<Option<(usize, usize)>>,
    /// The states that can be reached, nearest first.
    nearest: Vec<usize>,
}

impl Centers {
    pub fn new() -> Self {
        let steps = steps();
        let mut predecessors = vec![None; STATES];
        let mut seen = [false; STATES];
        let mut nearest = Vec::new();
        let mut open = BinaryHeap::from([Reverse((0, number([0; 6]), None))]);
        while let Some(Reverse((length, at, from))) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            predecessors[at] = from;
            nearest.push(at);
            for (i, step) in steps.iter().enumerate() {
                let before = state(at);
                let after: CenterTurns = std::array::from_fn(|f| (before[f] + step.effect[f]) % 4);
                open.push(Reverse((length + step.len(), number(after), Some((i, at)))));
            }
        }
        Self { steps, predecessors, nearest }
    }

    /// The given turns with sequences inserted that turn the centres to the nearest state for which `is_right` holds; `None` if there
    /// is no such state.
    pub fn insert_into(&self, turns: &[Turn], is_right: impl Fn(&CenterTurns) -> bool) -> Option<Vec<Turn>> {
        let mut at = *self.nearest.iter().find(|&&at| is_right(&state(at)))?;
        let mut turns = turns.to_vec();
        while let Some((step, before)) = self.predecessors[at] {
            turns = self.steps[step].insert_into(&turns);
            at = before;
        }
        Some(turns)
    }
}

/// The two sequences, held in all 24 ways, forwards and backwards.
fn steps() -> Vec<Step> {
    let mut by_effect: BTreeMap<CenterTurns, Vec<Vec<Turn>>> = BTreeMap::new();
    for (up, front) in Face::ALL.into_iter().flat_map(|up| Face::ALL.map(|front| (up, front))) {
        if up.direction_to(front).is_none() {
            continue;
        }
        for text in [AGAINST, HALF] {
            let turns: Vec<Turn> = text
                .split_whitespace()
                .filter_map(Turn::from_word)
                .map(|turn| Turn { face: held(turn.face, up, front), ..turn })
                .collect();
            let backwards = turns.iter().rev().map(|turn| Turn { quarters: 4 - turn.quarters, ..*turn }).collect();
            for turns in [turns, backwards] {
                by_effect.entry(effect(&turns)).or_default().push(turns);
            }
        }
    }
    by_effect.into_iter().map(|(effect, sequences)| Step { sequences, effect }).collect()
}

/// The effect of turns on the centres: every turn of a face turns its centre.
fn effect(turns: &[Turn]) -> CenterTurns {
    let mut effect = [0; 6];
    for turn in turns {
        let quarters = &mut effect[turn.face.index()];
        *quarters = (*quarters + turn.quarters) % 4;
    }
    effect
}

/// The face in the place of `face` when the cube is held with `up` on top and `front` in front.
fn held(face: Face, up: Face, front: Face) -> Face {
    let right = cross(up.normal(), front.normal());
    let [x, y, z] = face.normal();
    let normal: Vector = std::array::from_fn(|i| x * right[i] + y * up.normal()[i] + z * front.normal()[i]);
    Face::ALL.into_iter().find(|face| face.normal() == normal).unwrap_or(face)
}

#[cfg(test)]
mod tests {
    use super::super::search;
    use super::super::tests::{request, seed_instance};
    use super::*;

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
    fn a_damaged_or_foreign_file_is_built_anew() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("two-phase.table");
        assert!(read(&path).is_none());
        cached(directory.path());
        let good = std::fs::read(&path).unwrap();
        assert!(read(&path).is_some());
        let mut flipped = good.clone();
        flipped[good.len() / 2] ^= 1;
        // As version 0.1.0 wrote it: another head.
        let old = [b"tumble kewb 0.4\n", &good[HEAD - 16..]].concat();
        for bad in [&b""[..], b"something else", &good[..good.len() - 1], &flipped, &old] {
            std::fs::write(&path, bad).unwrap();
            assert!(read(&path).is_none());
        }
        cached(directory.path());
        assert_eq!(std::fs::read(&path).unwrap(), good);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn several_that_begin_at_once_leave_one_good_file() {
        let directory = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| cached(directory.path()));
            }
        });
        assert!(read(&directory.path().join("two-phase.table")).is_some());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn without_a_place_for_the_file_the_tables_are_built_all_the_same() {
        let directory = tempfile::tempdir().unwrap();
        // A file where the directory ought to be; a directory where the file ought to be.
        let file = directory.path().join("file");
        std::fs::write(&file, "in the way").unwrap();
        assert!(build(&file, &file.join("two-phase.table")).is_none());
        let taken = directory.path().join("two-phase.table");
        std::fs::create_dir(&taken).unwrap();
        assert!(build(directory.path(), &taken).is_some());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2, "no temporary file is left");
    }

    #[test]
    fn all_2048_even_states_are_reached() {
        let centers = Centers::new();
        assert_eq!(centers.nearest.len(), 2048);
        assert!(centers.nearest.iter().all(|&at| state(at).iter().sum::<u8>() % 2 == 0));
    }
}
