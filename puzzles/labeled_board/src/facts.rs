//! What may explain that a board has no solution.

use super::instance::{LabeledBoard, Objective};
use tumble_puzzles::geometry::Die;
use tumble_puzzles::puzzle::{Fact, Facts, FactsOf, fact_of_key, facts_of_blocked, facts_of_labels};

pub(super) const FACTS: Facts<LabeledBoard> = Facts { list, any: |puzzle| puzzle.objective = Objective::Any };

fn list(puzzle: &LabeledBoard) -> FactsOf<'_, LabeledBoard> {
    let labels = facts_of_labels("label", (&puzzle.board, &puzzle.labels), |puzzle: &mut LabeledBoard, i, label| {
        puzzle.labels[i] = label;
        puzzle.order.retain(|&other| other != i || label.is_some());
        // A closed tour has a label to visit.
        puzzle.closed &= puzzle.labels.iter().any(Option::is_some);
        puzzle.restore_orientation &= puzzle.closed;
    });
    let all = Die::all(puzzle.start_dice[0].handedness());
    let has_goal = puzzle.goal_dice.len() < all.len();
    let requirements: [Option<Fact<LabeledBoard>>; 4] = [
        fact_of_key(!puzzle.order.is_empty(), ("board", "order"), "the order of the labels", |puzzle| {
            puzzle.order.clear();
        }),
        fact_of_key(
            puzzle.restore_orientation,
            ("tour", "restore-orientation"),
            "the orientation that is restored",
            |puzzle| {
                puzzle.restore_orientation = false;
            },
        ),
        fact_of_key(puzzle.closed, ("tour", "closed"), "the way back to the start", |puzzle| {
            (puzzle.closed, puzzle.restore_orientation) = (false, false);
        }),
        fact_of_key(has_goal, ("", "goal"), "how the die ends", |puzzle| {
            puzzle.goal_dice = Die::all(puzzle.start_dice[0].handedness()).to_vec();
        }),
    ];
    let blocked =
        facts_of_blocked(&puzzle.board, |puzzle: &mut LabeledBoard, cell| puzzle.board.set_blocked(cell, false));
    Box::new(labels.chain(requirements.into_iter().flatten()).chain(blocked))
}
