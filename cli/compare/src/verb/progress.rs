//! The progress of many runs on standard error. The time that is left is not guessed from the runs that ended: the others may take a
//! thousand times as long.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tumble_cli::progress::Display;

/// Shows the progress of a list of runs until it is dropped.
pub(super) struct GridProgress {
    names: Vec<String>,
    state: Arc<Mutex<State>>,
    _display: Display,
}

/// The state of the runs.
struct State {
    all: usize,
    ended: usize,
    running: BTreeMap<usize, (String, Instant)>,
}

impl GridProgress {
    /// Starts the display for runs with these names.
    pub(super) fn start(names: impl Iterator<Item = String>) -> Self {
        let names: Vec<String> = names.collect();
        let state = State { all: names.len(), ended: 0, running: BTreeMap::new() };
        let state = Arc::new(Mutex::new(state));
        let shown = Arc::clone(&state);
        let line = move |elapsed| shown.lock().unwrap_or_else(PoisonError::into_inner).line(elapsed, Instant::now());
        Self { names, state, _display: Display::of("compare".into(), line) }
    }

    pub(super) fn begun(&self, run: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.insert(run, (self.names[run].clone(), Instant::now()));
    }

    pub(super) fn ended(&self, run: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.remove(&run);
        state.ended += 1;
    }
}

impl State {
    /// `12 of 96 runs in 4m 10s; models/…: arc-flow on highs (3 s)`.
    fn line(&self, elapsed: Duration, now: Instant) -> String {
        let oldest = self.running.values().min_by_key(|(_, begun)| *begun);
        let oldest = oldest.map(|(name, begun)| format!("; {name} ({:.0} s)", (now - *begun).as_secs_f64()));
        let elapsed = humantime::format_duration(Duration::from_secs(elapsed.as_secs()));
        format!("{} of {} in {elapsed}{}", self.ended, crate::runs(self.all), oldest.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_the_runs_that_ended_and_the_one_that_runs_longest() {
        let now = Instant::now();
        let mut state = State { all: 10, ended: 0, running: BTreeMap::new() };
        assert_eq!(state.line(Duration::from_millis(1200), now), "0 of 10 runs in 1s");
        state.ended = 4;
        state.running.insert(4, ("a: b".into(), now));
        state.running.insert(5, ("c: d".into(), now + Duration::from_secs(1)));
        let later = now + Duration::from_secs(3);
        assert_eq!(state.line(Duration::from_secs(83), later), "4 of 10 runs in 1m 23s; a: b (3 s)");
    }
}
