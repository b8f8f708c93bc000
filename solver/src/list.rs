//! All solutions of one model: from a backend that lists them, or one by one, where each is excluded from the model
//! before the next run.
//!
//! With an objective these are the best ones: a first run finds their value, which becomes a row.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::ControlFlow;

use web_time::Instant;

use crate::control::{Control, Event, Extent, Request, Status, Stop};
use crate::lower::{LowerError, Lowering, lower};
use crate::model::{Assignment, Linear, LinearConstraint, Literal, Model, Var, Variable};
use crate::session::Reload as _;
use crate::solve::wrong;
use crate::{Backend, Engine, ModelError, solve_model_in};

/// The memory of a solution beside its values, in bytes.
const BYTES_PER_SOLUTION: usize = 64;

/// The solutions of a model.
#[derive(Clone, Debug)]
pub struct ModelSolutions {
    /// The solutions in ascending order of their values, one for each variable of the model. Each satisfies the model
    /// exactly, and none is there twice.
    pub solutions: Vec<Assignment>,
    /// The objective of each of them; `None` if there is no objective, or no solution.
    pub objective: Option<i128>,
    /// Whether there are no others; with an objective, no others that are as good.
    pub extent: Extent<Infallible>,
    /// Seconds of the whole list.
    pub seconds: f64,
}

/// Lists up to `limit` solutions of a model, the best ones if it has an objective, and looks for one more to see
/// whether the list is complete. Limits of time and memory, and an interrupt, end the list early; the solutions until
/// then are in it.
///
/// # Errors
/// As [`solve_model`](crate::solve_model).
pub fn list_model(
    model: &Model,
    backend: &dyn Backend,
    wanted: &Lowering,
    limit: usize,
    request: &Request<'_>,
) -> Result<ModelSolutions, ModelError> {
    list_model_in(&mut Engine::here(backend), model, wanted, limit, request)
}

