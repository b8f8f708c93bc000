//! Two cycles where a line across the board cuts them: unpacked for a sweep, and packed into a number.

use crate::dice::{Dice, Turn, die};

/// The most rows: their dice and pieces, for two cycles, fit in 128 bits.
pub const MAX_ROWS: usize = 10;
/// Nothing crosses the line here.
const NONE: u8 = u8::MAX;

/// Where one cycle crosses the line. Crossing i is that into row i; within a column there is one more, to the north, with the number
/// [`Line::UP`].
#[derive(Clone, Copy)]
pub struct Line {
    /// The crossing at the other end of the piece behind the line.
    mate: [u8; MAX_ROWS + 1],
    /// The orientation that the die will have on the cell ahead.
    die: [Turn; MAX_ROWS + 1],
    /// The class of the orientations on the south cell of the next column. On neighbours it alternates.
    class: u8,
}

impl Line {
    pub const UP: usize = MAX_ROWS;

    /// A line that nothing crosses: that west of the board.
    const fn before(class: u8) -> Self {
        Self { mate: [NONE; MAX_ROWS + 1], die: [0; MAX_ROWS + 1], class }
    }

    pub fn die(&self, crossing: usize) -> Option<Turn> {
        (self.mate[crossing] != NONE).then_some(self.die[crossing])
    }

    pub const fn class(&self, row: usize) -> u8 {
        self.class ^ (row & 1) as u8
    }

    /// Reads the class from the die at the first crossing.
    fn set_class(&mut self) {
        if let Some(row) = (0..MAX_ROWS).find(|&row| self.mate[row] != NONE) {
            self.class = die(self.die[row]).class() ^ (row & 1) as u8;
        }
    }

    /// Begins a piece.
    pub fn begin(&mut self, ends: [(usize, Turn); 2]) {
        let [(a, _), (b, _)] = ends;
        (self.mate[a], self.mate[b]) = (b as u8, a as u8);
        for (crossing, turn) in ends {
            self.die[crossing] = turn;
        }
    }

    /// Leads the piece that arrives at a crossing to another one, which may be the same.
    pub fn lead(&mut self, from: usize, (to, turn): (usize, Turn)) {
        let other = usize::from(std::mem::replace(&mut self.mate[from], NONE));
        self.begin([(other, self.die[other]), (to, turn)]);
    }

    /// Joins the pieces that arrive at two crossings. Whether they were one piece, which is a circle now.
    pub fn join(&mut self, a: usize, b: usize) -> bool {
        let [x, y] = [a, b].map(|end| std::mem::replace(&mut self.mate[end], NONE));
        let is_circle = usize::from(x) == b;
        if !is_circle {
            (self.mate[usize::from(x)], self.mate[usize::from(y)]) = (y, x);
        }
        is_circle
    }

    /// The line with north and south exchanged.
    fn flipped(&self, rows: usize, dice: &Dice) -> Self {
        let mut flipped = Self::before(0);
        for row in 0..rows {
            let mate = self.mate[rows - 1 - row];
            flipped.mate[row] = if mate == NONE { NONE } else { rows as u8 - 1 - mate };
            flipped.die[row] = dice.flipped[usize::from(self.die[rows - 1 - row])];
        }
        flipped.set_class();
        flipped
    }

    /// Whether the pieces behind two lines with the same crossings are one circle when they are joined.
    fn closes(&self, other: &Self) -> bool {
        let crossings = || (0..MAX_ROWS).filter(|&row| self.mate[row] != NONE);
        let Some(first) = crossings().next() else { return false };
        let there_and_back = |row: usize| usize::from(other.mate[usize::from(self.mate[row])]);
        let round = std::iter::successors(Some(there_and_back(first)), |&row| Some(there_and_back(row)));
        1 + round.take_while(|&row| row != first).count() == crossings().count() / 2
    }
}

/// Two cycles at the line.
#[derive(Clone, Copy)]
pub struct Sweep {
    pub lines: [Line; 2],
    /// Whether the cycles differ behind the line.
    pub differ: bool,
    /// What each cycle can do once only lies behind the line: see `Meaning`.
    pub done: [bool; 2],
}

/// A sweep between two columns, in the labels in which the first crossing of the first cycle has the least orientation. The least of its
/// images stands for all of them.
///
/// From the high bits to the low: 5 bits for each crossing of the first cycle and of the second, with 0 for none, otherwise the
/// orientation and one; 3 bits for what is `done` and whether the cycles differ; a bit for each crossing that is the northern end of its
/// piece. So sorted states with the same crossings and dice stand next to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State(u128);

