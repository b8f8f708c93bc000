//! The replay of a cube tray: every cube, and how many cubes are as the goal wants them.

use super::poses::Pose;
use super::scene::paint;
use super::{CubeTray, Cubes, Kind, Rolls, Wanted};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::replay::{BoardStage, End, EndName, Readout, Sides, Solid, SolidFace, Stage, Step};
use tumble_rolling::CellGraph;

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
