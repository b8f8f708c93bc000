//! A session, and one run of it: from a first solution to the best.
//!
//! The optimum is found from above, with the objective as a minimisation. The first solution is any solution, though CaDiCaL first tries
//! values that make the objective smaller. Then the values of the objective below the first solution are encoded, and the bound "better
//! than the best so far" is assumed again and again, until there is no such solution. Smaller bounds, halfway to the known bound or in
//! steps that double, take two to three times as long on 5×5 boards: to refute a bound far from the optimum is as hard as to refute the
//! next bound. So a run that is stopped knows only the bound from the variables' ranges.
//!
//! Bounds are assumptions, not clauses, so the solver stays usable for later rows, which may make the optimum worse. Refuted bounds stay
//! refuted.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::library::Library;
use super::refuter::Refuter;
use super::{failed, refused};
use crate::control::{Event, Incumbent, Progress, Request, Stop};
use crate::model::{Assignment, Linear, Model, NamedConstraint, Objective, Sense};
use crate::session::{Change, Lit, Receiver, Task};
use crate::watch::watched;
use crate::{BackendError, Claim, Effort, Ending};
use tumble_clauses::{Encoding, SatError, Sum};

/// A model, and a solver that keeps the clauses of the model, and what it has learnt, between runs.
pub(super) struct Session {
    model: Model,
    /// From the first run on.
    solver: Option<IncrementalSolver>,
    /// From the first refutation on.
    refuter: Option<Refuter>,
}

/// A solver at work.
struct IncrementalSolver {
    clausal: Clausal,
    settings: Settings,
    /// The number of the model's constraints that the solver has.
    constraints: usize,
}

/// The settings that a solver needs before its first clause.
#[derive(PartialEq, Eq)]
struct Settings {
    seed: Option<u32>,
    log: bool,
    options: Vec<(String, String)>,
}

impl Settings {
    fn of(request: &Request<'_>) -> Self {
        Self { seed: request.seed, log: request.log, options: request.options.clone() }
    }
}

impl crate::Session for Session {
    fn change(&mut self, change: Change) {
        // Rows may stay: the solver has their clauses.
        if let Change::Add(..) = change {
            change.make(&mut self.model);
        }
    }

    fn run(&mut self, task: &Task, request: &Request<'_>, found: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        match task {
            Task::Best => self.solve(request),
            Task::Refute(clauses) => {
                let refuter = match self.refuter.take() {
                    Some(refuter) => refuter,
                    None => Refuter::new(request)?,
                };
                self.refuter.insert(refuter).run(clauses, request, found)
            }
            _ => Err(BackendError::no_such_task("CaDiCaL")),
        }
    }
}

impl Session {
    pub const fn new(model: Model) -> Self {
        Self { model, solver: None, refuter: None }
    }

    fn solve(&mut self, request: &Request<'_>) -> Result<Claim, BackendError> {
        let settings = Settings::of(request);
        // It is put back only if nothing fails: a solver may be left with part of a constraint.
        let mut solver = match self.solver.take().filter(|solver| solver.settings == settings) {
            Some(solver) => solver,
            None => match Clausal::new(&self.model, request)? {
                Some(clausal) => IncrementalSolver { clausal, settings, constraints: self.model.constraints().len() },
                None => return Ok(stopped_before(request)),
            },
        };
        for named in &self.model.constraints()[solver.constraints..] {
            solver.clausal.require(named)?;
        }
        solver.constraints = self.model.constraints().len();
        let claim = solve(&mut solver.clausal, request)?;
        self.solver = Some(solver);
        Ok(claim)
    }
}

/// Solves the model.
fn solve(clausal: &mut Clausal, request: &Request<'_>) -> Result<Claim, BackendError> {
    let stop = clausal.library.stop();
    stop.store(false, Ordering::Release);
    let progress = Mutex::new(Progress::default());
    let mut reported = Instant::now();
    let tell = || {
        if reported.elapsed() >= REPORT {
            reported = Instant::now();
            let now = *progress.lock().unwrap_or_else(PoisonError::into_inner);
            request.control.notify(&Event::Progress(now));
        }
    };
    let claim = watched(
        &request.control,
        POLL,
        tell,
        || stop.store(true, Ordering::Release),
        || Run { clausal, request, progress: &progress, incumbents: Vec::new(), best: None }.solve(),
    );
    claim.map_err(failed)?
}

