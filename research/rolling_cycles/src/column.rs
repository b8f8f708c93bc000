//! From a state to all states one column further, or to the east end of the board: cell by cell from south to north.

use itertools::iproduct;

use crate::dice::{Dice, Labels, Turn};
use crate::state::{Line, State, Sweep};

/// When two different cycles on one board count as a pair. After each, the die is back with the label of its start on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Meaning {
    /// It is back in its start orientation, so that every cell can be the start
    A,
    /// It may be back after half a turn; each cycle has a start of its own
    B,
    /// As b, and both cycles have the same start and start orientation
    C,
}

/// What is asked.
pub struct Question {
    pub rows: usize,
    pub meaning: Meaning,
    pub dice: Dice,
}

/// How a cycle comes to a cell.
struct Arrival<'a> {
    /// The dice that there can be.
    dice: &'a [Turn],
    /// Whether a piece begins here.
    begins: bool,
    /// The die of the piece from the south that meets one from the west here.
    meets: Option<Turn>,
    /// Whether the cell can be the start to which the die comes back after half a turn.
    may_turn: bool,
    /// Whether it leaves the cell to the east, if that is settled.
    east: Option<bool>,
}

/// How a cycle goes through a cell.
#[derive(Clone, Copy)]
struct Pass {
    /// The die there, before or after the half turn.
    die: Turn,
    /// Whether the cell is the start to which the die comes back after half a turn.
    turns: bool,
    /// The dice on the cells ahead to which the cycle leads.
    east: Option<Turn>,
    north: Option<Turn>,
}

/// The column that is being swept.
#[derive(Clone, Copy)]
struct Column<'a> {
    question: &'a Question,
    /// The rows where each cycle leaves it to the east, as bits, if that is settled: none in the last column of a board.
    east: Option<[u16; 2]>,
}

impl Question {
    /// The question for boards of so many rows, and for a die whose face f prints `labels[f − 1]`.
    pub fn new(rows: usize, meaning: Meaning, labels: Labels) -> Self {
        Self { rows, meaning, dice: Dice::new(labels) }
    }

    /// Calls `arrived` with each state one column further, as its least image.
    pub fn advance(&self, sweep: &Sweep, mut arrived: impl FnMut(State)) {
        let mut packed = |sweep: &Sweep| arrived(State::least(sweep, self.rows, &self.dice));
        Column { question: self, east: None }.cell(0, sweep, &mut packed);
    }

    /// Whether a state one column further is exactly this one.
    pub fn leads_to(&self, sweep: &Sweep, next: State) -> bool {
        let mut leads = false;
        let mut packed = |sweep: &Sweep| leads |= State::pack(sweep, self.rows, &self.dice) == next;
        Column { question: self, east: Some(next.crossings(self.rows)) }.cell(0, sweep, &mut packed);
        leads
    }

    /// Whether the board can end with the next column.
    pub fn can_end(&self, sweep: &Sweep) -> bool {
        let mut can = false;
        let mut ended = |sweep: &Sweep| can |= sweep.differ && (self.meaning != Meaning::C || sweep.done[0]);
        Column { question: self, east: Some([0; 2]) }.cell(0, sweep, &mut ended);
        can
    }

    /// Whether the start of a cycle, which there is at most once, does not lie on both sides of a line, and lies on one if it has to.
    pub fn fits(&self, west: &Sweep, east: &Sweep) -> bool {
        match self.meaning {
            Meaning::A => true,
            Meaning::B => (0..2).all(|cycle| !(west.done[cycle] && east.done[cycle])),
            Meaning::C => west.done[0] != east.done[0],
        }
    }

    /// What is done behind the line after both cycles went through a cell: nothing that is done twice. In B, the one thing is a half turn;
    /// in C it is the common start, which may be chosen here.
    fn done(&self, done: [bool; 2], passes: [Pass; 2]) -> impl Iterator<Item = [bool; 2]> {
        let turns = passes.map(|pass| pass.turns);
        let [a, b] = passes.map(|pass| pass.die);
        let one_turns = turns[0] || turns[1];
        // The start orientations of a cycle that turns here are the die before and after.
        let has_common = a == b || one_turns && b == self.dice.half[usize::from(a)];
        let elsewhere = (self.meaning != Meaning::C || !one_turns).then(|| [done[0] || turns[0], done[1] || turns[1]]);
        let here = (self.meaning == Meaning::C && !done[0] && has_common).then_some([true; 2]);
        elsewhere.into_iter().chain(here)
    }

    /// Whether the labels agree where both cycles lead to the same cell.
    fn agree(&self, dice: [Option<Turn>; 2]) -> bool {
        let [Some(a), Some(b)] = dice.map(|die| die.map(|turn| self.dice.label[usize::from(turn)])) else {
            return true;
        };
        a == b
    }
}

