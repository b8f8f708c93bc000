//! A run of a backend that solves repeatedly: the loop over cuts, and the loop over the horizons of a staged encoding.
//!
//! Cuts belong to the formulation: if it has `separate`, its model is a relaxation, to which the cuts that a solution violates are added
//! until there are none. The model of one horizon after the other is solved, until one has a solution, which is then a shortest one.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use web_time::Instant;

use super::answer::{Answer, Answered, By, Listing};
use super::error::SolveError;
use super::method::{Options, Solver};
use super::prepare::{Prepared, Settled, prepare, settled};
use super::problem::Problem;
use crate::report::{Stats, Status};
use tumble_model::control::{Control, Event, Incumbent, Progress, Request, Stop, Verdict, until_stopped};
use tumble_model::lower::Lowering;
use tumble_model::model::{Capabilities, LinearConstraint, MAX_VARIABLES, Sense};
use tumble_model::session::{Change, Reload as _, Session as _};
use tumble_puzzles::puzzle::{EncodeError, Formulation, Has, Horizons, Wanted};
use tumble_solver::{Effort, Engine, ModelError, Outcome, exact, spoiled};

/// What a solver found when it was stopped is looked at for so long.
const GRACE: Duration = Duration::from_millis(500);

/// See the [module](self).
pub(super) struct Rounds<'a> {
    pub(super) problem: &'a Problem,
    pub(super) engine: Engine<'static>,
    pub(super) request: &'a Request<'a>,
    pub(super) by: By,
    /// How models are to be lowered.
    pub(super) wanted: &'a Lowering,
    pub(super) prepared: Prepared,
    /// The models of a staged encoding.
    horizons: Option<Horizons<Value>>,
    pub(super) stats: Stats,
    /// The number of constraints that were added, for their names.
    added: usize,
    /// Whether the engine has the present model.
    pub(super) is_loaded: bool,
    /// Whether the model has the cuts of its linear relaxation.
    pub(super) is_tight: bool,
    /// Whether the objective is settled, and further solutions are looked for.
    pub(super) is_listing: bool,
}

/// The step after a horizon whose model has no solution.
pub(super) enum Next {
    /// The next model, which is prepared now.
    Model,
    /// Nothing: the last horizon is done.
    Nothing,
    /// A model that would be too large, or that took too long to build: no solution is shorter than its horizon.
    Stopped { horizon: u64, stop: Stop },
}

/// The result of looking at a solver's verdict.
enum Looked {
    Answer(Verdict<Answer>),
    /// The cuts that its solution violates.
    Cuts(Vec<LinearConstraint>),
    /// Its solution violates cuts, or could not be looked at, and a limit was reached: no other is looked for.
    Stopped(Stop),
}

/// Why a solver's values are not accepted.
enum Refused {
    /// They violate cuts, which the model lacked.
    Cuts(Vec<LinearConstraint>),
    Wrong(SolveError),
}

impl<'a> Rounds<'a> {
    pub fn new(
        problem: &'a Problem,
        Solver { entry, backend }: Solver,
        options: &'a Options,
        request: &'a Request<'a>,
    ) -> Result<Self, SolveError> {
        let wanted = &options.lowering;
        let best = || problem.instance.best_encoding(options.purpose(backend.capabilities()));
        let encoding = options.encoding.clone().map_or_else(best, Ok)?;
        let shown = if options.always_model { None } else { problem.instance.infeasible_because() };
        let (prepared, horizons) = match shown {
            Some(why) => {
                let encoding = problem.instance.fits(&encoding)?;
                (settled(problem, encoding, backend.capabilities(), Settled::Infeasible(why))?, None)
            }
            None => prepare(problem, &encoding, backend.capabilities(), wanted, &request.control)?,
        };
        let by = By::model(entry.name, backend.version(), &prepared);
        let stats = Stats { nodes: Some(0), cut_rounds: Some(0), cuts: Some(0), ..Stats::default() };
        let engine = Engine::for_request(entry, backend, request);
        let mut rounds = Self {
            problem,
            engine,
            request,
            by,
            wanted,
            prepared,
            horizons,
            stats,
            added: 0,
            is_loaded: false,
            is_tight: false,
            is_listing: false,
        };
        rounds.note_model();
        Ok(rounds)
    }

