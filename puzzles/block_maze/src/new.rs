//! `tumble new block-maze`: a commented model file, an example or a random instance.
//!
//! A random board is tried with a random start; the goal is among the placements that tips reach, as far away as is wished or possible.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use rand::SeedableRng as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_chacha::ChaCha8Rng;

use super::placements::Placements;
use super::{BlockMaze, Floor, Placement, Size};
use tumble_model::control::Control;
use tumble_puzzles::geometry::{Board, Cell};
use tumble_puzzles::instance::drawn_map;
use tumble_puzzles::puzzle::{Choices, PuzzleOption, number_range, whole_number};
use tumble_rolling::State;

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption { name: "seed", value: Some("N"), help: "A random instance; without it, an example" },
    PuzzleOption { name: "columns", value: Some("N"), help: "With --seed: number of columns (default 8)" },
    PuzzleOption { name: "rows", value: Some("N"), help: "With --seed: number of rows (default: same as columns)" },
    PuzzleOption {
        name: "blocked",
        value: Some("N"),
        help: "With --seed: number of blocked cells (default: a fifth of the cells)",
    },
    PuzzleOption { name: "size", value: Some("AxBxC"), help: "With --seed: the box at the start (default 1x1x2)" },
    PuzzleOption {
        name: "tips",
        value: Some("A..B"),
        help: "With --seed: length of a shortest solution, such as 20..25 (default: the longest)",
    },
    PuzzleOption { name: "unique", value: None, help: "With --seed: an instance with one shortest solution" },
];

/// The maximum number of columns and of rows.
const MAX_SIDE: i64 = 100;
/// After this many boards, the options are taken to allow no instance of the wished length.
const TRIES: usize = 200;
/// If no length is wished, the longest solution on this many boards is taken.
const BOARDS: usize = 20;

/// Islands with narrow bridges.
const EXAMPLE: &str = "\
    . . . . # # # . . . #\n\
    . . . . # # # . . . .\n\
    . . . . . . . . . . .\n\
    # # . # # # # . . # .\n\
    # # . . . # # # # # .\n\
    # # . . . . . . # . .\n\
    # # # . . # . . . . .\n\
    # # # # # # . . . . #\n\
";

/// The parsed options.
struct Options {
    columns: i64,
    rows: i64,
    blocked: usize,
    size: Size,
    tips: Option<RangeInclusive<usize>>,
    unique: bool,
}

pub(super) fn write(choices: &Choices, control: &Control<'_>) -> Result<String, String> {
    let Some(seed) = whole_number(choices, "seed")? else {
        let example = Placement { cell: Cell::new(0, 7), size: [1, 1, 2] };
        return match choices.keys().next() {
            Some(key) => Err(format!("--{key} needs --seed")),
            None => Ok(text("", EXAMPLE, example, Placement { cell: Cell::new(8, 1), ..example })),
        };
    };
    let options = Options::read(choices)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let tries = |most: usize| (0..most).take_while(|_| control.stop().is_none());
    let found = match options.tips {
        Some(_) => tries(TRIES).find_map(|_| options.maze(&mut random)),
        None => tries(BOARDS).filter_map(|_| options.maze(&mut random)).max_by_key(|&(length, _)| length),
    };
    let (_, maze) = found.ok_or("no such instance was found: try other options")?;
    let map = drawn_map(&maze.board, |_| None);
    Ok(text(&format!("# A random block maze, seed {seed}.\n"), &map, maze.start, maze.goal))
}

impl Options {
    fn read(choices: &Choices) -> Result<Self, String> {
        let number = |key: &str| whole_number::<i64>(choices, key);
        let columns = number("columns")?.unwrap_or(8);
        let rows = number("rows")?.unwrap_or(columns);
        if !(1..=MAX_SIDE).contains(&columns) || !(1..=MAX_SIDE).contains(&rows) {
            return Err(format!("a board has 1 to {MAX_SIDE} columns and rows here"));
        }
        let cells = (columns * rows) as usize;
        let blocked = whole_number(choices, "blocked")?.unwrap_or(cells / 5);
        if blocked >= cells {
            return Err("--blocked leaves no free cell".into());
        }
        let size = choices.get("size").map_or(Ok([1, 1, 2]), |text| read_size(text))?;
        let unique = choices.contains_key("unique");
        Ok(Self { columns, rows, blocked, size, tips: number_range(choices, "tips")?, unique })
    }

