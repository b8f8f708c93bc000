//! The picture of a block maze: every placement of a solution on a board of its own, or the way over one board if that would be too much.

use super::placements::Placements;
use super::{BlockMaze, Placement, Tips};
use tumble_puzzles::geometry::{Cell, Direction};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::{BoardScene, End, EndKind, Mark, Paint, Panel, Sample, Scene, Symbol, Trail};

pub(super) fn scene(puzzle: &BlockMaze, tips: Option<&Tips>) -> Scene {
    let Some(tips) = tips else { return with_ends("Block maze", puzzle).into() };
    let placements = Placements::new(puzzle);
    let way: Vec<(Direction, Placement)> =
        placements.walk(&tips.moves).into_iter().map(|(tip, state)| (tip, placements.placement(state))).collect();
    let title = format!("Block maze in {} tips", tips.length);
    if way.len() > drawing::most_moves(puzzle.board.size()) {
        return trail(title, puzzle, &way).into();
    }
    let mut panels = vec![panel(puzzle, "start".into(), puzzle.start)];
    panels.extend(
        way.iter().enumerate().map(|(i, &(tip, now))| panel(puzzle, format!("{} {}", i + 1, tip.letter()), now)),
    );
    let legend = vec![
        Sample::of(block(puzzle.start), "the box: how high it is there"),
        Sample::of(goal(), "a cell that it covers in the end"),
    ];
    BoardScene { title, panels, legend, notes: Vec::new() }.into()
}

/// A cell under the box.
fn block(at: Placement) -> Mark {
    Mark { main: at.size[2].to_string(), paint: Paint::Blue, ..Mark::default() }
}

/// A cell of the goal, where the box is not.
fn goal() -> Mark {
    Mark { code: "x".into(), paint: Paint::Orange, ..Mark::default() }
}

/// The box on a board.
fn panel(puzzle: &BlockMaze, caption: String, now: Placement) -> Panel {
    let mut panel = Panel::new(caption, puzzle.board.clone());
    panel.marks.fill(Mark { code: "·".into(), ..Mark::default() });
    for (cell, new) in
        puzzle.goal.covered().map(|cell| (cell, goal())).chain(now.covered().map(|cell| (cell, block(now))))
    {
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
    scene.notes.push("The numbers are the height of the box.".into());
    scene
}

/// The way of the south-west cell that the box covers.
fn trail(title: String, puzzle: &BlockMaze, way: &[(Direction, Placement)]) -> BoardScene {
    let mut scene = with_ends(title, puzzle);
    let mut cells: Vec<Cell> = vec![puzzle.start.cell];
    for &(tip, now) in way {
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
