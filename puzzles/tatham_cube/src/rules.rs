//! The rules, by replay with a solid that stands with its corners on the corners of a square. A roll turns it over two of them, and the
//! other face that has these two comes down. Nothing here is shared with the search or the encoding; the game's letters, too, are derived
//! anew, from the way of the solid.
//!
//! The rules use `instance.rs` and `grid.rs`, which decide nothing; the solids with their corners are below.

use super::grid::Point;
use super::{Grid, Rolls, Solid, TathamCube};
use tumble_puzzles::geometry::Cell;
use tumble_puzzles::puzzle::{After, MovesError, Start, read_letters};

/// How a solution breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "documented by the messages; rolls are counted from 1")]
pub enum Breach {
    #[error("move {roll} is `{letter}`, not one of N, E, S, W")]
    NotAMove { roll: usize, letter: char },
    #[error("roll {roll} ({letter}) from {from} leaves the board")]
    OffBoard { roll: usize, letter: char, from: Cell },
    #[error("roll {roll} ({letter}) is over no side of the triangle {from}")]
    NoSide { roll: usize, letter: char, from: Cell },
    #[error("roll {roll} ({letter}) comes after all {} faces are blue: the game is over then", .solid.faces_in_words())]
    AfterTheEnd { roll: usize, letter: char, solid: Solid },
    #[error("at the end {blue} of the {} faces are blue", .solid.faces_in_words())]
    NotDone { blue: usize, solid: Solid },
    #[error("the length is given as {said}, but there are {found} moves")]
    SaidLength { said: u64, found: u64 },
    #[error("the moves in the game's letters are given as {said}, but they are {found}")]
    SaidTathamMoves { said: String, found: String },
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(super) struct Game<'a> {
    grid: &'a Grid,
    pub(super) cell: Cell,
    /// The corners of the square, counter-clockwise, each with the corner of the solid that is on it.
    standing: Vec<(Point, u8)>,
    /// Which faces are blue.
    pub(super) faces: Vec<bool>,
    /// By the number of the square.
    blue: Vec<bool>,
}