/// The claim of a run that was stopped before it began.
fn stopped_before(request: &Request<'_>) -> Claim {
    Claim::stopped(request.control.stop().unwrap_or(Stop::Interrupted))
}

struct Run<'a, 'r> {
    clausal: &'a mut Clausal,
    request: &'a Request<'r>,
    progress: &'a Mutex<Progress>,
    incumbents: Vec<Incumbent>,
    /// The best solution, and its value as something to minimise.
    best: Option<(Vec<f64>, i64)>,
}

impl Run<'_, '_> {
    fn solve(mut self) -> Result<Claim, BackendError> {
        self.log_size("the model");
        let ending = match self.first()? {
            Some(true) => {
                self.improve()?;
                self.minimize()?
            }
            Some(false) => Ending::Infeasible,
            None => self.stopped(),
        };
        // An optimum's proof is the last refutation, which is not kept as a bound.
        let goal = self.clausal.goal.as_ref().filter(|_| matches!(ending, Ending::Stopped(_)));
        let bound = goal.map(|goal| goal.bound() as f64);
        let effort = Effort { incumbents: Some(self.incumbents), ..Effort::default() };
        Ok(Claim { values: self.best.map(|(values, _)| values), bound, effort, ..Claim::of(ending) })
    }

    /// Looks for a first solution. In a session, where the value has literals up to some bound, one within that bound is tried first:
    /// rows make the optimum worse only little by little.
    fn first(&mut self) -> Result<Option<bool>, BackendError> {
        let Clausal { library, encoding, goal } = &mut *self.clausal;
        let goal = goal.as_mut();
        if let Some((goal, bound)) = goal.and_then(|goal| goal.encoded_to().map(|bound| (goal, bound)))
            && goal.least <= bound
        {
            let assumption = goal.at_most(bound, encoding, library)?;
            match library.solve(assumption)? {
                Some(false) => self.refute(bound, assumption),
                found => return Ok(found),
            }
        }
        self.clausal.library.solve(Lit::TRUE)
    }

    /// From a first solution to the best.
    fn minimize(&mut self) -> Result<Ending, BackendError> {
        while let Some(bound) = self.better() {
            let Clausal { library, encoding, goal: Some(goal) } = &mut *self.clausal else { break };
            let is_new = goal.encoded_to().is_none();
            let assumption = goal.at_most(bound, encoding, library)?;
            if is_new {
                self.log_size("the model and its objective");
            }
            match self.clausal.library.solve(assumption)? {
                Some(true) => self.improve()?,
                Some(false) => self.refute(bound, assumption),
                None => return Ok(self.stopped()),
            }
        }
        Ok(Ending::Optimal)
    }

    /// The bound under which a solution is better than the best solution so far; `None` if no solution can be better.
    fn better(&self) -> Option<i64> {
        let (Some(goal), Some((_, value))) = (&self.clausal.goal, &self.best) else { return None };
        (*value > goal.least).then(|| value - 1)
    }

    /// Takes the solver's solution, which is better than all before.
    fn improve(&mut self) -> Result<(), BackendError> {
        let Clausal { library, encoding, goal } = &*self.clausal;
        let assignment = Assignment::from(encoding.values(|literal| library.holds(literal)));
        let value = goal.as_ref().map_or(Ok(0), |goal| goal.value(&assignment))?;
        let objective = value * goal.as_ref().map_or(1, |goal| goal.sign);
        let values: Vec<f64> = assignment.values().iter().map(|&value| value as f64).collect();
        self.note(|progress| progress.incumbent = Some(objective));
        self.log(&format!("a solution with objective {objective}"));
        self.incumbents.push(self.request.control.found(objective, &values));
        self.best = Some((values, value));
        Ok(())
    }

    /// Records that there is no solution with a value of at most `bound`, which the assumption implies.
    fn refute(&mut self, bound: i64, assumption: Lit) {
        let Clausal { library, goal: Some(goal), .. } = &mut *self.clausal else { return };
        if assumption.constant().is_none() {
            library.add(&[!assumption]);
        }
        goal.refute(bound);
        let bound = goal.bound();
        self.note(|progress| progress.bound = Some(bound as f64));
        self.log(&format!("no solution is better than {bound}"));
    }

