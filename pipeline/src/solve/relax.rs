//! The linear relaxation of a model: with its cuts before the integer model is solved, or alone.
//!
//! Cuts for the relaxation come first: they are valid for whatever point they were found at. With them, `euler-flow`
//! on a 6×6 board takes 0.2 to 0.6 s; with cuts for integer solutions alone it took 8 to 50 s.

use web_time::Instant;

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::answer::Answered;
use super::error::SolveError;
use super::method::{Options, Solver};
use super::problem::Problem;
use super::rounds::{Rounds, SoFar};
use super::watch::Watch;
use crate::report::{Relaxation, Report};
use tumble_model::control::{Event, Request, Stop, Verdict, until_stopped};
use tumble_model::lp::{Gains, Patience, integer_bound};
use tumble_model::model::{Linear, LinearConstraint, Model, Sense, Var};
use tumble_model::session::{Change, Reload as _, Session as _};
use tumble_solver::ModelError;

/// A value is integral if it is this close to an integer.
const INTEGRAL: f64 = 1e-6;
/// When the rounds of cuts before an integer model end.
const PATIENCE: Patience = Patience { rounds: 6, gain: 0.1 };
/// The largest random cost; the smallest is 1.
const LARGEST_COST: i64 = 100;

/// Solves the linear relaxation of an encoding: for a staged one, that of the shortest horizon. Cuts are added as long as the relaxation
/// violates any. Where the puzzle has no objective, random costs between 1 and 100 of the integer variables take its place, by the
/// request's seed, and the integer model is solved with them too: without an optimum the value would say nothing.
///
/// # Errors
/// As for [`solve`](super::solve).
pub fn relax(
    problem: &Problem,
    solver: Solver,
    options: &Options,
    request: &Request<'_>,
) -> Result<Report, SolveError> {
    let watch = Watch::start();
    let options = Options { always_model: true, ..options.clone() };
    let (answered, relaxation) = Rounds::new(problem, solver, &options, request)?.relax()?;
    let report = answered.report(problem, &options, request, &watch)?;
    Ok(Report { relaxation: Some(relaxation), ..report })
}

