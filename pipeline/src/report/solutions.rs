//! The solutions of a list, as compact as they are printed.

use serde::{Serialize, Serializer};
use serde_json::Value;

/// The bytes of a block: a block that grew would be copied, and take twice its memory meanwhile.
const BLOCK: usize = 1 << 16;

/// Solutions as compact JSON texts, one after the other in blocks of memory: a parsed JSON value takes fifty times as much.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions {
    /// Whole texts, each followed by a line break, which no compact text contains.
    blocks: Vec<String>,
    len: usize,
    bytes: u64,
}

/// The place of a text among [`Solutions`].
#[derive(Clone, Copy, Debug)]
pub struct Position {
    block: usize,
    offset: usize,
}

impl Solutions {
    /// Adds a solution, as compact JSON text in one line, and returns its place.
    pub fn push(&mut self, text: &str) -> Position {
        let needed = text.len() + 1;
        if self.blocks.last().is_none_or(|block| block.capacity() - block.len() < needed) {
            self.blocks.push(String::with_capacity(needed.max(BLOCK)));
        }
        let index = self.blocks.len() - 1;
        let block = &mut self.blocks[index];
        let position = Position { block: index, offset: block.len() };
        block.push_str(text);
        block.push('\n');
        self.len += 1;
        self.bytes += needed as u64;
        position
    }

    /// The text at a place that [`push`](Self::push) returned.
    pub fn text(&self, position: Position) -> &str {
        let rest = &self.blocks[position.block][position.offset..];
        rest.lines().next().unwrap_or_default()
    }

    /// The number of solutions.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no solutions.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The memory that the texts take, in bytes.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The texts, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().flat_map(|block| block.lines())
    }

    /// The solutions as JSON values, in order.
    pub fn iter(&self) -> impl Iterator<Item = Value> {
        // A text that is not JSON would be a fault of whoever pushed it; it must not end a program that prints a list.
        self.texts().map(|text| serde_json::from_str(text).unwrap_or(Value::Null))
    }

    /// Hands over the texts in order, and gives their memory back block by block.
    pub(crate) fn drain(self, mut receive: impl FnMut(&str)) {
        self.blocks.into_iter().for_each(|block| block.lines().for_each(&mut receive));
    }
}

/// An array of the solutions.
impl Serialize for Solutions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_order_and_places_across_blocks() {
        let texts: Vec<String> =
            (0..5000).map(|i| format!("{{\"i\":{i},\"fill\":\"{}\"}}", "x".repeat(i % 97))).collect();
        let long = format!("\"{}\"", "y".repeat(2 * BLOCK));
        let mut solutions = Solutions::default();
        let all = || texts.iter().take(2500).chain([&long]).chain(texts.iter().skip(2500));
        let positions: Vec<Position> = all().map(|text| solutions.push(text)).collect();
        assert!(solutions.blocks.len() > 3 && solutions.texts().eq(all()));
        assert!(positions.iter().zip(all()).all(|(&position, text)| solutions.text(position) == text));
        assert_eq!(solutions.bytes(), all().map(|text| text.len() as u64 + 1).sum::<u64>());
        assert_eq!(solutions.len(), 5001);
        assert_eq!(serde_json::to_value(&solutions).unwrap(), Value::Array(solutions.iter().collect()));
        let mut drained = Vec::new();
        solutions.drain(|text| drained.push(text.to_owned()));
        assert!(drained.iter().eq(all()));
    }
}
