//! Random model files of every puzzle in all its variants, with and without solutions.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::common::{self, tours};

const PLACES: [&str; 6] = ["top", "bottom", "north", "south", "east", "west"];

/// True in `a` of `b` cases.
pub fn chance(rng: &mut ChaCha8Rng, a: u32, b: u32) -> bool {
    rng.random_ratio(a, b)
}

fn one<'a>(rng: &mut ChaCha8Rng, of: &[&'a str]) -> &'a str {
    of.choose(rng).unwrap()
}

/// A tour on a board of up to 4×4 cells, or of up to 2×6.
pub fn tour(rng: &mut ChaCha8Rng) -> String {
    let text = tours::random(rng, &["max", "min", "any"]);
    let text = if chance(rng, 1, 4) {
        let (columns, rows) = (rng.random_range(1..=6), rng.random_range(1..=2));
        let without: Vec<&str> = text.lines().filter(|line| !line.starts_with("cell =")).collect();
        let line = |line: &&str| match line.split(' ').next() {
            Some("columns") => format!("columns = {columns}"),
            Some("rows") => format!("rows = {rows}"),
            Some("blocked") => "blocked = []".to_owned(),
            _ => (*line).to_owned(),
        };
        without.iter().map(line).collect::<Vec<_>>().join("\n") + "\n"
    } else {
        text
    };
    if chance(rng, 1, 5) { format!("{text}total = {}\n", rng.random_range(1..=60)) } else { text }
}

/// Some faces of a die, which may be those of none.
fn die(rng: &mut ChaCha8Rng) -> String {
    let mut places = PLACES.to_vec();
    let count = rng.random_range(0..=3);
    let faces = (0..count).map(|_| {
        let place = places.remove(rng.random_range(0..places.len()));
        format!("{place} = {}", rng.random_range(1..=6))
    });
    format!("{{ {} }}", faces.collect::<Vec<_>>().join(", "))
}

/// The lines of a start or a goal. Without a cell only where `open` allows that.
fn end(rng: &mut ChaCha8Rng, (columns, rows): (usize, usize), open: bool) -> String {
    let cell = if !open || chance(rng, 3, 4) {
        format!("cell = [{}, {}]\n", rng.random_range(0..columns), rng.random_range(0..rows))
    } else {
        String::new()
    };
    let die = match rng.random_range(0..5) {
        0 => String::new(),
        1 => format!("handedness = \"{}\"\n", one(rng, &["left", "right"])),
        2 => format!("die = {}\n", die(rng)),
        3 => "die = { top = 1, north = 2, east = 3 }\n".to_owned(),
        _ => "die = { top = 1, north = 2, west = 3 }\n".to_owned(),
    };
    cell + &die
}

/// A map of these words, each with its weight.
fn map(rng: &mut ChaCha8Rng, (columns, rows): (usize, usize), words: &[(&str, u32)]) -> String {
    let mut row = || {
        let words = (0..columns).map(|_| words.choose_weighted(rng, |(_, weight)| *weight).unwrap().0);
        words.collect::<Vec<_>>().join(" ") + "\n"
    };
    let rows: String = (0..rows).map(|_| row()).collect();
    format!("\"\"\"\n{rows}\"\"\"")
}

/// A path on a board of up to 4×4 cells, of a die or of two.
pub fn path(rng: &mut ChaCha8Rng) -> String {
    let size = (rng.random_range(1..=4), rng.random_range(1..=4));
    let board = format!("[board]\nmap = {}\n", map(rng, size, &[(".", 6), ("#", 1)]));
    if chance(rng, 1, 5) {
        let mut one =
            || format!("[[dice]]\n[dice.start]\n{}[dice.goal]\n{}", end(rng, size, false), end(rng, size, false));
        return format!("puzzle = \"die-path\"\n{board}{}{}", one(), one());
    }
    format!("puzzle = \"die-path\"\n{board}[start]\n{}[goal]\n{}", end(rng, size, false), end(rng, size, false))
}

