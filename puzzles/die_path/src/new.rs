//! `tumble new die-path`: a commented model file, the source's example or a random instance.

use std::ops::RangeInclusive;

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::{DiePath, search};
use tumble_model::control::{Control, Request};
use tumble_puzzles::geometry::{Board, Cell, Die, Face, Handedness, Place};
use tumble_puzzles::instance::{Document, drawn_map};
use tumble_puzzles::puzzle::{Choices, MARGIN, PuzzleOption, Which, face_number, number_range, unique, whole_number};

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption::valued("columns", "N", "Number of columns (default: the unbounded plane)"),
    PuzzleOption::valued("rows", "N", "number of rows (default: same as columns)").with("--columns"),
    PuzzleOption::valued("seed", "N", "A random instance: start, goal and blocked cells"),
    PuzzleOption::valued("blocked", "N", "number of blocked cells (default 0)").with("--seed and --columns"),
    PuzzleOption::valued("labels", "N", "number of cells with a label (default 0)").with("--seed and --columns"),
    PuzzleOption::flag("gates", "the die shows the label before it enters").with("--labels"),
    PuzzleOption::valued("objective", "O", "rolls, min-tops, max-tops, min-bottoms or max-bottoms").with("--columns"),
    PuzzleOption::valued("directions", "D", "the only directions, such as ES").with("--columns"),
    PuzzleOption::valued("never", "FACE", "a face that is never on top").with("--columns"),
    PuzzleOption::flag("round-trip", "back to the start").with("--columns"),
    PuzzleOption::valued("rolls", "A..B", "an instance whose best path has so many rolls").with("--seed and --columns"),
    PuzzleOption::flag("unique", "an instance with one best path").with("--seed and --columns"),
    MARGIN,
];

/// So many instances are tried for a wished number of rolls.
const TRIES: u64 = 2000;

/// What a random instance has beside its ends.
struct Wanted<'a> {
    choices: &'a Choices,
    blocked: usize,
    labels: usize,
    never: Option<Face>,
    /// The rolls of a best path.
    rolls: Option<RangeInclusive<i64>>,
    /// The paths of which there is to be only one.
    unique: Option<Which>,
}

impl<'a> Wanted<'a> {
    fn new(choices: &'a Choices) -> Result<Self, String> {
        let number = |key: &str| whole_number::<usize>(choices, key).map(Option::unwrap_or_default);
        let labels = number("labels")?;
        if labels == 0 && choices.contains_key("gates") {
            return Err("--gates needs --labels".into());
        }
        let (never, rolls) = (face_number(choices, "never")?, number_range(choices, "rolls")?);
        let unique = unique(choices)?;
        Ok(Self { unique, choices, blocked: number("blocked")?, labels, never, rolls })
    }

    /// The tables and keys that the options ask for: before the board, and at the end.
    fn keys(&self) -> (String, String) {
        let objective =
            self.choices.get("objective").map(|name| format!("objective = \"{name}\"\n")).unwrap_or_default();
        let directions = self.choices.get("directions").map(|letters| format!("directions = \"{letters}\"\n"));
        let round = if self.is_round_trip() { "round-trip = true\n" } else { "" };
        let never = self.never.map(|face| format!("never = [{face}]\n"));
        let path = format!("{round}{}{}", directions.unwrap_or_default(), never.unwrap_or_default());
        (objective, if path.is_empty() { path } else { format!("\n[path]\n{path}") })
    }

    fn is_round_trip(&self) -> bool {
        self.choices.contains_key("round-trip")
    }

    /// A random face that may be on top.
    fn random_face(&self, random: &mut ChaCha8Rng) -> Face {
        let face = random.random_range(1..=6 - u8::from(self.never.is_some()));
        face + u8::from(self.never.is_some_and(|never| face >= never))
    }

    /// Whether an instance is as hard as it is wished.
    fn is_met(&self, text: &str, control: &Control<'_>) -> Result<bool, String> {
        let document = Document::new("new", text);
        let puzzle = DiePath::read(&document).map_err(|error| error.to_string())?;
        if self.rolls.is_none() && self.unique.is_none() {
            return Ok(true);
        }
        let request = Request::new(control.clone());
        let Some(route) = search::solve(&puzzle, &request).verdict.solution().cloned() else { return Ok(false) };
        let fits = self.rolls.as_ref().is_none_or(|rolls| rolls.contains(&route.length));
        Ok(fits && self.unique.is_none_or(|which| search::count(&puzzle, which, &request).is_one()))
    }
}

/// The largest coordinate of random starts and goals on the plane.
const SPREAD: i64 = 20;
/// The maximum number of columns and of rows.
const MAX_SIDE: i64 = 100;

