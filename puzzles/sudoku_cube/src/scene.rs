//! The picture of a Sudoku Cube: its net as it is scrambled, and as it is solved, and the cube after each turn.

use super::placements::{index, placements};
use super::stickers::{self, Sticker};
use super::{Solution, SudokuCube};
use tumble_puzzles::geometry::cube::{Face, dot};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::replay::{CubeFaces, CubeField, CubeStage, Stage};
use tumble_puzzles::render::{CubeAfterTurn, Net, NetField, NetScene, Scene, Turns};

pub(super) fn scene(cube: &SudokuCube, solution: Option<&Solution>) -> Scene {
    let before = Net { caption: "scrambled".into(), fields: before(cube) };
    let mut nets = vec![before];
    let title = match solution {
        None => "Sudoku Cube".into(),
        Some(solution) => {
            let fields = after(cube, solution).unwrap_or_default();
            nets.push(Net { caption: "solved".into(), fields });
            match solution.move_count {
                Some(count) => format!("Sudoku Cube solved in {count} moves"),
                None => "Sudoku Cube solved".into(),
            }
        }
    };
    let turns = solution.and_then(|solution| solution.moves.as_deref()).map(|moves| turns(cube, moves));
    Scene::Net(NetScene { title, nets, turns })
}

/// The cube before the first of these moves, and after each.
fn turns(cube: &SudokuCube, moves: &str) -> Turns {
    let mut stickers = stickers::scrambled(cube);
    let after = |caption: &str, turned: Option<Face>, stickers: &[Sticker]| CubeAfterTurn {
        caption: caption.to_owned(),
        turned,
        net: Net { caption: String::new(), fields: shown(cube, stickers) },
    };
    let mut cubes = vec![after("start", None, &stickers)];
    let most = drawing::most_moves(stickers.len());
    for word in moves.split_whitespace().take(most) {
        // The moves of a solution that is none may be no moves.
        let Some(face) = stickers::turn(&mut stickers, word) else { break };
        cubes.push(after(word, Some(face), &stickers));
    }
    let cut = drawing::note_on_moves(most, moves.split_whitespace().count());
    let explanation = [
        format!("Hold {}. The turned layer is tinted.", cube.hold()),
        "R: the right face a quarter turn clockwise, seen from outside; R': back; R2: twice. U up, L left, F front, B back, D down.".into(),
    ];
    Turns { explanation: explanation.into_iter().chain(cut).collect(), cubes }
}

/// What the stickers of a cube show.
#[expect(clippy::cast_sign_loss, reason = "the coordinates of a place are -1, 0 and 1")]
fn shown(cube: &SudokuCube, stickers: &[Sticker]) -> Vec<NetField> {
    let field = |sticker: &Sticker| {
        let face = Face::ALL.into_iter().find(|face| face.normal() == sticker.normal)?;
        let (row, column) = face.net_corner();
        let (down, right) = (1 - dot(sticker.cubie, face.up()), 1 + dot(sticker.cubie, face.right()));
        // Turns leave each centre on its face.
        let is_open = sticker.piece.is_none() && cube.center_directions[face.index()].is_none();
        let direction = (0..4).find(|&direction| stickers::top(face, direction) == sticker.top);
        let place = (row + down as usize, column + right as usize);
        Some(NetField { place, digit: sticker.digit, direction: direction.filter(|_| !is_open) })
    };
    stickers.iter().filter_map(field).collect()
}

/// The fields of the scrambled cube.
pub(super) fn before(cube: &SudokuCube) -> Vec<NetField> {
    let pieces = cube.shown().map(|(field, digit, direction)| NetField {
        place: field.in_net(),
        digit,
        direction: Some(direction),
    });
    pieces.chain(centers(cube, &cube.center_directions)).collect()
}