/// A labeled board: of any labels, or as `tumble new` makes one, with a solution or without, and with open ends.
pub fn labeled_board(rng: &mut ChaCha8Rng) -> String {
    let size: (usize, usize) = (rng.random_range(1..=4), rng.random_range(1..=4));
    let text = if chance(rng, 1, 3) {
        let labels = ["1", "2", "3", "4", "5", "6"].map(|label| (label, 1));
        let map = map(rng, size, &[&labels[..], &[(".", 8), ("#", 1)]].concat());
        let start = end(rng, size, true);
        format!("puzzle = \"labeled-board\"\nobjective = \"min\"\n[board]\nmap = {map}\n[start]\n{start}\n")
    } else {
        let [columns, rows, labels] = [size.0.max(2), size.1.max(2), rng.random_range(1..=5)].map(|n| n.to_string());
        let mut options = vec![("columns", columns.as_str()), ("rows", &rows), ("labels", &labels)];
        if chance(rng, 1, 5) {
            options.push(("blocked", "1"));
        }
        if chance(rng, 1, 4) {
            options.push(("closed", ""));
        }
        if chance(rng, 1, 5) {
            options.push(("unsolvable", ""));
        }
        let seed = rng.random_range(0..1_000_000);
        // Some numbers fit no board.
        common::try_random_of("labeled-board", seed, &options)
            .unwrap_or_else(|_| common::random_of("labeled-board", seed, &[]))
    };
    opened(rng, &text, size)
}

/// A labeled board with less, or with a goal.
fn opened(rng: &mut ChaCha8Rng, text: &str, size: (usize, usize)) -> String {
    let without = |key: &str| {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(key)).collect();
        lines.join("\n") + "\n"
    };
    let is_closed = text.contains("\nclosed");
    match rng.random_range(0..8) {
        0 => without("die ="),
        1 => without("cell ="),
        2 => text.replace("\"min\"", "\"any\""),
        3 if is_closed => format!("{text}restore-orientation = true\n"),
        4 if !is_closed => format!("{text}[goal]\n{}", end(rng, size, true).replace("handedness", "# handedness")),
        _ => text.to_owned(),
    }
}

/// A tray of up to six cells, with a goal some rolls away, or one that was changed.
pub fn tray(rng: &mut ChaCha8Rng) -> String {
    let (columns, rows) =
        *[("2", "2"), ("3", "2"), ("2", "3"), ("4", "1"), ("1", "5"), ("3", "1")].choose(rng).unwrap();
    let rolls = rng.random_range(1..=9).to_string();
    let mut options = vec![("columns", columns), ("rows", rows), ("rolls", &*rolls)];
    if chance(rng, 1, 4) {
        options.push(("oriented", ""));
    }
    let text = common::random_of("cube-tray", rng.random_range(0..1_000_000), &options);
    let (head, goal) = text.split_once("[goal]").unwrap();
    let goal = match rng.random_range(0..5) {
        0 if options.len() == 3 => goal.replace(['n', 'k'], "?"),
        1 if options.len() == 3 => goal.replace('k', "x").replace('c', "k").replace('x', "c"),
        _ => goal.to_owned(),
    };
    format!("{head}[goal]{goal}")
}

/// A Cube of up to 4×3 squares.
pub fn tatham_cube(rng: &mut ChaCha8Rng) -> String {
    let (columns, rows) = *[("4", "2"), ("3", "3"), ("2", "4"), ("4", "3")].choose(rng).unwrap();
    let blue = one(rng, &["5", "6", "6", "6", "7"]);
    let options = [("columns", columns), ("rows", rows), ("blue", blue)];
    common::random_of("tatham-cube", rng.random_range(0..1_000_000), &options)
}

/// A digit cube that turns can solve, or one that was put together wrongly.
pub fn sudoku_cube(rng: &mut ChaCha8Rng) -> String {
    let defects = ["twisted-corner", "flipped-edge", "swapped-edges", "turned-sticker", "turned-centre"];
    let options = defects.choose(rng).filter(|_| rng.random()).map(|defect| [("defect", *defect)]);
    let options = options.as_ref().map_or(&[][..], |options| &options[..]);
    common::random_of("sudoku-cube", rng.random_range(0..1_000_000), options)
}
