//! `tumble new labeled-board`: a commented model file, an example or a random instance.
//!
//! A random board is made by rolling a die over it: the trail is a solution, and some of the cells that it enters once are
//! labeled. If every cell is to be labeled, the trail is a random Hamiltonian path or cycle, made from an arbitrary one by reversing
//! parts of it ("backbiting", Mansfield 1982).

use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::{LabeledBoard, Objective, search};
use tumble_model::control::{Control, Request, Verdict};
use tumble_puzzles::geometry::{Board, Cell, Die, Direction, Face, Handedness, Place};
use tumble_puzzles::instance::drawn_map;
use tumble_puzzles::puzzle::{Choices, MARGIN, PuzzleOption, Solutions, Which, ends, number_range, whole_number};

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption::valued("seed", "N", "A random instance; without it, an example from the literature"),
    PuzzleOption::valued("columns", "N", "number of columns (default 5)").with("--seed"),
    PuzzleOption::valued("rows", "N", "number of rows (default: same as columns)").with("--seed"),
    PuzzleOption::valued("labels", "N", "number of labels (default: a third of the cells)").with("--seed"),
    PuzzleOption::valued("blocked", "N", "number of blocked cells (default 0)").with("--seed"),
    PuzzleOption::flag("full", "a label on every cell").with("--seed"),
    PuzzleOption::flag("closed", "the last roll leads back to the start").with("--seed"),
    PuzzleOption::flag("ordered", "the labels have to be entered in an order").with("--seed"),
    PuzzleOption::valued("rolls", "A..B", "an instance whose shortest solution has so many rolls").with("--seed"),
    PuzzleOption::flag("unique", "an instance with one shortest solution").with("--seed"),
    MARGIN,
    PuzzleOption::flag("unsolvable", "an instance without a solution").with("--seed"),
];

/// Random boards are found by trial: after this many tries, the options are taken to allow no board.
const TRIES: usize = 5_000;
/// Boards of which each try is searched stay small enough for the search to decide it at once: the cells of such a board, and of
/// one without free cells.
const MAX_SEARCHED_CELLS: usize = 64;
/// The labels of a board with free cells that has no solution.
const MAX_UNSOLVABLE_LABELS: usize = 16;
/// The labels of a board with free cells that has one shortest solution.
const MAX_UNIQUE_LABELS: usize = 30;
/// The same where worse solutions are counted, too: each set of labels has states of its own there.
const MAX_MARGIN_LABELS: usize = 10;
/// The labels of a board for which no number is given.
const MAX_DEFAULT_LABELS: usize = 16;

/// The parsed options.
struct Options {
    columns: i64,
    rows: i64,
    labels: Option<usize>,
    blocked: usize,
    full: bool,
    closed: bool,
    ordered: bool,
    rolls: Option<RangeInclusive<i64>>,
    solutions: Solutions,
}

pub(super) fn write(choices: &Choices, control: &Control<'_>) -> Result<String, String> {
    let Some(seed) = whole_number(choices, "seed")? else { return Ok(text(&example(), None)) };
    let has = |key: &str| choices.contains_key(key);
    let columns = whole_number(choices, "columns")?.unwrap_or(5);
    let options = Options {
        columns,
        rows: whole_number(choices, "rows")?.unwrap_or(columns),
        labels: whole_number(choices, "labels")?,
        blocked: whole_number(choices, "blocked")?.unwrap_or(0),
        full: has("full"),
        closed: has("closed"),
        ordered: has("ordered"),
        rolls: number_range(choices, "rolls")?,
        solutions: Solutions::read(choices)?,
    };
    if options.rolls.is_some() && options.solutions == Solutions::None {
        return Err("--rolls and --unsolvable exclude each other".into());
    }
    if options.full && options.labels.is_some() {
        return Err("--full labels every cell: leave --labels out".into());
    }
    Ok(text(&options.random(seed, control)?, Some(seed)))
}

/// The board that was made for figure 1.1 of the thesis, whose solution is known: ESENEESSWWWWN.
fn example() -> LabeledBoard {
    let rows = ["..31.", "565..", "24.13"];
    let board = Board::new(5, 3, &[]).expect("15 cells are a board");
    let labels =
        rows.iter().flat_map(|row| row.chars()).map(|label| label.to_digit(10).and_then(|face| face.try_into().ok()));
    let labels = labels.enumerate().filter_map(|(i, label)| Some((board.cell(i), label?))).collect();
    let die = Die::new(2, 6, 3).expect("2, 6, 3 meet at a corner");
    of(&board, &labels, &[], (Cell::new(0, 2), die), false)
}