    /// The constraints that the backend takes.
    pub(super) fn capabilities(&self) -> Capabilities {
        self.engine.backend().capabilities()
    }

    /// Finds a solution, the best one if there is an objective.
    pub fn solve(mut self) -> Result<Answered, SolveError> {
        let verdict = self.solve_horizons()?;
        self.outcome(verdict, None)
    }

    /// The answer of the run, if the rules count the objective that the model gives it.
    pub(super) fn outcome(
        mut self,
        verdict: Verdict<Answer>,
        listing: Option<Listing>,
    ) -> Result<Answered, SolveError> {
        self.stats.peak_memory_bytes = self.engine.peak_memory();
        self.stats.solver_runs = Some(self.engine.runs());
        let Self { problem, by, stats, prepared, .. } = self;
        let status = Status::from(&verdict);
        let verdict = verdict.try_map(|answer| by.counted(problem, status, answer.verified, answer.claim))?;
        let verdict = match prepared.formulation.has {
            Has::Better(known, value) => {
                let known = by.replayed(problem, Status::Optimal, &known)?;
                let known = by.counted(problem, Status::Optimal, known, Some(value.into()))?;
                let better = if problem.instance.sense() == Some(Sense::Maximize) { i64::max } else { i64::min };
                verdict.or_known(known, |bound| better(bound, value))
            }
            Has::All | Has::AllBest | Has::SomeBest => verdict,
        };
        let reason = match prepared.settled {
            Some(Settled::Infeasible(why)) => Some(format!("{why}; settled while the model was built")),
            Some(Settled::Unbounded(..) | Settled::Stopped(..)) | None => None,
        };
        Ok(Answered { by, verdict, reason, stats, listing })
    }

    /// Records the size of the model and the time that building it took.
    fn note_model(&mut self) {
        let Prepared { formulation, lowered, build_seconds, lower_seconds, .. } = &self.prepared;
        self.stats.set_size(formulation.model.size());
        self.stats.lowered = Some(lowered.size());
        self.stats.build_seconds = Some(self.stats.build_seconds.unwrap_or(0.0) + build_seconds);
        self.stats.lower_seconds = Some(self.stats.lower_seconds.unwrap_or(0.0) + lower_seconds);
    }

    /// Solves the model, or the models of a staged encoding horizon by horizon, until a model has a solution or the last horizon is done.
    pub(super) fn solve_horizons(&mut self) -> Result<Verdict<Answer>, SolveError> {
        loop {
            self.report_horizon();
            let verdict = self.solve_model()?;
            if !matches!(verdict, Verdict::Infeasible) {
                return Ok(self.lift_to_puzzle(verdict));
            }
            match self.next_model()? {
                Next::Model => {}
                Next::Nothing => return Ok(verdict),
                Next::Stopped { horizon, stop } => {
                    return Ok(Verdict::Unknown { bound: i64::try_from(horizon).ok(), stop });
                }
            }
            if let Some(stop) = self.request.control.stop() {
                return Ok(Verdict::Unknown { bound: self.horizon(), stop });
            }
        }
    }

    /// The horizon of a staged encoding's model: no solution is shorter, because the models before had no solution.
    fn horizon(&self) -> Option<i64> {
        self.prepared.lengths.as_ref().and_then(|lengths| i64::try_from(*lengths.start()).ok())
    }

    /// The results on the present model before its first run.
    pub(super) fn nothing_known(&self) -> SoFar {
        SoFar::new(self.prepared.lowered.objective().map(|objective| objective.sense), self.horizon())
    }

    fn report_horizon(&self) {
        if let Some(horizon) = self.horizon() {
            let progress = Progress { bound: Some(horizon as f64), ..Progress::default() };
            self.request.control.notify(&Event::Progress(progress));
        }
    }

