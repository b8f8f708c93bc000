//! The replay of a block maze: the box or its cubes, what the floor does, and the cells that the box has to cover in the end.

use super::floor::Tile;
use super::maze::{Maze, MazeState, Pieces};
use super::scene::{floor_entries, floor_notes};
use super::{BlockMaze, Placement, Size, Tips};
use tumble_puzzles::geometry::{Board, Direction, Place};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::Paint;
use tumble_puzzles::render::replay::{
    BoardStage, CellPaint, End, EndName, Meaning, Put, Readout, Sides, Solid, SolidFace, Stage, Step,
};
use tumble_rolling::RollArc;

/// Boards of more cells have no replay.
const MAX_CELLS: usize = 10_000;
/// The box before it is split, its first cube and its second one; the box that they make is one of the solids after these.
const START_BOX: usize = 0;
const CUBES: [usize; 2] = [1, 2];
/// How such a box lies.
const JOINED: [Size; 2] = [[2, 1, 1], [1, 2, 1]];

/// `None` if there is too much to draw. Unverified moves end before the first impossible one.
pub(super) fn stage(puzzle: &BlockMaze, tips: Option<&Tips>) -> Option<Stage> {
    let moves = tips.map_or("", |tips| &tips.moves);
    if puzzle.board.size() > MAX_CELLS || moves.len() > drawing::MAX_STEPS {
        return None;
    }
    let maze = Maze::new(puzzle);
    let mut stage = BoardStage::new(&puzzle.board);
    stage.solids = solids(puzzle);
    for (name, at) in [(EndName::Start, puzzle.start), (EndName::Goal, puzzle.goal)] {
        for cell in at.covered() {
            stage.cell(cell).ends.push(End { name, solid: Some(START_BOX), faces: None });
        }
    }
    put_floor(puzzle, &mut stage);
    stage.legend = legend(puzzle);
    play(puzzle, &maze, &maze.walk(moves), &mut stage);
    Some(Stage::Board(stage))
}

/// The box, and what splitters make of it.
fn solids(puzzle: &BlockMaze) -> Vec<Solid> {
    let solid = |name: &str, size, faces| Solid { name: name.into(), at: None, faces, size, shape: None, kind: None };
    let level = |place| matches!(place, Place::Top | Place::Bottom);
    let start_box = solid("box", Some(puzzle.start.size), painted(level));
    let mut solids = vec![Solid { at: Some(puzzle.start.cell), ..start_box }];
    if !puzzle.floor.splitters.is_empty() {
        solids.push(solid("first cube", None, painted(|_| false)));
        solids.push(solid("second cube", None, painted(|_| true)));
        // The ends of a box that stood at the start are orange; so are they when it is put together.
        let stood = puzzle.start.stands();
        let ends = |place, along_x| matches!(place, Place::East | Place::West) == along_x && !level(place);
        let joined = JOINED.map(|size| {
            let is_orange = |place| if stood { ends(place, size[0] == 2) } else { level(place) };
            solid("box", Some(size), painted(is_orange))
        });
        solids.extend(joined);
    }
    solids
}

/// Faces of two colours, so that one sees how a box lies.
fn painted(is_orange: impl Fn(Place) -> bool) -> Sides {
    Sides::new(|place| Some(SolidFace::Paint(Some(if is_orange(place) { Paint::Orange } else { Paint::Blue }))))
}

/// The letters and colours of the floor at the start.
fn put_floor(puzzle: &BlockMaze, stage: &mut BoardStage) {
    let floor = &puzzle.floor;
    for (i, &tile) in floor.tiles.iter().enumerate().filter(|(_, tile)| **tile != Tile::Plain) {
        let cell = stage.cell(puzzle.board.cell(i));
        cell.sign = Some(floor.letter(tile).unwrap_or('~'));
        cell.paint = of_bridge(tile, floor.open_at_start());
    }
}