impl State {
    /// The least image of a sweep.
    pub fn least(sweep: &Sweep, rows: usize, dice: &Dice) -> Self {
        sweep.images(rows, dice).map(|image| Self::pack(&image, rows, dice)).min().expect("it is an image of itself")
    }

    pub fn pack(sweep: &Sweep, rows: usize, dice: &Dice) -> Self {
        let first = (0..rows).find_map(|row| sweep.lines[0].die(row)).expect("a cycle crosses each line");
        let relabeled = &dice.relabeled[usize::from(first)];
        let crossings = || sweep.lines.iter().flat_map(|line| (0..rows).map(move |row| (line, row)));
        let code = |turn: Turn| u128::from(relabeled[usize::from(turn)]) + 1;
        let dice = crossings().fold(0, |bits, (line, row)| bits << 5 | line.die(row).map_or(0, code));
        let flags = [sweep.done[0], sweep.done[1], sweep.differ].into_iter();
        let ends = crossings().map(|(line, row)| line.mate[row] != NONE && usize::from(line.mate[row]) < row);
        Self(flags.chain(ends).fold(dice, |bits, bit| bits << 1 | u128::from(bit)))
    }

    pub fn unpack(self, rows: usize) -> Sweep {
        let flag = |place: usize| self.0 >> (2 * rows + place) & 1 == 1;
        let mut sweep = Sweep { lines: [Line::before(0); 2], differ: flag(0), done: [flag(2), flag(1)] };
        for (number, line) in sweep.lines.iter_mut().enumerate() {
            let mut open = Vec::with_capacity(rows);
            for row in 0..rows {
                let Some(turn) = self.die(number, row, rows) else { continue };
                line.die[row] = turn;
                if self.0 >> (2 * rows - 1 - number * rows - row) & 1 == 0 {
                    open.push(row);
                } else if let Some(south) = open.pop() {
                    line.begin([(south, line.die[south]), (row, turn)]);
                }
            }
            line.set_class();
        }
        sweep
    }

    fn die(self, cycle: usize, row: usize, rows: usize) -> Option<Turn> {
        let place = 2 * rows - 1 - cycle * rows - row;
        let code = (self.0 >> (2 * rows + 3 + 5 * place)) as u8 & 31;
        code.checked_sub(1)
    }

    /// The rows where each cycle crosses the line, as bits.
    pub fn crossings(self, rows: usize) -> [u16; 2] {
        [0, 1].map(|cycle| (0..rows).filter(|&row| self.die(cycle, row, rows).is_some()).map(|row| 1 << row).sum())
    }

    /// The state without its pieces: its crossings and dice.
    pub const fn key(self, rows: usize) -> u128 {
        self.0 >> (2 * rows + 3)
    }
}

impl Sweep {
    /// The sweeps that there can be west of the board.
    pub fn before() -> impl Iterator<Item = Self> {
        let classes = [[0, 0], [0, 1], [1, 0], [1, 1]];
        classes.into_iter().map(|both| Self { lines: both.map(Line::before), differ: false, done: [false; 2] })
    }

    /// The sweep itself, and what differs from it by the names of the cycles or by an exchange of north and south. What can follow differs in
    /// the same way.
    pub fn images(&self, rows: usize, dice: &Dice) -> impl Iterator<Item = Self> {
        let with = |lines: [Line; 2]| {
            let [a, b] = lines;
            let renamed = Self { lines: [b, a], done: [self.done[1], self.done[0]], ..*self };
            [Self { lines, ..*self }, renamed]
        };
        let flipped = dice.has_mirrors.then(|| with(self.lines.map(|line| line.flipped(rows, dice))));
        with(self.lines).into_iter().chain(flipped.into_iter().flatten())
    }

    /// What lies east of the line, if this is what lies behind the line for someone who sweeps from east to west and sees the board in a
    /// mirror. The cell ahead in the mirror is the last one behind the line: from there a roll east leads to the cell ahead.
    pub fn mirrored(mut self, dice: &Dice) -> Self {
        for line in &mut self.lines {
            line.die = line.die.map(|turn| dice.east[usize::from(dice.mirrored[usize::from(turn)])]);
        }
        self
    }

    /// Whether both cycles are single circles where this is joined with what lies on the other side, with the same crossings.
    pub fn closes(&self, other: &Self) -> bool {
        self.lines.iter().zip(&other.lines).all(|(line, other)| line.closes(other))
    }
}