    /// Whether there is a model for each horizon.
    pub(super) const fn is_staged(&self) -> bool {
        self.horizons.is_some()
    }

    /// Advances to the next horizon of a staged encoding, if there is one.
    fn next_model(&mut self) -> Result<Next, SolveError> {
        let (Some(horizons), Some(lengths)) = (&self.horizons, &self.prepared.lengths) else {
            return Ok(Next::Nothing);
        };
        match horizons.after(*lengths.end()) {
            Some(horizon) => self.model_of(horizon, Wanted::Shortest),
            None => Ok(Next::Nothing),
        }
    }

    /// Prepares the model of a horizon of a staged encoding.
    pub(super) fn model_of(&mut self, horizon: u64, wanted: Wanted) -> Result<Next, SolveError> {
        let Some(horizons) = &self.horizons else { return Ok(Next::Nothing) };
        let (start, lengths) = (Instant::now(), horizon..=horizon);
        let formulation = match horizons.formulation(lengths.clone(), wanted) {
            Err(EncodeError::TooLarge { variables: needed, .. }) => {
                let stop = Stop::ModelLimit { needed, limit: MAX_VARIABLES };
                return Ok(Next::Stopped { horizon, stop });
            }
            Err(EncodeError::Stopped(stop)) => return Ok(Next::Stopped { horizon, stop }),
            made => made?,
        };
        let capabilities = self.capabilities();
        let encoding = self.prepared.encoding.clone();
        self.prepared = match Prepared::new(encoding, (formulation, Some(lengths)), capabilities, self.wanted, start) {
            Err(error) => match error.stop().cloned() {
                Some(stop) => return Ok(Next::Stopped { horizon, stop }),
                None => return Err(error),
            },
            prepared => prepared?,
        };
        (self.is_loaded, self.is_tight) = (false, false);
        self.note_model();
        Ok(Next::Model)
    }

    /// From a verdict on the model of one horizon to a verdict on the puzzle.
    fn lift_to_puzzle(&self, verdict: Verdict<Answer>) -> Verdict<Answer> {
        let Some(horizon) = self.horizon() else { return verdict };
        match verdict {
            // All solutions of this model are as long as the horizon, and none is shorter.
            Verdict::Feasible { solution, .. } => Verdict::Optimal(solution),
            Verdict::Unknown { stop, .. } => Verdict::Unknown { bound: Some(horizon), stop },
            proved @ (Verdict::Optimal(_) | Verdict::Infeasible) => proved,
        }
    }

    /// Solves the model and adds the violated cuts, until no cut is violated. A solution that still violates cuts when a limit of the run is
    /// reached is discarded. A solver that stops by itself, as at a gap that the caller allows, has a solution with which cuts are found.
    pub(super) fn solve_model(&mut self) -> Result<Verdict<Answer>, SolveError> {
        if let Some(verdict) = self.settled() {
            return Ok(verdict);
        }
        let mut known = self.nothing_known();
        let (status, ended) = loop {
            if let Some(ended) = self.load(&mut known)? {
                break (Status::Unknown, ended);
            }
            let verdict = self.solve_once(&mut known)?;
            let status = Status::from(&verdict);
            let stop = match self.look(verdict)? {
                Looked::Answer(verdict) => break (status, verdict),
                Looked::Stopped(stop) => Some(stop),
                Looked::Cuts(cuts) => {
                    self.note_cuts(&cuts);
                    for cut in cuts {
                        self.add("cut", cut);
                    }
                    self.request.control.stop()
                }
            };
            if let Some(stop) = stop {
                break (status, Verdict::Unknown { bound: None, stop });
            }
        };
        known.merge(ended).map_err(|why| self.by.wrong(status, why))
    }

    /// Gives the engine the model, unless it has the model, with the cuts of its relaxation. Returns a verdict if the run ends here.
    fn load(&mut self, known: &mut SoFar) -> Result<Option<Verdict<Answer>>, SolveError> {
        if self.is_loaded {
            return Ok(None);
        }
        if let Some(ended) = self.tighten(known)? {
            return Ok(Some(ended));
        }
        if let Err(stop) = until_stopped(&self.request.control, || self.engine.load(&self.prepared.lowered)) {
            return Ok(Some(Verdict::Unknown { bound: None, stop }));
        }
        self.is_loaded = true;
        Ok(None)
    }

