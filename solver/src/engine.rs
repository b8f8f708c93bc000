//! Where a solver runs: in this process, or in a child process that can be stopped whatever the solver does. The engine also judges the
//! claims of the solver.

use std::ops::ControlFlow;

#[cfg(all(feature = "child", unix))]
use super::Kind;
#[cfg(all(feature = "child", unix))]
use super::child::Child;
use super::{Backend, BackendEntry, BackendError, Claim, Outcome, Session};
use crate::control::{Event, Extent, Progress, Request, Stop, Worker};
use crate::model::{Assignment, EXACT, Model, nearest};
use crate::session::{Change, Found, Judge, Receiver, Reload, Task};

/// A backend and the place where it runs. It takes one model after the other.
pub struct Engine<'b> {
    backend: &'b dyn Backend,
    session: Box<dyn Reload + 'b>,
    judge: Judge,
    runs: u64,
}

/// A session in this process.
struct Here<'b> {
    backend: &'b dyn Backend,
    session: Option<Box<dyn Session + 'b>>,
}

impl Session for Here<'_> {
    fn change(&mut self, change: Change) {
        // Without a model the next run says so.
        if let Some(session) = &mut self.session {
            session.change(change);
        }
    }

    fn run(&mut self, task: &Task, request: &Request<'_>, found: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        let no_model =
            || BackendError::Failed { solver: self.backend.version(), message: "no model was loaded".into() };
        self.session.as_mut().ok_or_else(no_model)?.run(task, request, found)
    }
}

impl Reload for Here<'_> {
    fn load(&mut self, model: &Model) {
        self.session = Some(self.backend.open(model.clone()));
    }
}

impl<'b> Engine<'b> {
    /// In this process: whether limits are kept in time is up to the solver, and a crash of the solver ends the process.
    pub fn here(backend: &'b dyn Backend) -> Self {
        Self { backend, session: Box::new(Here { backend, session: None }), judge: Judge::default(), runs: 0 }
    }

    /// Where a request wants it: in a child process if it can start one, otherwise here.
    pub fn for_request(entry: &BackendEntry, backend: &'b dyn Backend, request: &Request<'_>) -> Self {
        match &request.worker {
            Some(worker) => Self::in_child(entry, backend, worker),
            None => Self::here(backend),
        }
    }

    /// In a child process, for a backend of the registry: limits are kept within a second, and a crash is an error. Programs run from this
    /// process, since they are processes of their own. Without the feature `child`, and on other systems than Unix, every solver runs in
    /// this process.
    pub fn in_child(entry: &BackendEntry, backend: &'b dyn Backend, worker: &Worker) -> Self {
        #[cfg(all(feature = "child", unix))]
        if entry.kind == Kind::Library {
            let child = Child::new(entry.name, backend, worker.clone());
            return Self { session: Box::new(child), ..Self::here(backend) };
        }
        let _ = (entry, worker);
        Self::here(backend)
    }