impl<'a> Game<'a> {
    /// The game before its first move.
    pub(super) fn new(puzzle: &'a TathamCube) -> Self {
        let body = body(puzzle.grid.solid());
        // The faces are counter-clockwise seen from outside, so the bottom is clockwise from above.
        let bottom = body.faces[BOTTOM].iter().rev().copied();
        Self {
            grid: &puzzle.grid,
            cell: puzzle.start,
            standing: puzzle.grid.corners(puzzle.start).into_iter().zip(bottom).collect(),
            faces: vec![false; body.faces.len()],
            blue: puzzle.blue.clone(),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.faces.iter().all(|&blue| blue)
    }

    /// One roll: the solid turns over its lower edge, then its bottom and the square under it swap colours.
    pub(super) fn roll(&mut self, roll: usize, letter: char) -> Result<(), Breach> {
        if !"NESW".contains(letter) {
            return Err(Breach::NotAMove { roll, letter });
        }
        if self.is_over() {
            return Err(Breach::AfterTheEnd { roll, letter, solid: self.grid.solid() });
        }
        let from = self.cell;
        let [first, second] = self.edge(letter).ok_or(Breach::NoSide { roll, letter, from })?;
        // Another square has both corners.
        let squares =
            self.grid.squares().iter().enumerate().map(|(number, &cell)| (number, cell, self.grid.corners(cell)));
        let is_beyond = |&(_, cell, ref corners): &(usize, Cell, Vec<Point>)| {
            cell != from && corners.contains(&first.0) && corners.contains(&second.0)
        };
        let (number, cell, corners) = { squares }.find(is_beyond).ok_or(Breach::OffBoard { roll, letter, from })?;
        // And so has another face.
        let is_bottom = |face: &[u8]| self.standing.iter().all(|(_, corner)| face.contains(corner));
        let is_next = |face: &&[u8]| face.contains(&first.1) && face.contains(&second.1) && !is_bottom(face);
        let faces = body(self.grid.solid()).faces;
        let face = faces.iter().position(is_next).expect("an edge has two faces");
        let corners = around(&corners, first.0, second.0);
        self.standing = corners.into_iter().zip(around(faces[face], first.1, second.1)).collect();
        self.cell = cell;
        std::mem::swap(&mut self.faces[face], &mut self.blue[number]);
        Ok(())
    }

    /// The colours of the faces, however the solid is turned: those of the bottom, of the faces around it, of those around these, and so on. Each
    /// face is gone round from the edge on which it was reached, the bottom from its first corner in the order of points.
    fn colours(&self) -> Vec<bool> {
        let corners: Vec<u8> = self.standing.iter().map(|&(_, corner)| corner).collect();
        let mut by_point = self.standing.clone();
        by_point.sort_unstable();
        let beside = |&(_, corner): &(Point, u8)| around(&corners, by_point[0].1, corner)[1] == corner;
        let second = by_point[1..].iter().find(|other| beside(other)).expect("a corner has neighbours").1;
        let faces = body(self.grid.solid()).faces;
        let mut reached = vec![around(&corners, by_point[0].1, second)];
        let mut numbers = Vec::new();
        while let Some(face) = reached.get(numbers.len()).cloned() {
            let is_same = |other: &&[u8]| face.iter().all(|corner| other.contains(corner));
            let number = faces.iter().position(is_same).expect("it is a face");
            numbers.push(number);
            for (i, &corner) in face.iter().enumerate() {
                let next = face[(i + 1) % face.len()];
                let is_new = |other: &&&[u8]| {
                    let is_reached = reached.iter().any(|known| known.iter().all(|corner| other.contains(corner)));
                    other.contains(&corner) && other.contains(&next) && !is_reached
                };
                if let Some(beyond) = faces.iter().find(is_new) {
                    reached.push(around(beyond, corner, next));
                }
            }
        }
        numbers.into_iter().map(|number| self.faces[number]).collect()
    }

    /// The edge on the side of a letter: the two corners that are furthest there, if there are just two.
    fn edge(&self, letter: char) -> Option<[(Point, u8); 2]> {
        let far = |(x, y): Point| match letter {
            'N' => y,
            'S' => -y,
            'E' => x,
            _ => -x,
        };
        let mut corners = self.standing.clone();
        corners.sort_by_key(|&(point, _)| std::cmp::Reverse(far(point)));
        (far(corners[1].0) > far(corners[2].0)).then(|| [corners[0], corners[1]])
    }
}

/// What is around a face or a square, from one corner over the next.
fn around<T: Copy + PartialEq>(corners: &[T], first: T, second: T) -> Vec<T> {
    let mut corners = corners.to_vec();
    for _ in 0..2 {
        let start = corners.iter().position(|&corner| corner == first).unwrap_or(0);
        corners.rotate_left(start);
        if corners[1] == second {
            break;
        }
        corners.reverse();
    }
    corners
}

/// The game after the moves that were made before the puzzle begins.
fn begun(puzzle: &TathamCube) -> Result<Game<'_>, Breach> {
    let mut game = Game::new(puzzle);
    for (i, key) in puzzle.moves_so_far().chars().enumerate() {
        game.roll(i + 1, ours(key))?;
    }
    Ok(game)
}

/// The solid and the colours after so many moves of a solution.
pub(super) fn position(puzzle: &TathamCube, rolls: &Rolls, moves: u64) -> Option<String> {
    let mut game = begun(puzzle).ok()?;
    for (i, letter) in rolls.moves.get(..usize::try_from(moves).ok()?)?.chars().enumerate() {
        game.roll(i + 1, letter).ok()?;
    }
    Some(format!("{:?}", (game.cell, game.colours(), game.blue)))
}

/// Plays the moves to the end of the game, or up to the first broken rule. Adds them in the game's letters: the arrow keys Up, Right, Down,
/// Left.
fn replay(puzzle: &TathamCube, moves: &str, keys: &mut String) -> Result<(), Breach> {
    let mut game = begun(puzzle)?;
    for (i, letter) in moves.chars().enumerate() {
        let from = game.cell;
        game.roll(i + 1, letter)?;
        // On the screen north is up.
        keys.push(match (game.cell.x - from.x, game.cell.y - from.y) {
            (_, 1) => 'U',
            (_, -1) => 'D',
            (1, _) => 'R',
            _ => 'L',
        });
    }
    if !game.is_over() {
        let blue = game.faces.iter().filter(|&&blue| blue).count();
        return Err(Breach::NotDone { blue, solid: puzzle.grid.solid() });
    }
    Ok(())
}

