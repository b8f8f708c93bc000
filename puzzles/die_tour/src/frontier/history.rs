//! The best sums of the states after each of many lines: the latest ones, and some of the earlier ones, from which those between them are
//! computed again.

use std::collections::VecDeque;

use super::chart::{Chart, Vector};
use super::table::Best;

/// The latest vectors that are kept in any case.
pub(super) const KEPT: usize = 5;
/// The most vectors of earlier lines.
const MARKS: usize = 16;

/// V_t, V_{t+1}, …, as many of the latest as a part of the memory holds.
pub(super) struct History<'a> {
    chart: &'a Chart,
    /// The number of lines before the first vector.
    origin: usize,
    /// The latest vectors, up to that of the last line.
    latest: VecDeque<Vector<Best>>,
    /// The number of lines before the first of these.
    first: usize,
    /// Of the vectors before the latest: each that is so many lines after the one before, from the first on.
    marks: Vec<Vector<Best>>,
    spacing: usize,
    /// The memory for the vectors, in bytes.
    room: u64,
}

impl<'a> History<'a> {
    /// The vector after so many lines.
    pub fn new(chart: &'a Chart, origin: usize, vector: Vector<Best>, room: u64) -> Self {
        Self { chart, origin, latest: [vector].into(), first: origin, marks: Vec::new(), spacing: 1, room }
    }

    /// The vector of the last line.
    pub fn last(&self) -> &Vector<Best> {
        &self.latest[self.latest.len() - 1]
    }

    /// The number of lines before the last vector.
    pub fn lines(&self) -> usize {
        self.first + self.latest.len() - 1
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        self.latest.iter().chain(&self.marks).map(|vector| vector.len() * size_of::<Option<Best>>()).sum()
    }

    /// The memory that it takes on the way back.
    pub fn bytes_on_the_way_back(&self) -> usize {
        self.bytes() + self.spacing * self.last().len() * size_of::<Option<Best>>()
    }

    /// Adds the vector after one line more. If there is no room, of the oldest vectors only some are kept.
    pub fn push(&mut self) {
        let next = self.chart.after_line(self.lines(), self.last());
        self.latest.push_back(next);
        while self.bytes() as u64 > self.room && self.latest.len() > KEPT {
            let oldest = self.latest.pop_front();
            self.marks.extend(oldest.filter(|_| (self.first - self.origin).is_multiple_of(self.spacing)));
            self.first += 1;
            if self.marks.len() > MARKS {
                let mut index = 0..;
                self.marks.retain(|_| index.next().is_some_and(|i: usize| i.is_multiple_of(2)));
                self.spacing *= 2;
            }
        }
    }

    /// The vector so many lines before the last.
    pub fn before(&self, lines: usize) -> Option<&Vector<Best>> {
        self.latest.get((self.latest.len() - 1).checked_sub(lines)?)
    }

    /// Drops all vectors after that of a line, which is the last one then.
    pub fn back_to(&mut self, line: usize) {
        if let Some(index) = line.checked_sub(self.first) {
            self.latest.truncate(index + 1);
            return;
        }
        let mark = (line - self.origin) / self.spacing;
        self.marks.truncate(mark + 1);
        self.first = self.origin + mark * self.spacing;
        self.latest = self.marks.pop().into_iter().collect();
        for line in self.first..line {
            let next = self.chart.after_line(line, self.last());
            self.latest.push_back(next);
        }
    }

    /// The gains of the states in `lines` lines, up to `before` lines before the last line, for states that are there at both times.
    pub fn gains(&self, lines: usize, before: usize) -> Option<impl Iterator<Item = i32> + '_> {
        let (a, b) = (self.before(before + lines)?, self.before(before)?);
        Some(a.iter().zip(b).filter_map(|(a, b)| Some((*b)?.0 - (*a)?.0)))
    }

    /// The smallest P, up to a limit, for which the last vector seems to repeat the vector P lines before: the states are equal, and all
    /// states gained equally, or each state gained what it gained in the P lines before.
    pub fn repeats(&self, limit: usize) -> Option<usize> {
        (2..=limit)
            .step_by(2)
            .find(|&lines| self.gained_evenly(lines) || (2 * lines <= limit && self.gained_twice(lines)))
    }

    fn gained_evenly(&self, lines: usize) -> bool {
        let (Some(before), last) = (self.before(lines), self.last()) else { return false };
        let mut first = None;
        before.iter().zip(last).all(|states| match states {
            (None, None) => true,
            (Some(Best(before)), Some(Best(last))) => *first.get_or_insert(last - before) == last - before,
            _ => false,
        })
    }

    fn gained_twice(&self, lines: usize) -> bool {
        let vectors = self.before(2 * lines).zip(self.before(lines));
        let Some((first, before)) = vectors else { return false };
        first.iter().zip(before).zip(self.last()).all(|states| match states {
            ((None, None), None) => true,
            ((Some(Best(first)), Some(Best(before))), Some(Best(last))) => before - first == last - before,
            _ => false,
        })
    }
}
