//! Moves that a reader makes: the rules say whether they are allowed, and when the model is solved.

use serde_json::{Value, json};
use tumble::puzzle::{Breach, MovesError};
use tumble::render::replay::Stage;
use tumble::solve;

use crate::failure::Failure;
use crate::model::{Model, named};

/// So many starts are looked at, where the model lets one choose.
const MAX_STARTS: usize = 2400;

/// The moves as a replay, whether they solve the model, and the starts from which one may choose; or why the moves are refused.
pub(crate) fn play(model: &Model, moves: &str, start: &str) -> Result<Value, Failure> {
    let instance = &*model.problem.instance;
    let allowed = |start: &String| instance.after("", Some(start)).is_ok();
    // They are chosen before the first move.
    let choice = if moves.is_empty() { MAX_STARTS } else { 0 };
    let starts: Vec<String> = instance.starts().take(choice).filter(allowed).collect();
    let start = named(start).or(starts.first().map(String::as_str));
    let refused = |error: MovesError<Breach>| Ok(json!({ "refused": error.to_string() }));
    let after = match instance.after(moves, start) {
        Ok(after) => after.ok_or_else(|| Failure::new("this puzzle cannot be played move by move"))?,
        Err(error) => return refused(error),
    };
    let solution = match instance.solution_of_moves(&after.moves, start) {
        Ok(solution) => solution,
        Err(error) => return refused(error),
    };
    let verified = solve::check(instance, &solution).ok();
    let mut replay = instance.parse(&solution).map_err(Failure::new)?.replay();
    if let Some(Stage::Cube(cube)) = &mut replay.stage
        && (verified.is_none() || cube.turns.is_empty())
    {
        // What the pieces make then is no end of the replay.
        cube.solved = None;
    }
    Ok(json!({
        "moves": after.moves, "length": after.length, "start": start, "starts": starts, "replay": replay,
        "finished": verified.is_some(), "objective": verified.and_then(|verified| verified.objective())
    }))
}
