//! The game's own ids.
//!
//! An id is `c`, the size as width `x` height, a colon, the blue squares as hexadecimal digits of four squares each (the
//! high bit first, row by row from the north-west), a comma, and the number of the start square counted the same way.

use std::ops::Range;

use super::TathamCube;
use crate::geometry::{Board, Cell};
use crate::instance::InputError;

/// The cell of square number `i`, counted row by row from the north-west.
fn cell(i: usize, columns: usize, rows: usize) -> Cell {
    Cell::new((i % columns) as i64, (rows - 1 - i / columns) as i64)
}

/// An error about a part of the id, given as a range of bytes.
fn wrong(part: Range<usize>, message: impl Into<String>, label: &str) -> InputError {
    InputError::at(part, message, label).help("an id is written like c4x4:C461,3")
}

/// The letters of the game's solids before the size, and the solids.
const SOLIDS: [(char, &str); 4] =
    [('c', "the cube"), ('t', "a tetrahedron"), ('o', "an octahedron"), ('i', "an icosahedron")];

/// Whether a text looks like an id, right or wrong, rather than the name of a file: a letter, a size, and a colon or, before the seed of a
/// random game, `#`; or the size of one of the game's solids alone.
pub(super) fn looks_like_one(text: &str) -> bool {
    let text = text.trim();
    let (head, is_whole) = text.find([':', '#']).map_or((text, true), |end| (text[..end].trim_end(), false));
    let numbers = head.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(head);
    let is_size =
        numbers.starts_with(|c: char| c.is_ascii_digit()) && numbers.chars().all(|c| c.is_ascii_alphanumeric());
    let is_solid = || {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let letter = head.chars().next().map(|letter| letter.to_ascii_lowercase());
        let sides = numbers.split_once(['x', 'X']);
        SOLIDS.iter().any(|(solid, _)| Some(*solid) == letter)
            && sides.is_some_and(|(a, b)| is_number(a) && is_number(b))
    };
    is_size && !text.contains('\n') && (!is_whole || is_solid())
}

impl TathamCube {
    /// The instance described by an id of the game. Spaces around the id are passed over.
    ///
    /// # Errors
    /// What is wrong with the id, and where in it.
    pub fn from_id(text: &str) -> Result<Self, InputError> {
        read(text.trim()).map_err(|error| error.shifted(text.len() - text.trim_start().len()))
    }
}

/// Reads an id; the spans of errors are ranges of bytes in the id.
fn read(text: &str) -> Result<TathamCube, InputError> {
    let whole = || 0..text.len();
    if let Some(seed) = text.find('#').filter(|seed| !text[..*seed].contains(':')) {
        let message = "the seed of a random game says nothing of its board: only the game itself can make it";
        let error = wrong(seed..text.len(), message, "a seed");
        return Err(error.and_help("the game shows the id of its board under Game, Specific"));
    }
    let (size, rest) = text
        .split_once(':')
        .ok_or_else(|| wrong(whole(), "the id has no board", "no colon and board after this size"))?;
    let in_size = 0..size.len();
    let size = size.trim_end();
    let Some(numbers) = size.strip_prefix(['c', 'C']) else {
        let solid = SOLIDS.iter().find(|(letter, _)| size.starts_with([*letter, letter.to_ascii_uppercase()]));
        let message = solid.map_or_else(
            || "only ids of the cube are supported: they begin with c".to_owned(),
            |(_, solid)| format!("this is {solid}: tumble reads games of the cube only, whose ids begin with c"),
        );
        return Err(wrong(in_size, message, "not a cube"));
    };
    let parsed =
        numbers.split_once(['x', 'X']).and_then(|(c, r)| Some((c.parse::<i64>().ok()?, r.parse::<i64>().ok()?)));
    let (columns, rows) =
        parsed.ok_or_else(|| wrong(in_size.clone(), "the size is not width x height", "not understood"))?;
    let board = Board::new(columns, rows, &[]).map_err(|e| wrong(in_size.clone(), e.to_string(), "this size"))?;
    let cells = board.size();
    if cells > TathamCube::MAX_CELLS {
        let message = format!("a Cube of {cells} squares is over the limit of {} squares", TathamCube::MAX_CELLS);
        return Err(wrong(in_size, message, "too large"));
    }
    let squares_at = in_size.end + 1;
    let Some((digits, start)) = rest.split_once(',') else {
        return Err(wrong(squares_at..text.len(), "the id has no start square", "no comma and number at the end"));
    };
    let blue = squares(digits, squares_at, &board)?;
    let start_at = squares_at + digits.len() + 1..text.len();
    let number = start.parse::<usize>().ok().filter(|&number| number < cells).ok_or_else(|| {
        wrong(start_at, format!("`{start}` is not a square: squares are 0 to {}", cells - 1), "no such square")
    })?;
    let start = cell(number, board.columns(), board.rows());
    Ok(TathamCube::new(board, blue, start))
}

