//! The pipeline: the one place that sees puzzles, lowering and backends together.
//!
//! An answer of a backend is believed after three steps and not before: it is rounded, checked against the model *before*
//! lowering in exact integers, and decoded and replayed by the puzzle's rules, which recompute the objective. A failure in
//! any of them is an error that names the solver, never a warning.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::time::Instant;

use serde_json::Value;

use crate::backend::{self, Backend, BackendError, Outcome};
use crate::lower::{LowerError, Lowering, lower};
use crate::model::{Assignment, Capabilities, EXACT, LinearConstraint, Model, Sense};
use crate::puzzle::{
    self, Count, EncodeError, Formulation, Instance, Listed, SearchRequest, Searched, Stages, VerifyError,
};
use crate::report::{FORMAT_VERSION, Report, Stats, Status};
use crate::run::{Control, Event, Progress, Stop, Verdict};

/// The name of direct search where a backend is asked for.
pub const SEARCH: &str = "search";

/// A puzzle's instance and what it is called.
#[derive(Debug)]
pub struct Problem {
    /// The model file, as it was named.
    pub model: String,
    /// The puzzle.
    pub puzzle: &'static puzzle::Entry,
    /// The instance.
    pub instance: Box<dyn Instance>,
}

/// How to solve a problem.
#[derive(Clone, Copy)]
pub enum Method {
    /// By the puzzle's own search.
    Search,
    /// Through a backend.
    Backend(&'static backend::Entry, &'static dyn Backend),
}

/// A backend that is not to be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MethodError {
    /// No backend of this name.
    #[error("no backend `{name}`; there are {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// It exists, but not in this build.
    #[error("this build has no {name}: {how}")]
    Missing {
        /// Its name.
        name: &'static str,
        /// How to get it.
        how: &'static str,
    },
}

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Method({})", self.name())
    }
}

impl Method {
    /// The method of a name on the command line: `search` or a backend.
    ///
    /// # Errors
    /// When there is none, or this build lacks it.
    pub fn named(name: &str) -> Result<Self, MethodError> {
        if name == SEARCH {
            return Ok(Self::Search);
        }
        let Some(entry) = backend::find(name) else {
            let known = std::iter::once(SEARCH).chain(backend::REGISTRY.iter().map(|entry| entry.name));
            return Err(MethodError::Unknown { name: name.to_owned(), known: known.collect::<Vec<_>>().join(", ") });
        };
        match entry.backend {
            Ok(backend) => Ok(Self::Backend(entry, backend)),
            Err(how) => Err(MethodError::Missing { name: entry.name, how }),
        }
    }

    /// Every method that this build has, search first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let backends = backend::REGISTRY.iter().filter_map(|e| Some(Self::Backend(e, e.backend.ok()?)));
        std::iter::once(Self::Search).chain(backends).collect()
    }

    /// Those of them that a puzzle can be solved by: search alone where it has no encodings.
    #[must_use]
    pub fn serving(puzzle: &puzzle::Entry) -> Vec<Self> {
        let mut methods = Self::available();
        if (puzzle.encodings)().is_empty() {
            methods.retain(|method| matches!(method, Self::Search));
        }
        methods
    }

    /// Its name on the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Search => SEARCH,
            Self::Backend(entry, _) => entry.name,
        }
    }
}

