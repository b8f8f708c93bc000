//! What a certificate proves, and the statement that says so.

use std::fmt;
use std::str::FromStr;

use web_time::Instant;

use crate::format::{self, FormatEntry, Header, WriteError, opb};
use crate::lower::Lowering;
use crate::model::{Capabilities, Sense};
use crate::puzzle::Encoded;
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
            Some(objective) => Ok(Self::NoneBetter(objective.parse().map_err(|_| wrong())?)),
        }
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
        let (mut formulation, lengths) = match (encoded, claimed) {
            (Encoded::Whole(formulation), _) => (formulation, None),
            (Encoded::Staged(horizons), claimed) => {
                let last = match claimed {
                    Claimed::Infeasible => horizons.at_most,
                    // All lengths below that of the witness.
                    Claimed::NoneBetter(length) => u64::try_from(length).unwrap_or(0).saturating_sub(1),
                };
                let lengths = horizons.at_least..=last;
                if lengths.is_empty() {
                    let why =
                        format!("no solution is shorter than {}, as the encoding {encoding} knows", lengths.start());
                    return Err(StatementError::Settled(why));
                }
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
        let has_cutoff = match (claimed, objective, &lengths) {
            (Claimed::NoneBetter(best), Some(objective), None) => {
                let row = match objective.sense {
                    Sense::Maximize => objective.expression.at_least(best.saturating_add(1)),
                    Sense::Minimize => objective.expression.at_most(best.saturating_sub(1)),
                };
                formulation.model.block("the objective is better than that of the witness");
                formulation.model.add("cutoff", row);
                true
            }
            (Claimed::NoneBetter(_), None, None) => {
                let why = format!("the model of {encoding} has no objective: any solution proves itself");
                return Err(StatementError::Settled(why));
            }
            _ => false,
        };
        let prepared = Prepared::new(encoding, (formulation, lengths), Capabilities::LINEAR, lowering, start)?;
        Ok(Self { prepared, claimed, has_cutoff })
    }

    /// The header of its file.
    pub fn header(&self, problem: &Problem) -> Header {
        Header { proves: self.claimed.to_string(), ..self.prepared.header(problem, opb_entry()) }
    }

    /// The text of its file, after a header.
    pub fn file(&self, header: &Header) -> Result<String, WriteError> {
        opb::write(&self.prepared.lowered, &header.pairs())
    }
}

fn opb_entry() -> &'static FormatEntry {
    format::REGISTRY.iter().find(|entry| entry.name == "opb").unwrap_or(&format::REGISTRY[0])
}
