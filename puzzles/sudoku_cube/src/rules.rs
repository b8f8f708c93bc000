//! The rules, on a cube of 54 stickers in space that rotation matrices move (`stickers.rs`). Nothing here or there is shared with the
//! encodings, the searches or the tables of the net.
//!
//! The rules use `instance.rs`, `obstacle.rs`, `solution.rs` and `stickers.rs`, which decide nothing.

use itertools::Itertools as _;

use super::obstacle::Obstacle;
use super::solution::{Faces, Put, SolvedFace};
use super::stickers::{CORNERS, PLACES, Sticker, normals, scrambled, sum, taking, top, turn, unscrambled};
use super::{Solution, SudokuCube};
use tumble_puzzles::geometry::cube::{Face, Vector, dot};
use tumble_puzzles::puzzle::{After, MovesError, Start};

/// How a solution breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "documented by the messages; pieces, positions and moves are counted from 1")]
pub enum Breach {
    #[error("{found} {what} pieces are listed; the cube has {wanted}")]
    PieceCount { what: &'static str, found: usize, wanted: usize },
    #[error("the {what} {number} is not listed exactly once")]
    NotOnce { what: &'static str, number: usize },
    #[error("{what} {piece} is listed with permutation {permutation}, which is out of range")]
    Permutation { what: &'static str, piece: usize, permutation: usize },
    #[error("face {face} shows {found}, which is not each digit once")]
    Digits { face: Face, found: String },
    #[error("face {face} is listed with {said}, but it shows {found}")]
    SaidDigits { face: Face, said: String, found: String },
    #[error("face {face} does not read in direction {direction} as a whole")]
    Direction { face: Face, direction: u8 },
    #[error("no turns reach this assembly, and unreachable assemblies are not allowed")]
    Unreachable,
    #[error("the assembly is given as {said}, but it is {found}")]
    SaidReachable { said: &'static str, found: &'static str },
    #[error("the reason is given as: {}; it is: {}", stated(said.as_ref()), stated(found.as_ref()))]
    SaidReason { said: Option<String>, found: Option<String> },
    #[error("move {number} is `{word}`, not one of U L F R B D with ' or 2")]
    NotAMove { number: usize, word: String },
    #[error("after the moves {what} {piece} is not placed as in the solution")]
    MovesMiss { what: &'static str, piece: usize },
    #[error("after the moves the centre of {face} does not read as its face")]
    Center { face: Face },
    #[error("there are {found} moves, but their number is given as {}", stated(said.as_ref()))]
    MoveCount { found: usize, said: Option<usize> },
    #[error("after the moves the faces do not read in one direction each")]
    Unsolved,
}

/// What a solution states, in a message.
fn stated(value: Option<&impl ToString>) -> String {
    value.map_or_else(|| "none".to_owned(), ToString::to_string)
}

/// The name of a piece's kind and its number from 1.
const fn name(piece: usize) -> (&'static str, usize) {
    if piece < CORNERS { ("corner", piece + 1) } else { ("edge", piece + 1 - CORNERS) }
}

/// Checks that every piece and every position is listed once; returns position and permutation by piece, from 0.
fn listed(solution: &Solution) -> Result<Vec<(usize, usize)>, Breach> {
    let mut all = Vec::new();
    for (first, what, list, wanted, fields) in
        [(0, "corner", &solution.corners, 8, 3), (CORNERS, "edge", &solution.edges, 12, 2)]
    {
        if list.len() != wanted {
            return Err(Breach::PieceCount { what, found: list.len(), wanted });
        }
        for number in 1..=wanted {
            let once = |of: fn(&Put) -> usize| list.iter().filter(|put| of(put) == number).count() == 1;
            if !once(|put| put.piece) || !once(|put| put.position) {
                return Err(Breach::NotOnce { what, number });
            }
        }
        let mut sorted = list.clone();
        sorted.sort_by_key(|put| put.piece);
        for Put { piece, position, permutation } in sorted {
            if permutation >= fields {
                return Err(Breach::Permutation { what, piece, permutation });
            }
            all.push((first + position - 1, permutation));
        }
    }
    Ok(all)
}

/// The stickers of the assembly: every piece rotated into its position.
fn assembled(scrambled: &[Sticker], put: &[(usize, usize)]) -> Vec<Sticker> {
    let mut stickers = scrambled.to_vec();
    for (k, &(position, permutation)) in put.iter().enumerate() {
        let (from, to) = (normals(PLACES[k]), normals(PLACES[position]));
        let side = |t: usize| from[(t + permutation) % from.len()];
        let rotation = taking([side(0), side(1)], [to[0], to[1]]);
        for sticker in stickers.iter_mut().filter(|sticker| sticker.piece == Some(k)) {
            sticker.turn(&rotation);
        }
    }
    stickers
}

/// The digits of a face in reading order.
fn digits(stickers: &[Sticker], face: Face) -> String {
    let (normal, up, right) = (face.normal(), face.up(), face.right());
    let mut on_face: Vec<&Sticker> = stickers.iter().filter(|sticker| sticker.normal == normal).collect();
    on_face.sort_by_key(|sticker| (-dot(sticker.cubie, up), dot(sticker.cubie, right)));
    on_face.iter().map(|sticker| sticker.digit.to_string()).collect()
}

/// Whether the digit reads towards `wanted`.
fn reads(cube: &SudokuCube, sticker: &Sticker, wanted: Vector) -> bool {
    let upside_down = wanted.map(|x| -x);
    sticker.top == wanted || cube.symmetric.contains(&sticker.digit) && sticker.top == upside_down
}

/// Whether a face of the pieces reads in a direction; centres are ignored.
fn face_reads(cube: &SudokuCube, stickers: &[Sticker], face: Face, direction: u8) -> bool {
    let mut pieces = stickers.iter().filter(|sticker| sticker.piece.is_some() && sticker.normal == face.normal());
    direction < 4 && pieces.all(|sticker| reads(cube, sticker, top(face, direction)))
}

/// Whether a permutation is odd: its length less its number of cycles.
fn is_odd(put: &[(usize, usize)], first: usize) -> bool {
    let mut seen = vec![false; put.len()];
    let mut cycles = 0;
    for start in 0..put.len() {
        cycles += usize::from(!seen[start]);
        let mut k = start;
        while !seen[k] {
            seen[k] = true;
            k = put[k].0 - first;
        }
    }
    (put.len() - cycles) % 2 == 1
}

/// Why turns cannot lead from the scrambled cube to the assembly: the first obstacle in the order of [`Obstacle`].
fn obstacle(cube: &SudokuCube, put: &[(usize, usize)], directions: [u8; 6]) -> Option<Obstacle> {
    // A turn changes the permutations of corners by a multiple of 3 together, and those of edges by one of 2, whichever field of a
    // position they are counted from: another one adds as much for the piece that comes as it takes from the piece that goes.
    let total = |pieces: &[(usize, usize)]| pieces.iter().map(|&(_, permutation)| permutation).sum::<usize>();
    let (twist, flip) = (total(&put[..CORNERS]), total(&put[CORNERS..]));
    let odd = is_odd(&put[..CORNERS], 0);
    let turns = cube.center_directions.iter().zip(directions).map(|(c, d)| c.map(|c| usize::from(c + d)));
    let centers_fit = turns.sum::<Option<usize>>().is_none_or(|sum| (sum % 2 == 1) == odd);
    let holds = [
        (Obstacle::Twist, !twist.is_multiple_of(3)),
        (Obstacle::Flip, !flip.is_multiple_of(2)),
        (Obstacle::Parity, odd != is_odd(&put[CORNERS..], CORNERS)),
        (Obstacle::Centers, !centers_fit),
    ];
    holds.into_iter().find_map(|(obstacle, holds)| holds.then_some(obstacle))
}

/// Makes unread stickers show what the solution says of their places.
fn read_as_said(cube: &SudokuCube, solution: &Solution, stickers: &mut [Sticker]) {
    for (number, sticker) in stickers.iter_mut().enumerate() {
        let Some(face) = Face::ALL.into_iter().find(|face| face.normal() == sticker.normal) else { continue };
        let SolvedFace { digits, direction } = solution.faces.get(face);
        if cube.unread.has_digit(number) {
            let place = 4 - 3 * dot(sticker.cubie, face.up()) + dot(sticker.cubie, face.right());
            let said = usize::try_from(place).ok().and_then(|place| digits.as_bytes().get(place));
            sticker.digit = said.map_or(0, |digit| digit.wrapping_sub(b'0'));
        }
        if cube.unread.has_direction(number) {
            sticker.top = top(face, *direction);
        }
    }
}

/// Checks all fields of a solution.
pub(super) fn verify(cube: &SudokuCube, solution: &Solution) -> Result<(), Breach> {
    let put = listed(solution)?;
    let start = scrambled(cube);
    let mut end = assembled(&start, &put);
    read_as_said(cube, solution, &mut end);
    for face in Face::ALL {
        let SolvedFace { digits: said, direction } = solution.faces.get(face);
        let found = digits(&end, face);
        if ('1'..='9').any(|digit| !found.contains(digit)) {
            return Err(Breach::Digits { face, found });
        }
        if *said != found {
            return Err(Breach::SaidDigits { face, said: said.clone(), found });
        }
        if !face_reads(cube, &end, face, *direction) {
            // Of turns that end so, that is said of all faces.
            let leads_here = |moves| turned(start.clone(), moves).is_ok_and(|(after, _)| after == end);
            let is_unsolved = !(0..4).any(|direction| face_reads(cube, &end, face, direction))
                && solution.moves.as_deref().is_some_and(leads_here);
            return Err(if is_unsolved { Breach::Unsolved } else { Breach::Direction { face, direction: *direction } });
        }
    }
    verify_reachable(cube, solution, obstacle(cube, &put, solution.directions()))?;
    verify_moves(cube, solution, start, &end)
}

/// Checks whether the solution is marked reachable correctly and with the right reason, given the obstacle.
fn verify_reachable(cube: &SudokuCube, solution: &Solution, obstacle: Option<Obstacle>) -> Result<(), Breach> {
    let reachable = obstacle.is_none();
    if reachable != solution.reachable {
        let word = |reachable| if reachable { "reachable" } else { "unreachable" };
        return Err(Breach::SaidReachable { said: word(solution.reachable), found: word(reachable) });
    }
    if !reachable && !cube.any_assembly {
        return Err(Breach::Unreachable);
    }
    let found = obstacle.map(|obstacle| obstacle.to_string());
    if solution.reason != found {
        return Err(Breach::SaidReason { said: solution.reason.clone(), found });
    }
    Ok(())
}

/// Checks that the moves lead from the start to the end, and that the centres then read as their faces.
fn verify_moves(cube: &SudokuCube, solution: &Solution, start: Vec<Sticker>, end: &[Sticker]) -> Result<(), Breach> {
    let Some(moves) = &solution.moves else {
        return match solution.move_count {
            None => Ok(()),
            said => Err(Breach::MoveCount { found: 0, said }),
        };
    };
    let (after, found) = turned(start, moves)?;
    if solution.move_count != Some(found) {
        return Err(Breach::MoveCount { found, said: solution.move_count });
    }
    for (number, (after, end)) in after.iter().zip(end).enumerate() {
        // What is unread was made to show what the solution says, at the end only.
        let digit = if cube.unread.has_digit(number) { end.digit } else { after.digit };
        let top = if cube.unread.has_direction(number) { end.top } else { after.top };
        if let Some(k) = after.piece.filter(|_| Sticker { top, digit, ..*after } != *end) {
            let (what, piece) = name(k);
            return Err(Breach::MovesMiss { what, piece });
        }
    }
    for sticker in after.iter().filter(|sticker| sticker.piece.is_none()) {
        let Some(face) = Face::ALL.into_iter().find(|face| face.normal() == sticker.normal) else { continue };
        let wanted = top(face, solution.faces.get(face).direction);
        if cube.center_directions[face.index()].is_some() && !reads(cube, sticker, wanted) {
            return Err(Breach::Center { face });
        }
    }
    Ok(())
}

/// The cube after these moves, and their number.
fn turned(mut stickers: Vec<Sticker>, moves: &str) -> Result<(Vec<Sticker>, usize), Breach> {
    let mut number = 0;
    for word in moves.split_whitespace() {
        number += 1;
        if turn(&mut stickers, word).is_none() {
            return Err(Breach::NotAMove { number, word: word.to_owned() });
        }
    }
    Ok((stickers, number))
}

/// The scrambled cube after these moves, the moves as answers write them, and their number.
fn turned_by(
    cube: &SudokuCube,
    moves: &str,
    start: Option<&str>,
) -> Result<(Vec<Sticker>, String, usize), MovesError<Breach>> {
    Start::fixed(start).map_err(MovesError::Unreadable)?;
    // What word processors and web pages make of an apostrophe.
    let moves = &moves.replace(['’', '‘', '′'], "'");
    let (stickers, number) = turned(scrambled(cube), moves).map_err(|breach| match breach {
        Breach::NotAMove { .. } => MovesError::Unreadable(breach.to_string()),
        other => MovesError::Breach(other),
    })?;
    Ok((stickers, moves.split_whitespace().join(" "), number))
}

/// The cube after these moves.
pub(super) fn after(
    cube: &SudokuCube,
    moves: &str,
    start: Option<&str>,
) -> Result<After<SudokuCube>, MovesError<Breach>> {
    let (stickers, moves, number) = turned_by(cube, moves, start)?;
    Ok(After { rest: unscrambled(cube, &stickers), moves, length: number as u64, counted: 0 })
}

/// The solution that these moves produce from the scrambled cube.
pub(super) fn from_moves(cube: &SudokuCube, moves: &str, start: Option<&str>) -> Result<Solution, MovesError<Breach>> {
    let (after, moves, move_count) = turned_by(cube, moves, start)?;
    let put = |k: usize, first: usize| -> Put {
        let cubie_and_normals: Vec<&Sticker> = after.iter().filter(|sticker| sticker.piece == Some(k)).collect();
        let cubie = cubie_and_normals.first().map_or([0; 3], |sticker| sticker.cubie);
        let position = PLACES.iter().position(|place| sum(&normals(place)) == cubie).unwrap_or(k);
        let first_normal = normals(PLACES[position])[0];
        let permutation = cubie_and_normals.iter().position(|s| s.normal == first_normal).unwrap_or(0);
        Put { piece: k + 1 - first, position: position + 1 - first, permutation }
    };
    let mut directions = [0; 6];
    for face in Face::ALL {
        let direction = (0..4).find(|&direction| face_reads(cube, &after, face, direction));
        // Where digits read in several directions, any will do: it is no solution.
        directions[face.index()] = direction.unwrap_or_default();
    }
    let solved = |face: Face| SolvedFace { digits: digits(&after, face), direction: directions[face.index()] };
    Ok(Solution {
        faces: Faces::new(solved),
        corners: (0..CORNERS).map(|k| put(k, 0)).collect(),
        edges: (CORNERS..PLACES.len()).map(|k| put(k, CORNERS)).collect(),
        // The result of turns is reachable; the replay finds centres that read wrongly.
        reachable: true,
        moves: Some(moves),
        move_count: Some(move_count),
        reason: None,
    })
}