/// Replays a solution and checks all its fields. Returns the number of moves.
pub(super) fn verify(puzzle: &TathamCube, rolls: &Rolls) -> Result<i64, Breach> {
    let from = |start: Cell| verify_one(&TathamCube { start, ..puzzle.clone() }, rolls);
    let others = puzzle.starts().into_iter().filter(|&start| start != puzzle.start);
    verify_one(puzzle, rolls).or_else(|breach| { others }.find_map(|start| from(start).ok()).ok_or(breach))
}

/// The same with the start that the puzzle names.
fn verify_one(puzzle: &TathamCube, rolls: &Rolls) -> Result<i64, Breach> {
    let mut keys = String::new();
    replay(puzzle, &rolls.moves, &mut keys)?;
    let found = keys.len() as u64;
    if rolls.length != found {
        return Err(Breach::SaidLength { said: rolls.length, found });
    }
    if rolls.tatham_moves != keys {
        return Err(Breach::SaidTathamMoves { said: rolls.tatham_moves.clone(), found: keys });
    }
    Ok(found as i64)
}

/// Our letter for a letter of the game; any other letter stays.
pub(super) const fn ours(key: char) -> char {
    match key {
        'U' => 'N',
        'R' => 'E',
        'D' => 'S',
        'L' => 'W',
        other => other,
    }
}

/// The game that goes on after these moves.
pub(super) fn after(
    puzzle: &TathamCube,
    moves: &str,
    start: Option<&str>,
) -> Result<After<TathamCube>, MovesError<Breach>> {
    let Rolls { moves, tatham_moves, .. } = from_moves(puzzle, moves, start)?;
    match replay(puzzle, &moves, &mut String::new()) {
        // The game need not be over.
        Ok(()) | Err(Breach::NotDone { .. }) => {}
        Err(breach) => return Err(MovesError::Breach(breach)),
    }
    let length = moves.len() as u64;
    Ok(After { rest: puzzle.going_on(&tatham_moves), moves, length, counted: length as i64 })
}

/// The solution with these moves, given in our letters or in the game's.
pub(super) fn from_moves(puzzle: &TathamCube, moves: &str, start: Option<&str>) -> Result<Rolls, MovesError<Breach>> {
    Start::fixed(start).map_err(MovesError::Unreadable)?;
    let letters: String = moves.chars().map(|letter| ours(letter.to_ascii_uppercase())).collect();
    let moves = read_letters(&letters).map_err(MovesError::Unreadable)?;
    let mut tatham_moves = String::new();
    // Which rule they break is for `verify` to say.
    let _ = replay(puzzle, &moves, &mut tatham_moves);
    Ok(Rolls { length: tatham_moves.len() as u64, moves, tatham_moves })
}

// The solids by their corners: for the rules, which roll them from corner to corner, and for pictures.

/// A solid that stands on a square, or on a triangle that points up.
pub(super) struct Body {
    /// Its corners: where they are to the east, to the north and upwards from the middle of the square, in ten thousandths of a side.
    pub(super) corners: &'static [[i32; 3]],
    /// Its faces by their corners, counter-clockwise seen from outside. They are in the order of [`places`](super::moves), which only
    /// pictures need; the second one is the bottom.
    pub(super) faces: &'static [&'static [u8]],
}

/// The number of the face that is the bottom.
pub(super) const BOTTOM: usize = 1;

pub(super) const fn body(solid: Solid) -> &'static Body {
    match solid {
        Solid::Tetrahedron => &TETRAHEDRON,
        Solid::Cube => &CUBE,
        Solid::Octahedron => &OCTAHEDRON,
        Solid::Icosahedron => &ICOSAHEDRON,
    }
}

const TETRAHEDRON: Body = Body {
    corners: &[[0, 5774, 0], [5000, -2887, 0], [-5000, -2887, 0], [0, 0, 8165]],
    faces: &[&[1, 3, 2], &[0, 1, 2], &[0, 3, 1], &[0, 2, 3]],
};