/// What a caller asks beside the method.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The encoding; the best for the backend without.
    pub encoding: Option<String>,
    /// How to lower it; the defaults where it says nothing.
    pub lowering: Lowering,
    /// Threads for the solver or the search.
    pub threads: Option<u32>,
    /// Seed of the solver.
    pub seed: Option<u32>,
    /// Whether to pass on the solver's log.
    pub log: bool,
    /// List up to so many solutions, at least one, instead of finding one.
    pub solutions: Option<usize>,
    /// Leave out what a solution says beyond what was decided ([`Puzzle::finish`](crate::puzzle::Puzzle::finish)).
    pub unfinished: bool,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The encoding does not exist or is too large here.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The model cannot be lowered.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The backend failed or cannot take the model.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// An answer that is not believed.
    #[error("{solver} answered {status:?} on encoding {encoding}, but its solution is wrong: {why}")]
    Wrong {
        /// Name and version.
        solver: String,
        /// The encoding that it was given.
        encoding: String,
        /// What it claimed.
        status: Status,
        /// What the check found.
        why: String,
    },
    /// A horizon that the encoding has no model for.
    #[error("no such horizon: {why}")]
    Horizon {
        /// Why not.
        why: String,
    },
    /// Solutions cannot be listed this way.
    #[error("{what} finds one solution and does not list more")]
    Unlisted {
        /// What cannot.
        what: String,
    },
    /// Two methods that contradict each other.
    #[error("{a} says {a_says}, but {b} says {b_says}")]
    Disagreement {
        /// One method.
        a: String,
        /// What it says.
        a_says: String,
        /// The other.
        b: String,
        /// What that says.
        b_says: String,
    },
}

impl SolveError {
    /// Whether the caller asked for something that is not to be had (rather than something inside failing).
    #[must_use]
    pub const fn is_usage(&self) -> bool {
        match self {
            Self::Encode(_) | Self::Lower(_) | Self::Unlisted { .. } | Self::Horizon { .. } => true,
            Self::Backend(error) => matches!(error, BackendError::NotExact { .. }),
            Self::Wrong { .. } | Self::Disagreement { .. } => false,
        }
    }
}

/// Solves a problem by a method.
///
/// # Errors
/// When the model cannot be made, the backend fails, or its answer does not survive the checks.
pub fn solve(
    problem: &Problem,
    method: Method,
    options: &Options,
    control: &Control<'_>,
) -> Result<Report, SolveError> {
    match method {
        Method::Search => search(problem, options, control),
        Method::Backend(entry, backend) => through_backend(problem, (entry.name, backend), options, control),
    }
}

fn search(problem: &Problem, options: &Options, control: &Control<'_>) -> Result<Report, SolveError> {
    let start = Instant::now();
    let request = SearchRequest { control: control.clone(), threads: options.threads };
    let (searched, listing) = match options.solutions {
        None => (problem.instance.search(&request), None),
        Some(limit) => {
            let (searched, listing) = list_by_search(problem, limit, &request)?;
            (searched, Some(listing))
        }
    };
    let stats = Stats {
        nodes: Some(searched.nodes),
        incumbents: problem.instance.sense().map(|_| searched.incumbents),
        solve_seconds: Some(start.elapsed().as_secs_f64()),
        ..Stats::default()
    };
    let solver = Solver { name: SEARCH, version: env!("CARGO_PKG_VERSION").to_owned(), encoding: None, lowering: None };
    let verdict = replay(problem, searched.verdict, &solver, (options, control))?;
    let listing = listing.map(|listing| listing.replay(problem, &solver, (options, control))).transpose()?;
    Ok(report(problem, solver, &verdict, stats).with_listing(listing))
}

/// Lists solutions; one more than asked for is looked for, to see whether these are all.
fn list_by_search(
    problem: &Problem,
    limit: usize,
    request: &SearchRequest<'_>,
) -> Result<(Searched<Value>, Listing), SolveError> {
    let listed = problem.instance.list(limit.saturating_add(1), request);
    let unlisted = || SolveError::Unlisted { what: format!("the search of {}", problem.puzzle.name) };
    let Listed { mut solutions, nodes, stop } = listed.ok_or_else(unlisted)?;
    let complete = stop.is_none() && solutions.len() <= limit;
    solutions.truncate(limit);
    let verdict = match (solutions.first(), &stop) {
        (Some(solution), _) => Verdict::Optimal(solution.clone()),
        (None, None) => Verdict::Infeasible,
        (None, Some(stop)) => Verdict::Unknown { bound: None, stop: stop.clone() },
    };
    Ok((Searched { verdict, nodes, incumbents: Vec::new() }, Listing { solutions, complete, stop }))
}

