//! The picture of a block maze: every placement of a solution on a board of its own, or the way over one board if that would be too much.

use itertools::Itertools as _;

use super::floor::{Floor, Press, Splitter, Switch, Tile};
use super::maze::{Maze, MazeState};
use super::{BlockMaze, Tips};
use tumble_puzzles::geometry::{Cell, Direction};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::{BoardScene, End, EndKind, Mark, Paint, Panel, Sample, Scene, Symbol, Trail};
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
    for (kind, at) in [(EndKind::Start, puzzle.start), (EndKind::Goal, puzzle.goal)] {
        for cell in at.covered() {
            let end = End { kind, die: None, top: at.size[2].to_string(), sides: Default::default() };
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
