//! `tumble new cube-tray`: a commented model file, the classic instance or a random one.

use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::poses::is_letter;
use super::{CubeTray, Cubes, Kind};
use tumble_model::control::Control;
use tumble_puzzles::geometry::{Board, Direction, Handedness, Place};
use tumble_puzzles::puzzle::{Choices, PuzzleOption, whole_number};
use tumble_rolling::CellGraph;

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption::valued("columns", "N", "Number of columns (default 3)"),
    PuzzleOption::valued("rows", "N", "Number of rows (default: same as columns)"),
    PuzzleOption::flag("oriented", "Cubes that show all 24 orientations"),
    PuzzleOption::valued(
        "faces",
        "LETTERS",
        "cubes with these six letters on top, bottom, north, south, east and west, as WWRRBB",
    )
    .with("--seed"),
    PuzzleOption::valued("seed", "N", "A random instance: a start, and what random rolls make of it"),
    PuzzleOption::valued("rolls", "N", "number of random rolls that make the goal (default 30); fewer may lead there")
        .with("--seed"),
    PuzzleOption::flag("tops", "the goal says only what is on top of each cube").with("--faces"),
    PuzzleOption::flag("unsolvable", "a goal that parity rules out").with("--seed and --oriented or --faces"),
];

/// The most rolls of a random instance.
const MAX_ROLLS: u64 = 1_000_000;

/// The parsed options.
struct Options {
    board: Board,
    cubes: Cubes,
    seed: Option<u64>,
    rolls: u64,
    tops: bool,
    unsolvable: bool,
}

/// The poses in a tray, by cell index; `None` is the hole.
type Poses = Vec<Option<u8>>;

impl Options {
    fn read(choices: &Choices) -> Result<Self, String> {
        let number = |key: &str| whole_number::<u64>(choices, key);
        let seed = number("seed")?;
        let has = |key: &str| choices.contains_key(key);
        let (tops, unsolvable) = (has("tops"), has("unsolvable"));
        let cubes = cubes(choices)?;
        if tops && unsolvable {
            return Err("--unsolvable and --tops: the goal has to say how the cubes lie".into());
        }
        if unsolvable && cubes.classes().is_none() {
            return Err(
                "--unsolvable needs --oriented or other --faces: with these cubes no parity rules a goal out".into()
            );
        }
        let columns = number("columns")?.unwrap_or(3);
        let rows = number("rows")?.unwrap_or(columns);
        let limit = CubeTray::max_cells(&cubes);
        if columns.checked_mul(rows).is_none_or(|cells| cells > limit as u64) {
            return Err(format!("a tray of these cubes has at most {limit} cells"));
        }
        let rolls = number("rolls")?.unwrap_or(30);
        if rolls > MAX_ROLLS {
            return Err(format!("--rolls {rolls}: at most {MAX_ROLLS}"));
        }
        let board = Board::new(columns as i64, rows as i64, &[]).map_err(|e| e.to_string())?;
        if unsolvable && board.size() < 2 {
            return Err("--unsolvable needs a cube".into());
        }
        Ok(Self { board, cubes, seed, rolls, tops, unsolvable })
    }

    fn cells(&self) -> usize {
        self.board.size()
    }

    /// All cubes alike, the hole in the middle.
    fn plain(&self) -> (Poses, Poses) {
        let middle = self.cells() / 2;
        let all = |pose: u8| (0..self.cells()).map(|cell| (cell != middle).then_some(pose)).collect();
        // Six states: from black up to colour up. Orientations: from one orientation to the one half a turn away.
        (all(0), if self.cubes.kind == Kind::SixStates { all(1) } else { all(3) })
    }

