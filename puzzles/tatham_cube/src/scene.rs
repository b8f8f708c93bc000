//! The picture of a Cube: the start, or every state of a solution.

use super::moves::{Moves, Parts};
use super::rules::{BOTTOM, body};
use super::{Grid, Rolls, Solid, TathamCube};
use tumble_puzzles::geometry::{Cell, Direction, Place};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::replay::{
    self, BoardStage, End, EndName, Readout, Repainting, Shape, ShapeFace, Sides, SolidFace, Stage, Step,
};
use tumble_puzzles::render::{BoardScene, CellShape, CubeView, Facet, Mark, Paint, Panel, Sample, Scene};

pub(super) fn scene(puzzle: &TathamCube, rolls: Option<&Rolls>) -> Scene {
    let moves = Moves::new(&puzzle.grid);
    let (mut state, faces) = (puzzle.state(&moves), puzzle.grid.solid().faces());
    let mut panels = vec![panel(&puzzle.grid, state, "start".into())];
    let most = drawing::most_moves(puzzle.grid.board().size());
    for (i, letter) in rolls.iter().flat_map(|rolls| rolls.moves.chars()).enumerate().take(most) {
        // Verified solutions never stop here; of unverified moves, the picture shows those before the first impossible one.
        let Some(next) = Direction::of_letter(letter).and_then(|direction| moves.forward(state, direction)) else {
            break;
        };
        state = next;
        panels.push(panel(&puzzle.grid, state, format!("{} {letter} {}/{faces}", i + 1, state.faces.count_ones())));
    }
    let (title, notes) = match rolls {
        None => ("The Cube at its start".into(), Vec::new()),
        Some(rolls) => {
            let view = match puzzle.grid.solid() {
                Solid::Cube => "The sides of the cube are folded outwards.",
                Solid::Tetrahedron => "The solid is seen from above; the frame around it is its bottom.",
                _ => "The faces of the solid are spread out over its bottom, the frame around them.",
            };
            let count = puzzle.grid.solid().faces_in_words();
            let note = format!("After each move: how many of the {count} faces are blue. {view}");
            let cut = drawing::note_on_cut(&mut panels, rolls.moves.chars().count());
            (format!("The Cube in {} moves", rolls.length), std::iter::once(note).chain(cut).collect())
        }
    };
    BoardScene { title, legend: legend(&panels, puzzle.grid.solid()), panels, notes }.into()
}

/// A board: squares that are blue or white, and the solid.
fn panel(grid: &Grid, state: Parts, caption: String) -> Panel {
    let mut panel = Panel::new(caption, grid.board().clone());
    for (number, &cell) in grid.squares().iter().enumerate() {
        let shape = shape(grid, cell);
        let stands = (number == state.position).then_some(state);
        if let Some(mark) = panel.mark(cell) {
            *mark = square(grid, shape, state.squares >> number & 1 == 1, stands);
        }
    }
    panel
}

fn shape(grid: &Grid, cell: Cell) -> CellShape {
    match (grid.solid().is_on_triangles(), grid.points_down(cell)) {
        (false, _) => CellShape::Square,
        (true, false) => CellShape::Up,
        (true, true) => CellShape::Down,
    }
}

const fn paint(blue: bool) -> Paint {
    if blue { Paint::Blue } else { Paint::Plain }
}

/// A square, with the solid if it is there.
fn square(grid: &Grid, shape: CellShape, blue: bool, solid: Option<Parts>) -> Mark {
    let code = match (shape, solid.is_some(), blue) {
        (CellShape::Square, true, true) => "▣",
        (CellShape::Square, true, false) => "□",
        (CellShape::Square, false, true) => "■",
        (CellShape::Square, false, false) => "·",
        (_, true, true) => "◈",
        (_, true, false) => "◇",
        (CellShape::Up, false, true) => "▲",
        (CellShape::Up, false, false) => "△",
        (CellShape::Down, false, true) => "▼",
        (CellShape::Down, false, false) => "▽",
    };
    let mark = Mark { code: code.into(), paint: paint(blue), shape, ..Mark::default() };
    let Some(state) = solid else { return mark };
    let [top, _, north, south, east, west] = std::array::from_fn(|place| paint(state.is_blue_at(place)));
    match shape {
        CellShape::Square => Mark { cube: Some(CubeView { top, sides: [north, east, south, west] }), ..mark },
        CellShape::Up | CellShape::Down => Mark { facets: facets(grid.solid(), shape, state), ..mark },
    }
}