/// The fields of the solved cube. A centre reads as its face if its direction matters; otherwise its direction is unknown.
pub(super) fn after(cube: &SudokuCube, solution: &Solution) -> Option<Vec<NetField>> {
    let placements = placements(cube);
    let put = solution.assembly()?.put;
    let placed = put.iter().enumerate().map(|(k, &(position, permutation))| index(k, position, permutation));
    let pieces = placed.flat_map(|i| &placements[i].shown).map(|shown| {
        let face = solution.faces.get(shown.field.face).direction;
        // A symmetric digit is drawn the way its face reads.
        let direction = if shown.symmetric { face } else { shown.direction };
        NetField { place: shown.field.in_net(), digit: shown.digit, direction: Some(direction) }
    });
    let directions: [Option<u8>; 6] =
        std::array::from_fn(|i| cube.center_directions[i].map(|_| solution.directions()[i]));
    Some(pieces.chain(centers(cube, &directions)).collect())
}

fn centers(cube: &SudokuCube, directions: &[Option<u8>; 6]) -> impl Iterator<Item = NetField> {
    Face::ALL.into_iter().map(move |face| {
        let (row, column) = face.net_corner();
        let direction = directions[face.index()];
        NetField { place: (row + 1, column + 1), digit: cube.centers[face.index()], direction }
    })
}

// The replay of a Sudoku Cube: the turns from the scrambled to the solved cube.

/// `None` if there is too much to play.
pub(super) fn stage(cube: &SudokuCube, solution: Option<&Solution>) -> Option<Stage> {
    let moves = solution.and_then(|solution| solution.moves.as_deref()).unwrap_or_default();
    if moves.split_whitespace().count() > drawing::MAX_STEPS {
        return None;
    }
    Some(Stage::Cube(Box::new(CubeStage {
        faces: faces(&before(cube)),
        symmetric: cube.symmetric.clone(),
        hold: cube.hold(),
        turns: moves.split_whitespace().map(str::to_owned).collect(),
        solved: solution.and_then(|solution| after(cube, solution)).map(|fields| faces(&fields)),
        reason: solution.and_then(why_no_turns),
    })))
}

/// Why a solution has no turns, if there are no turns.
fn why_no_turns(solution: &Solution) -> Option<String> {
    let unknown = || "the turns were not worked out".to_owned();
    solution.moves.is_none().then(|| solution.reason.clone().unwrap_or_else(unknown))
}

/// The fields of a net by face.
fn faces(net: &[NetField]) -> CubeFaces {
    CubeFaces::new(|face, i| {
        let (row, column) = face.net_corner();
        let place = (row + i / 3, column + i % 3);
        let field = net.iter().find(|field| field.place == place);
        field.map(|field| CubeField { digit: field.digit, direction: field.direction }).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{random, request, seed_instance};
    use super::super::{moves, search};
    use super::*;

    /// The fields in the order of the net, as they look: a symmetric digit looks alike upside down.
    fn look(cube: &SudokuCube, mut fields: Vec<NetField>) -> Vec<NetField> {
        for field in fields.iter_mut().filter(|field| cube.symmetric.contains(&field.digit)) {
            field.direction = field.direction.map(|direction| direction % 2);
        }
        fields.sort_by_key(|field| field.place);
        fields
    }

    #[test]
    fn turns_lead_from_the_scrambled_net_to_the_solved_one() {
        let upright = SudokuCube { center_directions: [Some(0); 6], ..seed_instance() };
        for cube in [seed_instance(), upright, random(1), random(2)] {
            let solution = search::solve(&cube, &request()).verdict.solution().unwrap().clone();
            let (solution, _) = moves::add_moves(&cube, &solution, &request()).unwrap();
            let Turns { cubes, .. } = turns(&cube, solution.moves.as_deref().unwrap());
            assert_eq!(cubes.len(), solution.move_count.unwrap() + 1);
            assert_eq!(look(&cube, cubes[0].net.fields.clone()), look(&cube, before(&cube)));
            let last = cubes.last().unwrap().net.fields.clone();
            assert_eq!(look(&cube, last), look(&cube, after(&cube, &solution).unwrap()));
        }
    }
}
