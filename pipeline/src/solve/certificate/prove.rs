//! Writes the proof of an answer.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write;

use super::claim::{Claimed, Stated, StatementError, Witness};
use crate::report::{Report, Status};
use crate::solve::error::SolveError;
use crate::solve::method::{Method, MethodError, Options, Solver};
use crate::solve::prepare::Prepared;
use crate::solve::problem::Problem;
use crate::solve::rounds::Rounds;
use tumble_formats::zero_one::Row;
use tumble_model::control::{Control, Request, Stop, Verdict};
use tumble_model::lower::Lowering;
use tumble_model::model::Model;
use tumble_model::session::Reload as _;
use tumble_proofs::{RefuteError, Refuted, Statement, refute};
use tumble_puzzles::puzzle::{CutSet, Cuts, Purpose};
use tumble_solver::{BackendError, Engine, ModelError};

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
    #[error("the rows of {encoding} do not exclude other answers; {}", remedy(others))]
    False {
        /// The encoding.
        encoding: String,
        /// The other encodings that have a statement.
        others: Vec<String>,
    },
    /// A row would be too many clauses.
    #[error("{why}; {}", remedy(others))]
    TooLarge {
        /// Which row.
        why: String,
        /// The other encodings that have a statement.
        others: Vec<String>,
    },
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

/// What may help where the statement of one encoding has no proof.
fn remedy(others: &[String]) -> String {
    if others.is_empty() {
        "no other encoding has a statement that says more".into()
    } else {
        format!("name another --encoding: {}", others.join(", "))
    }
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

/// Proves the answer of a report, and writes the proof: by the backend that is named, if it can, otherwise by the first that can. The
/// statement is that of the encoding in `options`, otherwise that of the encoding that is best for proofs.
///
/// # Errors
/// When there is no proof.
pub fn prove(
    problem: &Problem,
    report: &Report,
    options: &Options,
    named: Option<Method>,
    request: &Request<'_>,
    out: &mut dyn Write,
) -> Result<Certified, NoProof> {
    let claimed = claimed(report)?;
    let best = || problem.instance.best_encoding(Purpose::Certificate);
    let encoding = options.encoding.clone().map_or_else(best, Ok).map_err(SolveError::from)?;
    let options = Options { encoding: Some(encoding.clone()), ..options.clone() };
    let witness = report.solution.as_ref().map(|verified| Witness { solution: verified.json(), values: None });
    let witness = match (claimed, witness) {
        (Claimed::NoOther(_), Some(witness)) => Some(with_values(witness, problem, &options, request)?),
        (_, witness) => witness,
    };
    let mut stated = Stated::new(problem, &encoding, &options.lowering, claimed, witness.as_ref(), &request.control)?;
    let statement = Statement::new(&stated.prepared.lowered).map_err(StatementError::from)?;
    let named = named.and_then(|method| method.solver()).filter(|named| named.backend.capabilities().refutes);
    let prover = named.or_else(|| Solver::that(|can| can.refutes)).ok_or(MethodError::NoProver)?;
    let found = FoundCuts::default();
    let separate = |values: &[f64]| found.rows(stated.prepared.formulation.cuts.as_ref(), &statement, values);
    let mut engine = Engine::for_request(prover.entry, prover.backend, request);
    // The clauses are all that counts.
    engine.load(&Model::new("clauses"));
    let others = |own: &str| others(problem, (own, &options.lowering), claimed, witness.as_ref(), &request.control);
    let refuted = refute(&statement, &separate, &mut engine, request, out)
        .map_err(|error| unproved(error, &stated.prepared.encoding, &others, prover))?;
    let sets = found.sets(&refuted.cuts);
    stated.add_cuts(sets).map_err(NoProof::Output)?;
    let text = stated.file(&stated.header(problem)).map_err(StatementError::from)?;
    let (variables, rows) = statement.size();
    let size = (variables, rows + refuted.cuts.len());
    Ok(Certified { claimed, encoding: stated.prepared.encoding, witness, statement: text, size, refuted })
}

/// Why the statement of an encoding has no proof.
fn unproved(error: RefuteError, encoding: &str, others: &dyn Fn(&str) -> Vec<String>, prover: Solver) -> NoProof {
    let failed = |error: BackendError| SolveError::from(ModelError::from(error)).into();
    match error {
        RefuteError::Stopped(stop) => NoProof::Stopped(stop),
        RefuteError::False => NoProof::False { encoding: encoding.to_owned(), others: others(encoding) },
        RefuteError::Solver(error) => failed(error),
        RefuteError::Wrong => {
            failed(BackendError::Failed { solver: prover.backend.version(), message: error.to_string() })
        }
        RefuteError::TooLarge { .. } => NoProof::TooLarge { why: error.to_string(), others: others(encoding) },
        RefuteError::Output(error) => NoProof::Output(error.to_string()),
    }
}

/// The encodings, other than this one, that have a statement of the claim.
fn others(
    problem: &Problem,
    (own, lowering): (&str, &Lowering),
    claimed: Claimed,
    witness: Option<&Witness>,
    control: &Control<'_>,
) -> Vec<String> {
    let names = (problem.puzzle.encodings)().into_iter().flat_map(|info| info.names());
    let is_stated = |name: &String| {
        let stated = Stated::new(problem, name, lowering, claimed, witness, control);
        match stated {
            // Cuts that cannot be built again from sets are not in the statement.
            Ok(Stated { prepared: Prepared { formulation, .. }, .. }) => {
                !formulation.is_relaxation() || formulation.cuts.is_some()
            }
            // The values of the witness are those of another encoding.
            Err(error) => matches!(error, StatementError::Witness(_)),
        }
    };
    names.filter(|name| name != own && is_stated(name)).collect()
}

/// What the answer of a report claims.
fn claimed(report: &Report) -> Result<Claimed, NoProof> {
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
    let solver = Solver::all().next().ok_or(MethodError::NoBackend)?;
    let mut rounds = Rounds::new(problem, solver, options, request)?;
    let encoding = rounds.prepared.encoding.clone();
    match rounds.solve_horizons()? {
        Verdict::Optimal(answer) if witness.is_of(&answer.verified.json()) => {
            Ok(Witness { values: Some(answer.assignment.values().to_vec()), ..witness })
        }
        Verdict::Optimal(_) | Verdict::Infeasible => {
            let others = others(problem, (&encoding, &options.lowering), Claimed::Infeasible, None, &request.control);
            Err(NoProof::False { encoding, others })
        }
        Verdict::Feasible { stop, .. } | Verdict::Unknown { stop, .. } => Err(NoProof::Stopped(stop)),
    }
}

/// The cuts that were found, by row.
#[derive(Default)]
struct FoundCuts(RefCell<HashMap<Row, CutSet>>);

impl FoundCuts {
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
