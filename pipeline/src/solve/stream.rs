//! What happens in a run as JSON: one object for each event.
//!
//! | event | its keys beside `model`, `backend` and `seconds` |
//! |---|---|
//! | `incumbent` | `objective`, and `solution` if it is known and was replayed by the rules |
//! | `bound` | `bound`: no solution is better |
//! | `progress` | `incumbent`, `bound`, `nodes`, each if it is known; at most once a second |

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value, json};
use web_time::Instant;

use tumble_model::control::{Event, Incumbent, Progress};
use tumble_model::model::Sense;

/// The pause between two events of progress.
const PAUSE: Duration = Duration::from_secs(1);

/// Writes the events of a run.
pub struct Stream<'a> {
    write: &'a (dyn Fn(&Value) + Sync),
    model: String,
    backend: &'static str,
    /// Without an objective there are no bounds.
    sense: Option<Sense>,
    started: Instant,
    shown: Mutex<Shown>,
}

/// The values that were written last.
#[derive(Default)]
struct Shown {
    incumbent: Option<i64>,
    bound: Option<i64>,
    progress: Option<Instant>,
}

impl<'a> Stream<'a> {
    /// The stream of a run of this model by this backend, or by `search`, that starts now. `write` receives each event.
    pub fn new(model: &str, backend: &'static str, sense: Option<Sense>, write: &'a (dyn Fn(&Value) + Sync)) -> Self {
        Self { write, model: model.to_owned(), backend, sense, started: Instant::now(), shown: Mutex::default() }
    }

    /// Receives an event of the run.
    pub fn hear(&self, event: &Event<'_>) {
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
            Event::Log(_) | Event::Share(_) => {}
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
        self.write("incumbent", line);
    }

    fn progress(&self, progress: &Progress, shown: &mut Shown) {
        if let (Some(sense), Some(bound)) = (self.sense, progress.bound)
            && let Some(bound) = sense.integer_bound(bound)
            && shown.bound.is_none_or(|last| sense.is_better(last, bound))
        {
            shown.bound = Some(bound);
            self.write("bound", json!({ "bound": bound }));
        }
        if shown.progress.is_none_or(|last| last.elapsed() >= PAUSE) {
            shown.progress = Some(Instant::now());
            let incumbent = progress.incumbent.or(shown.incumbent);
            let keys = json!({ "incumbent": incumbent, "bound": shown.bound, "nodes": progress.nodes });
            self.write("progress", keys);
        }
    }

    fn write(&self, event: &str, keys: Value) {
        let mut line = Map::new();
        line.insert("event".into(), event.into());
        line.insert("model".into(), self.model.as_str().into());
        line.insert("backend".into(), self.backend.into());
        line.insert("seconds".into(), self.started.elapsed().as_secs_f64().into());
        if let Value::Object(keys) = keys {
            line.extend(keys.into_iter().filter(|(_, value)| !value.is_null()));
        }
        (self.write)(&Value::Object(line));
    }
}

impl std::fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("model", &self.model).field("backend", &self.backend).finish_non_exhaustive()
    }
}
