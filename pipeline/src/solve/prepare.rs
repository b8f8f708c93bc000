//! From an encoding to the lowered model that a backend is given, or that is exported.

use std::ops::RangeInclusive;
use web_time::Instant;

use serde_json::Value;

use super::error::SolveError;
use super::problem::Problem;
use tumble_model::control::{Control, Stop};
use tumble_model::lower::{Lowering, lower};
use tumble_model::model::{Capabilities, Linear, Model};
use tumble_puzzles::puzzle::{Encoded, Formulation, Has, Horizons, Wanted};
use tumble_solver::ModelError;

/// A model, built and lowered.
#[derive(Debug)]
pub struct Prepared {
    /// The encoding's canonical name.
    pub encoding: String,
    /// The model before lowering and the way back.
    pub formulation: Formulation<Value>,
    /// The model after lowering.
    pub lowered: Model,
    /// How it was lowered.
    pub lowering: Lowering,
    /// For a staged encoding: the lengths of the solutions that the model has.
    pub lengths: Option<RangeInclusive<u64>>,
    /// What is known without a solver, if that is all. The model says no more than that there is no solution.
    pub settled: Option<Settled>,
    /// Seconds to build it.
    pub(super) build_seconds: f64,
    /// Seconds to lower it.
    pub(super) lower_seconds: f64,
}

/// What is known without a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Why the instance has no solution.
    Infeasible(String),
    /// A solution with its objective, and why there is a better one to each.
    Unbounded(Value, i64, String),
    /// The limit that was reached while the model was built: there is none. Of a staged encoding, no solution is shorter than this.
    Stopped(Stop, Option<i64>),
}

/// The number of horizons beyond the first that the model of a staged encoding covers if the caller names no horizon.
const HORIZONS: u64 = 10;

/// Builds and lowers one model to hand to another program. For a staged encoding it has all solutions up to a horizon:
/// up to `horizon` moves, or without it ten more than the first horizon.
///
/// # Errors
/// As for [`prepare`], when there is no model for the horizon, when the model would lack solutions, and at a limit.
pub fn prepare_whole(
    problem: &Problem,
    encoding: &str,
    capabilities: Capabilities,
    wanted: &Lowering,
    horizon: Option<u64>,
    control: &Control<'_>,
) -> Result<Prepared, SolveError> {
    let start = Instant::now();
    let (encoding, encoded) = problem.instance.encode(encoding, control)?;
    let (formulation, lengths) = match (encoded, horizon) {
        (Encoded::Infeasible(why), _) => {
            return settled(problem, encoding, capabilities, Settled::Infeasible(why.to_owned()));
        }
        (Encoded::Unbounded(_, _, why), _) => return Err(SolveError::NoBest { why: why.to_owned() }),
        (Encoded::Whole(formulation), None) => (formulation, None),
        (Encoded::Whole(_), Some(_)) => {
            let why = format!("the model of {encoding} has solutions of all lengths");
            return Err(SolveError::Horizon { why });
        }
        (Encoded::Staged(horizons), horizon) => {
            let horizon = horizon.unwrap_or_else(|| horizons.at_least.saturating_add(HORIZONS).min(horizons.at_most));
            if horizon < horizons.at_least {
                return Err(SolveError::Horizon { why: format!("no solution is shorter than {}", horizons.at_least) });
            }
            let lengths = horizons.at_least..=horizon;
            (horizons.formulation(lengths.clone(), Wanted::All)?, Some(lengths))
        }
    };
    match formulation.has {
        Has::Better(..) => return Err(SolveError::OnlyBetter { encoding }),
        Has::All | Has::AllBest | Has::SomeBest => {}
    }
    Prepared::new(encoding, (formulation, lengths), capabilities, wanted, start)
}

/// Builds and lowers the first model that a run of an encoding solves, and the horizons if it is staged. At a limit there is no model.
///
/// # Errors
/// When there is no such encoding, it does not fit, or its model would be too large.
pub fn prepare(
    problem: &Problem,
    encoding: &str,
    capabilities: Capabilities,
    wanted: &Lowering,
    control: &Control<'_>,
) -> Result<(Prepared, Option<Horizons<Value>>), SolveError> {
    let start = Instant::now();
    let name = problem.instance.fits(encoding)?;
    let whole = |known| Ok((settled(problem, name.clone(), capabilities, known)?, None));
    let stopped = |error: SolveError, at_least| match error.stop() {
        Some(stop) => whole(Settled::Stopped(stop.clone(), at_least)),
        None => Err(error),
    };
    let (first, horizons) = match problem.instance.encode(encoding, control) {
        Err(error) => return stopped(error.into(), None),
        Ok((_, Encoded::Infeasible(why))) => return whole(Settled::Infeasible(why.to_owned())),
        Ok((_, Encoded::Unbounded(solution, objective, why))) => {
            return whole(Settled::Unbounded(solution, objective, why.to_owned()));
        }
        Ok((_, Encoded::Whole(formulation))) => ((formulation, None), None),
        Ok((_, Encoded::Staged(horizons))) => {
            let lengths = horizons.at_least..=horizons.at_least;
            match horizons.formulation(lengths.clone(), Wanted::Shortest) {
                Err(error) => return stopped(error.into(), i64::try_from(horizons.at_least).ok()),
                Ok(formulation) => ((formulation, Some(lengths)), Some(horizons)),
            }
        }
    };
    match Prepared::new(name.clone(), first, capabilities, wanted, start) {
        Err(error) => stopped(error, None),
        Ok(prepared) => Ok((prepared, horizons)),
    }
}

/// In place of the model of an instance of which everything is known that will be known: a model without a solution.
pub(super) fn settled(
    problem: &Problem,
    encoding: String,
    capabilities: Capabilities,
    settled: Settled,
) -> Result<Prepared, SolveError> {
    let mut model = Model::new(problem.puzzle.name);
    if let Settled::Infeasible(why) | Settled::Unbounded(_, _, why) = &settled {
        model.block(format!("(0) {why}"));
    }
    model.add("impossible", Linear::new().at_least(1));
    let has = match &settled {
        Settled::Unbounded(solution, objective, _) => Has::Better(solution.clone(), *objective),
        Settled::Infeasible(_) => Has::All,
        // Nothing is known of solutions.
        Settled::Stopped(..) => Has::SomeBest,
    };
    let formulation = Formulation::new(model, has, Box::new(|_| Err("no assignment satisfies this model".into())));
    // It has no constraints that a lowering is for.
    let prepared = Prepared::new(encoding, (formulation, None), capabilities, &Lowering::default(), Instant::now())?;
    Ok(Prepared { settled: Some(settled), ..prepared })
}

impl Prepared {
    /// Lowers a formulation whose building began at `start`.
    pub(super) fn new(
        encoding: String,
        (formulation, lengths): (Formulation<Value>, Option<RangeInclusive<u64>>),
        capabilities: Capabilities,
        wanted: &Lowering,
        start: Instant,
    ) -> Result<Self, SolveError> {
        let build_seconds = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let lowered = lower(formulation.model.clone(), capabilities, wanted).map_err(ModelError::from)?;
        Ok(Self {
            encoding,
            formulation,
            lowered: lowered.model,
            lowering: lowered.lowering,
            lengths,
            settled: None,
            build_seconds,
            lower_seconds: start.elapsed().as_secs_f64(),
        })
    }
}