/// Counts the solutions by listing them through a backend: the optimal ones, or with `feasible` all, of which the optimal ones are
/// a lower bound.
///
/// # Errors
/// As [`solve`], and when the puzzle's encodings cannot list solutions.
pub fn count(
    problem: &Problem,
    method: Method,
    threads: Option<u32>,
    feasible: bool,
    control: &Control<'_>,
) -> Result<Count, SolveError> {
    // Where some solutions are better than others, a list has the best ones only.
    let best_only = feasible && problem.instance.sense().is_some();
    let options = Options { threads, solutions: Some(usize::MAX), unfinished: true, ..Options::default() };
    let report = solve(problem, method, &options, control)?;
    let solutions = report.solutions.unwrap_or_default();
    let layouts = solutions.iter().map(|solution| problem.instance.layout_of(solution).ok().flatten());
    let layouts = layouts.collect::<Option<BTreeSet<String>>>();
    Ok(Count {
        solutions: solutions.len() as u64,
        objective: report.objective.filter(|_| !feasible),
        layouts: layouts.map(|layouts| layouts.len() as u64),
        complete: report.complete == Some(true) && !(best_only && report.solution.is_some()),
        stop: report.stop,
    })
}

/// The model that an export or a run of an encoding hands over.
#[derive(Debug)]
pub struct Prepared {
    /// The encoding's name.
    pub encoding: String,
    /// The model before lowering and the way back.
    pub formulation: Formulation<Value>,
    /// The model after lowering.
    pub lowered: Model,
    /// The reformulations that were used.
    pub lowering: Lowering,
    /// Of a staged encoding: the lengths of the solutions that the model stands for.
    pub lengths: Option<RangeInclusive<u64>>,
    /// Time to build and to lower it.
    seconds: [f64; 2],
}

/// How many horizons beyond the first the model of a staged encoding covers where nobody says how many.
const HORIZONS: u64 = 10;

/// Builds and lowers the one model of an encoding that is given away: of a staged encoding that of all solutions up to a
/// horizon, without one of the first horizon and ten more moves.
///
/// # Errors
/// As [`prepare`], and where the horizon makes no sense.
pub fn prepare_whole(
    problem: &Problem,
    encoding: &str,
    capabilities: Capabilities,
    wanted: &Lowering,
    horizon: Option<u64>,
) -> Result<Prepared, SolveError> {
    let start = Instant::now();
    let first = problem.instance.encode(encoding)?;
    let (formulation, lengths) = match (first, horizon) {
        (Formulation { stages: Some(stages), .. }, horizon) => {
            let horizon = horizon.unwrap_or_else(|| stages.at_least.saturating_add(HORIZONS).min(stages.at_most));
            if horizon < stages.at_least {
                return Err(SolveError::Horizon { why: format!("no solution is shorter than {}", stages.at_least) });
            }
            let lengths = stages.at_least..=horizon;
            (stages.formulation(lengths.clone())?, Some(lengths))
        }
        (whole, None) => (whole, None),
        (_, Some(_)) => {
            return Err(SolveError::Horizon {
                why: format!("the model of {encoding} is for solutions of all lengths"),
            });
        }
    };
    Prepared::new(encoding, formulation, lengths, capabilities, wanted, start)
}

/// Builds and lowers the model of an encoding, of a staged one the first.
///
/// # Errors
/// When there is no such encoding, or its model would be too large.
pub fn prepare(
    problem: &Problem,
    encoding: &str,
    capabilities: Capabilities,
    wanted: &Lowering,
) -> Result<Prepared, SolveError> {
    let start = Instant::now();
    let formulation = problem.instance.encode(encoding)?;
    let lengths = formulation.stages.as_ref().map(|stages| stages.at_least..=stages.at_least);
    Prepared::new(encoding, formulation, lengths, capabilities, wanted, start)
}