/// The blue squares, by cell index.
fn squares(digits: &str, at: usize, board: &Board) -> Result<Vec<bool>, InputError> {
    let (columns, rows) = (board.columns(), board.rows());
    let needed = (columns * rows).div_ceil(4);
    let count = digits.chars().count();
    if count != needed {
        let message = format!("{count} digits for {} squares, which take {needed}", columns * rows);
        return Err(wrong(at..at + digits.len(), message, "not the number of digits"));
    }
    let mut blue = vec![false; columns * rows];
    for (i, (offset, digit)) in digits.char_indices().enumerate() {
        let here = at + offset..at + offset + digit.len_utf8();
        let bits = digit
            .to_digit(16)
            .ok_or_else(|| wrong(here.clone(), format!("`{digit}` is not a hexadecimal digit"), "here"))?;
        for (bit, number) in (4 * i..4 * i + 4).enumerate().filter(|(bit, _)| bits >> (3 - bit) & 1 == 1) {
            if number >= columns * rows {
                let message = format!("bit {} of this digit is beyond the last square", bit + 1);
                return Err(wrong(here, message, "more squares than the board has"));
            }
            if let Some(index) = board.index(cell(number, columns, rows)) {
                blue[index] = true;
            }
        }
    }
    Ok(blue)
}

/// The id of an instance, in capitals; of a game that goes on, that of its beginning.
pub(super) fn write(puzzle: &TathamCube) -> String {
    let new = || format!("{}:{}", size(puzzle), description(puzzle));
    puzzle.played.as_ref().map_or_else(new, |played| played.id.clone())
}

fn size(puzzle: &TathamCube) -> String {
    format!("c{}x{}", puzzle.board.columns(), puzzle.board.rows())
}

fn description(puzzle: &TathamCube) -> String {
    let (columns, rows) = (puzzle.board.columns(), puzzle.board.rows());
    let is_blue = |i: usize| puzzle.board.index(cell(i, columns, rows)).is_some_and(|index| puzzle.blue[index]);
    let digits = (0..columns * rows).step_by(4).map(|first| {
        let bits = (0..4).filter(|bit| first + bit < columns * rows && is_blue(first + bit));
        format!("{:X}", bits.fold(0, |digit, bit| digit | 8 >> bit))
    });
    let start = (0..columns * rows).position(|i| cell(i, columns, rows) == puzzle.start).unwrap_or(0);
    format!("{},{start}", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_the_source_is_read_as_drawn() {
        let puzzle = read("c4x4:C461,3").unwrap();
        let drawn: Vec<String> =
            (0..4).rev().map(|y| (0..4).map(|x| if puzzle.blue[y * 4 + x] { 'B' } else { '.' }).collect()).collect();
        assert_eq!(drawn, ["BB..", ".B..", ".BB.", "...B"]);
        assert_eq!(puzzle.start, Cell::new(3, 3));
    }

    #[test]
    fn ids_are_written_as_they_are_read() {
        for id in ["c4x4:C461,3", "c3x3:7E0,8", "c2x3:FC,0", "c5x4:00FC1,19", "c1x1:0,0", "c6x6:000000000,35"] {
            assert_eq!(write(&read(id).unwrap()), id);
            assert_eq!(write(&read(&id.to_lowercase()).unwrap()), id);
        }
    }

    #[test]
    fn bad_ids_are_refused() {
        for id in [
            "",
            "c4x4",
            "c4x4:",
            "c4x4:C461",
            "c4x4:C46,3",
            "c4x4:C4611,3",
            "c4x4:C46g,3",
            "c4x4:C461,16",
            "c4x4:C461,-1",
            "c4x4:C461,",
            "t4x4:C461,3",
            "c0x4:,0",
            "c4x-4:C461,3",
            "c99999999999x99999999999:0,0",
            "c3x3:7E1,0",
            "c4x4:Ä461,3",
            "c8x8:0000000000000000,0",
        ] {
            assert!(read(id).is_err(), "{id}");
        }
    }
}