    /// What follows from a solver's verdict.
    fn look(&self, verdict: Verdict<Vec<f64>>) -> Result<Looked, SolveError> {
        let status = Status::from(&verdict);
        let limit = verdict.stop().filter(|stop| stop.ends_the_run()).cloned();
        let accepted = || verdict.try_map(|values| self.accepted(&values, status));
        Ok(match (until_stopped(&self.request.control.with_grace(GRACE), accepted), limit) {
            (Ok(Ok(verdict)), _) => Looked::Answer(verdict),
            (Ok(Err(Refused::Cuts(_))), Some(stop)) | (Err(stop), _) => Looked::Stopped(stop),
            (Ok(Err(Refused::Cuts(cuts))), None) => Looked::Cuts(cuts),
            (Ok(Err(Refused::Wrong(error))), _) => return Err(error),
        })
    }

    /// Law 4: a solver's values are an answer if they violate no cut, satisfy the model once they are rounded, and are decoded to a solution
    /// that the rules replay. [`outcome`](Self::outcome) and lists compare the objectives, when they know what is proved.
    fn accepted(&self, values: &[f64], status: Status) -> Result<Answer, Refused> {
        let formulation = &self.prepared.formulation;
        let none = |cuts: Vec<LinearConstraint>| if cuts.is_empty() { Ok(()) } else { Err(Refused::Cuts(cuts)) };
        // Separate at the raw point first: while cuts are missing, implied integers may be fractional.
        formulation.cuts.as_ref().map_or(Ok(()), |cuts| none(cuts.rows(values)))?;
        let assignment = exact(&formulation.model, values).map_err(|why| Refused::Wrong(self.refused(status, why)))?;
        formulation.separate.as_ref().map_or(Ok(()), |separate| none(separate(&assignment)))?;
        let answer = Answer::new(self.problem, formulation, assignment);
        answer.map_err(|why| Refused::Wrong(self.by.wrong(status, why)))
    }

    /// What is known without a solver.
    pub(super) fn settled<S>(&self) -> Option<Verdict<S>> {
        Some(match self.prepared.settled.as_ref()? {
            Settled::Infeasible(_) => Verdict::Infeasible,
            Settled::Unbounded(_, _, why) => Verdict::Unknown { bound: None, stop: Stop::Unbounded(why.clone()) },
            Settled::Stopped(stop, bound) => Verdict::Unknown { bound: *bound, stop: stop.clone() },
        })
    }

    /// The error for values that are no solution of the model: a fault of the solver, unless the caller's own options allow such values.
    fn refused(&self, status: Status, why: String) -> SolveError {
        let spoiled = spoiled(&self.engine, self.request, &why);
        spoiled.map_or_else(|| self.by.wrong(status, why), SolveError::from)
    }

