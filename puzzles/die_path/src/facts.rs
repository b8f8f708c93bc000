//! What may explain that there is no path.

use super::DiePath;
use tumble_model::model::Sense;
use tumble_puzzles::geometry::{Die, Direction};
use tumble_puzzles::instance::{LabelKind, Spot};
use tumble_puzzles::puzzle::{Fact, Facts, FactsOf, fact_of_key, facts_of_blocked, facts_of_labels};

pub(super) const FACTS: Facts<DiePath> = Facts { list, any: |puzzle| puzzle.sum = None };

fn list(puzzle: &DiePath) -> FactsOf<'_, DiePath> {
    let kind = match puzzle.label_kind {
        LabelKind::Top => "label",
        LabelKind::Gate => "gate",
    };
    let board = puzzle.board.as_ref();
    let labels = board.map(|board| {
        facts_of_labels(kind, (board, &puzzle.labels), |puzzle: &mut DiePath, i, label| {
            puzzle.labels[i] = label;
            if puzzle.labels.iter().all(Option::is_none) {
                puzzle.labels.clear();
            }
        })
    });
    let blocked = board.map(|board| {
        facts_of_blocked(board, |puzzle: &mut DiePath, cell| {
            if let Some(board) = &mut puzzle.board {
                board.set_blocked(cell, false);
            }
        })
    });
    // Where no cell is entered twice, a sum may be made largest.
    let is_bound = puzzle.sum.as_ref().is_some_and(|sum| sum.sense == Sense::Maximize);
    let turns = puzzle.directions.len() < Direction::ALL.len() && !is_bound;
    let requirements: [Option<Fact<DiePath>>; 2] = [
        fact_of_key(!puzzle.never.is_empty(), ("path", "never"), "the faces that are never on top", |puzzle| {
            puzzle.never.clear();
        }),
        fact_of_key(turns, ("path", "directions"), "the directions of the rolls", |puzzle| {
            puzzle.directions = Direction::ALL.to_vec();
        }),
    ];
    let all = labels.into_iter().flatten().chain(requirements.into_iter().flatten());
    Box::new(all.chain(goals(puzzle)).chain(blocked.into_iter().flatten()))
}

/// What is said of the dice at their goals.
fn goals(puzzle: &DiePath) -> impl Iterator<Item = Fact<DiePath>> {
    let is_one = puzzle.runners.len() == 1;
    puzzle.runners.iter().enumerate().filter_map(move |(i, runner)| {
        let all = Die::all(runner.start_dice[0].handedness());
        let of_die = if is_one { String::new() } else { format!(" {}", i + 1) };
        let words = format!("how the die{of_die} ends");
        let spot = if is_one { Spot::Key("", "goal") } else { Spot::Key("", "dice") };
        let is_turned = runner.goal_dice.len() < all.len();
        is_turned.then(|| {
            Fact::new("goal", words, spot, move |puzzle: &mut DiePath| {
                let runner = &mut puzzle.runners[i];
                runner.goal_dice = Die::all(runner.start_dice[0].handedness()).to_vec();
            })
        })
    })
}
