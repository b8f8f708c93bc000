//! The game's own ids.
//!
//! An id is the letter of the solid, the size as two numbers with `x` between them, a colon, the blue squares as hexadecimal digits of four
//! squares each (the high bit first, in the order of [`Grid::in_order`]), a comma, and the number of the start square counted the same way.
//! One number alone stands for both. Where the game writes an id is in [`links`](super::grid).

use std::borrow::Cow;

use super::grid::{id_in, marked_id};
use super::{Grid, Played, Solid, TathamCube};
use tumble_puzzles::instance::InputError;

/// An id of the solid with this letter, of a cube if there is none.
fn example(letter: Option<char>) -> &'static str {
    match letter.and_then(Solid::of_letter).unwrap_or(Solid::Cube) {
        Solid::Tetrahedron => "t1x2:0438,1",
        Solid::Cube => "c4x4:C461,3",
        Solid::Octahedron => "o2x2:40A29A,5",
        Solid::Icosahedron => "i3x3:2EC63184211198,49",
    }
}

/// The signs of ids that are written by their numbers where a link was copied from another one.
fn decoded(id: &str) -> Cow<'_, str> {
    if !id.contains('%') {
        return Cow::Borrowed(id);
    }
    let signs = [("%3A", ":"), ("%3a", ":"), ("%2C", ","), ("%2c", ","), ("%23", "#")];
    Cow::Owned(signs.iter().fold(id.to_owned(), |id, (number, sign)| id.replace(number, sign)))
}

/// Whether a text looks like an id, right or wrong, rather than the name of a file: a letter, a size, and a colon or, before the seed of a
/// random game, `#`; or the size of one of the game's solids alone; or a link to the game.
pub(super) fn looks_like_one(text: &str) -> bool {
    let text = text.trim();
    if marked_id(text).is_some() {
        return !text.contains('\n');
    }
    let (head, is_whole) = text.find([':', '#']).map_or((text, true), |end| (text[..end].trim_end(), false));
    let numbers = head.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(head);
    let is_size =
        numbers.starts_with(|c: char| c.is_ascii_digit()) && numbers.chars().all(|c| c.is_ascii_alphanumeric());
    let is_solid = || {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let sides = numbers.split_once(['x', 'X']);
        head.chars().next().and_then(Solid::of_letter).is_some()
            && sides.is_some_and(|(a, b)| is_number(a) && is_number(b))
    };
    is_size && !text.contains('\n') && (!is_whole || is_solid())
}

impl TathamCube {
    /// The game after more rolls, in the game's letters.
    pub(super) fn going_on(&self, tatham_moves: &str) -> Self {
        let tatham_moves = self.moves_so_far().to_owned() + tatham_moves;
        Self { played: Some(Played { id: write(self), tatham_moves }), ..self.clone() }
    }

    /// The instance described by an id of the game, or by a link of the game that ends with one. Spaces around it are passed over.
    ///
    /// # Errors
    /// What is wrong with the id, and where in it.
    pub fn from_id(text: &str) -> Result<Self, InputError> {
        let id = id_in(text);
        let start = text.trim_end().len() - id.len();
        let written = decoded(id);
        let placed = |error: InputError| match written {
            Cow::Borrowed(_) => error.shifted(start),
            Cow::Owned(_) => error.moved_to(start..start + id.len()),
        };
        read(&written).map_err(|error| {
            let like = format!("an id is written like {}", example(id.chars().next()));
            placed(error.and_help(&like))
        })
    }
}

