//! `tumble solve --json-stream`: what happens in a run as JSON, one object per line on standard output.
//!
//! | event | its keys beside `model`, `backend` and `seconds` |
//! |---|---|
//! | `incumbent` | `objective`, and `solution` if it is known and was replayed by the rules |
//! | `bound` | `bound`: no solution is better |
//! | `progress` | `incumbent`, `bound`, `nodes`, each if it is known; at most once a second |
//! | `result` | those of a result: see `tumble solve --format json` |

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::output;
use crate::model::Sense;
use crate::report::Report;
use crate::run::{Event, Incumbent, Progress};

/// The pause between two lines of progress.
const PAUSE: Duration = Duration::from_secs(1);

/// Prints the events of a run.
pub(super) struct Stream {
    model: String,
    backend: &'static str,
    /// Without an objective there are no bounds.
    sense: Option<Sense>,
    started: Instant,
    shown: Mutex<Shown>,
}

/// What was printed.
#[derive(Default)]
struct Shown {
    incumbent: Option<i64>,
    bound: Option<i64>,
    progress: Option<Instant>,
}

impl Stream {
    pub(super) fn new(model: &str, backend: &'static str, sense: Option<Sense>) -> Self {
        Self { model: model.to_owned(), backend, sense, started: Instant::now(), shown: Mutex::default() }
    }

    /// Receives an event of the run.
    pub(super) fn hear(&self, event: &Event<'_>) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Progress(progress) => self.progress(progress, &mut shown),
            // The solution, if it is known, comes right after its values.
            Event::Incumbent { found, values } => {
                if values.is_empty() {
                    self.incumbent(*found, None, &mut shown);
                }
            }
            Event::Solution { found, solution } => self.incumbent(*found, Some(solution), &mut shown),
            Event::Log(_) => {}
        }
    }

    fn incumbent(&self, found: Incumbent, solution: Option<&Value>, shown: &mut Shown) {
        if shown.incumbent.replace(found.objective) == Some(found.objective) {
            return;
        }
        let mut line = json!({ "objective": found.objective });
        if let (Value::Object(keys), Some(solution)) = (&mut line, solution) {
            keys.insert("solution".into(), solution.clone());
        }
        self.print("incumbent", line);
    }

    fn progress(&self, progress: &Progress, shown: &mut Shown) {
        if let (Some(sense), Some(bound)) = (self.sense, progress.bound)
            && let Some(bound) = sense.integer_bound(bound)
            && shown.bound.is_none_or(|last| sense.is_better(last, bound))
        {
            shown.bound = Some(bound);
            self.print("bound", json!({ "bound": bound }));
        }
        if shown.progress.is_none_or(|last| last.elapsed() >= PAUSE) {
            shown.progress = Some(Instant::now());
            let incumbent = progress.incumbent.or(shown.incumbent);
            let keys = json!({ "incumbent": incumbent, "bound": shown.bound, "nodes": progress.nodes });
            self.print("progress", keys);
        }
    }

    /// Prints an event. A reader that has gone away is noticed when the result is printed.
    fn print(&self, event: &str, keys: Value) {
        let mut line = Map::new();
        line.insert("event".into(), event.into());
        line.insert("model".into(), self.model.as_str().into());
        line.insert("backend".into(), self.backend.into());
        line.insert("seconds".into(), self.started.elapsed().as_secs_f64().into());
        if let Value::Object(keys) = keys {
            line.extend(keys.into_iter().filter(|(_, value)| !value.is_null()));
        }
        let _ = output::print(&format!("{}\n", Value::Object(line)));
    }
}

/// The last line of a stream.
pub(super) fn result(report: &Report) -> Result<String, serde_json::Error> {
    let mut line = Map::new();
    line.insert("event".into(), "result".into());
    if let Value::Object(keys) = serde_json::to_value(report)? {
        line.extend(keys);
    }
    Ok(Value::Object(line).to_string())
}
