//! At any prices a proof shows what depth-first search finds; a recorded proof, and what is wrong with others.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::*;
use crate::geometry::{Die, Place};
use crate::instance::Document;
use crate::puzzle::Puzzle as _;
use crate::puzzle::Verdict;
use crate::puzzle::die_tour::{samples, search};

fn checked(puzzle: &DieTour, proof: &Value, best: Option<i64>) -> Result<ProofEffort, ProofError> {
    check(puzzle, proof, best, &Request::unlimited())
}

/// The best sum; `None` if there is no tour.
fn optimum(puzzle: &DieTour) -> Option<i64> {
    match search::depth_first::solve(puzzle, &Request::unlimited()).verdict {
        Verdict::Optimal(tour) => puzzle.verify(&tour).unwrap(),
        Verdict::Infeasible => None,
        _ => panic!("it stopped"),
    }
}

/// Prices of a case, drawn anew.
fn random_case(puzzle: &DieTour, rng: &mut ChaCha8Rng) -> Value {
    let cells: Vec<_> = puzzle.board.free_cells().collect();
    let scale = 8;
    let mu: Vec<Value> =
        cells.iter().map(|cell| json!([cell.x, cell.y, rng.random_range(-scale..=8 * scale)])).collect();
    let mut states = Vec::new();
    for cell in &cells {
        for die in Die::all(puzzle.start_dice[0].handedness()) {
            if rng.random_bool(0.4) {
                let [top, north, east] = [Place::Top, Place::North, Place::East].map(|place| die.face(place));
                states.push((*cell, json!([cell.x, cell.y, top, north, east, rng.random_range(0..=scale)])));
            }
        }
    }
    let mut cuts = Vec::new();
    for _ in 0..rng.random_range(0..6) {
        let cell = cells[rng.random_range(0..cells.len())];
        let share = rng.random_range(0.05..0.6);
        let of_set = |i: &usize| states[*i].0 != cell;
        let set: Vec<usize> = (0..states.len()).filter(of_set).filter(|_| rng.random_bool(share)).collect();
        cuts.push(json!({ "price": rng.random_range(0..=scale), "cell": [cell.x, cell.y], "states": set }));
    }
    let states: Vec<Value> = states.into_iter().map(|(_, state)| state).collect();
    json!({ "scale": scale, "cells": mu, "states": states, "cuts": cuts })
}

#[test]
fn at_any_prices_the_best_sum_is_proved_and_no_other() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut with_tours, mut without) = (0, 0);
    while with_tours < 30 || without < 15 {
        let size = (rng.random_range(1..=4), rng.random_range(2..=3));
        let mut puzzle = samples::random(&mut rng, size);
        if puzzle.objective == Objective::Any || puzzle.board.free_cells().count() < 2 {
            continue;
        }
        if puzzle.restore_orientation {
            puzzle.start_dice.truncate(2);
        }
        let cases: Vec<Value> = cases(&puzzle).iter().map(|_| random_case(&puzzle, &mut rng)).collect();
        let proof = json!({ "instance": puzzle.described(), "cases": cases });
        let worse = if puzzle.objective == Objective::Max { -1 } else { 1 };
        let best = optimum(&puzzle);
        *if best.is_some() { &mut with_tours } else { &mut without } += 1;
        assert!(checked(&puzzle, &proof, best).is_ok(), "{puzzle:?}");
        if let Some(best) = best {
            for claim in [Some(best + worse), None] {
                let told = checked(&puzzle, &proof, claim);
                assert!(matches!(told, Err(ProofError::Better(sum)) if sum == best), "{told:?} {puzzle:?}");
            }
        }
    }
}

/// The 4×4 board of the source, and a proof that no tour has more than 68, by prices of a linear program.
fn recorded() -> (DieTour, Value) {
    let model = Document::new("4x4_max.toml", include_str!("../../../../../models/die_tour/4x4_max.toml"));
    let file: Value = serde_json::from_str(include_str!("recorded/4x4_max.proof")).unwrap();
    (DieTour::read(&model).unwrap(), file["proof"].clone())
}

#[test]
fn good_prices_leave_few_states() {
    let (puzzle, proof) = recorded();
    let effort = checked(&puzzle, &proof, Some(68)).unwrap();
    assert_eq!(effort.states, 98);
    assert!(effort.bytes > 0);
    // Claims beyond all sums are held or refused too.
    assert!(checked(&puzzle, &proof, Some(i64::MAX)).is_ok());
    for claim in [Some(67), Some(i64::MIN), None] {
        assert!(matches!(checked(&puzzle, &proof, claim), Err(ProofError::Better(68))));
    }
}

/// The prices are the tops of the only tour, so Φ is its sum.
#[test]
fn a_state_that_just_reaches_the_target_is_kept() {
    let text = "puzzle = \"die-tour\"\nobjective = \"max\"\n[board]\ncolumns = 1\nrows = 2\n[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 4 }\n";
    let puzzle = DieTour::read(&Document::new("model.toml", text)).unwrap();
    let best = optimum(&puzzle).unwrap();
    let case = json!({ "scale": 1, "cells": [[0, 0, 1], [0, 1, best - 1]], "states": [], "cuts": [] });
    let proof = json!({ "instance": puzzle.described(), "cases": [case] });
    assert!(checked(&puzzle, &proof, Some(best)).is_ok());
    let told = checked(&puzzle, &proof, Some(best - 1));
    assert!(matches!(told, Err(ProofError::Better(sum)) if sum == best), "{told:?}");
}

