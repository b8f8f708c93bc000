//! The readings of a model file: the digit and the direction of each field, right or wrong, and their places in the file.
//!
//! Repairs change readings, not instances: a net whose digits do not occur six times each is no instance. A changed reading can be written
//! into the file as well as made into a cube, so every repair has the text of its file.

use std::ops::Range;

use super::net::{self, Glyph};
use tumble_puzzles::geometry::cube::Face;
use tumble_puzzles::instance::InputError;

/// The reading of a field.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Row and column in the net.
    pub place: (usize, usize),
    pub glyph: Glyph,
    pub written: Written,
}

/// How and where the file says it, with spans in the file.
#[derive(Clone, Debug)]
pub(super) enum Written {
    /// As a word of the net.
    Word(Range<usize>),
    /// In a net with escapes: only the whole net has a place.
    Net(Range<usize>),
    /// As numbers: the digit; the direction, counted from `from`, if the file has it; and the name of the field in the file.
    Numbers { digit: Range<usize>, turn: Option<Range<usize>>, from: u8, name: Option<String> },
}

impl Reading {
    /// Where the digit is.
    const fn span(&self) -> &Range<usize> {
        match &self.written {
            Written::Word(span) | Written::Net(span) | Written::Numbers { digit: span, .. } => span,
        }
    }

    /// The name of the field for people, and its name in the file.
    pub fn name(&self) -> String {
        let name = net::name(self.place);
        match &self.written {
            Written::Numbers { name: Some(own), .. } => format!("{name} ({own})"),
            _ => name,
        }
    }

    /// The text that makes it another glyph, and the place of the text. In a net with escapes this is the whole net.
    fn edits(&self, glyph: Glyph, whole: impl Fn() -> String) -> Vec<(Range<usize>, String)> {
        match &self.written {
            Written::Word(span) => vec![(span.clone(), glyph.to_string())],
            Written::Net(span) => vec![(span.clone(), whole())],
            Written::Numbers { digit, turn, from, .. } => {
                let turn = turn.clone().zip(glyph.direction);
                let turn = turn.map(|(span, direction)| (span, ((direction + 4 - from) % 4).to_string()));
                std::iter::once((digit.clone(), glyph.digit.to_string())).chain(turn).collect()
            }
        }
    }
}

/// Other glyphs for some readings, by index.
pub(super) type Change = Vec<(usize, Glyph)>;

/// The readings of all 54 fields, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Readings(pub Vec<Reading>);

impl Readings {
    /// How often a digit occurs.
    pub fn times(&self, digit: u8) -> usize {
        self.0.iter().filter(|reading| reading.glyph.digit == digit).count()
    }

    /// The digits that do not occur six times.
    fn uneven(&self) -> Vec<u8> {
        (1..=9).filter(|&digit| self.times(digit) != Face::ALL.len()).collect()
    }

    /// The digits that occur too often, and the digits that occur too rarely; each digit is repeated by how much it is off.
    pub fn excess(&self) -> (Vec<u8>, Vec<u8>) {
        let by = |difference: fn(usize, usize) -> usize| {
            let repeated = |digit| std::iter::repeat_n(digit, difference(self.times(digit), Face::ALL.len()));
            (1..=9).flat_map(repeated).collect()
        };
        (by(usize::saturating_sub), by(|times, six| six.saturating_sub(times)))
    }

    /// Checks that every digit occurs six times. The error shows all fields of a digit that occurs too often: one of these fields is wrong.
    pub fn check_six_each(&self) -> Result<(), InputError> {
        let wrong = self.uneven();
        let (too_many, too_few) = self.excess();
        let Some(&often) = too_many.first() else { return Ok(()) };
        let list = wrong.iter().map(|&digit| format!("{digit} ({} times)", self.times(digit)));
        let list = list.collect::<Vec<_>>().join(", ");
        let message = format!("every digit occurs six times on a Sudoku Cube; wrong here: {list}");
        let all = self.0.iter().filter(|reading| reading.glyph.digit == often);
        let mut spans: Vec<Range<usize>> = all.map(|reading| reading.span().clone()).collect();
        spans.sort_unstable_by_key(|span| span.start);
        spans.dedup();
        let last = spans.pop().unwrap_or(0..0);
        let label = match (self.times(often), self.times(often) - Face::ALL.len()) {
            (times, 1) => format!("one of these {times} is no {often}"),
            (times, wrong) => format!("{wrong} of these {times} are no {often}"),
        };
        let error = InputError::at(last, message, label).or_in(spans);
        let one_way = |from: u8, to: u8| too_many.iter().all(|d| *d == from) && too_few.iter().all(|d| *d == to);
        Err(if one_way(6, 9) || one_way(9, 6) { error.help("a 6 upside down is a 9") } else { error })
    }

    /// The glyph in a place after a change.
    pub fn glyph(&self, place: (usize, usize), change: &Change) -> Option<Glyph> {
        let i = self.0.iter().position(|reading| reading.place == place)?;
        let changed = change.iter().find(|(changed, _)| *changed == i);
        Some(changed.map_or(self.0[i].glyph, |(_, glyph)| *glyph))
    }

    /// The text of the file after a change.
    pub fn text(&self, source: &str, change: &Change) -> String {
        let word = |row, column| self.glyph((row, column), change).map(|glyph| glyph.to_string()).unwrap_or_default();
        let net = || format!("\"\"\"\n{}\"\"\"", net::write(word));
        let mut edits: Vec<_> = change.iter().flat_map(|(i, glyph)| self.0[*i].edits(*glyph, net)).collect();
        edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        edits.dedup();
        let mut text = source.to_owned();
        for (span, new) in edits {
            text.replace_range(span, &new);
        }
        text
    }
}