impl Prepared {
    /// Lowers a formulation whose building began at `start`.
    fn new(
        encoding: &str,
        formulation: Formulation<Value>,
        lengths: Option<RangeInclusive<u64>>,
        capabilities: Capabilities,
        wanted: &Lowering,
        start: Instant,
    ) -> Result<Self, SolveError> {
        let build_seconds = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let lowered = lower(formulation.model.clone(), capabilities, wanted)?;
        Ok(Self {
            encoding: encoding.to_owned(),
            formulation,
            lowered: lowered.model,
            lowering: lowered.lowering,
            lengths,
            seconds: [build_seconds, start.elapsed().as_secs_f64()],
        })
    }
}

fn through_backend(
    problem: &Problem,
    (name, backend): (&'static str, &'static dyn Backend),
    options: &Options,
    control: &Control<'_>,
) -> Result<Report, SolveError> {
    let capabilities = backend.capabilities();
    let best = || problem.instance.best_encoding(capabilities).map(str::to_owned);
    let encoding = options.encoding.clone().or_else(best).ok_or(EncodeError::NoEncodings)?;
    let mut prepared = prepare(problem, &encoding, capabilities, &options.lowering)?;
    let stages = prepared.formulation.stages.take();
    let solver = Solver {
        name,
        version: backend.version(),
        encoding: Some(encoding),
        lowering: Some(prepared.lowering.to_string()),
    };
    let stats = Stats { nodes: Some(0), cut_rounds: Some(0), cuts: Some(0), ..Stats::default() };
    let request =
        backend::Request { control: control.clone(), threads: options.threads, seed: options.seed, log: options.log };
    let wanted = &options.lowering;
    let mut rounds = Rounds { backend, request, solver: &solver, wanted, prepared, stages, stats, added: 0 };
    rounds.note_model();
    let (verdict, listing) = match options.solutions {
        None => (rounds.solve()?, None),
        Some(limit) => {
            let (verdict, listing) = rounds.list(limit)?;
            (verdict, Some(listing))
        }
    };
    let stats = rounds.stats;
    let verdict = verdict.try_map(|answer| Ok::<_, SolveError>((answer.solution, answer.objective)))?;
    let verdict = replay_claimed(problem, verdict, &solver, (options, control))?;
    let listing = listing.map(|listing| listing.replay(problem, &solver, (options, control))).transpose()?;
    Ok(report(problem, solver, &verdict, stats).with_listing(listing))
}

/// A run of a backend that solves again and again: the one loop over cuts, and the one over the horizons of a staged encoding.
struct Rounds<'a, 'r> {
    backend: &'static dyn Backend,
    request: backend::Request<'r>,
    solver: &'a Solver,
    wanted: &'a Lowering,
    prepared: Prepared,
    /// The models of a staged encoding.
    stages: Option<Stages<Value>>,
    stats: Stats,
    /// Constraints added so far, for their names.
    added: usize,
}

/// What comes after a horizon whose model has no solution.
enum Next {
    /// The next model, which is there now.
    Model,
    /// Nothing: that was the last horizon.
    Nothing,
    /// A model that would be too large: no solution is shorter than its horizon.
    TooLarge { horizon: u64, stop: Stop },
}

/// What a solver's assignment stands for.
struct Answer {
    assignment: Assignment,
    solution: Value,
    /// As the model counts it.
    objective: Option<i128>,
}

impl Rounds<'_, '_> {
    /// Puts the size of the model into the figures, and the time that making it took.
    fn note_model(&mut self) {
        let Prepared { formulation, lowered, seconds: [build, lower], .. } = &self.prepared;
        self.stats.set_size(formulation.model.size());
        self.stats.lowered = Some(lowered.size());
        self.stats.build_seconds = Some(self.stats.build_seconds.unwrap_or(0.0) + build);
        self.stats.lower_seconds = Some(self.stats.lower_seconds.unwrap_or(0.0) + lower);
    }

    /// Solves the model; that of a staged encoding horizon by horizon, until one has a solution or the last has none.
    fn solve(&mut self) -> Result<Verdict<Answer>, SolveError> {
        loop {
            self.tell_horizon();
            let verdict = self.solve_model()?;
            if !matches!(verdict, Verdict::Infeasible) {
                return Ok(self.judge(verdict));
            }
            match self.next_model()? {
                Next::Model => {}
                Next::Nothing => return Ok(self.judge(verdict)),
                Next::TooLarge { horizon, stop } => {
                    return Ok(Verdict::Unknown { bound: i64::try_from(horizon).ok(), stop });
                }
            }
            if let Some(stop) = self.request.control.stop() {
                return Ok(Verdict::Unknown { bound: self.horizon(), stop });
            }
        }
    }