impl Rounds<'_> {
    /// If the backend solves linear relaxations: solves the relaxation of the model and adds the cuts that it violates, until it violates
    /// no cut. Returns a verdict if the run ends here: at a limit, or because the relaxation, and with it the model, is infeasible.
    pub(super) fn tighten<S>(&mut self, known: &mut SoFar) -> Result<Option<Verdict<S>>, SolveError> {
        let has_cuts = self.prepared.formulation.cuts.is_some();
        // Once is enough: later rounds add to the same model.
        if self.is_tight || !has_cuts || !self.capabilities().relaxations {
            return Ok(None);
        }
        self.is_tight = true;
        let (verdict, cuts) = self.solve_relaxation(Some(Gains::new(PATIENCE)), known)?;
        Ok(match verdict {
            Verdict::Optimal(values) | Verdict::Feasible { solution: values, .. } => {
                // The others would only slow the solver down: what the integer model violates later is found again.
                for cut in cuts.into_iter().filter(|cut| cut.is_tight_at(&values)) {
                    self.add("cut", cut);
                }
                None
            }
            Verdict::Infeasible => Some(Verdict::Infeasible),
            Verdict::Unknown { stop, .. } if stop.ends_the_run() => {
                Some(Verdict::Unknown { bound: known.bound(), stop })
            }
            // The integer model is solved without the cuts that a solver of relaxations did not get to.
            Verdict::Unknown { .. } => None,
        })
    }

    /// Solves the linear relaxation of the model and adds the cuts that it violates, until it violates no cut or the gains have ended.
    /// Returns the cuts, which only the engine has.
    fn solve_relaxation(
        &mut self,
        mut gains: Option<Gains>,
        known: &mut SoFar,
    ) -> Result<(Verdict<Vec<f64>>, Vec<LinearConstraint>), SolveError> {
        let objective = self.prepared.lowered.objective().cloned();
        let mut all: Vec<LinearConstraint> = Vec::new();
        // The copies may be too large for the memory.
        let control = &self.request.control;
        let copied = until_stopped(control, || {
            let program = self.prepared.lowered.clone().relaxed();
            self.engine.load(&program);
            program
        });
        let mut program = match copied {
            Err(stop) => return Ok((Verdict::Unknown { bound: known.bound(), stop }, all)),
            Ok(program) => program,
        };
        loop {
            let verdict = self.run_relaxation(&program, known)?;
            // The cuts are valid for any values, so those that are not proved to be best will do.
            let Some(values) = verdict.solution() else { return Ok((verdict, all)) };
            let value = objective.as_ref().map(|objective| objective.at(values));
            let formulation = &self.prepared.formulation;
            let rows = || formulation.cuts.as_ref().map(|cuts| cuts.rows(values)).unwrap_or_default();
            let cuts = match until_stopped(&self.request.control, rows) {
                Err(stop) => return Ok((Verdict::Unknown { bound: known.bound(), stop }, all)),
                Ok(cuts) => cuts,
            };
            let has_ended = gains.as_mut().zip(value).is_some_and(|(gains, value)| gains.have_ended(value));
            if cuts.is_empty() || has_ended {
                return Ok((verdict, all));
            }
            self.note_cuts(&cuts);
            for cut in cuts {
                all.push(cut.clone());
                let name = format!("cut_{}", all.len());
                program.add(name.clone(), cut.clone());
                self.engine.change(Change::Add(name, cut));
            }
            if let Some(stop) = self.request.control.stop() {
                return Ok((Verdict::Unknown { bound: known.bound(), stop }, all));
            }
        }
    }

    fn run_relaxation(&mut self, program: &Model, known: &mut SoFar) -> Result<Verdict<Vec<f64>>, ModelError> {
        let start = Instant::now();
        let outcome = self.engine.solve(self.request)?;
        self.note_time(start.elapsed().as_secs_f64());
        // Duals give a bound without the solver's tolerances.
        let exact = outcome.duals.as_deref().and_then(|duals| integer_bound(program, duals));
        known.tighten(exact.or(outcome.bound));
        self.request.control.notify(&Event::Progress(known.progress()));
        Ok(outcome.verdict)
    }

    /// See [`relax`].
    fn relax(mut self) -> Result<(Answered, Relaxation), SolveError> {
        if let Some(verdict) = self.settled() {
            let is_infeasible = matches!(verdict, Verdict::Infeasible);
            return Ok((self.outcome(verdict, None)?, Relaxation { is_infeasible, ..Relaxation::default() }));
        }
        let start = Instant::now();
        let has_objective = self.prepared.lowered.objective().is_some();
        if !has_objective {
            self.set_random_costs();
        }
        let mut known = self.nothing_known();
        let (solved, _) = self.solve_relaxation(None, &mut known)?;
        let seconds = start.elapsed().as_secs_f64();
        let mut relaxation = Relaxation { seconds, has_random_costs: !has_objective, ..Relaxation::default() };
        let verdict = match solved {
            Verdict::Optimal(values) => {
                let objective = self.prepared.lowered.objective();
                relaxation.value = objective.map(|objective| objective.at(&values));
                relaxation.integral_share = integral_share(&self.prepared.formulation.model, &values);
                self.stats.root_bound = relaxation.value;
                if !has_objective {
                    relaxation.optimum = match self.solve_model()? {
                        Verdict::Optimal(answer) => answer.objective(),
                        _ => None,
                    };
                }
                let bound = known.bound().filter(|_| has_objective);
                Verdict::Unknown { bound, stop: Stop::Relaxation }
            }
            Verdict::Infeasible => {
                relaxation.is_infeasible = true;
                // The model of one horizon says nothing of longer solutions.
                match self.prepared.lengths {
                    Some(_) => Verdict::Unknown { bound: None, stop: Stop::Relaxation },
                    None => Verdict::Infeasible,
                }
            }
            Verdict::Feasible { stop, .. } | Verdict::Unknown { stop, .. } => Verdict::Unknown { bound: None, stop },
        };
        Ok((self.outcome(verdict, None)?, relaxation))
    }

    /// Gives the model an objective: random costs of its integer variables.
    fn set_random_costs(&mut self) {
        let mut random = ChaCha8Rng::seed_from_u64(self.request.seed.unwrap_or(0).into());
        let vars = integer_variables(&self.prepared.formulation.model);
        let costs =
            vars.into_iter().fold(Linear::new(), |sum, var| sum.plus(random.random_range(1..=LARGEST_COST), var));
        self.prepared.formulation.model.set_objective(Sense::Minimize, costs.clone());
        self.prepared.lowered.set_objective(Sense::Minimize, costs);
    }
}

/// The variables that a solver has to declare integer, and that are not fixed.
fn integer_variables(model: &Model) -> Vec<Var> {
    let free = model.variables().iter().enumerate().filter(|(_, v)| !v.may_be_continuous() && v.lower < v.upper);
    free.map(|(i, _)| Var::from_index(i)).collect()
}

/// The share of integer variables whose values are integral.
fn integral_share(model: &Model, values: &[f64]) -> Option<f64> {
    let vars = integer_variables(model);
    let is_integral = |var: &&Var| (values[var.index()] - values[var.index()].round()).abs() < INTEGRAL;
    let integral = vars.iter().filter(is_integral).count();
    (!vars.is_empty()).then(|| integral as f64 / vars.len() as f64)
}
