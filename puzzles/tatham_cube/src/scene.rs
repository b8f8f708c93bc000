//! The picture of a Cube: the start, or every state of a solution.

use super::bodies::{BOTTOM, body};
use super::moves::{Moves, Parts};
use super::{Grid, Rolls, Solid, TathamCube};
use tumble_puzzles::geometry::{Cell, Direction};
use tumble_puzzles::puzzle::drawing;
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