/// An instance with a fixed start and no goal, whose labels are entered in the order of a trail.
fn of(
    board: &Board,
    labels: &BTreeMap<Cell, Face>,
    trail: &[Cell],
    (cell, die): (Cell, Die),
    closed: bool,
) -> LabeledBoard {
    LabeledBoard {
        order: trail.iter().filter(|cell| labels.contains_key(cell)).filter_map(|&cell| board.index(cell)).collect(),
        labels: (0..board.size()).map(|i| labels.get(&board.cell(i)).copied()).collect(),
        board: board.clone(),
        objective: Objective::Min,
        start_cell: Some(cell),
        start_dice: vec![die],
        goal_cell: None,
        goal_dice: Die::all(die.handedness()).to_vec(),
        closed,
        restore_orientation: false,
    }
}

impl Options {
    fn random(&self, seed: u64, control: &Control<'_>) -> Result<LabeledBoard, String> {
        let plain = Board::new(self.columns, self.rows, &[]).map_err(|e| e.to_string())?;
        let cells: Vec<Cell> = plain.free_cells().collect();
        self.check_size(cells.len())?;
        if self.blocked >= cells.len() {
            return Err("--blocked leaves no free cell".into());
        }
        if let Some(why) = self.no_cycle(cells.len() - self.blocked) {
            return Err(format!("--full --closed: {why}"));
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for _ in (0..TRIES).take_while(|_| control.stop().is_none()) {
            let mut shuffled = cells.clone();
            shuffled.shuffle(&mut random);
            let board = Board::new(self.columns, self.rows, &shuffled[..self.blocked]).map_err(|e| e.to_string())?;
            let made = if self.full { self.full_board(&board, &mut random) } else { self.partial(&board, &mut random) };
            let Some(mut puzzle) = made else { continue };
            if !self.ordered {
                puzzle.order.clear();
            }
            if self.solutions == Solutions::None {
                relabel(&mut puzzle, &mut random);
            }
            if self.suits(&puzzle, control) {
                return Ok(puzzle);
            }
        }
        let kind = match (self.solutions, &self.rolls) {
            (Solutions::None, _) => "without a solution",
            (Solutions::One(_), None) => "with exactly one shortest solution",
            (Solutions::One(_), Some(_)) => "with exactly one shortest solution, of this length,",
            (Solutions::AtLeastOne, None) => "with a solution",
            (Solutions::AtLeastOne, Some(_)) => "with a shortest solution of this length",
        };
        let other = if self.rolls.is_some() { "another length, " } else { "" };
        let advice = format!("try {other}fewer labels or blocked cells, or a larger board");
        Err(format!("no board {kind} was found among {TRIES} random ones: {advice}"))
    }

    /// Refuses numbers of cells and labels for which no board could be made.
    fn check_size(&self, cells: usize) -> Result<(), String> {
        let (with, most_labels) = match self.solutions {
            Solutions::One(Which::Within(1..)) => ("with --margin, ", MAX_MARGIN_LABELS),
            Solutions::One(_) => ("with --unique, ", MAX_UNIQUE_LABELS),
            Solutions::None => ("with --unsolvable, ", MAX_UNSOLVABLE_LABELS),
            Solutions::AtLeastOne => ("", usize::MAX),
        };
        let is_searched = self.solutions != Solutions::AtLeastOne || self.rolls.is_some();
        let most = if is_searched || self.full { MAX_SEARCHED_CELLS } else { LabeledBoard::MAX_CELLS };
        if cells > most {
            let with = if self.full { "with --full, " } else { with };
            return Err(format!("{with}random boards have at most {most} cells"));
        }
        let most = most_labels.min(cells.saturating_sub(self.blocked).max(1));
        if self.labels.is_some_and(|labels| !(1..=most).contains(&labels)) {
            return Err(format!("{with}a random board of this size has 1 to {most} labels"));
        }
        Ok(())
    }

    /// Why no closed trail enters each of this many cells once, if a count shows it.
    fn no_cycle(&self, cells: usize) -> Option<String> {
        if !(self.full && self.closed) {
            return None;
        }
        if cells % 2 == 1 {
            let alternate = "equally many cells of both chess-board colours";
            return Some(format!("a closed tour visits {alternate}, and {cells} is an odd number of cells"));
        }
        let is_row = self.columns.min(self.rows) == 1 && cells > 2;
        is_row.then(|| "more than two cells in a row have no closed tour".into())
    }

    /// Whether an instance has the required number of solutions, and these the required number of rolls.
    fn suits(&self, puzzle: &LabeledBoard, control: &Control<'_>) -> bool {
        let request = Request::new(control.clone()).with_threads(Some(1));
        if let Some(rolls) = &self.rolls {
            let verdict = search::solve(puzzle, &request).verdict;
            if !verdict.solution().is_some_and(|trail| rolls.contains(&trail.length)) {
                return false;
            }
        }
        match self.solutions {
            Solutions::None => matches!(search::solve(puzzle, &request).verdict, Verdict::Infeasible),
            Solutions::One(which) => search::count(puzzle, which, &request).is_one(),
            Solutions::AtLeastOne => true,
        }
    }

    /// A board on which a random trail has entered each label once.
    fn partial(&self, board: &Board, random: &mut ChaCha8Rng) -> Option<LabeledBoard> {
        let free: Vec<Cell> = board.free_cells().collect();
        let wanted = self.labels.unwrap_or_else(|| (free.len() / 3).clamp(1, MAX_DEFAULT_LABELS));
        let start = *free.choose(random)?;
        let die = random_die(random);
        // Long trails spread over the free cells, short ones leave more cells that are entered only once.
        let steps = random.random_range(wanted..=wanted + 2 * free.len());
        let mut trail = random_trail(board, start, steps, random);
        if self.closed {
            trail.extend(way_back(board, *trail.last()?, start)?);
        }
        let mut once: Vec<(Cell, Face)> = tops(&trail, die)?;
        once.retain(|&(cell, _)| trail.iter().filter(|&&other| other == cell).count() == 1);
        let entered: Vec<Cell> = once.iter().map(|&(cell, _)| cell).collect();
        once.shuffle(random);
        let labels = once.get(..wanted)?.iter().copied().collect();
        Some(of(board, &labels, &entered, (start, die), self.closed))
    }

    /// A board whose cells are all labeled by a random Hamiltonian path or cycle.
    fn full_board(&self, board: &Board, random: &mut ChaCha8Rng) -> Option<LabeledBoard> {
        let mut path = hamiltonian_path(board, random)?;
        let bites = 20 * path.len();
        for _ in 0..bites {
            backbite(board, &mut path, random);
        }
        let near = |path: &[Cell]| Some(board.neighbours(*path.first()?).any(|(_, cell)| path.last() == Some(&cell)));
        for _ in 0..bites {
            if !self.closed || near(&path)? {
                break;
            }
            backbite(board, &mut path, random);
        }
        let start = *path.first()?;
        if self.closed {
            path.push(start);
        }
        let die = random_die(random);
        let entered = tops(&path, die)?;
        // Back on its start the die has to show its label again.
        let agrees = !self.closed || entered.last()?.1 == die.top();
        let labels = entered.into_iter().collect();
        let cells = board.free_cells().count();
        agrees.then(|| of(board, &labels, &path[..cells], (start, die), self.closed))
    }
}

fn random_die(random: &mut ChaCha8Rng) -> Die {
    let handedness = if random.random() { Handedness::Left } else { Handedness::Right };
    Die::all(handedness)[random.random_range(0..24)]
}

/// Gives one of the labels, not the start's, another face.
fn relabel(puzzle: &mut LabeledBoard, random: &mut ChaCha8Rng) {
    let start = puzzle.start_cell.and_then(|cell| puzzle.board.index(cell));
    let labeled: Vec<usize> =
        (0..puzzle.labels.len()).filter(|&i| puzzle.labels[i].is_some() && Some(i) != start).collect();
    if let Some(&i) = labeled.choose(random) {
        puzzle.labels[i] = puzzle.labels[i].map(|face| (face - 1 + random.random_range(1..6)) % 6 + 1);
    }
}

fn text(puzzle: &LabeledBoard, seed: Option<u64>) -> String {
    let title = seed.map(|seed| format!("# A random labeled board, seed {seed}.\n")).unwrap_or_default();
    let map = drawn_map(&puzzle.board, |cell| puzzle.label(cell));
    let order = puzzle.order.iter().map(|&i| puzzle.board.cell(i).to_string()).collect::<Vec<_>>().join(", ");
    let order =
        if order.is_empty() { order } else { format!("order = [{order}] # the labels are entered in this order\n") };
    let start = if let (Some(cell), [die]) = (puzzle.start_cell, &puzzle.start_dice[..]) {
        let [top, north, west] = [Place::Top, Place::North, Place::West].map(|place| die.face(place));
        format!(
            "cell = {cell}                   # [x, y] from the south-west; left out: any cell\n\
             die = {{ top = {top}, north = {north}, west = {west} }} # fewer faces, or none: any matching orientation\n\n"
        )
    } else {
        String::new()
    };
    let end = if puzzle.closed {
        "[tour]\n\
         closed = true                   # the last roll leads back to the start\n\
         # restore-orientation = true    # and the die is then back in its start orientation\n"
    } else {
        "# [goal]                        # cell and orientation at the end; left out: any\n\
         # cell = [0, 0]\n\
         # die = { top = 1 }\n"
    };
    format!(
        "{title}# A die rolls over the board: labeled cells once, with that number on top, free cells any number of times.\n\
         # Solve it with: tumble solve THIS_FILE\n\
         puzzle = \"labeled-board\"\n\
         objective = \"min\"                # \"min\": the fewest rolls; \"any\": any solution\n\n\
         [board]\n\
         # The first line is the north row: 1 to 6 a label, `.` free, `#` blocked.\n\
         map = \"\"\"\n{map}\"\"\"\n{order}\n[start]\n{start}{end}"
    )
}

// Random trails of a die, from which `tumble new labeled-board` makes boards.

/// A path that bit itself so often, per cell, is given up.
const BITES: usize = 200;

/// A walk of `steps` steps, which prefers cells that it has not visited.
pub(super) fn random_trail(board: &Board, start: Cell, steps: usize, random: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut trail = vec![start];
    for _ in 0..steps {
        let here = trail[trail.len() - 1];
        let near: Vec<Cell> = board.neighbours(here).map(|(_, cell)| cell).collect();
        let new: Vec<Cell> = near.iter().copied().filter(|cell| !trail.contains(cell)).collect();
        let next = if random.random_bool(0.8) {
            new.choose(random).or_else(|| near.choose(random))
        } else {
            near.choose(random)
        };
        trail.extend(next.copied());
    }
    trail
}

/// The cells of a shortest path between two cells, without the first.
pub(super) fn way_back(board: &Board, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let mut towards = BTreeMap::from([(to, to)]);
    let mut open = VecDeque::from([to]);
    while let Some(cell) = open.pop_front() {
        for (_, next) in board.neighbours(cell) {
            towards.entry(next).or_insert_with(|| {
                open.push_back(next);
                cell
            });
        }
    }
    let mut way = Vec::new();
    let mut here = from;
    while here != to {
        here = *towards.get(&here)?;
        way.push(here);
    }
    Some(way)
}

/// The cells of a trail, each with the face on top when the die enters it.
pub(super) fn tops(trail: &[Cell], mut die: Die) -> Option<Vec<(Cell, Face)>> {
    let mut tops = vec![(*trail.first()?, die.top())];
    for pair in trail.windows(2) {
        let roll = Direction::ALL.into_iter().find(|&roll| pair[0].step(roll) == Some(pair[1]))?;
        die = die.roll(roll);
        tops.push((pair[1], die.top()));
    }
    Some(tops)
}

/// A Hamiltonian path over the free cells, if one is found: a path grows at its ends, and bites itself where it cannot grow.
pub(super) fn hamiltonian_path(board: &Board, random: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
    let free: Vec<Cell> = board.free_cells().collect();
    let mut path = vec![*free.choose(random)?];
    if ends::visits_all(board, false, None).is_some() || board.connected_to(path[0]).count() < free.len() {
        return None;
    }
    for _ in 0..BITES * free.len() {
        let end = *path.last()?;
        let new: Vec<Cell> = board.neighbours(end).map(|(_, cell)| cell).filter(|cell| !path.contains(cell)).collect();
        match new.choose(random) {
            Some(&cell) => path.push(cell),
            None if path.len() == free.len() => return Some(path),
            None => backbite(board, &mut path, random),
        }
    }
    None
}

/// Joins an end of the path to a random neighbour and removes the arc that has become redundant.
pub(super) fn backbite(board: &Board, path: &mut [Cell], random: &mut ChaCha8Rng) {
    if random.random() {
        path.reverse();
    }
    let near: Vec<Cell> =
        path.last().into_iter().flat_map(|&end| board.neighbours(end)).map(|(_, cell)| cell).collect();
    let Some(bitten) = near.choose(random) else { return };
    if let Some(at) = path.iter().position(|cell| cell == bitten) {
        path[at + 1..].reverse();
    }
}
