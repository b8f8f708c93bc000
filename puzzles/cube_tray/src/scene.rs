//! The picture of a cube tray: the start and the goal, or every state of a solution.

use itertools::Itertools as _;

use super::poses::{BLACK, COLOUR, Pose, WRITTEN, first};
use super::{CubeTray, Cubes, Kind, Rolls, Wanted};
use tumble_puzzles::geometry::{Direction, Place};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::replay::{BoardStage, End, EndName, Readout, Sides, Solid, SolidFace, Stage, Step};
use tumble_puzzles::render::{BoardScene, CubeView, Mark, Paint, Panel, Sample, Scene};
use tumble_rolling::CellGraph;

/// How a hole is written.
const HOLE: &str = "○";

pub(super) fn scene(puzzle: &CubeTray, rolls: Option<&Rolls>) -> Scene {
    let Some(rolls) = rolls else { return before(puzzle) };
    let (cells, table) = (CellGraph::of_free_cells(&puzzle.board), puzzle.cubes.roll_table());
    let mut tray = puzzle.start.clone();
    let mut panels = vec![panel(puzzle, "start", |cell| held(&puzzle.cubes, tray[cell]))];
    let mut hole = puzzle.hole();
    let most = drawing::most_moves(tray.len());
    for (i, letter) in rolls.moves.chars().enumerate().take(most) {
        // Verified solutions never stop here; of unverified moves, the picture shows those before the first impossible one.
        let Some(direction) = Direction::of_letter(letter) else { break };
        let Some(from) = cells.next(hole, direction.opposite()) else { break };
        tray[hole] = tray[from].take().map(|pose| table[direction.index()][usize::from(pose)]);
        let moved = hole;
        hole = from;
        panels.push(panel(puzzle, &format!("{} {letter}", i + 1), |cell| Mark {
            moved: cell == moved,
            ..held(&puzzle.cubes, tray[cell])
        }));
    }
    let mut legend = legend(puzzle, &panels);
    legend.push(Sample::of(Mark { moved: true, ..Mark::default() }, "the cube that was rolled"));
    let notes = drawing::note_on_cut(&mut panels, rolls.moves.chars().count()).into_iter().collect();
    BoardScene { title: format!("Cube tray in {} rolls", rolls.length), panels, legend, notes }.into()
}

/// The start and the goal.
fn before(puzzle: &CubeTray) -> Scene {
    let start = panel(puzzle, "start", |cell| held(&puzzle.cubes, puzzle.start[cell]));
    let is_open = puzzle.leaves_hole_open();
    let goal = panel(puzzle, "goal", |cell| {
        let Wanted { hole, poses } = puzzle.goal[cell];
        wanted(&puzzle.cubes, Wanted { hole: hole && !is_open, poses })
    });
    let panels = vec![start, goal];
    let legend = legend(puzzle, &panels);
    let notes = is_open.then(|| "In the goal any cell may be the hole.".into()).into_iter().collect();
    BoardScene { title: "Cube tray: from the start to the goal".into(), panels, legend, notes }.into()
}

fn panel(puzzle: &CubeTray, caption: &str, mark: impl Fn(usize) -> Mark) -> Panel {
    let mut panel = Panel::new(caption, puzzle.board.clone());
    panel.marks = (0..puzzle.start.len()).map(mark).collect();
    panel
}

/// The places around the top.
const AROUND: [Place; 4] = [Place::North, Place::East, Place::South, Place::West];

/// What a cell holds.
fn held(cubes: &Cubes, pose: Option<u8>) -> Mark {
    let Some(pose) = pose else { return Mark { code: HOLE.into(), hole: true, ..Mark::default() } };
    let code = cubes.text(pose);
    if cubes.kind == Kind::SixStates {
        let paint = |place| paint(cubes.face(pose, place));
        return Mark {
            code,
            cube: Some(CubeView { top: paint(Place::Top), sides: AROUND.map(paint) }),
            ..Mark::default()
        };
    }
    let letter = |place| cubes.face(pose, place).to_string();
    Mark { main: letter(Place::Top), sides: AROUND.map(letter), code, ..Mark::default() }
}

/// The contents that a cell of the goal may have: `?` for several contents.
fn wanted(cubes: &Cubes, wanted: Wanted) -> Mark {
    match (wanted.hole, wanted.poses.count_ones()) {
        (true, 0) => held(cubes, None),
        (false, 1) => held(cubes, first(wanted.poses)),
        _ => open(cubes, wanted),
    }
}

/// A cell that the goal leaves open: the letters that all its poses share, and as in a map `?` for others; with letters the last `?` are left
/// out.
fn open(cubes: &Cubes, wanted: Wanted) -> Mark {
    let poses = (0..cubes.poses()).filter(|&pose| wanted.allows(pose));
    let shared = |place| {
        let letter = poses.clone().map(|pose| cubes.face(pose, place)).all_equal_value().ok();
        letter.filter(|_| !wanted.hole)
    };
    let letters: String = WRITTEN[..cubes.letters.max(5)].iter().map(|&place| shared(place).unwrap_or('?')).collect();
    let code = match letters.trim_end_matches('?') {
        known if cubes.kind == Kind::Lettered && !known.is_empty() => known.into(),
        _ => letters.chars().take(cubes.text(0).chars().count()).collect(),
    };
    let main = letters.chars().take(1).collect();
    Mark {
        main,
        sides: AROUND.map(|place| shared(place).map(String::from).unwrap_or_default()),
        code,
        ..Mark::default()
    }
}

/// The colour of a face of a cube with six states.
pub(super) const fn paint(letter: char) -> Paint {
    match letter {
        BLACK => Paint::Black,
        COLOUR => Paint::Orange,
        _ => Paint::Grey,
    }
}