const CUBE: Body = Body {
    corners: &[
        [-5000, -5000, 0],
        [5000, -5000, 0],
        [5000, 5000, 0],
        [-5000, 5000, 0],
        [-5000, -5000, 10000],
        [5000, -5000, 10000],
        [5000, 5000, 10000],
        [-5000, 5000, 10000],
    ],
    faces: &[&[4, 5, 6, 7], &[0, 3, 2, 1], &[2, 3, 7, 6], &[0, 1, 5, 4], &[1, 2, 6, 5], &[3, 0, 4, 7]],
};

const OCTAHEDRON: Body = Body {
    corners: &[
        [0, 5774, 0],
        [0, -5774, 8165],
        [-5000, -2887, 0],
        [5000, 2887, 8165],
        [5000, -2887, 0],
        [-5000, 2887, 8165],
    ],
    faces: &[&[1, 3, 5], &[0, 4, 2], &[1, 2, 4], &[0, 3, 4], &[0, 2, 5], &[1, 4, 3], &[0, 5, 3], &[1, 5, 2]],
};

const ICOSAHEDRON: Body = Body {
    corners: &[
        [0, 5774, 0],
        [5000, -2887, 0],
        [-5000, -2887, 0],
        [8090, -4671, 9342],
        [-8090, -4671, 9342],
        [0, 9342, 9342],
        [-8090, 4671, 5774],
        [8090, 4671, 5774],
        [0, -9342, 5774],
        [0, -5774, 15115],
        [-5000, 2887, 15115],
        [5000, 2887, 15115],
    ],
    faces: &[
        &[9, 11, 10],
        &[0, 1, 2],
        &[1, 8, 2],
        &[0, 7, 1],
        &[0, 2, 6],
        &[1, 3, 8],
        &[1, 7, 3],
        &[0, 5, 7],
        &[0, 6, 5],
        &[2, 4, 6],
        &[2, 8, 4],
        &[3, 9, 8],
        &[3, 7, 11],
        &[5, 11, 7],
        &[5, 6, 10],
        &[4, 10, 6],
        &[4, 8, 9],
        &[3, 11, 9],
        &[5, 10, 11],
        &[4, 9, 10],
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Moves;
    use tumble_puzzles::geometry::Direction;

    #[test]
    fn the_letters_of_the_game_are_not_taken_from_the_solution_type() {
        let puzzle = TathamCube::from_id("c4x4:C461,3").unwrap();
        let rolls = from_moves(&puzzle, "SSSNWWNNW", None).unwrap();
        assert_eq!(rolls.tatham_moves, "DDDULLUUL");
        // The letters of the search and of the replay agree; they are found independently.
        assert_eq!(rolls, Rolls::new("SSSNWWNNW".into()));
    }

    /// The colours after each of many rolls are those of the search, which knows no corners.
    #[test]
    fn solids_roll_from_corner_to_corner_as_their_places_are_permuted() {
        for id in ["c4x4:C461,3", "t1x2:8428,12", "o2x2:F0F0F0,23", "i3x3:FFFFF000000008,52", "i2x3:FFFFF00000,36"] {
            let puzzle = TathamCube::from_id(id).unwrap();
            let moves = Moves::new(&puzzle.grid);
            let (mut game, mut state) = (Game::new(&puzzle), puzzle.state(&moves));
            let mut random = 1_u64;
            for roll in 0..3000 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let direction = Direction::ALL[(random >> 33) as usize % 4];
                let before = game.clone();
                match (moves.forward(state, direction), game.roll(roll, direction.letter())) {
                    (Some(next), Ok(())) => state = next,
                    (None, Err(_)) => game = before,
                    (searched, played) => panic!("{id} {roll} {direction:?}: {searched:?} {played:?}"),
                }
                let bits =
                    |blue: &[bool]| blue.iter().enumerate().fold(0, |set, (i, &blue)| set | u128::from(blue) << i);
                assert_eq!(bits(&game.blue), state.squares, "{id} {roll}");
                assert_eq!(puzzle.grid.number(game.cell), Some(state.position), "{id} {roll}");
                let blue = game.faces.iter().filter(|&&blue| blue).count();
                assert_eq!(blue, state.faces.count_ones() as usize, "{id} {roll}");
            }
        }
    }
}
