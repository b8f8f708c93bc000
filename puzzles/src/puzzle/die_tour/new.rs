//! `tumble new die-tour`: a commented model file, a plain board or a random instance.

use std::fmt::Write as _;

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::{DieTour, Objective};
use crate::control::{Request, Verdict};
use crate::geometry::{Board, Cell, Die, Handedness, Place};
use crate::puzzle::{Choices, PuzzleOption, whole_number};

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption { name: "columns", value: Some("N"), help: "Number of columns (default 4)" },
    PuzzleOption { name: "rows", value: Some("N"), help: "Number of rows (default: same as columns)" },
    PuzzleOption { name: "objective", value: Some("max|min|any"), help: "The objective over the sum (default max)" },
    PuzzleOption { name: "closed", value: None, help: "One more roll leads back to the start" },
    PuzzleOption { name: "seed", value: Some("N"), help: "A random instance: start cell, die and blocked cells" },
    PuzzleOption { name: "blocked", value: Some("N"), help: "With --seed: number of blocked cells (default 0)" },
    PuzzleOption { name: "unsolvable", value: None, help: "With --seed: an instance without a tour" },
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
    unsolvable: bool,
}

impl Options {
    fn read(choices: &Choices) -> Result<Self, String> {
        let number = |key: &str| whole_number::<i64>(choices, key);
        let seed = whole_number(choices, "seed")?;
        for key in ["blocked", "unsolvable"] {
            if seed.is_none() && choices.contains_key(key) {
                return Err(format!("--{key} needs --seed"));
            }
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
            unsolvable: choices.contains_key("unsolvable"),
        })
    }

    /// The instance without randomness: the source's start in the south-west corner.
    fn plain(&self) -> Result<DieTour, String> {
        let board = Board::new(self.columns, self.rows, &[]).map_err(|e| e.to_string())?;
        Ok(DieTour { closed: self.closed, ..DieTour::from_corner(board, self.objective) })
    }

    /// A random instance with a tour, or without one where `unsolvable` is set.
    fn random(&self, seed: u64) -> Result<DieTour, String> {
        let plain = self.plain()?;
        let cells: Vec<Cell> = plain.board.free_cells().collect();
        if cells.len() as i64 > MAX_RANDOM_CELLS {
            return Err(format!("random boards have at most {MAX_RANDOM_CELLS} cells"));
        }
        let blocked = usize::try_from(self.blocked).ok().filter(|&n| n < cells.len());
        let blocked = blocked.ok_or("--blocked leaves no free cell")?;
        if let Some(why) = self.no_closed_tour(cells.len() - blocked).filter(|_| self.closed && !self.unsolvable) {
            return Err(format!("--closed: {why}"));
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..TRIES {
            let mut shuffled = cells.clone();
            shuffled.shuffle(&mut random);
            let (blocked, free) = shuffled.split_at(blocked);
            let handedness = if random.random() { Handedness::Left } else { Handedness::Right };
            let board = Board::new(self.columns, self.rows, blocked).map_err(|e| e.to_string())?;
            let puzzle = DieTour {
                board,
                start_cell: free.choose(&mut random).copied(),
                start_dice: Die::all(handedness).choose(&mut random).copied().into_iter().collect(),
                ..plain.clone()
            };
            if has_tour(&puzzle) != self.unsolvable {
                return Ok(puzzle);
            }
        }
        let kind = if self.unsolvable { "without" } else { "with" };
        let shape = if self.closed { "a closed tour" } else { "a tour" };
        let size = format!("{} by {} cells, {} of them blocked", self.columns, self.rows, self.blocked);
        Err(format!("of {TRIES} random boards of {size}, no one is {kind} {shape}"))
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

fn has_tour(puzzle: &DieTour) -> bool {
    let any = DieTour { objective: Objective::Any, ..puzzle.clone() };
    let request = Request::unlimited().with_threads(Some(1));
    matches!(super::search::depth_first::solve(&any, &request).verdict, Verdict::Optimal(_))
}

pub(super) fn write(choices: &Choices) -> Result<String, String> {
    let options = Options::read(choices)?;
    match options.seed {
        Some(seed) => Ok(text(&options.random(seed)?, Some(seed))),
        None => Ok(text(&options.plain()?, None)),
    }
}

fn text(puzzle: &DieTour, seed: Option<u64>) -> String {
    let objective = puzzle.objective.name();
    let mut out = String::new();
    if let Some(seed) = seed {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "# A random die tour, seed {seed}.");
    }
    let _ = write!(
        out,
        "# A die rolls over the board and visits every free cell once; the faces on top are added up.\n\
         # Solve it with: tumble solve THIS_FILE\n\
         puzzle = \"die-tour\"\n\
         objective = \"{objective}\"                # \"max\", \"min\" or \"any\"\n\n[board]\n"
    );
    if puzzle.board.blocked_cells().next().is_some() {
        let _ = writeln!(out, "# The first line is the north row: `.` free, `#` blocked.\nmap = \"\"\"");
        for y in (0..puzzle.board.rows() as i64).rev() {
            let row = (0..puzzle.board.columns() as i64)
                .map(|x| if puzzle.board.is_free(Cell::new(x, y)) { "." } else { "#" })
                .collect::<Vec<_>>();
            let _ = writeln!(out, "{}", row.join(" "));
        }
        let _ = writeln!(out, "\"\"\"");
    } else {
        let _ = writeln!(out, "columns = {}\nrows = {}", puzzle.board.columns(), puzzle.board.rows());
        let _ = writeln!(out, "# blocked = [[1, 1]]             # or draw a map = \"\"\"...\"\"\" with `.` and `#`");
    }
    let _ = writeln!(out, "\n[start]");
    if let Some(cell) = puzzle.start_cell {
        let cell = format!("cell = {cell}");
        let _ = writeln!(out, "{cell:<32} # [x, y] from the south-west; left out: any cell");
    }
    if let [die] = puzzle.start_dice[..] {
        let [top, north, east] = [Place::Top, Place::North, Place::East].map(|place| die.face(place));
        let _ = writeln!(
            out,
            "# Left out: any orientation of `handedness`.\ndie = {{ top = {top}, north = {north}, east = {east} }}"
        );
    }
    let _ = write!(
        out,
        "# handedness = \"right\"           # \"left\": 1, 2, 3 run clockwise around their corner\n\n\
         [tour]\n\
         closed = {:<23} # true: one more roll leads back to the start\n\
         # restore-orientation = true     # with closed: the die is then back in its start orientation\n\
         # total = 34                     # only tours with exactly this sum\n",
        puzzle.closed
    );
    out
}