/// What the cubes, the hole and the open cells mean, as far as they are in the picture.
fn legend(puzzle: &CubeTray, panels: &[Panel]) -> Vec<Sample> {
    let is_drawn = |code: &str| panels.iter().flat_map(|panel| &panel.marks).any(|mark| mark.code == code);
    let entry = |mark: Mark, text: String| Sample::of(mark, text);
    let mut legend = Vec::new();
    let cubes = &puzzle.cubes;
    if cubes.kind == Kind::SixStates {
        for pose in (0..cubes.poses()).filter(|&pose| is_drawn(&cubes.text(pose))) {
            let black = Place::ALL.into_iter().find(|&place| cubes.face(pose, place) == BLACK);
            let text = match black {
                Some(Place::Bottom) => "the coloured face on top, black below".into(),
                Some(side @ (Place::North | Place::South | Place::East | Place::West)) => {
                    format!("black to the {side}")
                }
                _ => "black on top".into(),
            };
            legend.push(entry(held(cubes, Some(pose)), text));
        }
    } else if let Some(&pose) = puzzle.start.iter().flatten().next() {
        let mark = held(cubes, Some(pose));
        let name = if cubes.kind == Kind::Oriented { "die" } else { "cube" };
        let text = format!("a {name} with {} on top and {} to the north", mark.main, mark.sides[0]);
        legend.push(entry(mark, text));
    }
    legend.push(entry(held(&puzzle.cubes, None), "the hole".into()));
    let mut open = panels.iter().flat_map(|panel| &panel.marks).filter(|mark| mark.code.contains('?'));
    let is_anything = |mark: &Mark| mark.code.chars().all(|letter| letter == '?');
    if let Some(mark) = open.clone().find(|mark| is_anything(mark)) {
        legend.push(entry(mark.clone(), "anything".into()));
    } else if let Some(mark) = open.next() {
        legend.push(entry(mark.clone(), "`?` is any face".into()));
    }
    legend
}

// The replay of a cube tray: every cube, and how many cubes are as the goal wants them.

/// What a cell holds: the index and the pose of a cube, or nothing.
type Held = Option<(usize, Pose)>;

/// `None` if there is too much to play.
pub(super) fn stage(puzzle: &CubeTray, rolls: Option<&Rolls>) -> Option<Stage> {
    if rolls.is_some_and(|rolls| rolls.moves.len() > drawing::MAX_STEPS) {
        return None;
    }
    let mut stage = BoardStage::new(&puzzle.board);
    let mut tray: Vec<Held> = Vec::new();
    for (index, pose) in puzzle.start.iter().enumerate() {
        tray.push(pose.map(|pose| (stage.solids.len(), pose)));
        if let Some(pose) = *pose {
            let name = format!("cube {}", stage.solids.len() + 1);
            stage.solids.push(Solid {
                name,
                at: Some(puzzle.board.cell(index)),
                faces: sides(&puzzle.cubes, pose),
                size: None,
                shape: None,
                kind: puzzle.cubes.kind_of(pose),
            });
        }
    }
    for (index, &wanted) in puzzle.goal.iter().enumerate() {
        if let Some(goal) = goal(puzzle, wanted) {
            stage.cell(puzzle.board.cell(index)).ends.push(goal);
        }
    }
    if let Some(rolls) = rolls {
        play(puzzle, &mut stage, tray, &rolls.moves);
    }
    Some(Stage::Board(stage))
}

/// Rolls the cubes. Unverified moves end before the first impossible move.
fn play(puzzle: &CubeTray, stage: &mut BoardStage, mut tray: Vec<Held>, moves: &str) {
    let (cells, table) = (CellGraph::of_free_cells(&puzzle.board), puzzle.cubes.roll_table());
    let mut hole = puzzle.hole();
    let mut in_place = vec![in_place(puzzle, &tray)];
    for letter in moves.chars() {
        let Some(direction) = Direction::of_letter(letter) else { break };
        let Some(from) = cells.next(hole, direction.opposite()) else { break };
        let Some((solid, pose)) = tray[from].take() else { break };
        tray[hole] = Some((solid, table[direction.index()][usize::from(pose)]));
        hole = from;
        stage.steps.push(Step::new(solid, direction, letter));
        in_place.push(self::in_place(puzzle, &tray));
    }
    stage.readouts.push(Readout { name: "in place", values: in_place });
}

/// How many cubes the goal allows where and as they are.
fn in_place(puzzle: &CubeTray, tray: &[Held]) -> String {
    let cubes = || tray.iter().zip(&puzzle.goal).filter_map(|(held, wanted)| held.map(|(_, pose)| (pose, wanted)));
    let count = cubes().filter(|(pose, wanted)| wanted.allows(*pose)).count();
    format!("{count} of {}", cubes().count())
}

/// The contents that the goal wants in a cell, unless any contents will do.
fn goal(puzzle: &CubeTray, wanted: Wanted) -> Option<End> {
    if wanted.poses == 0 {
        return Some(End { name: EndName::Hole, solid: None, faces: None });
    }
    let allowed = (0..puzzle.cubes.poses()).filter(|&pose| wanted.allows(pose));
    let faces = Sides::shared(allowed.map(|pose| sides(&puzzle.cubes, pose))).known()?;
    Some(End { name: EndName::Goal, solid: None, faces: Some(faces) })
}

/// The faces of a cube in a pose.
fn sides(cubes: &Cubes, pose: Pose) -> Sides {
    let shown = |letter: char| match cubes.kind {
        Kind::SixStates => SolidFace::Paint(Some(paint(letter))),
        Kind::Oriented => SolidFace::Pips(letter as u8 - b'0'),
        Kind::Lettered => SolidFace::Letter(letter),
    };
    Sides::new(|place| Some(shown(cubes.face(pose, place))))
}
