//! The progress of many runs on standard error, with an estimate of the time that is left.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::progress::Display;

/// Shows the progress of a list of runs until it is dropped.
pub(super) struct GridProgress {
    names: Vec<String>,
    state: Arc<Mutex<State>>,
    _display: Display,
}

/// The state of the runs.
struct State {
    all: usize,
    jobs: usize,
    ended: usize,
    /// The seconds of the runs that ended, in all.
    seconds: f64,
    running: BTreeMap<usize, (String, Instant)>,
}

impl GridProgress {
    /// Starts the display for runs with these names; `jobs` runs are made at the same time.
    pub(super) fn start(names: impl Iterator<Item = String>, jobs: usize) -> Self {
        let names: Vec<String> = names.collect();
        let state = State { all: names.len(), jobs, ended: 0, seconds: 0.0, running: BTreeMap::new() };
        let state = Arc::new(Mutex::new(state));
        let shown = Arc::clone(&state);
        let line = move |_| shown.lock().unwrap_or_else(PoisonError::into_inner).line(Instant::now());
        Self { names, state, _display: Display::of("compare".into(), line) }
    }

    pub(super) fn begun(&self, run: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.insert(run, (self.names[run].clone(), Instant::now()));
    }

    pub(super) fn ended(&self, run: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = state.running.remove(&run).map_or(0.0, |(_, begun)| begun.elapsed().as_secs_f64());
        state.ended += 1;
        state.seconds += seconds;
    }
}

impl State {
    /// `12 of 96 runs, about 4m left; models/…: arc-flow on highs (3 s)`.
    fn line(&self, now: Instant) -> String {
        let oldest = self.running.values().min_by_key(|(_, begun)| *begun);
        let oldest = oldest.map(|(name, begun)| format!("; {name} ({:.0} s)", (now - *begun).as_secs_f64()));
        let left = self.left().map(|left| format!(", about {} left", humantime::format_duration(left)));
        format!("{} of {} runs{}{}", self.ended, self.all, left.unwrap_or_default(), oldest.unwrap_or_default())
    }

    /// The time that the other runs take if they take as long as the runs that ended.
    fn left(&self) -> Option<Duration> {
        let mean = self.seconds / self.ended.checked_sub(1).map(|_| self.ended as f64)?;
        let seconds = mean * (self.all - self.ended) as f64 / self.jobs as f64;
        Some(Duration::from_secs(seconds.ceil() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_that_of_runs_like_those_that_ended() {
        let now = Instant::now();
        let mut state = State { all: 10, jobs: 2, ended: 0, seconds: 0.0, running: BTreeMap::new() };
        assert_eq!(state.line(now), "0 of 10 runs");
        (state.ended, state.seconds) = (4, 80.0);
        state.running.insert(4, ("a: b".into(), now));
        assert_eq!(state.line(now + Duration::from_secs(3)), "4 of 10 runs, about 1m left; a: b (3 s)");
    }
}
