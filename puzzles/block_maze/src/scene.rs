//! The picture of a block maze: every placement of a solution on a board of its own, or the way over one board if that would be too much.

use super::floor::Tile;
use super::maze::{Maze, MazeState};
use super::{BlockMaze, Placement, Tips};
use tumble_puzzles::geometry::{Cell, Direction};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::{BoardScene, End, EndKind, Mark, Paint, Panel, Sample, Scene, Symbol, Trail};
use tumble_rolling::RollArc;

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
        Sample::of(block(puzzle.start), "the box: how high it is there"),
        Sample::of(goal(), "a cell that it covers in the end"),
    ];
    legend.extend(floor_legend(puzzle));
    let notes = drawing::note_on_moves(most, way.len()).into_iter().chain(idle_bridges(puzzle)).collect();
    BoardScene { title, panels, legend, notes }.into()
}

/// What the marks of the floor mean.
fn floor_legend(puzzle: &BlockMaze) -> Vec<Sample> {
    let floor = &puzzle.floor;
    let open = u32::MAX;
    let kinds = [
        (Some(Tile::Fragile).filter(|tile| floor.tiles.contains(tile)), "fragile: the box must not stand on it"),
        (floor.bridges.first().map(|_| Tile::Bridge(0)), "letters: bridges that are there, switches and splitters"),
    ];
    let mut legend: Vec<Sample> =
        kinds.into_iter().filter_map(|(tile, text)| Some(Sample::of(on_floor(puzzle, tile?, open), text))).collect();
    if !floor.bridges.is_empty() {
        legend.push(Sample::of(on_floor(puzzle, Tile::Bridge(0), 0), "a bridge that is not there"));
    }
    legend
}

/// A word about each bridge that no switch moves.
fn idle_bridges(puzzle: &BlockMaze) -> impl Iterator<Item = String> {
    puzzle.floor.idle_bridges().map(|bridge| format!("No switch moves the bridge {}.", bridge.letter))
}

/// A cell without the box.
fn on_floor(puzzle: &BlockMaze, tile: Tile, open: u32) -> Mark {
    let (main, paint) = match tile {
        Tile::Plain => return Mark { code: "·".into(), ..Mark::default() },
        Tile::Bridge(i) if open >> i & 1 == 0 => ('-', Paint::Black),
        Tile::Bridge(_) => (puzzle.floor.letter(tile).unwrap_or('-'), Paint::Grey),
        _ => (puzzle.floor.letter(tile).unwrap_or('~'), Paint::Plain),
    };
    Mark { main: main.into(), paint, ..Mark::default() }
}

/// A cell under the box.
fn block(at: Placement) -> Mark {
    Mark { main: at.size[2].to_string(), paint: Paint::Blue, ..Mark::default() }
}

/// A cell of the goal, where the box is not.
fn goal() -> Mark {
    Mark { code: "x".into(), paint: Paint::Orange, ..Mark::default() }
}

/// A state on a board.
fn panel(puzzle: &BlockMaze, maze: &Maze, caption: String, now: MazeState) -> Panel {
    let mut panel = Panel::new(caption, puzzle.board.clone());
    for (i, mark) in panel.marks.iter_mut().enumerate() {
        *mark = on_floor(puzzle, puzzle.floor.tiles.get(i).copied().unwrap_or_default(), now.open);
    }
    let pieces = maze.placed(now.pieces).into_iter();
    let covered = pieces.flat_map(|piece| piece.covered().map(move |cell| (cell, block(piece))));
    for (cell, new) in puzzle.goal.covered().map(|cell| (cell, goal())).chain(covered) {
        if let Some(mark) = panel.mark(cell) {
            *mark = new;
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
        if tile != Tile::Plain && mark.ends.is_empty() {
            *mark = on_floor(puzzle, tile, puzzle.floor.open_at_start());
        }
    }
    scene.notes.push("The numbers are the height of the box.".into());
    scene.notes.extend(idle_bridges(puzzle));
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