    /// The ending of a run that was stopped.
    fn stopped(&self) -> Ending {
        Ending::Stopped(self.request.control.stop().unwrap_or_else(|| Stop::Solver("a limit of its own".into())))
    }

    fn note(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn log_size(&self, what: &str) {
        let size = self.clausal.encoding.size();
        self.log(&format!("{} variables and {} clauses for {what}", size.variables, size.clauses));
    }

    fn log(&self, text: &str) {
        if self.request.log {
            let seconds = self.request.control.elapsed().as_secs_f64();
            self.request.control.notify(&Event::Log(&format!("{seconds:9.2} s  {text}")));
        }
    }
}

/// How often the control is asked.
const POLL: Duration = Duration::from_millis(10);
/// How often progress is reported.
const REPORT: Duration = Duration::from_secs(1);

// A model and its objective as clauses in the solver.

/// A solver that holds the clauses of a model.
struct Clausal {
    pub library: Library,
    pub encoding: Encoding,
    pub goal: Option<Goal>,
}

impl Clausal {
    /// Gives a model to a new solver; `None` if the control says to stop before all clauses are made.
    pub fn new(model: &Model, request: &Request<'_>) -> Result<Option<Self>, BackendError> {
        let mut library = Library::new(request)?;
        let go_on = || request.control.stop().is_none();
        let encoding = match Encoding::new(model, &mut |clause| library.add(clause), &go_on) {
            Err(SatError::Stopped) => return Ok(None),
            encoding => encoding.map_err(refused)?,
        };
        let goal = model.objective().map(|objective| Goal::new(objective, &encoding)).transpose()?;
        for literal in goal.iter().flat_map(|goal| encoding.reducing(&goal.expression)) {
            library.prefer(literal);
        }
        Ok(Some(Self { library, encoding, goal }))
    }

    /// Adds a constraint.
    pub fn require(&mut self, named: &NamedConstraint) -> Result<(), BackendError> {
        let Self { library, encoding, .. } = self;
        encoding.require(&named.name, &named.constraint, &mut |clause| library.add(clause)).map_err(refused)
    }
}

/// The objective as something to minimise.
struct Goal {
    /// The objective, or its negation if it is maximised.
    pub expression: Linear,
    /// 1, or −1 if it is negated.
    pub sign: i64,
    /// No solution has a smaller value.
    pub least: i64,
    /// The value by literals, exact up to the number beside it.
    sum: Option<(Sum, i64)>,
}

impl Goal {
    fn new(objective: &Objective, encoding: &Encoding) -> Result<Self, BackendError> {
        let sign = if objective.sense == Sense::Minimize { 1 } else { -1 };
        // Numbers that could not be negated are refused here.
        encoding.least("the objective", &objective.expression).map_err(refused)?;
        let expression = objective.expression.clone().times(sign);
        let least = encoding.least("the objective", &expression).map_err(refused)?;
        Ok(Self { expression, sign, least, sum: None })
    }

    /// The largest bound for which its value has literals, if it has any.
    pub fn encoded_to(&self) -> Option<i64> {
        self.sum.as_ref().map(|&(_, upper)| upper)
    }

    /// A literal that implies `value ≤ bound`. The value is encoded up to this bound, unless it was for a larger one.
    pub fn at_most(&mut self, bound: i64, encoding: &mut Encoding, library: &mut Library) -> Result<Lit, BackendError> {
        let sink = &mut |clause: &[Lit]| library.add(clause);
        let sum = match self.sum.take().filter(|&(_, upper)| bound <= upper) {
            Some(sum) => sum,
            None => (encoding.sum("the objective", &self.expression, bound, sink).map_err(refused)?, bound),
        };
        let (sum, _) = self.sum.insert(sum);
        Ok(encoding.at_most(sum, bound, sink))
    }

    /// Records that no solution is at most `bound`.
    pub fn refute(&mut self, bound: i64) {
        let next = self.sum.as_ref().and_then(|(sum, _)| sum.next_above(bound));
        self.least = next.unwrap_or(bound.saturating_add(1));
    }

    /// The bound on the objective itself, as far as it is known.
    pub const fn bound(&self) -> i64 {
        self.sign * self.least
    }

    /// The value of a solution.
    pub fn value(&self, assignment: &Assignment) -> Result<i64, BackendError> {
        i64::try_from(self.expression.value(assignment)).map_err(|_| failed("the objective's value is beyond an i64"))
    }
}