/// Reads an id; the spans of errors are ranges of bytes in the id.
fn read(text: &str) -> Result<TathamCube, InputError> {
    let whole = || 0..text.len();
    if let Some(seed) = text.find('#').filter(|seed| !text[..*seed].contains(':')) {
        let message = "the seed of a random game says nothing of its board: only the game itself can make it";
        let error = InputError::at(seed..text.len(), message, "a seed");
        return Err(error.help("the game shows the id of its board under Game, Specific"));
    }
    let (size, rest) = text
        .split_once(':')
        .ok_or_else(|| InputError::at(whole(), "the id has no board", "no colon and board after this size"))?;
    let grid = grid(size)?;
    let squares_at = size.len() + 1;
    let Some((digits, start)) = rest.split_once(',') else {
        return Err(InputError::at(
            squares_at..text.len(),
            "the id has no start square",
            "no comma and number at the end",
        ));
    };
    let order = grid.in_order();
    let blue = squares(digits, squares_at, &grid)?;
    let start_at = squares_at + digits.len() + 1..text.len();
    let start = start.parse::<usize>().ok().and_then(|number| order.get(number)).ok_or_else(|| {
        InputError::at(
            start_at,
            format!("`{start}` is not a square: squares are 0 to {}", order.len() - 1),
            "no such square",
        )
    })?;
    Ok(TathamCube::new(grid, blue, *start))
}

/// The board of a size with the letter of its solid.
pub(super) fn grid(text: &str) -> Result<Grid, InputError> {
    Grid::of_name(text.trim_end()).map_err(|error| InputError::at(0..text.len(), error.to_string(), "this size"))
}

/// The blue squares, by number.
fn squares(digits: &str, at: usize, grid: &Grid) -> Result<Vec<bool>, InputError> {
    let order = grid.in_order();
    let (needed, count) = (order.len().div_ceil(4), digits.chars().count());
    if count != needed {
        let message = format!("{count} digits for {} squares, which take {needed}", order.len());
        return Err(InputError::at(at..at + digits.len(), message, "not the number of digits"));
    }
    let mut blue = vec![false; order.len()];
    for (i, (offset, digit)) in digits.char_indices().enumerate() {
        let here = at + offset..at + offset + digit.len_utf8();
        let bits = digit
            .to_digit(16)
            .ok_or_else(|| InputError::at(here.clone(), format!("`{digit}` is not a hexadecimal digit"), "here"))?;
        for (bit, place) in (4 * i..4 * i + 4).enumerate().filter(|(bit, _)| bits >> (3 - bit) & 1 == 1) {
            let square = order.get(place).and_then(|&cell| grid.number(cell)).ok_or_else(|| {
                let message = format!("bit {} of this digit is beyond the last square", bit + 1);
                InputError::at(here.clone(), message, "more squares than the board has")
            })?;
            blue[square] = true;
        }
    }
    Ok(blue)
}

/// The id of an instance, in capitals; of a game that goes on, that of its beginning.
pub(super) fn write(puzzle: &TathamCube) -> String {
    let new = || format!("{}:{}", puzzle.grid.name(), description(puzzle));
    puzzle.played.as_ref().map_or_else(new, |played| played.id.clone())
}

