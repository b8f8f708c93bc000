//! One model through lowering, a backend, rounding and the exact check.

use web_time::Instant;

use crate::conflict::{conflict, is_minimal};
use crate::control::{Request, Status, Stop, Verdict};
use crate::lower::{LowerError, Lowering, lower};
use crate::model::{Assignment, Model, Size};
use crate::session::Reload as _;
use crate::{Backend, BackendError, Effort, Engine, Outcome, exact};

/// A backend's answer to a model, rounded and checked.
#[derive(Clone, Debug)]
pub struct ModelAnswer {
    /// The verdict. Its assignment, a value for each variable of the model before lowering, satisfies that model exactly.
    pub verdict: Verdict<Assignment>,
    /// The objective of the assignment; `None` if there is no assignment or no objective.
    pub objective: Option<i128>,
    /// The size of the model that the backend was given.
    pub lowered: Size,
    /// How the model was lowered.
    pub lowering: Lowering,
    /// What the solver reports of the way there.
    pub effort: Effort,
    /// Seconds that the backend took.
    pub solve_seconds: f64,
}

impl ModelAnswer {
    /// The answer at a limit that came before the backend.
    fn stopped(model: &Model, stop: Stop) -> Self {
        Self {
            verdict: Verdict::Unknown { bound: None, stop },
            objective: None,
            lowered: model.size(),
            lowering: Lowering::default(),
            effort: Effort::default(),
            solve_seconds: 0.0,
        }
    }
}

/// Why a model has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// It cannot be lowered as requested.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The backend failed or cannot take it.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// An answer that failed the checks.
    #[error("version {version} of the solver answered {status:?}, but its assignment is wrong: {why}")]
    Wrong {
        /// The solver's version.
        version: String,
        /// What the solver claimed.
        status: Status,
        /// What the check found.
        why: String,
    },
}

impl ModelError {
    /// Whether the request was impossible; otherwise something inside failed.
    pub const fn is_usage(&self) -> bool {
        match self {
            Self::Lower(_) => true,
            Self::Backend(error) => !matches!(error, BackendError::Failed { .. }),
            Self::Wrong { .. } => false,
        }
    }
}

/// Lowers a model to what a backend takes, solves it, rounds the answer and checks it in exact integers against the model as it
/// was given.
/// The [crate] has an example.
///
/// # Errors
/// When the model cannot be lowered, the backend fails, or its answer fails the check.
pub fn solve_model(
    model: &Model,
    backend: &dyn Backend,
    wanted: &Lowering,
    request: &Request<'_>,
) -> Result<ModelAnswer, ModelError> {
    solve_model_in(&mut Engine::here(backend), model, wanted, request)
}

/// [`solve_model`] in an [`Engine`]: [`Engine::for_request`] is a process that can be stopped whatever the solver does.
///
/// # Errors
/// As [`solve_model`].
pub fn solve_model_in(
    engine: &mut Engine<'_>,
    model: &Model,
    wanted: &Lowering,
    request: &Request<'_>,
) -> Result<ModelAnswer, ModelError> {
    let lowered = match lower(model.clone().within(&request.control), engine.backend().capabilities(), wanted) {
        Err(LowerError::Stopped(stop)) => return Ok(ModelAnswer::stopped(model, stop)),
        lowered => lowered?,
    };
    engine.load(&lowered.model);
    let start = Instant::now();
    let Outcome { verdict, effort, .. } = engine.solve(request)?;
    let seconds = start.elapsed().as_secs_f64();
    let status = Status::from(&verdict);
    let verdict = verdict.try_map(|values| exact(model, &values).map_err(|why| wrong(engine, request, status, why)))?;
    let value = |assignment| model.objective().map(|objective| objective.expression.value(assignment));
    Ok(ModelAnswer {
        objective: verdict.solution().and_then(value),
        verdict,
        lowered: lowered.model.size(),
        lowering: lowered.lowering,
        effort,
        solve_seconds: seconds,
    })
}

/// The error for values that are no solution of a model, for the reason `why`, although the solver claimed this status.
pub(crate) fn wrong(engine: &Engine<'_>, request: &Request<'_>, status: Status, why: String) -> ModelError {
    let version = engine.backend().version();
    spoiled(engine, request, &why).unwrap_or(ModelError::Wrong { version, status, why })
}

/// The error for values that are no solution of a model, for the reason `why`, if it is no fault of the solver: one of the caller's own
/// options may be to blame, or the size of the model's numbers.
pub fn spoiled(engine: &Engine<'_>, request: &Request<'_>, why: &str) -> Option<ModelError> {
    let solver = engine.backend().version();
    if let Some((name, value)) = engine.doubtful_option(request).cloned() {
        let why = format!("with it, the solver's solution is not one: {why}");
        return Some(BackendError::Option { solver, name, value, why }.into());
    }
    let doubt = engine.doubtful_model()?;
    Some(BackendError::Model { solver, why: format!("{doubt}; its solution is not one: {why}") }.into())
}

// Why a model has no solution.

/// Whether a model has a solution, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explained {
    /// It has one.
    Solved,
    /// It has none.
    Conflict(RowConflict),
    /// A limit came first.
    Unknown(Stop),
}

/// Constraints that have no solution together, within the bounds of the variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowConflict {
    /// The constraints, by their indices in the model; none if the bounds alone have no solution.
    pub rows: Vec<usize>,
    /// Whether each of them is needed: without it the others have a solution, which was checked.
    pub is_minimal: bool,
}

/// Why a model has no solution, by solving parts of it, whatever its objective.
///
/// # Errors
/// As [`solve_model`].
pub fn explain_model_in(
    engine: &mut Engine<'_>,
    model: &Model,
    wanted: &Lowering,
    request: &Request<'_>,
) -> Result<Explained, ModelError> {
    let mut any = model.clone();
    let _any_will_do = any.take_objective();
    any.require_integers();
    let rows = any.constraints().len();
    let mut found: Vec<Assignment> = Vec::new();
    let part = |kept: &[bool]| {
        let mut part = any.clone();
        part.retain(kept);
        part
    };
    let mut ask = |part: &Model, found: &mut Vec<Assignment>| -> Result<Verdict<Assignment>, ModelError> {
        let verdict = solve_model_in(engine, part, wanted, request)?.verdict;
        found.extend(verdict.solution().cloned());
        Ok(verdict)
    };
    match ask(&any, &mut found)? {
        Verdict::Optimal(_) | Verdict::Feasible { .. } => return Ok(Explained::Solved),
        Verdict::Unknown { stop, .. } => return Ok(Explained::Unknown(stop)),
        Verdict::Infeasible => {}
    }
    let conflict =
        conflict(rows, &mut |kept| Ok::<_, ModelError>(matches!(ask(&part(kept), &mut found)?, Verdict::Infeasible)))?;
    let is_minimal = is_minimal(rows, &conflict, &mut |kept| {
        let part = part(kept);
        let is_known = found.iter().rev().any(|assignment| part.check(assignment).is_ok());
        Ok::<_, ModelError>(is_known || ask(&part, &mut found)?.solution().is_some())
    })?;
    Ok(Explained::Conflict(RowConflict { rows: conflict, is_minimal }))
}