    /// Solves the current model.
    fn solve_once(&mut self, known: &mut SoFar) -> Result<Verdict<Vec<f64>>, SolveError> {
        let Self { problem, engine, request, prepared, is_listing, .. } = self;
        let observer = |event: &Event<'_>| {
            if *is_listing {
                request.control.notify_of_effort(event);
            } else {
                known.hear(event, problem, &prepared.formulation, &request.control);
            }
        };
        let observed = request.observed_by(&observer);
        let start = Instant::now();
        let outcome = engine.solve(&observed).map_err(ModelError::from)?;
        let Outcome { verdict, bound, effort: Effort { root_bound, nodes, incumbents }, duals: _ } = outcome;
        self.note_time(start.elapsed().as_secs_f64());
        known.tighten(bound);
        self.stats.root_bound = root_bound;
        self.stats.nodes = self.stats.nodes.zip(nodes).map(|(before, now)| before + now);
        let is_relaxation = self.prepared.formulation.separate.is_some();
        let incumbents = incumbents.map(|heard| if is_relaxation { known.incumbents() } else { heard });
        self.stats.incumbents = incumbents.filter(|_| self.prepared.lowered.objective().is_some());
        Ok(verdict)
    }

    pub(super) fn note_time(&mut self, seconds: f64) {
        self.stats.solve_seconds = Some(self.stats.solve_seconds.unwrap_or(0.0) + seconds);
    }

    pub(super) fn note_cuts(&mut self, cuts: &[LinearConstraint]) {
        self.stats.cut_rounds = self.stats.cut_rounds.map(|rounds| rounds + 1);
        self.stats.cuts = self.stats.cuts.map(|sum| sum + cuts.len() as u64);
    }

    /// Adds a constraint to the model, before and after lowering, and in the engine: variables keep their indices.
    pub(super) fn add(&mut self, what: &str, constraint: LinearConstraint) {
        self.added += 1;
        let name = format!("{what}_{}", self.added);
        if self.is_loaded {
            self.engine.change(Change::Add(name.clone(), constraint.clone()));
        }
        self.prepared.formulation.model.add(name.clone(), constraint.clone());
        self.prepared.lowered.add(name, constraint);
    }
}

/// The results of the runs on one model so far, while cuts are added to the model: a bound, and solutions that the rules accept.
///
/// A model that lacks cuts is a relaxation. Its bounds hold for the puzzle; the bounds of later models, which have more rows, hold too. Its
/// incumbents need not be solutions: only incumbents that the rules accept count.
pub(super) struct SoFar {
    /// The sense of the objective in the model; `None` if there is no objective.
    sense: Option<Sense>,
    /// The horizon of a staged encoding, which is the bound: bounds in the model of one horizon say nothing of longer solutions.
    horizon: Option<i64>,
    /// No solution is better than this.
    bound: Option<i64>,
    found: Mutex<Incumbents>,
}

/// The solutions among the incumbents.
#[derive(Default)]
struct Incumbents {
    best: Option<Answer>,
    incumbents: Vec<Incumbent>,
}

impl SoFar {
    pub fn new(sense: Option<Sense>, horizon: Option<i64>) -> Self {
        Self { sense, horizon, bound: horizon, found: Mutex::default() }
    }

    /// Records that no solution is better than `bound`.
    pub fn tighten(&mut self, bound: Option<i64>) {
        if self.sense.is_some() && self.horizon.is_none() {
            self.bound = tightest(self.sense, [self.bound, bound]);
        }
    }

    /// No solution is better than this.
    pub const fn bound(&self) -> Option<i64> {
        self.bound
    }

    /// Passes an event on to the observer of the run: an incumbent of a relaxation only if it is a solution.
    pub fn hear(&self, event: &Event<'_>, problem: &Problem, formulation: &Formulation<Value>, control: &Control<'_>) {
        let is_relaxation = formulation.separate.is_some();
        match event {
            Event::Progress(progress) => {
                let incumbent = if is_relaxation { self.incumbent() } else { progress.incumbent };
                let bound = self.tightest(progress.bound);
                control.notify(&Event::Progress(Progress { incumbent, bound, ..*progress }));
            }
            Event::Incumbent { found, values } => match heard(values, problem, formulation) {
                Some(answer) => {
                    let found = Incumbent { objective: answer.objective().unwrap_or(0), ..*found };
                    let solution = answer.verified.json();
                    if self.keep(answer, found) {
                        control.notify(&Event::Incumbent { found, values });
                        control.notify(&Event::Solution { found, solution: &solution });
                    }
                }
                None if !is_relaxation => control.notify(event),
                None => {}
            },
            other => control.notify(other),
        }
    }

    /// The results so far, as progress of the run.
    pub fn progress(&self) -> Progress {
        Progress { incumbent: self.incumbent(), bound: self.tightest(None), ..Progress::default() }
    }

    fn incumbent(&self) -> Option<i64> {
        self.found().incumbents.last().map(|found| found.objective)
    }