impl<'a> Column<'a> {
    /// Goes on from a cell, in all ways in which the two cycles can go through it. What comes through the column has `arrived`.
    fn cell(self, row: usize, sweep: &Sweep, arrived: &mut impl FnMut(&Sweep)) {
        let question = self.question;
        if row == question.rows {
            arrived(sweep);
            return;
        }
        let arrivals = [0, 1].map(|cycle| self.arrival(row, sweep, cycle));
        for (&a, &b) in iproduct!(arrivals[0].dice, arrivals[1].dice) {
            if question.agree([Some(a), Some(b)]) {
                let passes = [self.passes(row, &arrivals[0], a), self.passes(row, &arrivals[1], b)];
                for (first, second) in iproduct!(passes[0].into_iter().flatten(), passes[1].into_iter().flatten()) {
                    self.pass(row, sweep, [first, second], arrived);
                }
            }
        }
    }

    /// Goes on from a cell in one way.
    fn pass(self, row: usize, sweep: &Sweep, passes: [Pass; 2], arrived: &mut impl FnMut(&Sweep)) {
        let question = self.question;
        if !question.agree(passes.map(|pass| pass.east)) || !question.agree(passes.map(|pass| pass.north)) {
            return;
        }
        let Some(lines) = self.lines(row, sweep, passes) else { return };
        let leads = passes.map(|pass| (pass.east.is_some(), pass.north.is_some()));
        let differ = sweep.differ || leads[0] != leads[1];
        for done in question.done(sweep.done, passes) {
            self.cell(row + 1, &Sweep { lines, differ, done }, arrived);
        }
    }

    /// How a cycle comes to a cell.
    fn arrival(self, row: usize, sweep: &Sweep, cycle: usize) -> Arrival<'a> {
        let dice = &self.question.dice;
        let line = &sweep.lines[cycle];
        let [west, south] = [row, Line::UP].map(|crossing| line.die(crossing));
        Arrival {
            dice: west.or(south).map_or_else(|| dice.of_class(line.class(row)), |turn| dice.only(turn)),
            begins: west.or(south).is_none(),
            meets: west.and(south),
            may_turn: self.question.meaning != Meaning::A && !sweep.done[cycle],
            east: self.east.map(|rows| rows[cycle] >> row & 1 == 1),
        }
    }

    /// The ways in which a cycle that comes to a cell with this die can go on from there.
    fn passes(self, row: usize, arrival: &Arrival<'_>, die: Turn) -> [Option<Pass>; 4] {
        let Dice { east, north, half, .. } = &self.question.dice;
        let pass = |(turns, goes_east, goes_north): (bool, bool, bool)| {
            let turned = if turns { half[usize::from(die)] } else { die };
            let is_possible = (arrival.may_turn || !turns)
                && arrival.east.is_none_or(|east| east == goes_east)
                && !(goes_north && row + 1 == self.question.rows)
                && arrival.meets.is_none_or(|other| other == turned);
            // A piece that begins here leads east before the half turn, and north after it.
            let eastward = usize::from(if arrival.begins { die } else { turned });
            is_possible.then(|| Pass {
                die,
                turns,
                east: goes_east.then(|| east[eastward]),
                north: goes_north.then(|| north[usize::from(turned)]),
            })
        };
        if arrival.begins || arrival.meets.is_some() {
            let goes = arrival.begins;
            [pass((false, goes, goes)), pass((true, goes, goes)), None, None]
        } else {
            [(false, true, false), (false, false, true), (true, true, false), (true, false, true)].map(pass)
        }
    }

    /// The lines after a cell; `None` if a circle closes too early.
    fn lines(self, row: usize, sweep: &Sweep, passes: [Pass; 2]) -> Option<[Line; 2]> {
        let mut lines = sweep.lines;
        let is_end = self.east == Some([0; 2]) && row + 1 == self.question.rows;
        for (line, pass) in lines.iter_mut().zip(passes) {
            let arrives = [row, Line::UP].map(|crossing| line.die(crossing).is_some());
            let ahead = pass.east.map(|turn| (row, turn)).or(pass.north.map(|turn| (Line::UP, turn)));
            match (arrives, ahead) {
                ([true, true], _) => {
                    if line.join(row, Line::UP) != is_end {
                        return None;
                    }
                }
                ([true, false], Some(ahead)) => line.lead(row, ahead),
                ([false, true], Some(ahead)) => line.lead(Line::UP, ahead),
                _ => line.begin([(row, pass.east?), (Line::UP, pass.north?)]),
            }
        }
        Some(lines)
    }
}
