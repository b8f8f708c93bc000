//! What a certificate proves, the statement that says so, and its check: it is built again from the instance, and compared.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde_json::Value;
use web_time::Instant;

use crate::solve::answer::Answer;
use crate::solve::error::SolveError;
use crate::solve::listing::exclusion;
use crate::solve::prepare::Prepared;
use crate::solve::problem::Problem;
use tumble_formats::{Header, WriteError, opb};
use tumble_model::control::{Control, Stop, until_stopped};
use tumble_model::lower::Lowering;
use tumble_model::model::{Capabilities, EXACT, LinearConstraint, Objective, Sense};
use tumble_puzzles::puzzle::{CutSet, Encoded, Formulation, Has, Horizons, Wanted};
use tumble_solver::exact;

/// What a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// There is no solution.
    Infeasible,
    /// No solution has a better objective than this, that of the witness.
    NoneBetter(i64),
    /// The witness is the only solution; with an objective, the only one that is as good as this.
    NoOther(Option<i64>),
}

/// The words before the objective.
const NONE_BETTER: &str = "no solution is better than ";
const INFEASIBLE: &str = "there is no solution";
const NO_OTHER: &str = "there is no other solution";
const NO_OTHER_AS_GOOD: &str = "no other solution is as good as ";

impl fmt::Display for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Infeasible => f.write_str(INFEASIBLE),
            Self::NoneBetter(objective) => write!(f, "{NONE_BETTER}{objective}"),
            Self::NoOther(None) => f.write_str(NO_OTHER),
            Self::NoOther(Some(objective)) => write!(f, "{NO_OTHER_AS_GOOD}{objective}"),
        }
    }
}

impl FromStr for Claimed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is nothing that a certificate proves");
        let objective = |text: &str| {
            let objective =
                text.parse().ok().filter(|objective: &i64| objective.unsigned_abs() <= EXACT.unsigned_abs());
            objective.ok_or_else(wrong)
        };
        match (text.strip_prefix(NONE_BETTER), text.strip_prefix(NO_OTHER_AS_GOOD)) {
            (Some(best), _) => Ok(Self::NoneBetter(objective(best)?)),
            (_, Some(best)) => Ok(Self::NoOther(Some(objective(best)?))),
            _ if text == INFEASIBLE => Ok(Self::Infeasible),
            _ if text == NO_OTHER => Ok(Self::NoOther(None)),
            _ => Err(wrong()),
        }
    }
}

impl Claimed {
    /// The lengths that a staged encoding has to rule out.
    fn lengths(self, horizons: &Horizons<Value>) -> Result<RangeInclusive<u64>, StatementError> {
        let last = match self {
            Self::Infeasible => horizons.at_most,
            // All lengths below that of the witness.
            Self::NoneBetter(length) => match u64::try_from(length).ok().and_then(|length| length.checked_sub(1)) {
                Some(last) => last,
                None => return Err(StatementError::Settled("no solution has fewer than no moves".into())),
            },
            // The row that excludes a solution does so only among solutions of one length.
            Self::NoOther(_) => {
                return Err(unlisted(horizons.encoding));
            }
        };
        let lengths = horizons.at_least..=last;
        if lengths.is_empty() {
            let why =
                format!("no solution is shorter than {}, which the encoding {} knows", last + 1, horizons.encoding);
            return Err(StatementError::Settled(why));
        }
        Ok(lengths)
    }

    /// The row that exactly the counterexamples satisfy: an objective better than the claimed one. `None` if the claim is about all solutions.
    fn better(self, objective: Option<Objective>) -> Result<Option<LinearConstraint>, StatementError> {
        let (best, step) = match self {
            Self::Infeasible | Self::NoOther(None) => return Ok(None),
            Self::NoneBetter(best) => (best, 1),
            Self::NoOther(Some(best)) => (best, 0),
        };
        let Some(Objective { sense, expression }) = objective else {
            return Err(StatementError::Settled("the model has no objective: any solution proves itself".into()));
        };
        Ok(Some(match sense {
            Sense::Maximize => expression.at_least(best.saturating_add(step)),
            Sense::Minimize => expression.at_most(best.saturating_sub(step)),
        }))
    }
}

/// Why a certificate has no statement.
#[derive(Debug, thiserror::Error)]
pub(super) enum StatementError {
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Nothing is left to prove.
    #[error("{0}")]
    Settled(String),
    /// The witness is no solution of the model.
    #[error("the witness is no solution of the model: {0}")]
    Witness(String),
}

