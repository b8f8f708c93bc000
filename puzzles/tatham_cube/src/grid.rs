//! The solids of the game and their boards.
//!
//! A cube rolls over a rectangle of squares. The other solids have triangles for faces and roll over a hexagon of triangles, whose sides are
//! `d1` and `d2` by turns, the upper one `d1`; if one of them is 0, it is a triangle. All places of a board are called squares.
//!
//! Triangles lie in rows, and those that point up and those that point down take turns. So they are the cells `[x, y]` of a rectangle:
//! x counts the triangles of a row from the west, y the rows from the south, and what is outside of the hexagon is blocked. A roll leads from
//! a triangle to the next one in its row, or over its level side to the cell above or below.

use std::cmp::Reverse;

use tumble_puzzles::geometry::{Board, BoardError, Cell};

/// A solid of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Solid {
    Tetrahedron,
    Cube,
    Octahedron,
    Icosahedron,
}

impl Solid {
    /// All solids, by the number of their faces.
    pub const ALL: [Self; 4] = [Self::Tetrahedron, Self::Cube, Self::Octahedron, Self::Icosahedron];

    /// Its name, the number of its faces, also in words, and the size of its board if the game is not asked for another one.
    const fn facts(self) -> (&'static str, usize, &'static str, [u64; 2]) {
        match self {
            Self::Tetrahedron => ("tetrahedron", 4, "four", [1, 2]),
            Self::Cube => ("cube", 6, "six", [4, 4]),
            Self::Octahedron => ("octahedron", 8, "eight", [2, 2]),
            Self::Icosahedron => ("icosahedron", 20, "twenty", [3, 3]),
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// Its name with an article.
    fn with_article(self) -> String {
        let an = if matches!(self, Self::Octahedron | Self::Icosahedron) { "an" } else { "a" };
        format!("{an} {}", self.name())
    }

    /// The first letter of its name, with which the ids of its games begin.
    pub fn letter(self) -> char {
        char::from(self.name().as_bytes()[0])
    }

    /// The solid with this letter, small or capital.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|solid| solid.letter() == letter.to_ascii_lowercase())
    }

    /// The number of its faces.
    pub const fn faces(self) -> usize {
        self.facts().1
    }

    /// The number of its faces in words.
    pub const fn faces_in_words(self) -> &'static str {
        self.facts().2
    }

    /// The size of its board if the game is not asked for another one.
    pub(super) const fn usual_size(self) -> [u64; 2] {
        self.facts().3
    }

    /// Whether its faces, and so the squares of its boards, are triangles.
    pub const fn is_on_triangles(self) -> bool {
        !matches!(self, Self::Cube)
    }

    /// The most squares of its boards: a state of the search has 128 bits, 7 for the place of the solid and one for each face and square.
    pub const fn max_squares(self) -> usize {
        121 - self.faces()
    }
}

/// Why there is no board of a size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// The name of its size does not begin with the letter of a solid.
    #[error("no solid of the game: {}", Solid::ALL.map(|solid| format!("{} {}", solid.letter(), solid.with_article())).join(", "))]
    NoSolid,
    /// The rest of the name is no size.
    #[error("the size is not two numbers such as 4x4")]
    NoSize,
    /// It has no squares, or far too many.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// It has no triangles.
    #[error("a hexagon of triangles has two sides of 0 or more, not both 0, and not {0} and {1}")]
    NoTriangles(i64, i64),
    /// It is over the limit.
    #[error("a board of {squares} squares is over the limit of {} squares for {}", .solid.max_squares(), .solid.with_article())]
    TooLarge {
        /// What rolls over it.
        solid: Solid,
        /// The number of its squares.
        squares: u128,
    },
}

/// A board of a solid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    solid: Solid,
    size: [usize; 2],
    board: Board,
    squares: Vec<Cell>,
}

/// A corner of a square: x in halves of a triangle's side and y in rows, or both in sides of squares.
pub(super) type Point = (i64, i64);

