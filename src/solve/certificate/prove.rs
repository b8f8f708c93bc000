//! Writes the proof of an answer.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write;

use super::claim::{Claimed, Stated, StatementError, Witness};
use crate::backend::{Backend, BackendEntry, ClauseRefutations, LinearPrograms, ModelError};
use crate::control::{Request, Stop, Verdict};
use crate::format::zero_one::Row;
use crate::proof::{RefuteError, Refuted, Separate, Statement, refute, refute_by_clauses};
use crate::puzzle::{CutSet, Cuts, EncodeError};
use crate::report::{Report, Status};
use crate::solve::error::SolveError;
use crate::solve::method::{Method, MethodError};
use crate::solve::problem::{Options, Problem};
use crate::solve::rounds::Rounds;

/// A certificate whose proof was written.
#[derive(Clone, Debug)]
pub struct Certified {
    /// What it proves.
    pub claimed: Claimed,
    /// The encoding of its statement.
    pub encoding: String,
    /// The solution, if the report has one.
    pub witness: Option<Witness>,
    /// The statement, an OPB file.
    pub statement: String,
    /// The number of 0/1 variables and of rows of the statement.
    pub size: (usize, usize),
    /// The proof, which was written.
    pub refuted: Refuted,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoProof {
    /// The answer is not proved, so there is nothing to certify.
    #[error("the answer is {0}: only a proved answer has a certificate")]
    Unproved(Status),
    /// The answer was settled while the model was built, or needs no proof: a statement would say nothing.
    #[error("a proof would say nothing: {0}")]
    Settled(String),
    /// A limit.
    #[error("stopped by {0}")]
    Stopped(Stop),
    /// Some values satisfy all rows of the statement: the model lacks cuts that cannot be built again from sets, or the encoding or the
    /// method that found the answer is at fault.
    #[error("the rows of {encoding} do not exclude other answers: name another --encoding")]
    False {
        /// The encoding.
        encoding: String,
    },
    /// The method that found the answer writes no proofs.
    #[error("the method {method} writes no proof of its own: name a .pbp file")]
    NoneOfItsOwn {
        /// The method.
        method: &'static str,
    },
    /// A row would be too many clauses.
    #[error("{0}: name another --encoding")]
    TooLarge(String),
    /// There is no backend that proves.
    #[error(transparent)]
    Method(#[from] MethodError),
    /// There is no model, or the backend failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The statement or the proof cannot be written.
    #[error("{0}")]
    Output(String),
}

impl From<StatementError> for NoProof {
    fn from(error: StatementError) -> Self {
        match error {
            StatementError::Solve(error) => Self::Solve(error),
            StatementError::Write(error) => Self::Output(error.to_string()),
            StatementError::Settled(why) => Self::Settled(why),
            StatementError::Witness(why) => Self::Output(why),
        }
    }
}

/// Proves the answer of a report, and writes the proof: by this backend, if it can, otherwise by the prover that suits the encoding. The
/// statement is that of the encoding in `options`, otherwise that of the encoding that is best for proofs.
///
/// # Errors
/// When there is no proof.
pub fn prove(
    problem: &Problem,
    report: &Report,
    options: &Options,
    backend: Option<Method>,
    request: &Request<'_>,
    out: &mut dyn Write,
) -> Result<Certified, NoProof> {
    let claimed = claimed(report)?;
    let encoding = options.encoding.clone().or_else(|| problem.instance.best_encoding_for_proof());
    let encoding = encoding.ok_or(SolveError::from(EncodeError::NoEncodings))?;
    let options = Options { encoding: Some(encoding.clone()), ..options.clone() };
    let witness = report.solution.clone().map(|solution| Witness { solution, values: None });
    let witness = match (claimed, witness) {
        (Claimed::NoOther(_), Some(witness)) => Some(with_values(witness, problem, &options, request)?),
        (_, witness) => witness,
    };
    let mut stated = Stated::new(problem, &encoding, &options.lowering, claimed, witness.as_ref())?;
    let statement = Statement::new(&stated.prepared.lowered, stated.has_cutoff).map_err(StatementError::from)?;
    let prover = Prover::of(problem, &stated.prepared.encoding, backend)?;
    let found = Found::default();
    let separate = |values: &[f64]| found.rows(stated.prepared.formulation.cuts.as_ref(), &statement, values);
    let refuted = prover.refute(&stated.prepared.encoding, &statement, &separate, request, out)?;
    let sets = found.sets(&refuted.cuts);
    stated.add_cuts(sets).map_err(NoProof::Output)?;
    let text = stated.file(&stated.header(problem)).map_err(StatementError::from)?;
    let (variables, rows) = statement.size();
    let size = (variables, rows + refuted.cuts.len());
    Ok(Certified { claimed, encoding: stated.prepared.encoding, witness, statement: text, size, refuted })
}

/// The backend that finds the proof.
enum Prover {
    /// By duals of linear programs.
    LinearPrograms(&'static BackendEntry, &'static dyn Backend),
    /// By the steps of a SAT solver.
    Clauses(&'static BackendEntry, &'static dyn Backend),
}

impl Prover {
    /// The prover that is named if it is one. Otherwise linear programs prove the statements of encodings with a tight relaxation, and a SAT
    /// solver, if this build has one, those of other encodings.
    fn of(problem: &Problem, encoding: &str, named: Option<Method>) -> Result<Self, MethodError> {
        let programs = |method: Method| {
            let found = method.backend_that(|backend| backend.gives_duals());
            found.map(|(entry, backend)| Self::LinearPrograms(entry, backend))
        };
        let clauses = |method: Method| {
            let found = method.backend_that(|backend| backend.refutes_clauses());
            found.map(|(entry, backend)| Self::Clauses(entry, backend))
        };
        if let Some(prover) = named.and_then(|named| programs(named).or_else(|| clauses(named))) {
            return Ok(prover);
        }
        let base = encoding.split('+').next().unwrap_or(encoding);
        let is_tight = (problem.puzzle.encodings)().iter().any(|info| info.tight && info.is_called(base));
        let by_programs = || Method::solvers().find_map(programs);
        let by_clauses = || Method::solvers().find_map(clauses);
        let prover = if is_tight { by_programs().or_else(by_clauses) } else { by_clauses().or_else(by_programs) };
        prover.ok_or(MethodError::NoLpSolver)
    }

    fn refute(
        self,
        encoding: &str,
        statement: &Statement,
        separate: &Separate<'_>,
        request: &Request<'_>,
        out: &mut dyn Write,
    ) -> Result<Refuted, NoProof> {
        match self {
            Self::LinearPrograms(entry, backend) => {
                let mut programs = LinearPrograms::new(entry, backend, request);
                refute(statement, separate, &mut programs, request, out)
                    .map_err(|error| unproved(error, encoding, programs.failure()))
            }
            Self::Clauses(entry, backend) => {
                let mut clauses = ClauseRefutations::new(entry, backend, request);
                refute_by_clauses(statement, separate, &mut clauses, request, out)
                    .map_err(|error| unproved(error, encoding, clauses.failure()))
            }
        }
    }
}

/// Why the statement of an encoding has no proof, where the prover's backend says this of its failures.
fn unproved(error: RefuteError, encoding: &str, failure: ModelError) -> NoProof {
    match error {
        RefuteError::Stopped(stop) => NoProof::Stopped(stop),
        RefuteError::False => NoProof::False { encoding: encoding.to_owned() },
        RefuteError::Solver(_) | RefuteError::Clauses(_) => SolveError::from(failure).into(),
        RefuteError::TooLarge { .. } => NoProof::TooLarge(error.to_string()),
        RefuteError::Output(error) => NoProof::Output(error.to_string()),
    }
}

/// What the answer of a report claims.
pub(super) fn claimed(report: &Report) -> Result<Claimed, NoProof> {
    let listed = report.solutions.as_ref().filter(|_| report.complete == Some(true)).map(|solutions| solutions.len());
    match (report.status, listed, report.objective) {
        (Status::Infeasible, ..) => Ok(Claimed::Infeasible),
        (Status::Optimal, Some(1), objective) => Ok(Claimed::NoOther(objective)),
        (Status::Optimal, _, Some(objective)) => Ok(Claimed::NoneBetter(objective)),
        (Status::Optimal, Some(several), None) => {
            Err(NoProof::Settled(format!("there are {several} solutions, and each proves itself")))
        }
        (Status::Optimal, None, None) => {
            let why = "any solution is an answer, and proves itself; --all proves of a single solution that it is the only one";
            Err(NoProof::Settled(why.into()))
        }
        (status, ..) => Err(NoProof::Unproved(status)),
    }
}

/// The only solution with its values in the model of the encoding, which are found by solving the model.
fn with_values(
    witness: Witness,
    problem: &Problem,
    options: &Options,
    request: &Request<'_>,
) -> Result<Witness, NoProof> {
    let Method::Backend(entry, backend) = Method::first_solver()? else { return Err(MethodError::NoBackend.into()) };
    let rounds = Rounds::new(problem, (entry, backend), options, request)?;
    let encoding = rounds.prepared.encoding.clone();
    match rounds.find()? {
        Verdict::Optimal(answer) if witness.is_of(&answer.solution) => {
            Ok(Witness { values: Some(answer.assignment.values().to_vec()), ..witness })
        }
        Verdict::Optimal(_) | Verdict::Infeasible => Err(NoProof::False { encoding }),
        Verdict::Feasible { stop, .. } | Verdict::Unknown { stop, .. } => Err(NoProof::Stopped(stop)),
    }
}

/// The cuts that were found, by row.
#[derive(Default)]
struct Found(RefCell<HashMap<Row, CutSet>>);

impl Found {
    /// The rows of the cuts that a point violates; the first variables of the statement are those of the formulation.
    fn rows(&self, cuts: Option<&Cuts>, statement: &Statement, values: &[f64]) -> Vec<Row> {
        let Some(cuts) = cuts else { return Vec::new() };
        let single = |set: CutSet| {
            let row = statement.row(&(cuts.row)(&set).ok()?)?;
            self.0.borrow_mut().insert(row.clone(), set);
            Some(row)
        };
        (cuts.violated)(values).into_iter().filter_map(single).collect()
    }

    /// The sets of some of these rows, in order.
    fn sets(&self, rows: &[Row]) -> Vec<CutSet> {
        let known = self.0.borrow();
        rows.iter().filter_map(|row| known.get(row).cloned()).collect()
    }
}