    /// A random start, and the tray to which random rolls lead; a roll undoes the one before only at the end of a line of cubes.
    fn random(&self, seed: u64) -> (Poses, Poses) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut hole = random.random_range(0..self.cells());
        let start: Poses =
            (0..self.cells()).map(|cell| (cell != hole).then(|| random.random_range(0..self.cubes.poses()))).collect();
        let (cells, table) = (CellGraph::of_free_cells(&self.board), self.cubes.roll_table());
        let mut goal = start.clone();
        let mut last = None;
        for _ in 0..self.rolls {
            let roll = |direction: Direction| Some((direction, cells.next(hole, direction.opposite())?));
            let mut rolls: Vec<(Direction, usize)> = Direction::ALL.into_iter().filter_map(roll).collect();
            if rolls.len() > 1 {
                rolls.retain(|(direction, _)| Some(direction.opposite()) != last);
            }
            let Some(&(direction, from)) = rolls.choose(&mut random) else { break };
            goal[hole] = goal[from].take().map(|pose| table[direction.index()][usize::from(pose)]);
            hole = from;
            last = Some(direction);
        }
        if self.unsolvable
            && let Some(pose) = goal.iter_mut().flatten().next()
        {
            // Roll one cube without moving it: this changes the class of its orientation.
            *pose = table[Direction::North.index()][usize::from(*pose)];
        }
        (start, goal)
    }
}

/// The cubes that the options name.
fn cubes(choices: &Choices) -> Result<Cubes, String> {
    match (choices.get("faces"), choices.contains_key("oriented")) {
        (Some(_), true) => Err("--oriented and --faces are two kinds of cubes".into()),
        (Some(faces), false) => {
            let letters: Option<[char; 6]> = faces.chars().collect::<Vec<char>>().try_into().ok();
            let letters = letters.filter(|letters| letters.iter().all(|&letter| is_letter(letter)));
            let why = || format!("--faces {faces}: six letters, for top, bottom, north, south, east and west");
            letters.map(Cubes::lettered).ok_or_else(why)
        }
        (None, true) => Ok(Cubes::dice(Handedness::Right)),
        (None, false) => Ok(Cubes::six_states()),
    }
}

/// The lines of a model that say what its cubes are, and what the maps mean.
fn head(cubes: &Cubes) -> String {
    match cubes.kind {
        Kind::SixStates => "# cubes = \"oriented\"            # dice in place of black, colour and grey\n\n\
             # `k` black up, `c` colour up, `n e s w` grey up with the black face that way, `_` the hole;\n\
             # in the goal also `?`: anything.\n"
            .into(),
        Kind::Oriented => "cubes = \"oriented\"\n\
             handedness = \"right\"            # \"left\": 1, 2, 3 run clockwise around their corner\n\n\
             # Two characters a cell: the top and the north face of a die; `__` is the hole; in the goal `?` is any face.\n"
            .into(),
        Kind::Lettered => {
            let face = |place: Place| format!("{place} = \"{}\"", cubes.face(cubes.given()[0], place));
            format!(
                "\n[cube]\nfaces = {{ {} }}\n\n\
                 # A cube is written by the letters on its top, north, east, south and west: as many as tell its pose; in the goal\n\
                 # fewer letters leave it open, and `?` is any letter. `__` or `_` is the hole.\n",
                Place::ALL.map(face).join(", ")
            )
        }
    }
}

pub(super) fn write(choices: &Choices, _: &Control<'_>) -> Result<String, String> {
    let options = Options::read(choices)?;
    let (start, goal) = options.seed.map_or_else(|| options.plain(), |seed| options.random(seed));
    let rolls = options.rolls;
    let made = if options.unsolvable {
        format!("after {rolls} random rolls, and with one cube turned: no rolls lead there")
    } else {
        format!("after {rolls} random rolls: fewer may lead there")
    };
    let title = options.seed.map(|seed| format!("# A random cube tray, seed {seed}. The goal is the start {made}.\n"));
    let title = title.unwrap_or_default();
    let map = |poses, letters| options.cubes.map(&options.board, poses, letters);
    let (start, goal) = (map(&start, usize::MAX), map(&goal, if options.tops { 1 } else { usize::MAX }));
    let head = head(&options.cubes);
    Ok(format!(
        "{title}# A cube next to the hole rolls into it: from the start to the goal in the fewest rolls.\n\
         # Solve it with: tumble solve THIS_FILE\n\
         puzzle = \"cube-tray\"\n{head}\
         [start]\nmap = \"\"\"\n{start}\n\"\"\"\n\n[goal]\nmap = \"\"\"\n{goal}\n\"\"\"\n"
    ))
}