    /// The horizon of a staged encoding's model: no solution is shorter, because the models before had none.
    fn horizon(&self) -> Option<i64> {
        self.prepared.lengths.as_ref().and_then(|lengths| i64::try_from(*lengths.start()).ok())
    }

    fn tell_horizon(&self) {
        if let Some(horizon) = self.horizon() {
            let progress = Progress { bound: Some(horizon as f64), ..Progress::default() };
            self.request.control.tell(&Event::Progress(progress));
        }
    }

    /// Goes on to the next horizon of a staged encoding, where there is one.
    fn next_model(&mut self) -> Result<Next, SolveError> {
        let (Some(stages), Some(lengths)) = (&self.stages, &self.prepared.lengths) else { return Ok(Next::Nothing) };
        let Some(horizon) = stages.after(*lengths.end()) else { return Ok(Next::Nothing) };
        let (start, lengths) = (Instant::now(), horizon..=horizon);
        let formulation = match stages.formulation(lengths.clone()) {
            Err(EncodeError::TooLarge { variables: needed, .. }) => {
                let stop = Stop::ModelLimit { needed, limit: puzzle::MAX_VARIABLES };
                return Ok(Next::TooLarge { horizon, stop });
            }
            made => made?,
        };
        let encoding = &self.prepared.encoding;
        let capabilities = self.backend.capabilities();
        self.prepared = Prepared::new(encoding, formulation, Some(lengths), capabilities, self.wanted, start)?;
        self.note_model();
        Ok(Next::Model)
    }

    /// What a verdict on the model of one horizon says of the puzzle.
    fn judge(&self, verdict: Verdict<Answer>) -> Verdict<Answer> {
        let Some(horizon) = self.horizon() else { return verdict };
        match verdict {
            // All solutions of this model are as long as the horizon, and none is shorter.
            Verdict::Feasible { solution, .. } => Verdict::Optimal(solution),
            Verdict::Unknown { stop, .. } => Verdict::Unknown { bound: Some(horizon), stop },
            proved @ (Verdict::Optimal(_) | Verdict::Infeasible) => proved,
        }
    }

    /// Solves until no cut is violated; an answer that stands in the way of the limits is none.
    fn solve_model(&mut self) -> Result<Verdict<Answer>, SolveError> {
        if let Some(ended) = self.tighten()? {
            return Ok(ended);
        }
        loop {
            let verdict = self.solve_once()?;
            let formulation = &self.prepared.formulation;
            let cuts = match (verdict.solution(), &formulation.separate) {
                (Some(assignment), Some(separate)) => separate(assignment),
                _ => Vec::new(),
            };
            if cuts.is_empty() {
                let status = Status::from(&verdict);
                let decode = |assignment| decode(formulation, assignment).map_err(|why| self.solver.wrong(status, why));
                return verdict.try_map(decode);
            }
            let bound = match verdict {
                Verdict::Feasible { bound, stop, .. } => return Ok(Verdict::Unknown { bound, stop }),
                _ => None,
            };
            self.add_cuts(cuts);
            if let Some(stop) = self.request.control.stop() {
                return Ok(Verdict::Unknown { bound, stop });
            }
        }
    }