/// [`list_model`] in an [`Engine`]: see [`solve_model_in`].
///
/// # Errors
/// As [`list_model`].
pub fn list_model_in(
    engine: &mut Engine<'_>,
    model: &Model,
    wanted: &Lowering,
    limit: usize,
    request: &Request<'_>,
) -> Result<ModelSolutions, ModelError> {
    let start = Instant::now();
    let list = List { control: &request.control, limit, found: BTreeSet::new(), bytes: 0 };
    let mut best = model.clone();
    // An implied integer follows from the others in the model as it was given, but not where solutions are excluded.
    (0..model.variables().len()).for_each(|i| best.require_integer(Var::from_index(i)));
    let objective = best.take_objective().map(|objective| objective.expression);
    let mut lister = Lister { engine, wanted, request, list };
    let Err(End(extent)) = lister.fill(model, best, objective.as_ref());
    let solutions: Vec<Assignment> = lister.list.found.into_iter().map(Assignment::from).collect();
    Ok(ModelSolutions {
        objective: objective.zip(solutions.first()).map(|(expression, first)| expression.value(first)),
        solutions,
        extent: extent?,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// How a list ends, where it does.
struct End(Result<Extent<Infallible>, ModelError>);

impl From<Extent<Infallible>> for End {
    fn from(extent: Extent<Infallible>) -> Self {
        Self(Ok(extent))
    }
}

impl From<ModelError> for End {
    fn from(error: ModelError) -> Self {
        Self(Err(error))
    }
}

/// A list that grows.
struct List<'a> {
    control: &'a Control<'a>,
    limit: usize,
    /// The values of each solution.
    found: BTreeSet<Vec<i64>>,
    bytes: usize,
}

impl List<'_> {
    /// Takes a solution, unless it is there. The list ends if no other is to be looked for.
    fn take(&mut self, values: &[i64]) -> Result<(), End> {
        if self.found.contains(values) {
            return Ok(());
        }
        if self.found.len() == self.limit {
            return Err(Extent::Enough.into());
        }
        self.found.insert(values.to_vec());
        self.bytes += BYTES_PER_SOLUTION + size_of_val(values);
        let is_over = self.bytes as u64 > self.control.memory_left().0;
        let stop = self.control.stop().or_else(|| is_over.then_some(Stop::MemoryLimit { needed: None }));
        stop.map_or(Ok(()), |stop| Err(Extent::Stopped(stop).into()))
    }
}

/// What makes it grow.
struct Lister<'a, 'b> {
    engine: &'a mut Engine<'b>,
    wanted: &'a Lowering,
    request: &'a Request<'a>,
    list: List<'a>,
}

impl Lister<'_, '_> {
    /// Takes the solutions of a model; `best` is this model without its objective and with all variables integer.
    fn fill(&mut self, model: &Model, mut best: Model, objective: Option<&Linear>) -> Result<Infallible, End> {
        if let Some(expression) = objective.filter(|expression| !expression.terms().is_empty()) {
            let answer = solve_model_in(self.engine, model, self.wanted, self.request)?;
            let first = answer.verdict.another()?;
            let row = answer.objective.and_then(|value| row_of(expression, value));
            let too_large = || Extent::Stopped(Stop::Solver("the objective is too large for a row".into()));
            let row = row.ok_or_else(too_large)?;
            self.list.take(first.values())?;
            best.add(free_name(model, "best"), row);
        }
        if self.engine.backend().capabilities().lists {
            self.fill_natively(&best)
        } else {
            self.fill_by_exclusion(best)
        }
    }

    /// Takes the solutions that a backend lists, which may hand over one several times: variables of the lowered model
    /// may differ.
    fn fill_natively(&mut self, model: &Model) -> Result<Infallible, End> {
        let Self { engine, wanted, request, list } = self;
        let lowered = lower(model.clone().within(&request.control), engine.backend().capabilities(), wanted);
        let lowered = lowered.map_err(|error| match error {
            LowerError::Stopped(stop) => Extent::Stopped(stop).into(),
            error => End::from(ModelError::from(error)),
        })?;
        engine.load(&lowered.model);
        let mut taken = Ok(Ok(()));
        let extent = engine.every(model, request, &mut |solution| {
            taken = solution.map(|assignment| list.take(assignment.values()));
            if matches!(taken, Ok(Ok(()))) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let extent: Extent<Infallible> = extent.map_err(ModelError::from)?;
        taken.map_err(|why| wrong(engine, request, Status::Feasible, why))??;
        Err(extent.into())
    }

    /// Finds solutions one by one.
    fn fill_by_exclusion(&mut self, mut model: Model) -> Result<Infallible, End> {
        // These runs find solutions that are as good as the first, which is no progress.
        let observer = |event: &Event<'_>| self.request.control.notify_of_effort(event);
        let request = self.request.observed_by(&observer);
        let (own, name) = (model.variables().len(), free_name(&model, "other"));
        let mut last = self.list.found.first().cloned();
        loop {
            if let Some(values) = &last {
                exclude(&mut model, values, &format!("{name}_{}", self.list.found.len()));
            }
            let answer = solve_model_in(self.engine, &model, self.wanted, &request)?;
            let values = answer.verdict.another()?.values()[..own].to_vec();
            self.list.take(&values)?;
            last = Some(values);
        }
    }
}

/// The row that an objective has this value; `None` if its numbers are too large for one.
fn row_of(expression: &Linear, value: i128) -> Option<LinearConstraint> {
    i64::try_from(value - i128::from(expression.constant())).ok()?;
    Some(expression.clone().equals(i64::try_from(value).ok()?))
}

/// Excludes the solution with these values: a variable has to be smaller or larger than there. Names begin with `name`.
fn exclude(model: &mut Model, values: &[i64], name: &str) {
    let mut differs: Vec<Literal> = Vec::new();
    for (i, &value) in values.iter().enumerate() {
        let var = Var::from_index(i);
        let Variable { lower, upper, .. } = *model.variable(var);
        if (lower, upper) == (0, 1) {
            let is_one = Literal::from(var);
            differs.push(if value == 1 { !is_one } else { is_one });
            continue;
        }
        let below = (lower < value).then(|| ("below", Linear::from(var).at_most(value - 1)));
        let above = (value < upper).then(|| ("above", Linear::from(var).at_least(value + 1)));
        for (side, row) in below.into_iter().chain(above) {
            let name = format!("{name}_{side}_{i}");
            let is_there = Literal::from(model.binary(name.clone()));
            model.add(name, row.only_if(is_there));
            differs.push(is_there);
        }
    }
    model.add(name, Linear::count(differs).at_least(1));
}

/// A name with which no name of the model begins.
fn free_name(model: &Model, name: &str) -> String {
    let variables = model.variables().iter().map(|variable| &*variable.name);
    let names: Vec<&str> = variables.chain(model.constraints().iter().map(|row| &*row.name)).collect();
    let mut free = name.to_owned();
    while names.iter().any(|name| name.starts_with(&free)) {
        free.push('_');
    }
    free
}
