//! The cases of starts, and the states of a case: a cell and an orientation.
//!
//! Cells have numbers in the order of the sweep: line by line, along the shorter side of the board. The lines follow each other *ahead*;
//! the cells of a line follow each other *beside*. Orientations have the numbers of `Die::all`.

use std::collections::HashMap;

use crate::geometry::{Cell, Die};
use crate::puzzle::die_tour::DieTour;
use crate::puzzle::solid::{Solid, beside};

/// The number of orientations of a die.
pub(super) const ORIENTATIONS: usize = 24;

/// The letters of the rolls.
const ROLLS: [char; 4] = ['N', 'E', 'S', 'W'];

/// A cell and an orientation, by their numbers.
pub(super) type State = (usize, usize);

/// Starts, such that every tour of the puzzle stands for one that begins with one of them.
///
/// Open tours are one case. Closed tours are a case for each start cell, so that their ends are known: they are next to it; if the die
/// comes back as it was, a case for each start. A tour that restores the die can be begun in any of its cells; if any orientation will
/// do there, one start cell is enough.
pub(super) fn cases(puzzle: &DieTour) -> Vec<Vec<(Cell, Die)>> {
    let mut cells = puzzle.start_cells();
    if puzzle.restore_orientation && puzzle.start_dice.len() == ORIENTATIONS {
        cells.truncate(1);
    }
    let starts = |cells: &[Cell]| -> Vec<(Cell, Die)> {
        cells.iter().flat_map(|&cell| puzzle.start_dice.iter().map(move |&die| (cell, die))).collect()
    };
    if puzzle.restore_orientation {
        starts(&cells).into_iter().map(|start| vec![start]).collect()
    } else if puzzle.closed {
        cells.chunks(1).map(starts).collect()
    } else {
        vec![starts(&cells)]
    }
}

/// The states that tours from some starts can visit.
#[derive(Debug)]
pub(super) struct Ground {
    /// The free cells.
    pub cells: Vec<Cell>,
    /// By cell: its place in its line.
    pub places: Vec<usize>,
    /// The number of places in a line.
    pub width: usize,
    /// The faces on top, by orientation.
    pub tops: Vec<i64>,
    /// By cell and orientation: whether a tour can visit the state, start in it, and end in it.
    pub may_visit: Vec<[bool; ORIENTATIONS]>,
    pub may_start: Vec<[bool; ORIENTATIONS]>,
    pub may_end: Vec<[bool; ORIENTATIONS]>,
    /// The only cell on which tours start, if there is only one: it is not entered later.
    pub only_start: Option<usize>,
    /// By cell and orientation: where the rolls ahead and beside lead, if they lead to a state that a tour can visit.
    pub exits: Vec<[[Option<State>; 2]; ORIENTATIONS]>,
    numbers: HashMap<Cell, usize>,
    dice: &'static [Die; ORIENTATIONS],
}

impl Ground {
    /// The states of tours from these starts.
    pub fn new(puzzle: &DieTour, starts: &[(Cell, Die)]) -> Self {
        let mut cells: Vec<Cell> = puzzle.board.free_cells().collect();
        let extent = |along: fn(&Cell) -> i64| {
            let (first, last) = (cells.iter().map(along).min(), cells.iter().map(along).max());
            first.zip(last).map_or((0, 0), |(first, last)| (first, (last - first + 1) as usize))
        };
        let ((west, columns), (south, rows)) = (extent(|cell| cell.x), extent(|cell| cell.y));
        let by_rows = columns <= rows;
        cells.sort_unstable_by_key(|cell| if by_rows { (cell.y, cell.x) } else { (cell.x, cell.y) });
        let place = |cell: &Cell| (if by_rows { cell.x - west } else { cell.y - south }) as usize;
        let dice = Die::all(puzzle.start_dice[0].handedness());
        let nowhere = vec![[false; ORIENTATIONS]; cells.len()];
        let mut ground = Self {
            places: cells.iter().map(place).collect(),
            width: columns.min(rows),
            tops: dice.iter().map(|die| i64::from(die.top())).collect(),
            may_visit: nowhere.clone(),
            may_start: nowhere.clone(),
            may_end: nowhere,
            only_start: None,
            exits: vec![[[None; 2]; ORIENTATIONS]; cells.len()],
            numbers: cells.iter().enumerate().map(|(c, &cell)| (cell, c)).collect(),
            dice,
            cells,
        };
        ground.start(starts);
        ground.end(puzzle, starts);
        ground.exit(if by_rows { ['N', 'E'] } else { ['E', 'N'] });
        ground
    }

    /// The number of a cell, if it is free.
    pub fn number(&self, cell: Cell) -> Option<usize> {
        self.numbers.get(&cell).copied()
    }

    /// The number of an orientation, if it is one of the die.
    pub fn orientation(&self, die: Die) -> Option<usize> {
        self.dice.iter().position(|&other| other == die)
    }

    /// Where a roll leads from a state, if it stays on free cells.
    fn rolled(&self, (c, o): State, letter: char) -> Option<State> {
        let cell = self.number(beside(self.cells[c], letter)?)?;
        Some((cell, self.orientation(Solid::new(self.dice[o]).roll(letter).die()?)?))
    }

    /// Tours start in these states, and visit what rolls from there reach.
    fn start(&mut self, starts: &[(Cell, Die)]) {
        let numbered = |&(cell, die): &(Cell, Die)| Some((self.number(cell)?, self.orientation(die)?));
        let mut left: Vec<State> = starts.iter().filter_map(numbered).collect();
        let first = left.first().map(|&(c, _)| c);
        self.only_start = first.filter(|first| left.iter().all(|(c, _)| c == first));
        for &(c, o) in &left {
            (self.may_start[c][o], self.may_visit[c][o]) = (true, true);
        }
        while let Some(state) = left.pop() {
            for (c, o) in ROLLS.iter().filter_map(|&letter| self.rolled(state, letter)).collect::<Vec<_>>() {
                if Some(c) != self.only_start && !self.may_visit[c][o] {
                    self.may_visit[c][o] = true;
                    left.push((c, o));
                }
            }
        }
    }

    /// The rolls ahead and beside have these letters.
    fn exit(&mut self, forwards: [char; 2]) {
        for c in 0..self.cells.len() {
            self.exits[c] = std::array::from_fn(|o| {
                let exit = |letter| self.rolled((c, o), letter).filter(|&(there, o)| self.may_visit[there][o]);
                forwards.map(exit)
            });
        }
    }

    /// Each roll changes the colour of the cell, so the start says the colour of the end; a closed tour ends one roll before its start.
    fn end(&mut self, puzzle: &DieTour, starts: &[(Cell, Die)]) {
        let rolls = self.cells.len() - 1;
        for c in 0..self.cells.len() {
            let cell = self.cells[c];
            let fits = |start: &Cell| *start != cell && usize::from(start.colour() ^ cell.colour()) == rolls % 2;
            let has_start = starts.iter().any(|(start, _)| fits(start));
            for o in (0..ORIENTATIONS).filter(|&o| self.may_visit[c][o]) {
                let closes = |letter: &char| {
                    self.rolled((c, o), *letter).is_some_and(|(there, die)| {
                        let is_back = |&(start, first): &(Cell, Die)| {
                            self.cells[there] == start && (!puzzle.restore_orientation || self.dice[die] == first)
                        };
                        starts.iter().any(is_back)
                    })
                };
                self.may_end[c][o] =
                    has_start && Some(c) != self.only_start && (!puzzle.closed || ROLLS.iter().any(closes));
            }
        }
    }
}
