//! From the crossings of two cycles to a board with labels, which is believed only after a die was rolled along both cycles.

use std::fmt;

use itertools::{Itertools as _, iproduct};
use tumble_puzzles::geometry::{Board, Cell, Die, Direction, Place};

use crate::column::{Meaning, Question};
use crate::dice::HAND;
use crate::search::inside;

/// A board with two cycles.
pub struct Pair {
    board: Board,
    meaning: Meaning,
    /// The label of each cell, by its number on the board.
    labels: Vec<u8>,
    /// The cell and the die where both cycles can start, if they can start together.
    start: Option<(Cell, Die)>,
}

impl Pair {
    /// The board whose lines between columns are crossed in these rows, by each cycle; `None` if there is none.
    pub fn new(crossings: &[[u16; 2]], question: &Question) -> Option<Self> {
        let board = Board::new(crossings.len() as i64 + 1, question.rows as i64, &[]).ok()?;
        let tours = [0, 1].map(|cycle| tour(&board, &crossings.iter().map(|both| both[cycle]).collect::<Vec<_>>()));
        let [first, second] = [walks(tours[0].as_ref()?), walks(tours[1].as_ref()?)];
        if first[0] == second[0] {
            return None;
        }
        let mut found = None;
        for (walk, &die) in iproduct!(&first, Die::all(HAND)) {
            let Some(labels) = labels(&board, walk, die, question) else { continue };
            for (other, &turn) in iproduct!(&second, Die::all(HAND)) {
                let start = Some((walk[0], die)).filter(|&start| start == (other[0], turn));
                let counts = start.is_some() || question.meaning != Meaning::C && found.is_none();
                if counts && fits(&board, other, turn, question, &labels) {
                    found =
                        Some(Self { board: board.clone(), meaning: question.meaning, labels: labels.clone(), start });
                    if start.is_some() {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// The labels, the northern row first.
    pub fn map(&self) -> String {
        let rows = self.labels.chunks(self.board.columns()).rev();
        rows.map(|row| row.iter().join(" ") + "\n").collect()
    }
}

/// A model file.
impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = self.map();
        writeln!(f, "puzzle = \"labeled-board\"\n\n[board]\nmap = \"\"\"\n{map}\"\"\"\n\n[start]")?;
        match self.start {
            Some((cell, die)) => {
                let [top, north, east] = [Place::Top, Place::North, Place::East].map(|place| die.face(place));
                writeln!(f, "cell = {cell}\ndie = {{ top = {top}, north = {north}, east = {east} }}")?;
            }
            None => writeln!(f, "handedness = \"{HAND}\"")?,
        }
        let restored = if self.meaning == Meaning::A { "restore-orientation = true\n" } else { "" };
        write!(f, "\n[tour]\nclosed = true\n{restored}")
    }
}

/// The cells of a cycle in its order, from the south-west corner to the east; `None` if the crossings are not those of one cycle.
fn tour(board: &Board, crossings: &[u16]) -> Option<Vec<Cell>> {
    let east = |cell: Cell| crossings.get(cell.x as usize).is_some_and(|rows| rows >> cell.y & 1 == 1);
    let line = |x: i64| usize::try_from(x).ok().and_then(|x| crossings.get(x)).map_or(0, |rows| *rows);
    let columns = 0..board.columns() as i64;
    let norths: Vec<u16> = columns.map(|x| inside(line(x - 1), line(x), board.rows())).collect::<Option<_>>()?;
    let north = |cell: Cell| norths[cell.x as usize] >> cell.y & 1 == 1;
    let is_joined = |&(direction, cell): &(Direction, Cell), from: Cell| match direction {
        Direction::East => east(from),
        Direction::North => north(from),
        Direction::West => east(cell),
        Direction::South => north(cell),
    };
    let mut tour = vec![Cell::new(0, 0), Cell::new(1, 0)];
    while tour.len() <= board.size() {
        let [before, last] = [tour[tour.len() - 2], tour[tour.len() - 1]];
        let mut next = board.neighbours(last).filter(|step| step.1 != before && is_joined(step, last));
        match next.next()?.1 {
            start if start == tour[0] => break,
            cell => tour.push(cell),
        }
    }
    (tour.len() == board.size()).then_some(tour)
}

/// A cycle from each of its cells, in both directions.
fn walks(tour: &[Cell]) -> Vec<Vec<Cell>> {
    let backwards: Vec<Cell> = tour.iter().rev().copied().collect();
    let rotated = |cells: &[Cell], by: usize| [&cells[by..], &cells[..by]].concat();
    (0..tour.len()).flat_map(|by| [rotated(tour, by), rotated(&backwards, by)]).collect()
}

/// The die on each cell of a walk, and at last on the first one again.
fn rolled(walk: &[Cell], die: Die) -> impl Iterator<Item = (Cell, Die)> {
    let towards = |from: Cell, to| Direction::ALL.into_iter().find(|&direction| from.step(direction) == Some(to));
    let steps = (0..walk.len()).map(move |i| (walk[i], walk[(i + 1) % walk.len()]));
    let rolls = steps.scan(die, move |die, (from, to)| {
        *die = die.roll(towards(from, to)?);
        Some((to, *die))
    });
    std::iter::once((walk[0], die)).chain(rolls)
}

/// Whether a die that starts like this may come back like that.
fn may_end(start: Die, end: Die, meaning: Meaning) -> bool {
    if meaning == Meaning::A { end == start } else { end.top() == start.top() }
}

/// What the die prints on each cell of a walk; `None` if it does not come back as it has to.
fn labels(board: &Board, walk: &[Cell], start: Die, question: &Question) -> Option<Vec<u8>> {
    let (_, end) = rolled(walk, start).last()?;
    let mut labels = vec![0; board.size()];
    for (cell, die) in rolled(walk, start).take(walk.len()) {
        labels[board.index(cell)?] = question.dice.label[die.index()];
    }
    may_end(start, end, question.meaning).then_some(labels)
}

/// Whether the die finds its labels on a walk, and comes back as it has to.
fn fits(board: &Board, walk: &[Cell], start: Die, question: &Question, labels: &[u8]) -> bool {
    let is_label = |&(cell, die): &(Cell, Die)| {
        board.index(cell).is_some_and(|index| labels[index] == question.dice.label[die.index()])
    };
    let mut steps = rolled(walk, start);
    steps.by_ref().take(walk.len()).all(|step| is_label(&step))
        && steps.next().is_some_and(|(_, end)| may_end(start, end, question.meaning))
}