pub(super) fn write(choices: &Choices, control: &Control<'_>) -> Result<String, String> {
    let number = |key: &str| whole_number::<i64>(choices, key);
    let columns = number("columns")?;
    let size = columns.map(|columns| Ok::<_, String>((columns, number("rows")?.unwrap_or(columns)))).transpose()?;
    if size.is_some_and(|(c, r)| !(1..=MAX_SIDE).contains(&c) || !(1..=MAX_SIDE).contains(&r)) {
        return Err(format!("a board has 1 to {MAX_SIDE} columns and rows here"));
    }
    let seed = whole_number(choices, "seed")?;
    let wanted = Wanted::new(choices)?;
    match (seed, size) {
        (None, None) => Ok(file("", "", (Cell::new(0, 0), EXAMPLE[0]), Some((Cell::new(4, -2), EXAMPLE[1])), &wanted)),
        (None, Some((columns, rows))) => {
            let board = format!("[board]\ncolumns = {columns}\nrows = {rows}\n\n");
            let goal = (Cell::new(columns - 1, rows - 1), EXAMPLE[0].roll(tumble_puzzles::geometry::Direction::North));
            let text = file("", &board, (Cell::new(0, 0), EXAMPLE[0]), Some(goal), &wanted);
            wanted.is_met(&text, control).map(|_| text)
        }
        (Some(seed), size) => {
            for variant in (0..TRIES).take_while(|_| control.stop().is_none()) {
                let text = random(seed, variant, size, &wanted)?;
                if wanted.is_met(&text, control)? {
                    return Ok(text);
                }
            }
            Err(format!("no instance with these options was found among {TRIES} random ones: try other numbers"))
        }
    }
}

/// The states 362 and 124 of the source, written as (up, back, left).
const EXAMPLE: [Die; 2] =
    [Die::new(3, 6, 5).expect("3, 6, 5 meet at a corner"), Die::new(1, 2, 3).expect("1, 2, 3 meet at a corner")];

fn random(seed: u64, variant: u64, size: Option<(i64, i64)>, wanted: &Wanted<'_>) -> Result<String, String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(variant);
    let blocked = wanted.blocked;
    let handedness = if random.random() { Handedness::Left } else { Handedness::Right };
    let mut dice = Die::all(handedness).to_vec();
    dice.retain(|die| Some(die.top()) != wanted.never);
    let from = dice[random.random_range(0..dice.len())];
    let comment = format!("# A random die path, seed {seed}.\n");
    let fits = |start: Cell, goal: Cell, to: &&Die| from.class() ^ to.class() == start.colour() ^ goal.colour();
    let Some((columns, rows)) = size else {
        let mut coordinate = || random.random_range(-SPREAD..=SPREAD);
        let (start, goal) = (Cell::new(coordinate(), coordinate()), Cell::new(coordinate(), coordinate()));
        let fitting: Vec<&Die> = dice.iter().filter(|to| fits(start, goal, to)).collect();
        let to = fitting.choose(&mut random).ok_or("no orientation fits")?;
        return Ok(file(&comment, "", (start, from), Some((goal, **to)), wanted));
    };
    let mut cells: Vec<Cell> = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::new(x, y))).collect();
    cells.shuffle(&mut random);
    if blocked >= cells.len() {
        return Err("--blocked leaves no free cell".into());
    }
    let (blocked, free) = cells.split_at(blocked);
    if wanted.labels > free.len() {
        return Err("--labels are more than the free cells".into());
    }
    let (start, goal) = (free[random.random_range(0..free.len())], free[random.random_range(0..free.len())]);
    let fitting: Vec<&Die> = dice.iter().filter(|to| fits(start, goal, to)).collect();
    let to = fitting.choose(&mut random).ok_or("no orientation fits")?;
    let mut labels: Vec<(Cell, u8)> = free.choose_multiple(&mut random, wanted.labels).map(|&cell| (cell, 0)).collect();
    let has_gates = wanted.choices.contains_key("gates");
    for (cell, label) in &mut labels {
        *label = if *cell == start && !has_gates { from.top() } else { wanted.random_face(&mut random) };
    }
    let board = Board::new(columns, rows, blocked).map_err(|error| error.to_string())?;
    let label = |cell| labels.iter().find(|(labeled, _)| *labeled == cell).map(|&(_, label)| label);
    let map = drawn_map(&board, label);
    let legend = if labels.is_empty() { "" } else { ", 1 to 6 what the die has to show" };
    let gates = if has_gates { "labels = \"gate\" # before it enters\n" } else { "" };
    let board = format!(
        "[board]\n# The first line is the north row: `.` free, `#` blocked{legend}.\nmap = \"\"\"\n{map}\"\"\"\n{gates}\n"
    );
    let goal = (!wanted.is_round_trip()).then_some((goal, **to));
    Ok(file(&comment, &board, (start, from), goal, wanted))
}

fn file(comment: &str, board: &str, start: (Cell, Die), goal: Option<(Cell, Die)>, wanted: &Wanted<'_>) -> String {
    let die = |die: Die| {
        let [top, north, west] = [Place::Top, Place::North, Place::West].map(|place| die.face(place));
        format!("die = {{ top = {top}, north = {north}, west = {west} }}")
    };
    let no_board = if board.is_empty() { "# [board] left out: the unbounded plane\n\n" } else { "" };
    let (objective, path) = wanted.keys();
    let what = if objective.is_empty() {
        "The fewest rolls that bring a die from one cell and orientation to another."
    } else {
        "The path of a die from one cell to another whose cells sum up best."
    };
    let goal = goal.filter(|_| !wanted.is_round_trip()).map(|(cell, to)| {
        format!("\n[goal]\ncell = {cell}\n{} # fewer faces, or none: any matching orientation\n", die(to))
    });
    format!(
        "{comment}# {what}\n\
         # Solve it with: tumble solve THIS_FILE\n\
         puzzle = \"die-path\"\n{objective}\n{no_board}{board}[start]\ncell = {}\n{}\n{}{path}",
        start.0,
        die(start.1),
        goal.unwrap_or_default()
    )
}
