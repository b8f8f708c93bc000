//! What a certificate proves, and the statement that says so.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde_json::Value;
use web_time::Instant;

use crate::format::{Header, WriteError, opb};
use crate::lower::Lowering;
use crate::model::{Capabilities, EXACT, LinearConstraint, Objective, Sense};
use crate::puzzle::{CutSet, Encoded, Horizons};
use crate::solve::error::SolveError;
use crate::solve::prepare::Prepared;
use crate::solve::problem::Problem;

/// What a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// There is no solution.
    Infeasible,
    /// No solution has a better objective than this, that of the witness.
    NoneBetter(i64),
}

/// The words before the objective.
const NONE_BETTER: &str = "no solution is better than ";
const INFEASIBLE: &str = "there is no solution";

impl fmt::Display for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Infeasible => f.write_str(INFEASIBLE),
            Self::NoneBetter(objective) => write!(f, "{NONE_BETTER}{objective}"),
        }
    }
}

impl FromStr for Claimed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is nothing that a certificate proves");
        match text.strip_prefix(NONE_BETTER) {
            None if text == INFEASIBLE => Ok(Self::Infeasible),
            None => Err(wrong()),
            Some(objective) => {
                let objective =
                    objective.parse().ok().filter(|objective: &i64| objective.unsigned_abs() <= EXACT.unsigned_abs());
                Ok(Self::NoneBetter(objective.ok_or_else(wrong)?))
            }
        }
    }
}

impl Claimed {
    /// The lengths that a staged encoding has to rule out.
    fn lengths(self, horizons: &Horizons<Value>) -> Result<RangeInclusive<u64>, StatementError> {
        let last = match self {
            Self::Infeasible => horizons.at_most,
            // All lengths below that of the witness.
            Self::NoneBetter(length) => u64::try_from(length).unwrap_or(0).saturating_sub(1),
        };
        let lengths = horizons.at_least..=last;
        if lengths.is_empty() {
            let why =
                format!("no solution is shorter than {}, which the encoding {} knows", last + 1, horizons.encoding);
            return Err(StatementError::Settled(why));
        }
        Ok(lengths)
    }

    /// The row that an objective is better than that of the witness; `None` if the claim is about all solutions.
    fn better(self, objective: Option<Objective>) -> Result<Option<LinearConstraint>, StatementError> {
        let Self::NoneBetter(best) = self else { return Ok(None) };
        let Some(Objective { sense, expression }) = objective else {
            return Err(StatementError::Settled("the model has no objective: any solution proves itself".into()));
        };
        Ok(Some(match sense {
            Sense::Maximize => expression.at_least(best.saturating_add(1)),
            Sense::Minimize => expression.at_most(best.saturating_sub(1)),
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
}

/// The model of a statement, without cuts.
pub(super) struct Stated {
    pub prepared: Prepared,
    pub claimed: Claimed,
    /// Whether its last row is a bound on the objective.
    pub has_cutoff: bool,
    /// The sets of its cuts.
    cuts: Vec<CutSet>,
}

impl Stated {
    /// The statement of a claim by an encoding.
    pub fn new(
        problem: &Problem,
        encoding: &str,
        lowering: &Lowering,
        claimed: Claimed,
    ) -> Result<Self, StatementError> {
        let start = Instant::now();
        let (encoding, encoded) = problem.instance.encode(encoding).map_err(SolveError::from)?;
        let (mut formulation, lengths) = match encoded {
            Encoded::Whole(formulation) => (formulation, None),
            Encoded::Staged(horizons) => {
                let lengths = claimed.lengths(&horizons)?;
                (horizons.formulation(lengths.clone()).map_err(SolveError::from)?, Some(lengths))
            }
        };
        if formulation.known.is_some() {
            return Err(SolveError::OnlyBetter { encoding }.into());
        }
        if let Some(why) = formulation.infeasible_because {
            return Err(StatementError::Settled(why));
        }
        let objective = formulation.model.take_objective();
        // The lengths of a staged encoding say what is better.
        let better = if lengths.is_some() { None } else { claimed.better(objective)? };
        let mut prepared = Prepared::new(encoding, (formulation, lengths), Capabilities::LINEAR, lowering, start)?;
        let has_cutoff = better.is_some();
        if let Some(row) = better {
            prepared.lowered.block("the objective is better than that of the witness");
            prepared.lowered.add("better", row);
        }
        Ok(Self { prepared, claimed, has_cutoff, cuts: Vec::new() })
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