impl Grid {
    /// The board with a size as in the ids: columns and rows of squares, or the sides of a hexagon of triangles.
    ///
    /// # Errors
    /// When it would have no squares, or more than [`Solid::max_squares`].
    pub fn new(solid: Solid, size: [i64; 2]) -> Result<Self, GridError> {
        let board = if solid.is_on_triangles() { hexagon(solid, size)? } else { Board::new(size[0], size[1], &[])? };
        let cells = (0..board.size()).map(|index| board.cell(index));
        let squares: Vec<Cell> = cells.filter(|&cell| board.is_free(cell)).collect();
        if squares.len() > solid.max_squares() {
            return Err(GridError::TooLarge { solid, squares: squares.len() as u128 });
        }
        let size = size.map(|side| usize::try_from(side).unwrap_or(0));
        Ok(Self { solid, size, board, squares })
    }

    /// The board with a [name](Self::name), in small or capital letters.
    ///
    /// # Errors
    /// When it is no such name, or [`new`](Self::new) refuses the size.
    pub fn of_name(name: &str) -> Result<Self, GridError> {
        let solid = name.chars().next().and_then(Solid::of_letter).ok_or(GridError::NoSolid)?;
        // As in the game, one number stands for both.
        let (first, second) = name[1..].split_once(['x', 'X']).unwrap_or((&name[1..], &name[1..]));
        let size = first.parse().ok().zip(second.parse().ok()).map(<[i64; 2]>::from);
        Self::new(solid, size.ok_or(GridError::NoSize)?)
    }

    /// What rolls over it.
    pub const fn solid(&self) -> Solid {
        self.solid
    }

    /// Its size, as in the ids.
    pub const fn size(&self) -> [usize; 2] {
        self.size
    }

    /// The rectangle of cells in which it lies; its squares are not blocked.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Its squares, numbered row by row from the south-west.
    pub fn squares(&self) -> &[Cell] {
        &self.squares
    }

    /// The number of a square.
    pub fn number(&self, cell: Cell) -> Option<usize> {
        self.squares.binary_search_by_key(&(cell.y, cell.x), |other| (other.y, other.x)).ok()
    }

    /// Its squares in the order of the ids: row by row from the north-west, in each row first the triangles that point down.
    pub fn in_order(&self) -> Vec<Cell> {
        let mut squares = self.squares.clone();
        squares.sort_by_key(|&cell| (Reverse(cell.y), !self.points_down(cell), cell.x));
        squares
    }

    /// Whether a cell is a triangle that points down, to the south.
    pub fn points_down(&self, cell: Cell) -> bool {
        self.solid.is_on_triangles() && usize::from(cell.colour()) != self.size[0] % 2
    }

    /// The size after the letter of the solid, as in the ids: `c4x4`.
    pub fn name(&self) -> String {
        let [first, second] = self.size;
        format!("{}{first}x{second}", self.solid.letter())
    }

    /// The corners of a square, counter-clockwise; of a triangle first the one to which it points.
    pub(super) fn corners(&self, cell: Cell) -> Vec<Point> {
        let (x, y) = (cell.x, cell.y);
        if !self.solid.is_on_triangles() {
            return vec![(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        }
        // So that x + y is even at every corner.
        let x = x + (self.size[0] % 2) as i64;
        if self.points_down(cell) {
            vec![(x + 1, y), (x + 2, y + 1), (x, y + 1)]
        } else {
            vec![(x + 1, y + 1), (x, y), (x + 2, y)]
        }
    }
}

/// The rectangle around a hexagon of triangles, with what is outside of it blocked.
fn hexagon(solid: Solid, [d1, d2]: [i64; 2]) -> Result<Board, GridError> {
    let (Ok(first), Ok(second)) = (u128::try_from(d1), u128::try_from(d2)) else {
        return Err(GridError::NoTriangles(d1, d2));
    };
    if first + second == 0 {
        return Err(GridError::NoTriangles(d1, d2));
    }
    let parts = [first.saturating_mul(first), second.saturating_mul(second), first.saturating_mul(4 * second)];
    let squares = parts.into_iter().fold(0, u128::saturating_add);
    if squares > solid.max_squares() as u128 {
        return Err(GridError::TooLarge { solid, squares });
    }
    let (columns, rows) = (2 * (d1 + d2) - 1, d1 + d2);
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::new(x, y)));
    let outside = |cell: &Cell| {
        // The widest rows are those on both sides of the line between the upper and the lower part.
        let narrower = if cell.y >= d1 { cell.y - d1 } else { d1 - 1 - cell.y };
        cell.x < narrower || cell.x >= columns - narrower
    };
    Ok(Board::new(columns, rows, &cells.filter(outside).collect::<Vec<_>>())?)
}

