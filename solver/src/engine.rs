//! Where a solver runs: in this process, or in a child process that can be stopped whatever the solver does. The engine also judges the
//! claims of the solver.

#[cfg(all(feature = "child", unix))]
use super::Kind;
#[cfg(all(feature = "child", unix))]
use super::child::Child;
use super::claim::{Judge, doubtful_option};
use super::{Backend, BackendEntry, BackendError, Claim, Found, Outcome, Session};
use crate::control::{Event, Progress, Request, Stop, Worker};
use crate::model::{LinearConstraint, Model};
use crate::proof::Steps;
use crate::sat::Lit;

/// A backend and the place where it runs. It takes one model after the other.
pub struct Engine<'b> {
    backend: &'b dyn Backend,
    place: Place<'b>,
    judge: Judge,
}

enum Place<'b> {
    /// In this process.
    Here(Option<Box<dyn Session + 'b>>),
    /// In a child process.
    #[cfg(all(feature = "child", unix))]
    Child(Box<Child>),
}

impl<'b> Engine<'b> {
    /// In this process: whether limits are kept in time is up to the solver, and a crash of the solver ends the process.
    #[must_use]
    pub fn here(backend: &'b dyn Backend) -> Self {
        Self { backend, place: Place::Here(None), judge: Judge::default() }
    }

    /// Where a request wants it: in a child process if it can start one, otherwise here.
    #[must_use]
    pub fn for_request(entry: &BackendEntry, backend: &'b dyn Backend, request: &Request<'_>) -> Self {
        match &request.worker {
            Some(worker) => Self::in_child(entry, backend, worker),
            None => Self::here(backend),
        }
    }

    /// In a child process, for a backend of the registry: limits are kept within a second, and a crash is an error. Programs run from this
    /// process, since they are processes of their own. Without the feature `child`, and on other systems than Unix, every solver runs in
    /// this process.
    #[must_use]
    pub fn in_child(entry: &BackendEntry, backend: &'b dyn Backend, worker: &Worker) -> Self {
        #[cfg(all(feature = "child", unix))]
        if entry.kind == Kind::Library {
            let child = Child::new(entry.name, backend, worker.clone());
            return Self { place: Place::Child(Box::new(child)), ..Self::here(backend) };
        }
        let _ = (entry, worker);
        Self::here(backend)
    }