    /// Adds the cuts that the linear relaxation violates, until it violates none. A verdict ends the run: at a limit, or where the
    /// relaxation has no solution, so that the model has none.
    fn tighten(&mut self) -> Result<Option<Verdict<Answer>>, SolveError> {
        // Once is enough: later rounds add to the same model.
        let Some(separate) = self.prepared.formulation.separate_relaxed.take() else { return Ok(None) };
        let mut bound = None;
        loop {
            let relaxed = self.prepared.lowered.clone().relaxed();
            let values = match timed(self.backend, &relaxed, &self.request, &mut self.stats)?.verdict {
                Verdict::Optimal(values) => values,
                Verdict::Infeasible => return Ok(Some(Verdict::Infeasible)),
                Verdict::Feasible { stop, .. } | Verdict::Unknown { stop, .. } => {
                    return Ok(Some(Verdict::Unknown { bound, stop }));
                }
            };
            bound = relaxed.objective().and_then(|objective| objective.integer_bound(objective.at(&values)));
            let cuts = separate(&values);
            if cuts.is_empty() {
                return Ok(None);
            }
            self.add_cuts(cuts);
            if let Some(stop) = self.request.control.stop() {
                return Ok(Some(Verdict::Unknown { bound, stop }));
            }
        }
    }

    fn add_cuts(&mut self, cuts: Vec<LinearConstraint>) {
        self.stats.cut_rounds = self.stats.cut_rounds.map(|rounds| rounds + 1);
        self.stats.cuts = self.stats.cuts.map(|sum| sum + cuts.len() as u64);
        for cut in cuts {
            self.add("cut", cut);
        }
    }

    /// Solves the model as it stands; the answer is rounded and checked.
    fn solve_once(&mut self) -> Result<Verdict<Assignment>, SolveError> {
        let Outcome { verdict, root_bound, nodes, incumbents } =
            timed(self.backend, &self.prepared.lowered, &self.request, &mut self.stats)?;
        self.stats.root_bound = root_bound;
        self.stats.nodes = self.stats.nodes.zip(nodes).map(|(before, now)| before + now);
        self.stats.incumbents = incumbents.filter(|_| self.prepared.lowered.objective().is_some());
        let status = Status::from(&verdict);
        let model = &self.prepared.formulation.model;
        verdict.try_map(|values| exact(model, &values).map_err(|why| self.solver.wrong(status, why)))
    }

    /// Adds a constraint to the model, before and after lowering: variables keep their indices.
    fn add(&mut self, what: &str, constraint: LinearConstraint) {
        self.added += 1;
        let name = format!("{what}_{}", self.added);
        self.prepared.formulation.model.add(name.clone(), constraint.clone());
        self.prepared.lowered.add(name, constraint);
    }

    /// Solves and excludes what is found, up to `limit` times; then once more, to see whether these are all.
    fn list(&mut self, limit: usize) -> Result<(Verdict<Answer>, Listing), SolveError> {
        let Formulation { model, exclude, .. } = &self.prepared.formulation;
        // A constant objective is that of a staged encoding: all solutions of a horizon are equally good.
        let alike = model.objective().is_none_or(|objective| objective.expression.terms().is_empty());
        if exclude.is_none() || !alike {
            let encoding = self.prepared.encoding.clone();
            return Err(SolveError::Unlisted { what: format!("encoding {encoding}") });
        }
        let mut first: Option<Verdict<Answer>> = None;
        let mut listing = Listing::default();
        loop {
            // Once there is a solution, others are looked for at its horizon only.
            let verdict = if first.is_none() { self.solve()? } else { self.solve_model()? };
            let excluded = match (&verdict, &self.prepared.formulation.exclude) {
                (Verdict::Optimal(answer), Some(exclude)) if listing.solutions.len() < limit => {
                    listing.solutions.push(answer.solution.clone());
                    Some(exclude(&answer.assignment))
                }
                _ => None,
            };
            if let Verdict::Unknown { stop, .. } | Verdict::Feasible { stop, .. } = &verdict {
                listing.stop = Some(stop.clone());
            }
            listing.complete = matches!(verdict, Verdict::Infeasible);
            first.get_or_insert(verdict);
            match excluded {
                Some(excluded) => self.add("exclude", excluded),
                None => return Ok((first.unwrap_or(Verdict::Infeasible), listing)),
            }
        }
    }
}

