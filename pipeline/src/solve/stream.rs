//! What happens in a run as JSON: one object for each event.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use web_time::Instant;

use crate::report::{RunEvent, RunSoFar};
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
        self.write(&RunEvent::Incumbent { run: self.so_far(), objective: found.objective, solution });
    }

    fn progress(&self, progress: &Progress, shown: &mut Shown) {
        if let (Some(sense), Some(bound)) = (self.sense, progress.bound)
            && let Some(bound) = sense.integer_bound(bound)
            && shown.bound.is_none_or(|last| sense.is_better(last, bound))
        {
            shown.bound = Some(bound);
            self.write(&RunEvent::Bound { run: self.so_far(), bound });
        }
        if shown.progress.is_none_or(|last| last.elapsed() >= PAUSE) {
            shown.progress = Some(Instant::now());
            let incumbent = progress.incumbent.or(shown.incumbent);
            let (run, bound, nodes) = (self.so_far(), shown.bound, progress.nodes);
            self.write(&RunEvent::Progress { run, incumbent, bound, nodes });
        }
    }

    fn so_far(&self) -> RunSoFar<'_> {
        RunSoFar { model: &self.model, backend: self.backend, seconds: self.started.elapsed().as_secs_f64() }
    }

    fn write(&self, event: &RunEvent<'_>) {
        // All of its keys are texts: it can be written as JSON.
        if let Ok(line) = serde_json::to_value(event) {
            (self.write)(&line);
        }
    }
}

impl std::fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("model", &self.model).field("backend", &self.backend).finish_non_exhaustive()
    }
}