    /// The backend.
    pub fn backend(&self) -> &'b dyn Backend {
        self.backend
    }

    /// The first of the request's own options for the solver under which the backend does not [keep its proofs](Backend::keeps_proofs).
    pub fn doubtful_option<'r>(&self, request: &'r Request<'_>) -> Option<&'r (String, String)> {
        request.options.iter().find(|(name, _)| !self.backend.keeps_proofs(name))
    }

    /// Why the solver proves nothing about the model, if its numbers are too large for the [tolerances](crate::model::Capabilities::largest_trusted) of
    /// the solver.
    pub fn doubtful_model(&self) -> Option<String> {
        self.judge.doubt(self.backend.capabilities().largest_trusted)
    }

    /// Why answers to this request prove nothing.
    fn doubt(&self, request: &Request<'_>) -> Option<Stop> {
        let by_option = self.doubtful_option(request);
        let doubt = by_option.map(|(name, value)| format!("with {name}={value} its answer is no proof"));
        doubt.or_else(|| self.doubtful_model()).map(Stop::Solver)
    }

    /// Finds the best solution of the model with the rows so far, and judges what the solver claims: see [`Outcome`].
    ///
    /// # Errors
    /// As [`judged`](Self::judged).
    pub fn solve(&mut self, request: &Request<'_>) -> Result<Outcome, BackendError> {
        self.judged(&Task::Best, request, &mut |_| ControlFlow::Continue(()))
    }

    /// Runs a task, and judges what the solver claims: see [`Outcome`].
    ///
    /// # Errors
    /// As [`Session::run`], and when the child process cannot be started or fails.
    pub fn judged(
        &mut self,
        task: &Task,
        request: &Request<'_>,
        found: &mut Receiver<'_>,
    ) -> Result<Outcome, BackendError> {
        let doubt = self.doubt(request);
        // What proves nothing at the end is no bound before it.
        let observer = |event: &Event<'_>| match event {
            Event::Progress(progress) if doubt.is_some() => {
                request.control.notify(&Event::Progress(Progress { bound: None, ..*progress }));
            }
            other => request.control.notify(other),
        };
        let observed = request.observed_by(&observer);
        let claim = self.run(task, &observed, found)?;
        Ok(self.judge.outcome(claim, doubt))
    }

    /// Hands over the solutions that the backend lists, each as values that satisfy `model` exactly, which was lowered to the model that was
    /// loaded; or why the values do not. That they are no better than one another is no progress.
    ///
    /// # Errors
    /// As [`judged`](Self::judged).
    pub fn every<W>(
        &mut self,
        model: &Model,
        request: &Request<'_>,
        take: &mut dyn FnMut(Result<Assignment, String>) -> ControlFlow<()>,
    ) -> Result<Extent<W>, BackendError> {
        let observer = |event: &Event<'_>| request.control.notify_of_effort(event);
        let outcome = self.judged(&Task::Every, &request.observed_by(&observer), &mut |found| match found {
            Found::Solution(values) => take(exact(model, &values)),
            Found::Step(_) => ControlFlow::Continue(()),
        })?;
        // Where the list broke off, whoever takes the solutions knows why.
        Ok(outcome.verdict.another().err().unwrap_or(Extent::Enough))
    }

    /// How many tasks were run.
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// The error of a run: a solver that fails with options of the caller's own may do so because of them.
    fn blamed(&self, error: BackendError, request: &Request<'_>) -> BackendError {
        match (error, self.doubtful_option(request).or(request.options.first()).cloned()) {
            (BackendError::Failed { solver, message }, Some((name, value))) => {
                BackendError::Option { solver, name, value, why: format!("with it, the solver failed: {message}") }
            }
            (error, _) => error,
        }
    }
}

impl Session for Engine<'_> {
    fn change(&mut self, change: Change) {
        if let Change::Add(_, row) = &change {
            self.judge.add(row);
        }
        self.session.change(change);
    }

    fn run(&mut self, task: &Task, request: &Request<'_>, found: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        self.runs += 1;
        self.session.run(task, request, found).map_err(|error| self.blamed(error, request))
    }
}

impl Reload for Engine<'_> {
    /// Replaces the model, which has to be lowered to what the backend takes.
    fn load(&mut self, model: &Model) {
        self.judge = Judge::of(model);
        self.session.load(model);
    }

    fn peak_memory(&self) -> Option<u64> {
        self.session.peak_memory()
    }
}

impl std::fmt::Debug for Engine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("version", &self.backend.version()).finish_non_exhaustive()
    }
}

/// A solver's values, rounded and checked against the model in exact integers.
///
/// # Errors
/// Why they are no solution.
pub fn exact(model: &Model, values: &[f64]) -> Result<Assignment, String> {
    let originals = values.get(..model.variables().len()).ok_or("it has no value for some variables")?;
    // `None` where a value is not finite or beyond ±2⁵³.
    let rounded = originals.iter().map(|&value| (value.abs() <= EXACT as f64).then(|| nearest(value)));
    let rounded = rounded.collect::<Option<Vec<i64>>>().ok_or("a value is no number in the exact range")?;
    let assignment = Assignment::from(rounded);
    model.check(&assignment).map_err(|violation| format!("after rounding it violates {violation}"))?;
    Ok(assignment)
}