// Where the game writes an id: its links end with one, after `cube.html#`, its window has one after `Cube:`, and so do links of its app for
// Android, after `sgtpuzzles:`.

/// The id in a text: without blanks around it, and without what the game has before it in its links and in its window.
pub(super) fn id_in(text: &str) -> &str {
    let text = text.trim();
    marked_id(text).unwrap_or(text)
}

/// What follows `cube.html#`, `Cube:` or `sgtpuzzles:cube:`.
pub(super) fn marked_id(text: &str) -> Option<&str> {
    let app = "sgtpuzzles:";
    let is_of_app = text.get(..app.len()).is_some_and(|start| start.eq_ignore_ascii_case(app));
    let text = if is_of_app { &text[app.len()..] } else { text };
    let before = |end: usize, mark: &str| {
        let start = end.checked_sub(mark.len())?;
        text.get(start..end).filter(|found| found.eq_ignore_ascii_case(mark))
    };
    let link = text.find('#').filter(|&end| before(end, "cube.html").is_some());
    let after = link.or_else(|| text.find(':').filter(|&end| end == "cube".len() && before(end, "cube").is_some()))?;
    Some(text[after + 1..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers of this test")]
    fn hexagons_have_as_many_triangles_as_the_game_says_and_meet_at_their_sides() {
        for (d1, d2) in (0..5_i64).flat_map(|d1| (0..5_i64).map(move |d2| (d1, d2))).skip(1) {
            let grid = Grid::new(Solid::Tetrahedron, [d1, d2]).unwrap();
            let (a, b) = (d1 as usize, d2 as usize);
            assert_eq!(grid.squares().len(), a * a + b * b + 4 * a * b, "{d1} {d2}");
            let down = grid.squares().iter().filter(|&&cell| grid.points_down(cell)).count();
            // Each row of the upper part has one more that points up, each of the lower part one fewer.
            assert_eq!(grid.squares().len() + a, 2 * down + b, "{d1} {d2}");
            for (number, &cell) in grid.squares().iter().enumerate() {
                assert_eq!(grid.number(cell), Some(number));
                let above = Cell::new(cell.x, cell.y + 1);
                let shared = grid.corners(cell).iter().filter(|point| grid.corners(above).contains(point)).count();
                assert_eq!(shared == 2, grid.points_down(cell), "{cell}");
            }
        }
    }

    #[test]
    fn boards_without_squares_and_with_too_many_are_refused() {
        for (solid, size, why) in [
            (Solid::Cube, [0, 4], "at least one column"),
            (Solid::Cube, [10, 12], "120 squares is over the limit of 115 squares for a cube"),
            (Solid::Octahedron, [0, 0], "not both 0"),
            (Solid::Octahedron, [-1, 4], "-1 and 4"),
            (Solid::Icosahedron, [5, 4], "121 squares is over the limit of 101 squares for an icosahedron"),
            (Solid::Icosahedron, [i64::MAX, i64::MAX], "over the limit"),
        ] {
            let error = Grid::new(solid, size).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
