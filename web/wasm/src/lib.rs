//! tumble for the page, as WebAssembly in a worker. Texts go in, JSON comes out; input that is wrong gives `{"error": …}`.
//!
//! The target is `wasm32-unknown-unknown`: one thread, `usize` of 32 bits, no files, and no clock of the standard library, so everything
//! that is compiled for it takes `Instant` from `web_time`. Neither tumble nor HiGHS can be interrupted here; the worker is ended, and the
//! compiled files are kept for the next one.
//!
//! | file | what |
//! |---|---|
//! | `model.rs` | models: reading, drawing, their integer models; the puzzles with their options and encodings |
//! | `draft.rs`, `net.rs` | what editors show of a model file |
//! | `edit.rs` | a model file with what an editor changed |
//! | `run.rs` | solving, and what happens meanwhile; what may have been misread in a model |
//! | `highs.rs` | HiGHS, which the page has as a WebAssembly of its own |
//! | `failure.rs` | errors with their places |

mod draft;
mod edit;
mod failure;
mod highs;
mod model;
mod net;
mod run;

use js_sys::Function;
use serde_json::Value;
use tumble::solve::SEARCH;
use wasm_bindgen::prelude::wasm_bindgen;

use failure::Failure;
use model::Model;

#[wasm_bindgen(js_namespace = tumbleHost)]
extern "C" {
    /// Receives the message of a panic, after which this instance of tumble is of no use.
    fn panicked(message: &str);
}

/// Is called once, before anything else.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| panicked(&info.to_string())));
}

/// A result as JSON.
fn answer(result: Result<Value, Failure>) -> String {
    result.unwrap_or_else(|failure| failure.to_json()).to_string()
}

/// The version, and the puzzles with what each has.
#[wasm_bindgen]
pub fn about() -> String {
    model::about().to_string()
}

/// Reads a model file or a game id: its puzzle, its draft, its picture, and the encodings that fit it. Beside an error is what can be read in
/// spite of it, and which fields of an editor it is about.
#[wasm_bindgen]
pub fn read(text: &str) -> String {
    let read = Model::read(text).map(|model| model.description());
    let failed = |failure: Failure| {
        let mut answer = failure.to_json();
        answer["error"]["fields"] = draft::fields_at(text, &failure.ranges()).into();
        answer
    };
    let mut answer = read.unwrap_or_else(failed);
    answer["draft"] = draft::of_text(text);
    answer.to_string()
}

/// The draft of a text, as [`read`] gives it.
#[wasm_bindgen]
pub fn draft(text: &str) -> String {
    draft::of_text(text).to_string()
}

/// The text of a model file with a changed draft: what is the same in both stays byte for byte.
#[wasm_bindgen]
pub fn edit(text: &str, draft: &str) -> String {
    answer(edit::edit(text, draft))
}

/// Makes the text of a model file from the options of `tumble new`, an object of texts.
#[wasm_bindgen]
pub fn create(puzzle: &str, options: &str) -> String {
    answer(model::create(puzzle, options))
}

/// Solves a model by `search` or `highs`. An empty encoding means the model file's, or the best one; 0 seconds that of the file, or no
/// limit. The listener receives the events of the run as JSON.
#[wasm_bindgen]
pub fn solve(text: &str, method: &str, encoding: &str, seconds: f64, listener: &Function) -> String {
    let wanted = run::Wanted { method, encoding, seconds };
    answer(Model::read(text).and_then(|model| run::listening(listener, || run::solve(&model, &wanted))))
}

/// Makes moves from a start: the replay of them, and whether they solve the model, or why they are refused. An empty start is the model's, or the
/// first that it allows.
#[wasm_bindgen]
pub fn play(text: &str, moves: &str, start: &str) -> String {
    answer(Model::read(text).and_then(|model| model.play(moves, start)))
}

/// Solves what is left after some moves, by direct search, as [`solve`] does.
#[wasm_bindgen]
pub fn rest(text: &str, moves: &str, start: &str, seconds: f64, listener: &Function) -> String {
    let wanted = run::Wanted { method: SEARCH, encoding: "", seconds };
    let rest = Model::read(text).and_then(|model| model.after(moves, start));
    answer(rest.and_then(|model| run::listening(listener, || run::solve(&model, &wanted))))
}

/// Counts the best solutions of a model, by direct search: their number as a text, and whether it is complete. 0 seconds is no limit but that
/// of the file. The listener receives the events of the run as JSON.
#[wasm_bindgen]
pub fn count(text: &str, seconds: f64, listener: &Function) -> String {
    answer(Model::read(text).and_then(|model| run::listening(listener, || run::count(&model, seconds))))
}

/// Says why a model has no solution, and what would help. 0 seconds is no limit but that of the file. The listener receives the progress as JSON.
#[wasm_bindgen]
pub fn explain(text: &str, seconds: f64, listener: &Function) -> String {
    answer(Model::read(text).and_then(|model| run::listening(listener, || run::explain(&model, text, seconds))))
}

/// Replays a solution of a run that was stopped, and shows it as [`solve`] does. The bound is that of the run, if it had one.
#[wasm_bindgen]
pub fn stopped(text: &str, solution: &str, bound: Option<f64>) -> String {
    answer(Model::read(text).and_then(|model| run::stopped(&model, solution, bound)))
}

/// The replay of a solution as one HTML file, from the JSON of the solution or of its report.
#[wasm_bindgen]
pub fn replay_file(text: &str, result: &str) -> String {
    answer(Model::read(text).and_then(|model| model.replay_file(result)))
}

/// The linear model of an encoding as a file in the LP format; an empty encoding means the best one.
#[wasm_bindgen]
pub fn export_lp(text: &str, encoding: &str) -> String {
    answer(Model::read(text).and_then(|model| model.lp(encoding)))
}

/// The size of the linear model that HiGHS is given first; an empty encoding means the best one.
#[wasm_bindgen]
pub fn size(text: &str, encoding: &str) -> String {
    answer(Model::read(text).and_then(|model| model.size(encoding)))
}

/// The small changes that give a misread model a solution; 0 seconds is no limit. The listener receives the progress as JSON.
#[wasm_bindgen]
pub fn repairs(text: &str, seconds: f64, listener: &Function) -> String {
    answer(run::listening(listener, || run::repairs(text, seconds)))
}