fn description(puzzle: &TathamCube) -> String {
    let order = puzzle.grid.in_order();
    let is_blue = |i: usize| order.get(i).and_then(|&cell| puzzle.grid.number(cell)).is_some_and(|c| puzzle.blue[c]);
    let digits = (0..order.len()).step_by(4).map(|first| {
        let bits = (0..4).filter(|bit| is_blue(first + bit));
        format!("{:X}", bits.fold(0, |digit, bit| digit | 8 >> bit))
    });
    let start = order.iter().position(|&cell| cell == puzzle.start).unwrap_or(0);
    format!("{},{start}", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tumble_puzzles::geometry::Cell;

    #[test]
    fn the_id_of_the_source_is_read_as_drawn() {
        let puzzle = read("c4x4:C461,3").unwrap();
        let drawn: Vec<String> =
            (0..4).rev().map(|y| (0..4).map(|x| if puzzle.blue[y * 4 + x] { 'B' } else { '.' }).collect()).collect();
        assert_eq!(drawn, ["BB..", ".B..", ".BB.", "...B"]);
        assert_eq!(puzzle.start, Cell::new(3, 3));
    }

    #[test]
    fn the_triangles_of_a_row_that_point_down_come_first() {
        // The first square of the first row, the first of the second row that points up, and the last of the last row that points down.
        let puzzle = read("t1x2:8420,12").unwrap();
        let blue = (0..13).filter(|&square| puzzle.blue[square]).map(|square| puzzle.grid.squares()[square]);
        assert_eq!(blue.collect::<Vec<_>>(), [Cell::new(4, 0), Cell::new(0, 1), Cell::new(2, 2)]);
        assert_eq!(puzzle.start, Cell::new(3, 0));
    }

    #[test]
    fn ids_are_written_as_they_are_read() {
        for id in [
            "c4x4:C461,3",
            "c3x3:7E0,8",
            "c2x3:FC,0",
            "c5x4:00FC1,19",
            "c1x1:0,0",
            "c6x6:000000000,35",
            "c11x10:0000000000000000000000000004,109",
            "t1x2:8420,12",
            "t0x3:F08,8",
            "o2x2:F0F0F0,23",
            "i3x3:FFFFF000000008,52",
        ] {
            assert_eq!(write(&read(id).unwrap()), id);
            assert_eq!(write(&read(&id.to_lowercase()).unwrap()), id);
        }
    }

    #[test]
    fn bad_ids_are_refused() {
        for id in [
            "",
            "c4x4",
            "c4",
            "c:C461,3",
            "c4x:C461,3",
            "c4x4:",
            "c4x4:C461",
            "c4x4:C46,3",
            "c4x4:C4611,3",
            "c4x4:C46g,3",
            "c4x4:C461,16",
            "c4x4:C461,-1",
            "c4x4:C461,",
            "t4x4:C461,3",
            "d4x4:C461,3",
            "t0x0:,0",
            "c0x4:,0",
            "c4x-4:C461,3",
            "c99999999999x99999999999:0,0",
            "c3x3:7E1,0",
            "c4x4:Ä461,3",
            "c11x11:0000000000000000000000000000000,0",
        ] {
            assert!(read(id).is_err(), "{id}");
        }
    }

    #[test]
    fn the_examples_are_ids_of_their_solids() {
        for solid in Solid::ALL {
            let puzzle = read(example(Some(solid.letter()))).unwrap();
            assert_eq!((puzzle.grid.solid(), puzzle.count_blue()), (solid, solid.faces()));
        }
    }

    #[test]
    fn the_links_of_the_game_and_what_its_window_says_are_ids() {
        for text in [
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/cube.html#c4x4:C461,3",
            " https://example.org/Cube.html#c4x4%3AC461%2c3\n",
            "cube.html#c4x4:C461,3",
            "Cube: c4x4:C461,3",
            "cube:c4x4:C461,3",
            "sgtpuzzles:cube:c4x4:C461,3",
            "c4:C461,3",
            "  c4x4 :C461,3 ",
        ] {
            assert!(looks_like_one(text), "{text}");
            assert_eq!(write(&TathamCube::from_id(text).unwrap()), "c4x4:C461,3", "{text}");
        }
        for (text, place) in [
            ("Cube: c4x4:C4G1,3", "G"),
            (" x/cube.html#t1x2:0438,99 ", "99"),
            ("x/cube.html#c4x4%23123", "c4x4%23123"),
            ("x/cube.html#", ""),
        ] {
            assert!(looks_like_one(text), "{text}");
            let error = TathamCube::from_id(text).unwrap_err();
            let label = miette::Diagnostic::labels(&error).and_then(|mut labels| labels.next()).unwrap();
            assert_eq!(&text[label.offset()..label.offset() + label.len()], place, "{text}");
        }
        for text in [
            "https://example.org/loopy.html#4x4:1",
            "sgtpuzzles:loopy:4x4:1",
            "cubes/model.toml",
            "cube.html",
            "a cube: it rolls",
        ] {
            assert!(!looks_like_one(text), "{text}");
        }
    }
}