/// No roll leads back to a fixed start.
#[test]
fn a_fixed_start_is_visited_in_one_orientation() {
    let (puzzle, _) = recorded();
    let ground = Ground::new(&puzzle, &cases(&puzzle)[0]);
    let visits: Vec<usize> = ground.may_visit.iter().map(|cell| cell.iter().filter(|&&may| may).count()).collect();
    assert_eq!((visits[0], &visits[1..]), (1, &[12; 15][..]));
}

#[test]
fn what_is_wrong_with_a_proof_is_said() {
    let (puzzle, proof) = recorded();
    let with = |place: &str, value: Value| {
        let mut changed = proof.clone();
        *changed.pointer_mut(place).unwrap() = value;
        checked(&puzzle, &changed, Some(68)).unwrap_err().to_string()
    };
    for (place, value, why) in [
        ("/cases", json!([]), "it has 0 cases of starts where there are 1"),
        ("/cases", json!(3), "it cannot be read: invalid type: integer `3`, expected a sequence"),
        ("/instance/columns", json!(5), "it is of another instance: its `columns` is not 4"),
        ("/cases/0/scale", json!(0), "case 1: its scale 0 is not between 1 and 16777216"),
        ("/cases/0/scale", json!((1 << 24) + 1), "case 1: its scale 16777217 is not between 1 and 16777216"),
        ("/cases/0/cells/0", json!([4, 0, 1]), "case 1: [4, 0] is no free cell of the board"),
        ("/cases/0/cells/0", json!([0, 0, (1_i64 << 40) + 1]), "case 1: its prices add up to more than 1099511627776"),
        ("/cases/0/cells/0", json!([0, 0, -(1_i64 << 40) - 1]), "case 1: its prices add up to more than 1099511627776"),
        ("/cases/0/states/0", json!([0, 0, 1, 1, 3, 0]), "case 1: top 1, north 1, east 3 is no orientation of the die"),
        ("/cases/0/states/0", json!([0, 0, 1, 2, 4, 0]), "case 1: top 1, north 2, east 4 is no orientation of the die"),
        ("/cases/0/states/0", json!([0, 0, 1, 2, 3, -1]), "case 1: the price -1 is negative"),
        ("/cases/0/cuts/0/price", json!(-1), "case 1: cut 1: the price -1 is negative"),
        ("/cases/0/cuts/0/states", json!([0, 0]), "case 1: cut 1: a state of its set is on its own cell"),
        ("/cases/0/cuts/0/states", json!([127, 127]), "case 1: cut 1: its set has a state twice"),
        ("/cases/0/cuts/0/states", json!([99_999]), "case 1: cut 1: there is no state 99999"),
    ] {
        assert_eq!(with(place, value), why, "{place}");
    }
}

/// On six cells. A tour that comes back to its start in the orientation in which it began can be begun anywhere, but only if each
/// orientation is allowed.
#[test]
fn closed_tours_are_cases_by_their_starts() {
    let counted = |start: &str, tour: &str| {
        let board = "[board]\ncolumns = 3\nrows = 2\n";
        let text = format!("puzzle = \"die-tour\"\n{board}[start]\n{start}\n[tour]\n{tour}\n");
        let puzzle = DieTour::read(&Document::new("model.toml", &text)).unwrap();
        cases(&puzzle).iter().map(Vec::len).collect::<Vec<_>>()
    };
    let (any, threes) = ("handedness = \"left\"", "handedness = \"left\"\ndie = { top = 3 }");
    let corner = "cell = [0, 0]\ndie = { top = 3, north = 1, east = 5 }";
    assert_eq!(counted(any, "closed = false"), [6 * 24]);
    assert_eq!(counted(threes, "closed = true"), [4; 6]);
    let restored = "closed = true\nrestore-orientation = true";
    assert_eq!(counted(any, restored), [1; 24]);
    assert_eq!(counted(threes, restored), [1; 6 * 4]);
    assert_eq!(counted(corner, restored), [1]);
}

#[test]
fn boards_of_one_cell_and_wide_ones_have_no_proof() {
    for (columns, rows, fits) in [(1, 1, false), (1, 2, true), (2, 18, true), (17, 1, true), (18, 18, false)] {
        let ends = "[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 4 }\n";
        let text = format!("puzzle = \"die-tour\"\n[board]\ncolumns = {columns}\nrows = {rows}\n{ends}");
        let puzzle = DieTour::read(&Document::new("model.toml", &text)).unwrap();
        let case = json!({ "scale": 1, "cells": [], "states": [], "cuts": [] });
        let proof = json!({ "instance": puzzle.described(), "cases": [case] });
        let told = checked(&puzzle, &proof, Some(i64::MAX));
        let why = "a board of one cell, or of such a width, has no proof of this kind";
        assert_eq!(told.map_err(|error| error.to_string()).err(), (!fits).then(|| why.to_owned()), "{columns} {rows}");
    }
}
