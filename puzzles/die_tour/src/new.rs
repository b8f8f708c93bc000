//! `tumble new die-tour`: a commented model file, a plain board or a random instance.

use std::collections::BTreeMap;

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::search::{count, depth_first};
use super::{DieTour, Objective, Tour};
use tumble_model::control::{Control, Request};
use tumble_puzzles::geometry::{Board, Cell, Die, Face, Handedness, Place};
use tumble_puzzles::instance::drawn_map;
use tumble_puzzles::puzzle::{Choices, MARGIN, PuzzleOption, Solutions, face_number, whole_number};

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption::valued("columns", "N", "Number of columns (default 4)"),
    PuzzleOption::valued("rows", "N", "Number of rows (default: same as columns)"),
    PuzzleOption::valued("objective", "max|min|any", "The objective over the sum (default max)"),
    PuzzleOption::flag("closed", "One more roll leads back to the start"),
    PuzzleOption::valued("seed", "N", "A random instance: start cell, die and blocked cells"),
    PuzzleOption::valued("blocked", "N", "number of blocked cells (default 0)").with("--seed"),
    PuzzleOption::valued("labels", "N", "number of cells with a label (default 0)").with("--seed"),
    PuzzleOption::flag("goal", "a cell on which the tour ends").with("--seed"),
    PuzzleOption::valued("never", "FACE", "a face that is never on top").with("--seed"),
    PuzzleOption::flag("unique", "an instance with one best tour").with("--seed"),
    MARGIN,
    PuzzleOption::flag("unsolvable", "an instance without a tour").with("--seed"),
];

/// Random boards are found by trial: after this many tries, the options are taken to allow no board.
const TRIES: usize = 10_000;
/// Random boards stay small enough for the search to decide each try at once.
const MAX_RANDOM_CELLS: i64 = 36;

/// The parsed options.
struct Options {
    columns: i64,
    rows: i64,
    objective: Objective,
    closed: bool,
    seed: Option<u64>,
    blocked: i64,
    labels: usize,
    goal: bool,
    never: Vec<Face>,
    solutions: Solutions,
}

impl Options {
    fn read(choices: &Choices) -> Result<Self, String> {
        let number = |key: &str| whole_number::<i64>(choices, key);
        let seed = whole_number(choices, "seed")?;
        if choices.contains_key("goal") && choices.contains_key("closed") {
            return Err("--goal and --closed exclude each other".into());
        }
        let columns = number("columns")?.unwrap_or(4);
        Ok(Self {
            columns,
            rows: number("rows")?.unwrap_or(columns),
            objective: match choices.get("objective").map(String::as_str) {
                None | Some("max") => Objective::Max,
                Some("min") => Objective::Min,
                Some("any") => Objective::Any,
                Some(other) => return Err(format!("--objective {other}: write max, min or any")),
            },
            closed: choices.contains_key("closed"),
            seed,
            blocked: number("blocked")?.unwrap_or(0),
            labels: whole_number(choices, "labels")?.unwrap_or(0),
            goal: choices.contains_key("goal"),
            never: face_number(choices, "never")?.into_iter().collect(),
            solutions: Solutions::read(choices)?,
        })
    }

    /// The instance without randomness: the source's start in the south-west corner.
    fn plain(&self) -> Result<DieTour, String> {
        let board = Board::new(self.columns, self.rows, &[]).map_err(|e| e.to_string())?;
        Ok(DieTour { closed: self.closed, ..DieTour::from_corner(board, self.objective) })
    }

