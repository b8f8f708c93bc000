//! The picture of a block maze: every placement of a solution on a board of its own, or the way over one board if that would be too much.

use itertools::Itertools as _;

use super::floor::{Floor, Press, Splitter, Switch, Tile};
use super::maze::{Maze, MazeState, Pieces};
use super::{BlockMaze, Placement, Size, Tips};
use tumble_puzzles::geometry::{Board, Cell, Direction, Place};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::replay::{
    BoardStage, CellPaint, End, EndName, Meaning, Put, Readout, Sides, Solid, SolidFace, Stage, Step,
};
use tumble_puzzles::render::{self, BoardScene, EndKind, Mark, Paint, Panel, Sample, Scene, Symbol, Trail};
use tumble_rolling::RollArc;

/// The cubes of a split box: not mere numbers, which are heights.
const CUBES: [&str; 2] = ["c1", "c2"];

pub(super) fn scene(puzzle: &BlockMaze, tips: Option<&Tips>) -> Scene {
    let Some(tips) = tips else { return with_ends("Block maze", puzzle).into() };
    let maze = Maze::new(puzzle);
    let way = maze.walk(&tips.moves);
    let title = format!("Block maze in {} tips", tips.length);
    let most = drawing::most_moves(puzzle.board.size());
    if way.len() > most && puzzle.floor.is_plain() {
        return trail(title, puzzle, &maze, &way).into();
    }
    let mut panels = vec![panel(puzzle, &maze, "start".into(), maze.start())];
    let after =
        |(i, arc): (usize, &RollArc<_, char>)| panel(puzzle, &maze, format!("{} {}", i + 1, arc.direction), arc.head);
    panels.extend(way.iter().enumerate().take(most).map(after));
    let mut legend = vec![
        Sample::of(blue(puzzle.start.size[2].to_string()), "the box: how high it is there"),
        Sample::of(goal(&Mark::default()), "a cell that it covers in the end"),
    ];
    legend.extend(floor_legend(puzzle));
    if !puzzle.floor.splitters.is_empty() {
        legend.push(Sample::of(blue(CUBES[0].into()), "the first of two cubes, which capitals move"));
        legend.push(Sample::of(blue(CUBES[1].into()), "the second of two cubes, which small letters move"));
    }
    let notes = drawing::note_on_cut(&mut panels, way.len()).into_iter().chain(floor_notes(puzzle)).collect();
    BoardScene { title, panels, legend, notes }.into()
}

/// What the marks of the floor mean.
fn floor_legend(puzzle: &BlockMaze) -> Vec<Sample> {
    let entries = floor_entries(puzzle).into_iter();
    entries.map(|(tile, open, text)| Sample::of(on_floor(puzzle, tile, open), text)).collect()
}

/// The tiles of the floor, each with open bridges, and what they mean.
pub(super) fn floor_entries(puzzle: &BlockMaze) -> Vec<(Tile, u32, String)> {
    let floor = &puzzle.floor;
    let mut entries: Vec<(Tile, u32, String)> = Vec::new();
    if floor.tiles.contains(&Tile::Fragile) {
        entries.push((Tile::Fragile, 0, "fragile: the box must not stand on it".into()));
    }
    if !floor.bridges.is_empty() {
        entries.push((Tile::Bridge(0), u32::MAX, "open bridge".into()));
        entries.push((Tile::Bridge(0), 0, "closed bridge: its cells are not there".into()));
    }
    let switches = floor.switches.iter().zip(0..);
    entries.extend(switches.map(|(switch, i)| (Tile::Switch(i), 0, deeds(floor, switch))));
    let splitters = floor.splitters.iter().zip(0..);
    entries.extend(splitters.map(|(&Splitter { to: [first, second], .. }, i)| {
        (
            Tile::Splitter(i),
            0,
            format!("splitter: the box that stands on it becomes two cubes, on {first} and {second}"),
        )
    }));
    entries
}

/// What a switch does.
fn deeds(floor: &Floor, switch: &Switch) -> String {
    let (kind, when) = match switch.press {
        Press::Soft => ("soft switch", "when anything covers it"),
        Press::Hard => ("hard switch", "when the box stands on it"),
    };
    let deeds = switch.deeds().map(|(deed, bridges)| format!("{deed} {}", floor.open_letters(bridges))).join(", ");
    if deeds.is_empty() { format!("{kind} that moves no bridge") } else { format!("{kind}: {deeds} {when}") }
}

/// What the legend does not say of the floor.
pub(super) fn floor_notes(puzzle: &BlockMaze) -> impl Iterator<Item = String> {
    let cubes = "Each cube of a split box rolls a cell at a time. As soon as the two are neighbours, they are the box again. \
         Cells are [column, row], counted from 0 in the south-west.";
    let of_cubes = (!puzzle.floor.splitters.is_empty()).then(|| cubes.to_owned());
    let idle = puzzle.floor.idle_bridges().map(|bridge| format!("No switch moves the bridge {}.", bridge.letter));
    of_cubes.into_iter().chain(idle)
}

/// A cell without the box.
fn on_floor(puzzle: &BlockMaze, tile: Tile, open: u32) -> Mark {
    let letter = puzzle.floor.letter(tile).unwrap_or('~');
    match tile {
        Tile::Plain => Mark { code: "·".into(), ..Mark::default() },
        Tile::Bridge(i) if open >> i & 1 == 0 => {
            Mark { main: format!("-{letter}"), code: "-".into(), paint: Paint::Black, ..Mark::default() }
        }
        Tile::Bridge(_) => Mark { main: letter.into(), paint: Paint::Grey, ..Mark::default() },
        _ => Mark { main: letter.into(), ..Mark::default() },
    }
}