/// Runs a backend and adds its time to the figures.
fn timed(
    backend: &dyn Backend,
    model: &Model,
    request: &backend::Request<'_>,
    stats: &mut Stats,
) -> Result<Outcome, BackendError> {
    let start = Instant::now();
    let outcome = backend.solve(model, request);
    stats.solve_seconds = Some(stats.solve_seconds.unwrap_or(0.0) + start.elapsed().as_secs_f64());
    outcome
}

/// Solutions that were listed.
#[derive(Default)]
struct Listing {
    solutions: Vec<Value>,
    /// Whether there are no more.
    complete: bool,
    stop: Option<Stop>,
}

impl Listing {
    fn replay(
        mut self,
        problem: &Problem,
        solver: &Solver,
        (options, control): (&Options, &Control<'_>),
    ) -> Result<Self, SolveError> {
        for i in 0..self.solutions.len() {
            if let Some(stop) = control.stop().filter(|_| i > 0) {
                self.solutions.truncate(i);
                (self.complete, self.stop) = (false, self.stop.or(Some(stop)));
                break;
            }
            let solution = &mut self.solutions[i];
            let verdict = replay(problem, Verdict::Optimal(solution.clone()), solver, (options, control))?;
            if let Some((finished, _)) = verdict.solution() {
                solution.clone_from(finished);
            }
        }
        Ok(self)
    }
}

impl Report {
    fn with_listing(mut self, listing: Option<Listing>) -> Self {
        if let Some(Listing { solutions, complete, stop }) = listing {
            self.solutions = Some(solutions);
            self.complete = Some(complete);
            self.reason = self.reason.or_else(|| stop.as_ref().map(|stop| format!("stopped by {stop}")));
            self.stop = self.stop.or(stop);
        }
        self
    }
}

/// A solver's values, rounded and checked against the model in exact integers.
fn exact(model: &Model, values: &[f64]) -> Result<Assignment, String> {
    let originals = values.get(..model.variables().len()).ok_or("it has no value for some variables")?;
    let assignment = round(originals).ok_or("a value is no number in the exact range")?;
    model.check(&assignment).map_err(|violation| format!("after rounding it violates {violation}"))?;
    Ok(assignment)
}

/// From an assignment to a solution and the objective that the model gives it.
fn decode(formulation: &Formulation<Value>, assignment: Assignment) -> Result<Answer, String> {
    let solution = (formulation.decode)(&assignment).map_err(|why| format!("it cannot be decoded: {why}"))?;
    let objective = formulation.model.objective().map(|objective| objective.expression.value(&assignment));
    Ok(Answer { assignment, solution, objective })
}

/// The nearest integers, or `None` when a value is not finite or beyond ±2⁵³.
fn round(values: &[f64]) -> Option<Assignment> {
    let nearest = |value: &f64| (value.abs() <= EXACT as f64).then(|| value.round() as i64);
    values.iter().map(nearest).collect::<Option<Vec<i64>>>().map(Assignment::from)
}

/// Who solved it and how.
struct Solver {
    name: &'static str,
    version: String,
    encoding: Option<String>,
    lowering: Option<String>,
}

impl Solver {
    fn wrong(&self, status: Status, why: String) -> SolveError {
        let solver = format!("{} {}", self.name, self.version);
        SolveError::Wrong { solver, encoding: self.encoding.clone().unwrap_or_else(|| "none".into()), status, why }
    }
}

/// A solution that was replayed, and its objective.
type Verified = (Value, Option<i64>);

/// Replays the solution of a verdict by the rules, and once more when it is finished.
fn replay(
    problem: &Problem,
    verdict: Verdict<Value>,
    solver: &Solver,
    (options, control): (&Options, &Control<'_>),
) -> Result<Verdict<Verified>, SolveError> {
    let status = Status::from(&verdict);
    let wrong = |breach: VerifyError| solver.wrong(status, breach.to_string());
    verdict.try_map(|solution| {
        let objective = problem.instance.verify(&solution).map_err(wrong)?;
        if options.unfinished {
            return Ok((solution, objective));
        }
        let finished = problem.instance.finish(&solution, control).map_err(wrong)?;
        let objective = problem.instance.verify(&finished).map_err(wrong)?;
        Ok((finished, objective))
    })
}

/// Replays, and holds the objective of the rules to the one of the model.
fn replay_claimed(
    problem: &Problem,
    verdict: Verdict<(Value, Option<i128>)>,
    solver: &Solver,
    asked: (&Options, &Control<'_>),
) -> Result<Verdict<Verified>, SolveError> {
    let status = Status::from(&verdict);
    let claimed = verdict.solution().and_then(|(_, objective)| *objective);
    let Ok(verdict) = verdict.try_map(|(solution, _)| Ok::<_, std::convert::Infallible>(solution));
    let verdict = replay(problem, verdict, solver, asked)?;
    if let Some((_, objective)) = verdict.solution()
        && objective.map(i128::from) != claimed
    {
        let why = format!("the rules count an objective of {objective:?}, the model {claimed:?}");
        return Err(solver.wrong(status, why));
    }
    Ok(verdict)
}

fn report(problem: &Problem, solver: Solver, verdict: &Verdict<Verified>, mut stats: Stats) -> Report {
    stats.peak_memory_bytes = peak_memory();
    let status = Status::from(verdict);
    let (reason, stop) = match verdict {
        Verdict::Optimal(_) => (None, None),
        Verdict::Infeasible => (problem.instance.infeasible_because(), None),
        Verdict::Feasible { stop, .. } | Verdict::Unknown { stop, .. } => {
            (Some(format!("stopped by {stop}")), Some(stop.clone()))
        }
    };
    let bound = match verdict {
        Verdict::Optimal((_, objective)) => *objective,
        Verdict::Feasible { bound, .. } | Verdict::Unknown { bound, .. } => *bound,
        Verdict::Infeasible => None,
    };
    let (solution, objective) = verdict.solution().cloned().map_or((None, None), |(s, objective)| (Some(s), objective));
    Report {
        format_version: FORMAT_VERSION,
        model: problem.model.clone(),
        puzzle: problem.puzzle.name,
        backend: solver.name,
        backend_version: solver.version,
        encoding: solver.encoding,
        lowering: solver.lowering,
        status,
        objective,
        bound,
        verified: solution.is_some(),
        solution,
        stats,
        reason,
        stop,
        solutions: None,
        complete: None,
    }
}

/// The largest resident memory of this process so far, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// A method that shares nothing with the one behind `report`: search against a backend, a backend against search.
#[must_use]
pub fn other_method(report: &Report) -> Option<Method> {
    let methods = puzzle::find(report.puzzle).map_or_else(Vec::new, Method::serving);
    methods.into_iter().find(|method| (method.name() == SEARCH) != (report.backend == SEARCH))
}

/// Holds two reports on the same problem, whose objective has this sense, to each other.
///
/// # Errors
/// When they cannot both be true.
pub fn compare(sense: Option<Sense>, a: &Report, b: &Report) -> Result<(), SolveError> {
    let contradicts = |proof: &Report, other: &Report| match (proof.status, other.status) {
        (Status::Infeasible, Status::Optimal | Status::Feasible) => true,
        (Status::Optimal, Status::Optimal) => proof.objective != other.objective,
        (_, Status::Feasible | Status::Optimal) => match (sense, proof.bound, other.objective) {
            (Some(Sense::Maximize), Some(bound), Some(objective)) => objective > bound,
            (Some(Sense::Minimize), Some(bound), Some(objective)) => objective < bound,
            _ => false,
        },
        _ => false,
    };
    if !contradicts(a, b) && !contradicts(b, a) {
        return Ok(());
    }
    let says = |r: &Report| {
        let status = format!("{:?}", r.status).to_lowercase();
        let number = |what: &str, n: Option<i64>| n.map(|n| format!(", {what} {n}")).unwrap_or_default();
        format!("{status}{}{}", number("objective", r.objective), number("bound", r.bound))
    };
    Err(SolveError::Disagreement {
        a: format!("{} {}", a.backend, a.backend_version),
        a_says: says(a),
        b: format!("{} {}", b.backend, b.backend_version),
        b_says: says(b),
    })
}