    /// A random instance with as many best tours as is wished.
    fn random(&self, seed: u64, control: &Control<'_>) -> Result<DieTour, String> {
        let plain = self.plain()?;
        let cells: Vec<Cell> = plain.board.free_cells().collect();
        if cells.len() as i64 > MAX_RANDOM_CELLS {
            return Err(format!("random boards have at most {MAX_RANDOM_CELLS} cells"));
        }
        let blocked = usize::try_from(self.blocked).ok().filter(|&n| n < cells.len());
        let blocked = blocked.ok_or("--blocked leaves no free cell")?;
        if self.labels > cells.len() - blocked {
            return Err("--labels are more than the free cells".into());
        }
        if let Some(why) =
            self.no_closed_tour(cells.len() - blocked).filter(|_| self.closed && self.solutions != Solutions::None)
        {
            return Err(format!("--closed: {why}"));
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for _ in (0..TRIES).take_while(|_| control.stop().is_none()) {
            let mut shuffled = cells.clone();
            shuffled.shuffle(&mut random);
            let (blocked, free) = shuffled.split_at(blocked);
            let handedness = if random.random() { Handedness::Left } else { Handedness::Right };
            let board = Board::new(self.columns, self.rows, blocked).map_err(|e| e.to_string())?;
            let puzzle = DieTour {
                board,
                start_cell: free.choose(&mut random).copied(),
                start_dice: Die::all(handedness).choose(&mut random).copied().into_iter().collect(),
                never: self.never.clone(),
                ..plain.clone()
            };
            if let Some(puzzle) = self.completed(puzzle, free, &mut random, control) {
                return Ok(puzzle);
            }
        }
        let kind = if self.solutions == Solutions::None { "without" } else { "with" };
        let shape = match (self.solutions, self.closed) {
            (Solutions::One(_), _) => "one best tour",
            (_, true) => "a closed tour",
            (_, false) => "a tour",
        };
        let size = format!("{} by {} cells, {} of them blocked", self.columns, self.rows, self.blocked);
        Err(format!("no board {kind} {shape} was found among {TRIES} random ones of {size}"))
    }

    /// A board with its labels and its goal, if it has a tour, or none, as is wished: they are taken from a tour of the board, or, where
    /// there is to be no tour, are arbitrary. `free` has the free cells in an arbitrary order.
    fn completed(
        &self,
        mut puzzle: DieTour,
        free: &[Cell],
        random: &mut ChaCha8Rng,
        control: &Control<'_>,
    ) -> Option<DieTour> {
        let (shown, goal): (BTreeMap<Cell, Face>, _) = if self.solutions == Solutions::None {
            let labeled = free[..self.labels].iter().map(|&cell| (cell, random.random_range(1..=6)));
            (labeled.collect(), free.iter().find(|&&cell| puzzle.start_cell != Some(cell)).copied())
        } else {
            let tour = any_tour(&puzzle, control)?;
            (tour.cells.iter().copied().zip(tour.tops).collect(), tour.cells.last().copied())
        };
        puzzle.goal_cell = goal.filter(|_| self.goal);
        if self.labels > 0 {
            let board = &puzzle.board;
            let label = |cell| shown.get(&cell).copied().filter(|_| free[..self.labels].contains(&cell));
            puzzle.labels = (0..board.size()).map(|i| label(board.cell(i))).collect();
        }
        let request = Request::new(control.clone()).with_threads(Some(1));
        let is_wished = match self.solutions {
            Solutions::None => any_tour(&puzzle, control).is_none(),
            Solutions::One(which) => count(&puzzle, which, &request).is_one(),
            Solutions::AtLeastOne => true,
        };
        is_wished.then_some(puzzle)
    }

    /// Why no closed tour visits so many cells of the rectangle, if a count shows it.
    fn no_closed_tour(&self, cells: usize) -> Option<String> {
        if cells % 2 == 1 {
            let fewer = if self.blocked == 0 { "block one cell" } else { "block one cell more or less" };
            let alternate = "a closed tour visits equally many cells of both chess-board colours";
            return Some(format!("{alternate}, and {cells} is an odd number of free cells: {fewer}"));
        }
        let is_row = self.columns.min(self.rows) == 1 && cells > 2;
        is_row.then(|| "more than two cells in a row have no closed tour".into())
    }
}

fn any_tour(puzzle: &DieTour, control: &Control<'_>) -> Option<Tour> {
    let any = DieTour { objective: Objective::Any, ..puzzle.clone() };
    let request = Request::new(control.clone()).with_threads(Some(1));
    depth_first::solve(&any, &request).verdict.solution().cloned()
}

pub(super) fn write(choices: &Choices, control: &Control<'_>) -> Result<String, String> {
    let options = Options::read(choices)?;
    match options.seed {
        Some(seed) => Ok(text(&options.random(seed, control)?, Some(seed))),
        None => Ok(text(&options.plain()?, None)),
    }
}

fn text(puzzle: &DieTour, seed: Option<u64>) -> String {
    let title = seed.map(|seed| format!("# A random die tour, seed {seed}.\n")).unwrap_or_default();
    let board = if puzzle.board.blocked_cells().next().is_some() || !puzzle.labels.is_empty() {
        let legend = if puzzle.labels.is_empty() { "" } else { ", 1 to 6 what the die has to show" };
        let map = drawn_map(&puzzle.board, |cell| puzzle.label(cell));
        format!("# The first line is the north row: `.` free, `#` blocked{legend}.\nmap = \"\"\"\n{map}\"\"\"")
    } else {
        let (columns, rows) = (puzzle.board.columns(), puzzle.board.rows());
        let blocked = "# blocked = [[1, 1]]             # or draw a map = \"\"\"...\"\"\" with `.` and `#`";
        format!("columns = {columns}\nrows = {rows}\n{blocked}")
    };
    let with_comment = |key: String, comment: &str| format!("{key:<32} # {comment}\n");
    let cell = |cell| with_comment(format!("cell = {cell}"), "[x, y] from the south-west; left out: any cell");
    let start = puzzle.start_cell.map(cell).unwrap_or_default();
    let die = if let [die] = puzzle.start_dice[..] {
        let [top, north, east] = [Place::Top, Place::North, Place::East].map(|place| die.face(place));
        format!(
            "# Left out: any orientation of `handedness`.\ndie = {{ top = {top}, north = {north}, east = {east} }}\n"
        )
    } else {
        String::new()
    };
    let goal = puzzle.goal_cell.map(|cell| format!("[goal]\ncell = {cell}\n\n")).unwrap_or_default();
    let never = |face| with_comment(format!("never = [{face}]"), "faces that are never on top");
    let never = puzzle.never.first().map(never).unwrap_or_default();
    format!(
        "{title}# A die rolls over the board and visits every free cell once; the faces on top are added up.\n\
         # Solve it with: tumble solve THIS_FILE\n\
         puzzle = \"die-tour\"\n\
         objective = \"{}\"                # \"max\", \"min\" or \"any\"\n\n[board]\n{board}\n\n[start]\n{start}{die}\
         # handedness = \"right\"           # \"left\": 1, 2, 3 run clockwise around their corner\n\n{goal}\
         [tour]\n\
         closed = {:<23} # true: one more roll leads back to the start\n\
         # restore-orientation = true     # with closed: the die is then back in its start orientation\n\
         # total = 34                     # only tours with exactly this sum\n{never}",
        puzzle.objective.name(),
        puzzle.closed
    )
}