    /// The better of a solver's present bound and the known bound.
    fn tightest(&self, stated: Option<f64>) -> Option<f64> {
        let known = self.bound.map(|bound| bound as f64);
        let stated = stated.filter(|_| self.horizon.is_none());
        tightest(self.sense, [stated, known])
    }

    /// The incumbents that were solutions, in order.
    pub fn incumbents(&self) -> Vec<Incumbent> {
        self.found().incumbents.clone()
    }

    /// The result at the end of the last run: the better solution, the better bound.
    ///
    /// # Errors
    /// When the verdict denies a solution that is known: that there is one, or that one is so good.
    pub fn merge(self, verdict: Verdict<Answer>) -> Result<Verdict<Answer>, String> {
        let Self { sense, horizon: _, bound: known, found } = self;
        let best = found.into_inner().unwrap_or_else(PoisonError::into_inner).best;
        let (solution, bound, stop) = match (verdict, best) {
            (Verdict::Infeasible, Some(_)) => return Err("there is no solution, but it found one before".into()),
            (Verdict::Optimal(answer), Some(best)) if is_better(sense, &best, &answer) => {
                let [said, found] = [answer, best].map(|answer| answer.objective().unwrap_or_default());
                return Err(format!("its optimum is {said}, but it found {found} before"));
            }
            (verdict @ (Verdict::Optimal(_) | Verdict::Infeasible), _) => return Ok(verdict),
            (Verdict::Feasible { solution, bound, stop }, best) => {
                (best.filter(|best| is_better(sense, best, &solution)).or(Some(solution)), bound, stop)
            }
            (Verdict::Unknown { bound, stop }, best) => (best, bound, stop),
        };
        // A bound that a solution beats is none, as in the claim of a single run.
        let is_beaten = |bound| {
            let objective = solution.as_ref().and_then(Answer::objective);
            sense.zip(objective).is_some_and(|(sense, objective)| sense.is_better(objective, bound))
        };
        let bound = tightest(sense, [known, bound].map(|bound| bound.filter(|&bound| !is_beaten(bound))));
        Ok(match solution {
            Some(solution) if sense.is_none() || bound.is_some() && solution.objective() == bound => {
                Verdict::Optimal(solution)
            }
            Some(solution) => Verdict::Feasible { solution, bound, stop },
            None => Verdict::Unknown { bound, stop },
        })
    }

    /// Keeps a solution if it is better than all solutions before, and says whether it is better.
    fn keep(&self, answer: Answer, incumbent: Incumbent) -> bool {
        let mut found = self.found();
        let is_better = found.best.as_ref().is_none_or(|best| is_better(self.sense, &answer, best));
        if is_better {
            found.incumbents.push(incumbent);
            found.best = Some(answer);
        }
        is_better
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Incumbents> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tightest bound, which excludes most; of equal bounds the first.
fn tightest<T: PartialOrd + Copy>(sense: Option<Sense>, bounds: [Option<T>; 2]) -> Option<T> {
    let is_tighter = |a: T, b: T| sense.is_some_and(|sense| sense.is_better(b, a));
    bounds.into_iter().flatten().reduce(|a, b| if is_tighter(b, a) { b } else { a })
}

/// Whether the objective of an answer is better than that of another one.
fn is_better(sense: Option<Sense>, answer: &Answer, other: &Answer) -> bool {
    match (sense, answer.objective(), other.objective()) {
        (Some(sense), Some(answer), Some(other)) => sense.is_better(answer, other),
        _ => false,
    }
}

/// The solution in a solver's values, with the objective that the rules count; `None` if the values are no solution. Parts that decoding
/// leaves out, such as superfluous circuits of a flow, may violate cuts, and count in the objective of the model.
fn heard(values: &[f64], problem: &Problem, formulation: &Formulation<Value>) -> Option<Answer> {
    let assignment = exact(&formulation.model, values).ok()?;
    let answer = Answer::new(problem, formulation, assignment).ok()?;
    Some(Answer { claim: answer.verified.objective().map(i128::from), ..answer })
}