/// The faces of a solid of triangles, the lowest first: seen from a point so near below the bottom that no other face is outside of it.
fn facets(solid: Solid, shape: CellShape, state: Parts) -> Vec<Facet> {
    let body = body(solid);
    let eye = match solid {
        Solid::Icosahedron => 2000,
        Solid::Octahedron => 5000,
        Solid::Cube | Solid::Tetrahedron => 20_000,
    };
    let sign = if shape == CellShape::Down { -1 } else { 1 };
    let facet = |place: usize| {
        // The bottom is a frame around the others.
        let size = if place == BOTTOM { 100 } else { 78 };
        let seen = |&corner: &u8| {
            let [x, y, z] = body.corners[usize::from(corner)];
            [x, y].map(|length| sign * length * eye / (eye + z) * size / 100)
        };
        Facet { corners: body.faces[place].iter().map(seen).collect(), paint: paint(state.is_blue_at(place)) }
    };
    let mut places: Vec<usize> = (0..body.faces.len()).collect();
    places.sort_by_key(|&place| place != BOTTOM);
    places.into_iter().map(facet).collect()
}

/// What the squares mean, as far as they are in the picture.
fn legend(panels: &[Panel], solid: Solid) -> Vec<Sample> {
    let drawn = || panels.iter().flat_map(|panel| &panel.marks);
    let first = |codes: &[&str]| drawn().find(|mark| codes.contains(&mark.code.as_str())).cloned();
    let all = [
        (&["■", "▲", "▼"][..], "a blue square"),
        (&["·", "△", "▽"], "a white square"),
        (&["□", "◇"], &format!("the {}", solid.name())),
        (&["▣", "◈"], &format!("the {} on a blue square", solid.name())),
    ];
    all.into_iter().filter_map(|(codes, text)| Some(Sample::of(first(codes)?, text))).collect()
}

// The replay of a Cube: the blue squares, and the faces that they colour.

/// `None` if there is too much to play.
pub(super) fn stage(puzzle: &TathamCube, rolls: Option<&Rolls>) -> Option<Stage> {
    if rolls.is_some_and(|rolls| rolls.moves.len() > drawing::MAX_STEPS) {
        return None;
    }
    let (grid, moves) = (&puzzle.grid, Moves::new(&puzzle.grid));
    let start = puzzle.state(&moves);
    let at = grid.squares()[start.position];
    let mut stage = BoardStage::new(grid.board());
    stage.triangles = grid.solid().is_on_triangles().then_some(grid.size()[0] % 2);
    let (faces, shape) = match grid.solid() {
        Solid::Cube => {
            (Sides::new(|place| Some(SolidFace::Paint(start.is_blue_at(place as usize).then_some(Paint::Blue)))), None)
        }
        solid => (Sides::default(), Some(standing(solid, start, grid.points_down(at)))),
    };
    stage.solids.push(replay::Solid {
        name: grid.solid().name().into(),
        at: Some(at),
        faces,
        size: None,
        shape,
        kind: None,
    });
    stage.cell(at).ends.push(End { name: EndName::Start, solid: Some(0), faces: None });
    for number in (0..moves.squares()).filter(|number| start.squares >> number & 1 == 1) {
        stage.cell(grid.squares()[number]).paint = Some(Paint::Blue);
    }
    if let Some(rolls) = rolls {
        play(puzzle, &moves, &mut stage, &rolls.moves);
    }
    Some(Stage::Board(stage))
}

/// A solid of triangles as it stands.
fn standing(solid: Solid, state: Parts, points_down: bool) -> Shape {
    let (body, sign) = (body(solid), if points_down { -1 } else { 1 });
    let face = |(place, corners): (usize, &&[u8])| ShapeFace {
        corners: corners.to_vec(),
        paint: state.is_blue_at(place).then_some(Paint::Blue),
    };
    Shape {
        corners: body.corners.iter().map(|&[x, y, z]| [sign * x, sign * y, z]).collect(),
        faces: body.faces.iter().enumerate().map(face).collect(),
    }
}

/// Rolls the solid. Unverified moves end before the first impossible move.
fn play(puzzle: &TathamCube, moves: &Moves, stage: &mut BoardStage, letters: &str) {
    let mut state = puzzle.state(moves);
    let faces = puzzle.grid.solid().faces();
    let count = |state: Parts| format!("{} of {faces}", state.faces.count_ones());
    let mut blue_faces = vec![count(state)];
    for letter in letters.chars() {
        let Some(direction) = Direction::of_letter(letter) else { break };
        let Some(next) = moves.forward(state, direction) else { break };
        // The square gets the colour that the bottom had, and the bottom that of the square: nothing to see if they are the same.
        let [before, after] = [state, next].map(|state| state.squares >> next.position & 1 == 1);
        let swapped = (before != after).then(|| Repainting {
            cell: puzzle.grid.squares()[next.position],
            paint: after.then_some(Paint::Blue),
            face: Place::Bottom,
            face_paint: before.then_some(Paint::Blue),
        });
        stage.steps.push(Step { paint: swapped, ..Step::new(0, direction, letter) });
        state = next;
        blue_faces.push(count(state));
    }
    stage.readouts.push(Readout { name: "blue faces", values: blue_faces });
}