    /// The backend.
    #[must_use]
    pub fn backend(&self) -> &'b dyn Backend {
        self.backend
    }

    /// Replaces the model, which has to be lowered to what the backend takes.
    pub fn load(&mut self, model: &Model) {
        self.judge = Judge::of(model);
        match &mut self.place {
            Place::Here(session) => *session = Some(self.backend.open(model.clone())),
            #[cfg(all(feature = "child", unix))]
            Place::Child(child) => child.load(model),
        }
    }

    /// Adds a row to the model, with a name that is new to it.
    ///
    /// # Panics
    /// When no model was loaded.
    pub fn add(&mut self, name: String, row: LinearConstraint) {
        self.judge.add(&row);
        match &mut self.place {
            Place::Here(session) => session.as_mut().expect("a model was loaded").add(name, row),
            #[cfg(all(feature = "child", unix))]
            Place::Child(child) => child.add(name, row),
        }
    }

    /// Drops the constraints for which `kept` is false; `kept` has a value for each constraint, in order.
    ///
    /// # Panics
    /// When no model was loaded.
    pub fn retain(&mut self, kept: &[bool]) {
        match &mut self.place {
            Place::Here(session) => session.as_mut().expect("a model was loaded").retain(kept),
            #[cfg(all(feature = "child", unix))]
            Place::Child(child) => child.retain(kept),
        }
    }

    /// The first of the request's own options for the solver under which the backend does not [keep its proofs](Backend::keeps_proofs).
    #[must_use]
    pub fn doubtful_option<'r>(&self, request: &'r Request<'_>) -> Option<&'r (String, String)> {
        doubtful_option(self.backend, request)
    }

    /// Why the solver proves nothing about the model, if its numbers are too large for the [tolerances](Backend::largest_trusted) of the
    /// solver.
    #[must_use]
    pub fn doubtful_model(&self) -> Option<String> {
        self.judge.doubt(self.backend)
    }

    /// Why answers to this request prove nothing.
    fn doubt(&self, request: &Request<'_>) -> Option<Stop> {
        let by_option = self.doubtful_option(request);
        let doubt = by_option.map(|(name, value)| format!("with {name}={value} its answer is no proof"));
        doubt.or_else(|| self.doubtful_model()).map(Stop::Solver)
    }

    /// Solves the model with the rows so far, as [`Backend::solve`], and judges what the solver claims: see [`Outcome`].
    ///
    /// # Errors
    /// As [`Backend::solve`], and when the child process cannot be started or fails.
    ///
    /// # Panics
    /// When no model was loaded.
    pub fn solve(&mut self, request: &Request<'_>) -> Result<Outcome, BackendError> {
        let doubt = self.doubt(request);
        if doubt.is_none() {
            let claim = self.claim(request)?;
            return Ok(self.judge.outcome(claim, None));
        }
        // What proves nothing at the end is no bound before it.
        let observer = |event: &Event<'_>| match event {
            Event::Progress(progress) => {
                request.control.notify(&Event::Progress(Progress { bound: None, ..*progress }));
            }
            other => request.control.notify(other),
        };
        let unproved = Request { control: request.control.observed_by(&observer), ..request.clone() };
        let claim = self.claim(&unproved)?;
        Ok(self.judge.outcome(claim, doubt))
    }

    fn claim(&mut self, request: &Request<'_>) -> Result<Claim, BackendError> {
        let claim = match &mut self.place {
            Place::Here(session) => session.as_mut().expect("a model was loaded").solve(request),
            #[cfg(all(feature = "child", unix))]
            Place::Child(child) => child.solve(request),
        };
        claim.map_err(|error| self.blamed(error, request))
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

    /// Lists the solutions of the model with the rows so far, as [`Session::list`].
    ///
    /// # Errors
    /// As [`Session::list`], and when the child process cannot be started or fails.
    ///
    /// # Panics
    /// When no model was loaded.
    pub fn list(&mut self, request: &Request<'_>, found: &mut Found<'_>) -> Result<Outcome, BackendError> {
        let claim = match &mut self.place {
            Place::Here(session) => session.as_mut().expect("a model was loaded").list(request, found),
            #[cfg(all(feature = "child", unix))]
            Place::Child(child) => child.list(request, found),
        }?;
        Ok(self.judge.outcome(claim, self.doubt(request)))
    }

    /// Adds clauses and refutes all, as [`Session::refute`]: a verdict without a solution is that there is none.
    ///
    /// # Errors
    /// As [`Session::refute`], and when the child process cannot be started or fails.
    ///
    /// # Panics
    /// When no model was loaded.
    pub fn refute(
        &mut self,
        clauses: &[Vec<Lit>],
        request: &Request<'_>,
        steps: &mut Steps<'_>,
    ) -> Result<Outcome, BackendError> {
        let claim = match &mut self.place {
            Place::Here(session) => session.as_mut().expect("a model was loaded").refute(clauses, request, steps),
            #[cfg(all(feature = "child", unix))]
            Place::Child(child) => child.refute(clauses, request, steps),
        };
        Ok(self.judge.outcome(claim?, self.doubt(request)))
    }

    /// The largest resident memory of the child process so far in bytes; `None` if there is none or the system does not say.
    #[must_use]
    pub fn peak_memory(&self) -> Option<u64> {
        match &self.place {
            Place::Here(_) => None,
            #[cfg(all(feature = "child", unix))]
            Place::Child(child) => child.peak_memory(),
        }
    }
}

impl std::fmt::Debug for Engine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = match &self.place {
            Place::Here(_) => "here",
            #[cfg(all(feature = "child", unix))]
            Place::Child(_) => "in a child process",
        };
        f.debug_struct("Engine").field("version", &self.backend.version()).field("place", &place).finish()
    }
}
