//! A search that is split into cases, for example a case for each start: the results after some of the cases, and what they prove.
//!
//! The whole search has a bound only if every case has a bound. The bound of a finished case is the best solution. The bound of a stopped
//! case is the bound that it reached. A case that was not begun has only the bound of [`Cases::each_at_best`]. The progress of a case is
//! reported as that of the whole search.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::control::{Control, Event, Incumbent, Progress, Request, Stop, Verdict};

/// Bounds below this are exact as floating-point numbers.
const EXACT: f64 = (1_u64 << 53) as f64;

/// Reports a solution that is better than all before it, with its objective. The pipeline replays it by the rules before it goes on.
pub fn announce(control: &Control<'_>, objective: i64, solution: &impl Serialize) {
    let found = Incumbent { seconds: control.elapsed().as_secs_f64(), objective };
    // Solutions are objects whose keys are texts, which JSON can hold.
    if let Ok(solution) = serde_json::to_value(solution) {
        control.notify(&Event::Solution { found, solution: &solution });
    }
}

/// The results after some cases. `S` is what the search keeps of the best solutions.
#[derive(Debug)]
pub struct Cases<S> {
    /// 1 to maximise, −1 to minimise.
    sign: i64,
    /// Merges solutions that are as good as the best solutions so far into them.
    merge: fn(&mut S, S),
    /// No solution of any case is better.
    at_best: Option<i64>,
    /// The number of cases that were not begun.
    left: usize,
    best: Option<(i64, S)>,
    stopped: Option<Stopped>,
    states: u64,
    incumbents: Vec<Incumbent>,
}

/// How a case ended.
#[derive(Debug)]
pub struct Case<S> {
    /// The best solutions and their objective; `None` if the case adds no solution to the cases before it.
    pub best: Option<(i64, S)>,
    /// What stopped the case before its end.
    pub stopped: Option<Stopped>,
    /// The number of its states, or nodes.
    pub states: u64,
}

/// A case that was stopped before its end.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// Why.
    pub stop: Stop,
    /// No solution of the case is better; `None`: not known.
    pub bound: Option<i64>,
}

impl<S> Cases<S> {
    /// No case yet. Of equally good solutions the first is kept.
    pub fn new(sign: i64) -> Self {
        Self::merging(sign, |_, _| ())
    }

    /// No case yet. `merge` adds further solutions to equally good solutions.
    pub fn merging(sign: i64, merge: fn(&mut S, S)) -> Self {
        let (at_best, best, stopped) = (None, None, None);
        Self { sign: sign.signum(), merge, at_best, left: 0, best, stopped, states: 0, incumbents: Vec::new() }
    }

    /// These cases, if no solution of any case can be better than `objective`.
    #[must_use]
    pub fn each_at_best(self, objective: i64) -> Self {
        Self { at_best: Some(objective), ..self }
    }

    /// Takes a solution that was found before any case.
    pub fn begin_with(&mut self, objective: i64, solution: S, control: &Control<'_>) {
        self.incumbents.push(Incumbent { seconds: control.elapsed().as_secs_f64(), objective });
        self.best = Some((objective, solution));
        control.notify(&Event::Progress(Progress { incumbent: Some(objective), ..Progress::default() }));
    }