    /// A random board with a start and a goal, if there is a goal on it that is as wished; and how far away that is.
    fn maze(&self, random: &mut ChaCha8Rng) -> Option<(usize, BlockMaze)> {
        let mut cells: Vec<Cell> =
            (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| Cell::new(x, y))).collect();
        cells.shuffle(random);
        let (blocked, free) = cells.split_at(self.blocked);
        let board = Board::new(self.columns, self.rows, blocked).ok()?;
        let placed = |&cell: &Cell| Placement { cell, size: self.size };
        let start = free.iter().map(placed).find(|start| start.covered().all(|cell| board.is_free(cell)))?;
        let maze = BlockMaze { board, floor: Floor::default(), start, goal: start };
        let placements = Placements::new(&maze);
        let layers = layers(&placements);
        let mut goal = |length: usize| {
            let is_wanted = |ways: u64| !self.unique || ways == 1;
            let goals = layers.get(length)?.iter().filter(|&(_, &ways)| is_wanted(ways)).map(|(&state, _)| state);
            Some((length, goals.collect::<Vec<State>>().choose(random).copied()?))
        };
        let wished = |length: &usize| self.tips.as_ref().is_none_or(|tips| tips.contains(length));
        let (length, goal) = (1..layers.len()).rev().filter(wished).find_map(&mut goal)?;
        Some((length, BlockMaze { goal: placements.placement(goal), ..maze }))
    }
}

/// The placements by their distance from the start, each with the number of shortest ways to it.
fn layers(placements: &Placements) -> Vec<BTreeMap<State, u64>> {
    let mut layers = vec![BTreeMap::from([(placements.start, 1)])];
    loop {
        let mut next: BTreeMap<State, u64> = BTreeMap::new();
        for (&state, &ways) in &layers[layers.len() - 1] {
            // A tip can be undone: it leads to this layer, to the one before or to a new one.
            let seen = |head: &State| layers.iter().rev().take(2).any(|layer| layer.contains_key(head));
            for head in placements.graph.rolls_from(state).map(|arc| arc.head).filter(|head| !seen(head)) {
                let sum = next.entry(head).or_default();
                *sum = sum.saturating_add(ways);
            }
        }
        if next.is_empty() {
            return layers;
        }
        layers.push(next);
    }
}

fn read_size(text: &str) -> Result<Size, String> {
    let sizes: Option<Vec<u8>> = text.split('x').map(|n| n.parse().ok()).collect();
    let sizes = sizes.filter(|sizes| sizes.iter().all(|n| (1..=BlockMaze::MAX_SIZE).contains(n)));
    let wrong = || format!("--size {text}: write it like 1x1x2, each 1 to {}", BlockMaze::MAX_SIZE);
    sizes.and_then(|sizes| sizes.try_into().ok()).ok_or_else(wrong)
}

fn text(comment: &str, map: &str, start: Placement, goal: Placement) -> String {
    let size = if goal.size == start.size { "# size = " } else { "size = " };
    format!(
        "{comment}# A box tips over its lower edges, and covers free cells only: from the start to the goal in the fewest tips.\n\
         # Solve it with: tumble solve THIS_FILE\n\
         puzzle = \"block-maze\"\n\
         size = {:?} # columns, rows and height at the start\n\n\
         [board]\n# The first line is the north row: `.` free, `#` blocked.\nmap = \"\"\"\n{map}\"\"\"\n\n\
         [start]\ncell = {} # the south-west cell that the box covers\n\n\
         [goal]\ncell = {}\n{size}{:?} # if left out, as at the start\n",
        start.size, start.cell, goal.cell, goal.size
    )
}
