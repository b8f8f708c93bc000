//! What may explain that a board has no tour. Blocked cells are no facts: a cell that is free has to be visited.

use super::instance::{DieTour, Objective};
use tumble_puzzles::geometry::Die;
use tumble_puzzles::instance::Spot;
use tumble_puzzles::puzzle::{Fact, Facts, FactsOf, fact_of_key, facts_of_labels};

pub(super) const FACTS: Facts<DieTour> = Facts { list, any: |puzzle| puzzle.objective = Objective::Any };

fn list(puzzle: &DieTour) -> FactsOf<'_, DieTour> {
    let labels = facts_of_labels("label", (&puzzle.board, &puzzle.labels), |puzzle: &mut DieTour, i, label| {
        puzzle.labels[i] = label;
        if puzzle.labels.iter().all(Option::is_none) {
            puzzle.labels.clear();
        }
    });
    Box::new(labels.chain(of_faces(puzzle)).chain(of_ends(puzzle)))
}

/// What is asked of all faces on the way.
fn of_faces(puzzle: &DieTour) -> impl Iterator<Item = Fact<DieTour>> + use<> {
    let has = |faces: &[_]| !faces.is_empty();
    let total: Option<Fact<DieTour>> =
        fact_of_key(puzzle.total.is_some(), ("tour", "total"), "the total", |puzzle| puzzle.total = None);
    let facts: [Option<Fact<DieTour>>; 3] = [
        fact_of_key(has(&puzzle.never), ("tour", "never"), "the faces that are never on top", |puzzle| {
            puzzle.never.clear();
        }),
        fact_of_key(
            has(&puzzle.never_between),
            ("tour", "never-between"),
            "the faces that are on top at the ends only",
            |puzzle| puzzle.never_between.clear(),
        ),
        total.map(|fact| fact.valued(puzzle.total)),
    ];
    facts.into_iter().flatten()
}

/// What is asked of the ends of the tour.
fn of_ends(puzzle: &DieTour) -> impl Iterator<Item = Fact<DieTour>> + use<> {
    // Faces that may be on top only at the ends need both.
    let are_open = puzzle.never_between.is_empty();
    let has_goal = puzzle.goal_dice.is_some() || puzzle.goal_cell.is_some() && are_open;
    let is_turned = puzzle.start_dice.len() < Die::all(puzzle.start_dice[0].handedness()).len();
    let without_goal: fn(&mut DieTour) = if are_open {
        |puzzle| (puzzle.goal_cell, puzzle.goal_dice) = (None, None)
    } else {
        |puzzle| puzzle.goal_dice = None
    };
    let facts: [Option<Fact<DieTour>>; 5] = [
        fact_of_key(puzzle.closed && are_open, ("tour", "closed"), "the way back to the start", |puzzle| {
            (puzzle.closed, puzzle.restore_orientation) = (false, false);
        }),
        fact_of_key(
            puzzle.restore_orientation,
            ("tour", "restore-orientation"),
            "the orientation that is restored",
            |puzzle| puzzle.restore_orientation = false,
        ),
        fact_of_key(has_goal, ("", "goal"), "how and where the tour ends", without_goal),
        is_turned.then(|| {
            Fact::new("die", "the die at the start".into(), Spot::Key("", "start"), |puzzle: &mut DieTour| {
                puzzle.start_dice = Die::all(puzzle.start_dice[0].handedness()).to_vec();
            })
        }),
        (puzzle.start_cell.is_some() && are_open).then(|| {
            Fact::new("start", "the start cell".into(), Spot::Key("start", "cell"), |puzzle: &mut DieTour| {
                puzzle.start_cell = None;
            })
        }),
    ];
    facts.into_iter().flatten()
}