/// A solution, and the values that a model gives it.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The solution. It may have more keys than the solution that the values decode to, such as moves.
    pub solution: Value,
    /// A value for each variable of the model before lowering, by index; only where the statement has a row that excludes the solution.
    pub values: Option<Vec<i64>>,
}

impl Witness {
    /// The row that excludes the solution from a model, whose literals it may need.
    fn excluded(
        &self,
        problem: &Problem,
        encoding: &str,
        formulation: &mut Formulation<Value>,
    ) -> Result<LinearConstraint, StatementError> {
        let values = self.values.as_ref().ok_or_else(|| StatementError::Witness("it has no values".into()))?;
        let values: Vec<f64> = values.iter().map(|&value| value as f64).collect();
        let assignment = exact(&formulation.model, &values);
        let answer = assignment.and_then(|assignment| Answer::new(problem, formulation, assignment));
        let answer = answer.map_err(StatementError::Witness)?;
        if !self.is_of(&answer.verified.json()) {
            return Err(StatementError::Witness("its values are those of another solution".into()));
        }
        exclusion(formulation, &answer.assignment).ok_or_else(|| unlisted(encoding))
    }

    /// Whether this is the solution that values were decoded to.
    pub(super) fn is_of(&self, decoded: &Value) -> bool {
        match (decoded, &self.solution) {
            (Value::Object(decoded), Value::Object(whole)) => {
                decoded.iter().all(|(key, value)| value.is_null() || whole.get(key) == Some(value))
            }
            (decoded, whole) => decoded == whole,
        }
    }
}

/// The error for an encoding whose models cannot exclude a solution.
fn unlisted(encoding: &str) -> StatementError {
    SolveError::Unlisted { what: format!("encoding {encoding}") }.into()
}

/// The model of a statement, without cuts.
pub(super) struct Stated {
    pub prepared: Prepared,
    pub claimed: Claimed,
    /// The sets of its cuts.
    cuts: Vec<CutSet>,
}

impl Stated {
    /// The statement of a claim by an encoding. Of a claim that there is no other solution, the statement excludes the witness.
    pub fn new(
        problem: &Problem,
        encoding: &str,
        lowering: &Lowering,
        claimed: Claimed,
        witness: Option<&Witness>,
        control: &Control<'_>,
    ) -> Result<Self, StatementError> {
        let start = Instant::now();
        let (encoding, encoded) = problem.instance.encode(encoding, control).map_err(SolveError::from)?;
        let (mut formulation, lengths) = match encoded {
            Encoded::Infeasible(why) | Encoded::Unbounded(_, _, why) => {
                return Err(StatementError::Settled(why.to_owned()));
            }
            Encoded::Whole(formulation) => (formulation, None),
            Encoded::Staged(horizons) => {
                let lengths = claimed.lengths(&horizons)?;
                (horizons.formulation(lengths.clone(), Wanted::Shortest).map_err(SolveError::from)?, Some(lengths))
            }
        };
        match formulation.has {
            Has::Better(..) => return Err(SolveError::OnlyBetter { encoding }.into()),
            Has::All | Has::AllBest | Has::SomeBest => {}
        }
        if matches!(claimed, Claimed::NoOther(_)) {
            if !formulation.has.lists(problem.instance.sense()) {
                return Err(unlisted(&encoding));
            }
            let witness = witness.ok_or_else(|| StatementError::Witness("it is missing".into()))?;
            let row = witness.excluded(problem, &encoding, &mut formulation)?;
            formulation.model.block("a solution other than the witness");
            formulation.model.add("other", row);
        }
        let objective = formulation.model.take_objective();
        // The lengths of a staged encoding say what is better.
        let better = if lengths.is_some() { None } else { claimed.better(objective)? };
        let mut prepared = Prepared::new(encoding, (formulation, lengths), Capabilities::LINEAR, lowering, start)?;
        if let Some(row) = better {
            prepared.lowered.block("the objective is better than that of the witness");
            prepared.lowered.add("better", row);
        }
        Ok(Self { prepared, claimed, cuts: Vec::new() })
    }

