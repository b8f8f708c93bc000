//! `tumble new die-path`: a commented model file, the source's example or a random instance.

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::geometry::{Cell, Die, Handedness, Place};
use crate::puzzle::{Choices, PuzzleOption, whole_number};

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption { name: "columns", value: Some("N"), help: "Number of columns (default: the unbounded plane)" },
    PuzzleOption { name: "rows", value: Some("N"), help: "With --columns: number of rows (default: same as columns)" },
    PuzzleOption { name: "seed", value: Some("N"), help: "A random instance: start, goal and blocked cells" },
    PuzzleOption {
        name: "blocked",
        value: Some("N"),
        help: "With --seed and --columns: number of blocked cells (default 0)",
    },
];

/// The largest coordinate of random starts and goals on the plane.
const SPREAD: i64 = 20;
/// The maximum number of columns and of rows.
const MAX_SIDE: i64 = 100;

pub(super) fn write(choices: &Choices) -> Result<String, String> {
    let number = |key: &str| whole_number::<i64>(choices, key);
    let columns = number("columns")?;
    if columns.is_none() && choices.contains_key("rows") {
        return Err("--rows needs --columns".into());
    }
    let size = columns.map(|columns| Ok::<_, String>((columns, number("rows")?.unwrap_or(columns)))).transpose()?;
    if size.is_some_and(|(c, r)| !(1..=MAX_SIDE).contains(&c) || !(1..=MAX_SIDE).contains(&r)) {
        return Err(format!("a board has 1 to {MAX_SIDE} columns and rows here"));
    }
    let blocked = usize::try_from(number("blocked")?.unwrap_or(0)).map_err(|_| "--blocked is negative")?;
    match (whole_number(choices, "seed")?, size) {
        (None, _) if blocked > 0 => Err("--blocked needs --seed".into()),
        (_, None) if blocked > 0 => Err("--blocked needs --columns".into()),
        (None, None) => Ok(file("", "", (Cell::new(0, 0), EXAMPLE[0]), (Cell::new(4, -2), EXAMPLE[1]))),
        (None, Some((columns, rows))) => {
            let board = format!("[board]\ncolumns = {columns}\nrows = {rows}\n\n");
            let goal = (Cell::new(columns - 1, rows - 1), EXAMPLE[0].roll(crate::geometry::Direction::North));
            Ok(file("", &board, (Cell::new(0, 0), EXAMPLE[0]), goal))
        }
        (Some(seed), size) => random(seed, size, blocked),
    }
}

/// The states 362 and 124 of the source, written as (up, back, left).
const EXAMPLE: [Die; 2] =
    [Die::new(3, 6, 5).expect("3, 6, 5 meet at a corner"), Die::new(1, 2, 3).expect("1, 2, 3 meet at a corner")];

fn random(seed: u64, size: Option<(i64, i64)>, blocked: usize) -> Result<String, String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let handedness = if random.random() { Handedness::Left } else { Handedness::Right };
    let dice = Die::all(handedness);
    let from = dice[random.random_range(0..24)];
    let comment = format!("# A random die path, seed {seed}.\n");
    let fits = |start: Cell, goal: Cell, to: &&Die| from.class() ^ to.class() == start.colour() ^ goal.colour();
    let Some((columns, rows)) = size else {
        let mut coordinate = || random.random_range(-SPREAD..=SPREAD);
        let (start, goal) = (Cell::new(coordinate(), coordinate()), Cell::new(coordinate(), coordinate()));
        let fitting: Vec<&Die> = dice.iter().filter(|to| fits(start, goal, to)).collect();
        let to = fitting.choose(&mut random).ok_or("no orientation fits")?;
        return Ok(file(&comment, "", (start, from), (goal, **to)));
    };
    let mut cells: Vec<Cell> = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::new(x, y))).collect();
    cells.shuffle(&mut random);
    if blocked >= cells.len() {
        return Err("--blocked leaves no free cell".into());
    }
    let (blocked, free) = cells.split_at(blocked);
    let (start, goal) = (free[random.random_range(0..free.len())], free[random.random_range(0..free.len())]);
    let fitting: Vec<&Die> = dice.iter().filter(|to| fits(start, goal, to)).collect();
    let to = fitting.choose(&mut random).ok_or("no orientation fits")?;
    let line = |y: i64| {
        let cells = (0..columns).map(|x| if blocked.contains(&Cell::new(x, y)) { "#" } else { "." });
        cells.collect::<Vec<_>>().join(" ") + "\n"
    };
    let map: String = (0..rows).rev().map(line).collect();
    let board =
        format!("[board]\n# The first line is the north row: `.` free, `#` blocked.\nmap = \"\"\"\n{map}\"\"\"\n\n");
    Ok(file(&comment, &board, (start, from), (goal, **to)))
}

fn file(comment: &str, board: &str, start: (Cell, Die), goal: (Cell, Die)) -> String {
    let die = |die: Die| {
        let [top, north, west] = [Place::Top, Place::North, Place::West].map(|place| die.face(place));
        format!("die = {{ top = {top}, north = {north}, west = {west} }}")
    };
    let no_board = if board.is_empty() { "# [board] left out: the unbounded plane\n\n" } else { "" };
    format!(
        "{comment}# The fewest rolls that bring a die from one cell and orientation to another.\n\
         # Solve it with: tumble solve THIS_FILE\n\
         puzzle = \"die-path\"\n\n{no_board}{board}[start]\ncell = {}\n{}\n\n\
         [goal]\ncell = {}\n{} # fewer faces, or none: any matching orientation\n",
        start.0,
        die(start.1),
        goal.0,
        die(goal.1)
    )
}