    /// Solves one case after the other until a limit stops the search. `solve` gets a case, the best solutions so far with their
    /// objective, and a request: the progress that is reported to it, in objectives, becomes that of the whole search.
    ///
    /// # Errors
    /// What `solve` returns.
    pub fn each<C, E>(
        &mut self,
        cases: Vec<C>,
        request: &Request<'_>,
        mut solve: impl FnMut(C, Option<&(i64, S)>, &Request<'_>) -> Result<Case<S>, E>,
    ) -> Result<(), E>
    where
        S: Sync,
    {
        self.left = cases.len();
        for case in cases {
            if self.stopped.is_some() {
                break;
            }
            if let Some(stop) = request.control.stop() {
                self.stopped = Some(Stopped { stop, bound: None });
                break;
            }
            self.left -= 1;
            let before = Before { known: self, incumbents: Mutex::default(), control: &request.control };
            let observer = |event: &Event<'_>| before.hear(event);
            let narrowed = request.observed_by(&observer);
            let ended = solve(case, self.best.as_ref(), &narrowed);
            let found = before.incumbents.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.incumbents.extend(found);
            self.take(ended?, &request.control);
        }
        Ok(())
    }

    fn take(&mut self, case: Case<S>, control: &Control<'_>) {
        let Case { best, stopped, states } = case;
        self.states += states;
        self.stopped = stopped;
        let Some((objective, more)) = best else { return };
        match &mut self.best {
            Some((known, _)) if self.sign * objective < self.sign * *known => return,
            Some((known, solutions)) if objective == *known => (self.merge)(solutions, more),
            best => *best = Some((objective, more)),
        }
        let last = self.incumbents.last().map(|found| found.objective);
        if last.is_none_or(|last| self.is_better(objective, last)) {
            self.incumbents.push(Incumbent { seconds: control.elapsed().as_secs_f64(), objective });
        }
    }

    const fn is_better(&self, objective: i64, than: i64) -> bool {
        self.sign * objective > self.sign * than
    }

    /// The weaker of two bounds.
    fn weaker(&self, a: i64, b: i64) -> i64 {
        if self.is_better(a, b) { a } else { b }
    }

    /// A bound on the cases that are not finished. `reached` is the bound of the stopped case. `None` if a case has no bound.
    fn with_open(&self, reached: Option<i64>) -> Option<i64> {
        let at_best = self.at_best;
        // Both hold for the open case, so the stronger one does.
        let here = reached.map_or(at_best, |reached| {
            Some(at_best.filter(|&at_best| self.is_better(reached, at_best)).unwrap_or(reached))
        })?;
        let open = if self.left > 0 { self.weaker(here, at_best?) } else { here };
        Some(self.best.as_ref().map_or(open, |&(best, _)| self.weaker(open, best)))
    }

    /// The best solutions so far, with their objective.
    pub const fn best(&self) -> Option<&(i64, S)> {
        self.best.as_ref()
    }

    /// The states of all cases.
    pub const fn states(&self) -> u64 {
        self.states
    }

    /// Why not every case was finished; `None` if every case was.
    pub fn stop(&self) -> Option<&Stop> {
        self.stopped.as_ref().map(|stopped| &stopped.stop)
    }

    /// No solution is better than this: once all cases are finished, the best solution. `None`: not known, or there is no solution.
    pub fn bound(&self) -> Option<i64> {
        match &self.stopped {
            Some(stopped) => self.with_open(stopped.bound),
            None => self.best.as_ref().map(|best| best.0),
        }
    }

    /// The solutions that were better than all before them, in the order in which they were found.
    pub fn incumbents(&self) -> &[Incumbent] {
        &self.incumbents
    }

    /// The verdict of all cases together, with the best solutions converted by `solution`.
    pub fn verdict<T>(self, solution: impl FnOnce(S) -> T) -> Verdict<T> {
        let bound = self.bound();
        match (self.best, self.stopped) {
            (Some((objective, best)), Some(Stopped { stop, .. })) if bound != Some(objective) => {
                Verdict::Feasible { solution: solution(best), bound, stop }
            }
            (Some((_, best)), _) => Verdict::Optimal(solution(best)),
            (None, None) => Verdict::Infeasible,
            (None, Some(Stopped { stop, .. })) => Verdict::Unknown { bound, stop },
        }
    }
}

/// The results before a case, while the case is solved.
struct Before<'a, S> {
    known: &'a Cases<S>,
    /// The incumbents of the case.
    incumbents: Mutex<Vec<Incumbent>>,
    control: &'a Control<'a>,
}

impl<S> Before<'_, S> {
    /// Passes on an event of the case as an event of the whole search.
    #[expect(clippy::cast_possible_truncation, reason = "the bound is less than EXACT")]
    fn hear(&self, event: &Event<'_>) {
        let Event::Progress(Progress { incumbent, bound, nodes }) = event else { return self.control.notify(event) };
        let mut found = self.incumbents.lock().unwrap_or_else(PoisonError::into_inner);
        let before = found.last().or(self.known.incumbents.last()).map(|found| found.objective);
        let is_new = |&objective: &i64| before.is_none_or(|before| self.known.is_better(objective, before));
        let better = incumbent.filter(is_new);
        if let Some(objective) = better {
            found.push(Incumbent { seconds: self.control.elapsed().as_secs_f64(), objective });
        }
        drop(found);
        let incumbent = better.or(before);
        // Bounds of progress are not always integers. Rounded towards the weaker side they still hold.
        let sign = self.known.sign;
        let rounded = bound.filter(|bound| bound.abs() < EXACT).map(|bound| sign * (sign as f64 * bound).ceil() as i64);
        let is_alone = self.known.left == 0 && self.known.best.is_none();
        let whole = rounded.and_then(|rounded| self.known.with_open(Some(rounded))).map(|whole| whole as f64);
        let bound = if is_alone { *bound } else { whole };
        let nodes = nodes.map(|nodes| self.known.states + nodes);
        self.control.notify(&Event::Progress(Progress { incumbent, bound, nodes }));
    }
}