    /// Adds the rows of cuts, each built from its set.
    ///
    /// # Errors
    /// The first set that has no row, in words.
    pub fn add_cuts(&mut self, sets: Vec<CutSet>) -> Result<(), String> {
        let Prepared { formulation, lowered, .. } = &mut self.prepared;
        if !sets.is_empty() {
            lowered.block("cuts, each from its set");
        }
        for set in sets {
            let cuts = formulation.cuts.as_ref().ok_or("the encoding has no cuts")?;
            let row = (cuts.row)(&set)?;
            self.cuts.push(set);
            lowered.add(format!("cut_{}", self.cuts.len()), row);
        }
        Ok(())
    }

    /// The header of its file.
    pub fn header(&self, problem: &Problem) -> Header {
        Header { proves: self.claimed.to_string(), cuts: self.cuts.clone(), ..self.prepared.header(problem, "opb") }
    }

    /// The text of its file, after a header.
    pub fn file(&self, header: &Header) -> Result<String, WriteError> {
        opb::write(&self.prepared.lowered, &header.pairs())
    }
}

/// A statement that is one of its problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stating {
    /// What it proves, together with its witness.
    pub claimed: Claimed,
    /// The encoding of its statement.
    pub encoding: String,
}

/// Why a certificate is refused.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// A limit was reached before the statement was built again: nothing is known of the certificate.
    #[error("stopped by {0}")]
    Stopped(Stop),
    /// The header of the statement cannot be read.
    #[error("the statement has no header that says what it is: {0}")]
    Header(String),
    /// The statement cannot be built again.
    #[error("the statement cannot be built from the model: {0}")]
    Rebuild(String),
    /// The statement excludes a witness that is none.
    #[error("{0}")]
    Witness(String),
    /// A cut of the statement is not one that every solution satisfies.
    #[error("a cut of the statement is none: {0}")]
    Cut(String),
    /// The statement is another one.
    #[error("line {line} of the statement is not that of this model: `{found}` stands where `{expected}` is expected")]
    Foreign {
        /// The first line that differs, from 1.
        line: usize,
        /// The line in the file.
        found: String,
        /// The line of the model.
        expected: String,
    },
}

/// The most characters of a line that are shown.
const SHOWN: usize = 60;

/// Checks that a statement is one of this problem. Whether its proof holds, and whether the witness keeps the rules, is left to the caller.
///
/// # Errors
/// When the certificate proves nothing about this problem.
pub fn check_statement(
    problem: &Problem,
    statement: &str,
    witness: Option<&Witness>,
    control: &Control<'_>,
) -> Result<Stating, CertificateError> {
    let wrong = |why: String| CertificateError::Header(why);
    let header = Header::read(statement).ok_or_else(|| wrong("it names no encoding".into()))?;
    let claimed: Claimed = header.proves.parse().map_err(wrong)?;
    let lowering: Lowering = header.lowering.parse().map_err(|error| wrong(format!("{error}")))?;
    let rebuild = |error: StatementError| match error {
        StatementError::Solve(ref error) if let Some(stop) = error.stop() => CertificateError::Stopped(stop.clone()),
        StatementError::Witness(_) => CertificateError::Witness(error.to_string()),
        _ => CertificateError::Rebuild(error.to_string()),
    };
    let mut stated = Stated::new(problem, &header.encoding, &lowering, claimed, witness, control).map_err(rebuild)?;
    let added = until_stopped(control, || stated.add_cuts(header.cuts)).map_err(CertificateError::Stopped)?;
    added.map_err(CertificateError::Cut)?;
    // Where the model file is, which version wrote the statement, and in which words it says what the model has, is not part of what is proved.
    let Header { model, written_by, complete, .. } = header;
    let own = Header { model, written_by, complete, ..stated.header(problem) };
    control.check().map_err(CertificateError::Stopped)?;
    let expected = stated.file(&own).map_err(|error| rebuild(error.into()))?;
    control.check().map_err(CertificateError::Stopped)?;
    compare(statement, &expected)?;
    Ok(Stating { claimed, encoding: stated.prepared.encoding })
}

/// Compares a statement with that of the model, line by line.
fn compare(found: &str, expected: &str) -> Result<(), CertificateError> {
    if found == expected {
        return Ok(());
    }
    let (mut a, mut b) = (found.lines(), expected.lines());
    let mut line = 1;
    loop {
        match (a.next(), b.next()) {
            (Some(a), Some(b)) if a == b => line += 1,
            (a, b) => {
                let shown = |text: Option<&str>| text.unwrap_or("the end").chars().take(SHOWN).collect();
                return Err(CertificateError::Foreign { line, found: shown(a), expected: shown(b) });
            }
        }
    }
}