/// What the letters on the floor mean. Bridges look otherwise than in pictures.
fn legend(puzzle: &BlockMaze) -> Vec<Meaning> {
    let floor = &puzzle.floor;
    let bridges: Vec<String> = floor.bridges.iter().map(|bridge| bridge.letter.to_string()).collect();
    let bridges = (!bridges.is_empty()).then(|| Meaning {
        sign: bridges.join(", "),
        text: "bridges: grey where they are open; folded away over a hole while they are closed".into(),
    });
    let others = floor_entries(puzzle).into_iter().filter(|(tile, ..)| !matches!(tile, Tile::Bridge(_)));
    let signs = others.map(|(tile, _, text)| Meaning { sign: floor.letter(tile).unwrap_or('~').into(), text });
    let notes = floor_notes(puzzle).map(|text| Meaning { sign: String::new(), text });
    bridges.into_iter().chain(signs).chain(notes).collect()
}

/// The colour of a bridge's cell: black as long as it is not there.
fn of_bridge(tile: Tile, open: u32) -> Option<Paint> {
    let Tile::Bridge(i) = tile else { return None };
    Some(if open >> i & 1 == 1 { Paint::Grey } else { Paint::Black })
}

/// Adds the steps of a way, and what is said of each state.
fn play(puzzle: &BlockMaze, maze: &Maze, way: &[RollArc<MazeState, char>], stage: &mut BoardStage) {
    let mut whole = START_BOX;
    for arc in way {
        let Some(roll) = Direction::of_letter(arc.direction.to_ascii_uppercase()) else { break };
        let mut step = Step::new(whole, roll, arc.direction);
        if let Pieces::Cubes(_) = arc.tail.pieces {
            step.solid = CUBES[usize::from(arc.direction.is_ascii_lowercase())];
        }
        step.put = puts(maze, arc, &mut whole);
        step.cells = repainted(&puzzle.board, &puzzle.floor.tiles, arc);
        stage.steps.push(step);
    }
    let states = || [maze.start()].into_iter().chain(way.iter().map(|arc| arc.head));
    let lies = |state: MazeState| match maze.placed(state.pieces).as_slice() {
        [at] => at.size.map(|n| n.to_string()).join(" × "),
        _ => "in two cubes".to_owned(),
    };
    stage.readouts.push(Readout { name: "box", values: states().map(lies).collect() });
    if !puzzle.floor.bridges.is_empty() {
        let open = |state: MazeState| match puzzle.floor.open_letters(state.open) {
            none if none.is_empty() => "none".to_owned(),
            letters => letters,
        };
        stage.readouts.push(Readout { name: "open bridges", values: states().map(open).collect() });
    }
}

/// What a move puts elsewhere than a roll does: the cubes of a split box, and the box that its cubes make, which is `whole` then.
fn puts(maze: &Maze, arc: &RollArc<MazeState, char>, whole: &mut usize) -> Vec<Put> {
    let before = match arc.tail.pieces {
        Pieces::Whole(state) => {
            let tipped = Direction::of_letter(arc.direction).and_then(|roll| maze.placements.graph.roll(state, roll));
            if tipped.map(Pieces::Whole) == Some(arc.head.pieces) {
                return Vec::new();
            }
            vec![*whole]
        }
        Pieces::Cubes(_) if matches!(arc.head.pieces, Pieces::Cubes(_)) => return Vec::new(),
        Pieces::Cubes(_) => CUBES.to_vec(),
    };
    let away = before.into_iter().map(|solid| Put { solid, at: None });
    let put = |(solid, at): (usize, &Placement)| Put { solid, at: Some(at.cell) };
    let now = maze.placed(arc.head.pieces);
    let there: Vec<Put> = match now.as_slice() {
        [joined] => {
            *whole = CUBES.len() + 1 + usize::from(joined.size == JOINED[1]);
            vec![put((*whole, joined))]
        }
        cubes => CUBES.into_iter().zip(cubes).map(put).collect(),
    };
    away.chain(there).collect()
}

/// The cells of bridges that a move opens or closes.
fn repainted(board: &Board, tiles: &[Tile], arc: &RollArc<MazeState, char>) -> Vec<CellPaint> {
    let changed = |(i, &tile): (usize, &Tile)| {
        let [before, after] = [arc.tail, arc.head].map(|state| of_bridge(tile, state.open));
        after.filter(|_| before != after).map(|paint| CellPaint { cell: board.cell(i), paint })
    };
    tiles.iter().enumerate().filter_map(changed).collect()
}