/// A cell under the box or under one of its cubes.
fn blue(main: String) -> Mark {
    Mark { main, paint: Paint::Blue, ..Mark::default() }
}

/// A cell of the goal, where the box is not, on a floor that looks like this.
fn goal(floor: &Mark) -> Mark {
    let below = if floor.main.is_empty() { "" } else { floor.short() };
    Mark { main: floor.main.clone(), code: format!("x{below}"), paint: Paint::Orange, ..Mark::default() }
}

/// A state on a board.
fn panel(puzzle: &BlockMaze, maze: &Maze, caption: String, now: MazeState) -> Panel {
    let mut panel = Panel::new(caption, puzzle.board.clone());
    for (i, mark) in panel.marks.iter_mut().enumerate() {
        *mark = on_floor(puzzle, puzzle.floor.tiles.get(i).copied().unwrap_or_default(), now.open);
    }
    for cell in puzzle.goal.covered() {
        if let Some(mark) = panel.mark(cell) {
            *mark = goal(mark);
        }
    }
    let pieces = maze.placed(now.pieces);
    // The box has its height, and its cubes, which are all as high, their names.
    let is_split = pieces.len() > 1;
    for (piece, cube) in pieces.into_iter().zip(CUBES) {
        let name = if is_split { cube.to_owned() } else { piece.size[2].to_string() };
        for cell in piece.covered() {
            if let Some(mark) = panel.mark(cell) {
                *mark = blue(name.clone());
            }
        }
    }
    panel
}

/// A board with the start and the goal.
fn with_ends(title: impl Into<String>, puzzle: &BlockMaze) -> BoardScene {
    let mut scene = BoardScene::new(title, puzzle.board.clone());
    let starts = puzzle.pieces().into_iter().map(|at| (EndKind::Start, at));
    for (kind, at) in starts.chain([(EndKind::Goal, puzzle.goal)]) {
        for cell in at.covered() {
            let end = render::End { kind, die: None, top: at.size[2].to_string(), sides: Default::default() };
            drawing::put_end(&mut scene, cell, end);
        }
    }
    for (i, mark) in scene.panels[0].marks.iter_mut().enumerate() {
        let tile = puzzle.floor.tiles.get(i).copied().unwrap_or_default();
        let floor = on_floor(puzzle, tile, puzzle.floor.open_at_start());
        match tile {
            Tile::Plain => {}
            // The start and the goal are drawn over it, in a corner of which there is room for it.
            _ if !mark.ends.is_empty() => mark.visits.push(floor.main),
            _ => *mark = floor,
        }
    }
    scene.notes.push("The numbers are the height of the box.".into());
    scene.legend = floor_legend(puzzle);
    scene.notes.extend(floor_notes(puzzle));
    scene
}

/// The way of the south-west cell that the box covers.
fn trail(title: String, puzzle: &BlockMaze, maze: &Maze, way: &[RollArc<MazeState, char>]) -> BoardScene {
    let mut scene = with_ends(title, puzzle);
    let mut cells: Vec<Cell> = vec![puzzle.start.cell];
    let tips =
        way.iter().filter_map(|arc| Some((Direction::of_letter(arc.direction)?, maze.placed(arc.head.pieces)[0])));
    for (tip, now) in tips {
        let mut here = cells[cells.len() - 1];
        while let Some(next) = here.step(tip).filter(|_| here != now.cell) {
            cells.push(next);
            here = next;
        }
    }
    scene.panels[0].trails.push(Trail::new(cells));
    let text = "the way of the south-west cell under the box".into();
    scene.legend.push(Sample { symbol: Symbol::Trail(0), text });
    scene
}

// The replay of a block maze: the box or its cubes, what the floor does, and the cells that the box has to cover in the end.

/// Boards of more cells have no replay.
const MAX_CELLS: usize = 10_000;
/// The box before it is split, its first cube and its second one; the box that they make is one of the solids after these.
const START_BOX: usize = 0;
const SOLIDS: [usize; 2] = [1, 2];
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
    let starts = puzzle.pieces().into_iter().map(|at| (EndName::Start, at));
    for (name, at) in starts.chain([(EndName::Goal, puzzle.goal)]) {
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
    let [first, second] = puzzle.split.map_or([None; 2], |cells| cells.map(Some));
    let mut solids = vec![Solid { at: first.is_none().then_some(puzzle.start.cell), ..start_box }];
    if !puzzle.floor.splitters.is_empty() {
        let cube = |name, at, is_orange: bool| Solid { at, ..solid(name, None, painted(|_| is_orange)) };
        solids.extend([cube("first cube", first, false), cube("second cube", second, true)]);
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
    let cubes = (!floor.splitters.is_empty())
        .then(|| "Of the two cubes of a split box, capitals move the first one, small letters the second.".to_owned());
    let notes = cubes.into_iter().chain(floor_notes(puzzle)).map(|text| Meaning { sign: String::new(), text });
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
            step.solid = SOLIDS[usize::from(arc.direction.is_ascii_lowercase())];
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
        Pieces::Cubes(_) => SOLIDS.to_vec(),
    };
    let away = before.into_iter().map(|solid| Put { solid, at: None });
    let put = |(solid, at): (usize, &Placement)| Put { solid, at: Some(at.cell) };
    let now = maze.placed(arc.head.pieces);
    let there: Vec<Put> = match now.as_slice() {
        [joined] => {
            *whole = SOLIDS.len() + 1 + usize::from(joined.size == JOINED[1]);
            vec![put((*whole, joined))]
        }
        cubes => SOLIDS.into_iter().zip(cubes).map(put).collect(),
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
