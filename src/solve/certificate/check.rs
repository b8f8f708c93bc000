//! Checks a certificate: the statement is built again from the instance, and the proof is read line by line.

use std::cell::Cell;
use std::io::BufRead;

use super::claim::{Claimed, Stated, StatementError, Witness};
use crate::checker::{self, Checked, Refusal};
use crate::control::{Request, Stop};
use crate::format::Header;
use crate::lower::Lowering;
use crate::puzzle::ProofError;
use crate::solve::problem::Problem;

/// A certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// What it proves, together with its witness.
    pub claimed: Claimed,
    /// The encoding of its statement.
    pub encoding: String,
    /// The proof.
    pub checked: Checked,
}

/// Why a certificate is refused.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
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
    /// The file of the proof cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// The check was stopped by a limit.
    #[error("stopped at line {line} of the proof by {stop}")]
    Stopped {
        /// The line, from 1.
        line: usize,
        /// The limit.
        stop: Stop,
    },
    /// It is no certificate of a method.
    #[error("it is no certificate of this problem: {0}")]
    Document(String),
    /// The proof of a method does not hold.
    #[error(transparent)]
    Proof(ProofError),
    /// The check of a method's proof was stopped by a limit.
    #[error("stopped by {0}")]
    Limit(Stop),
    /// The proof does not hold.
    #[error(transparent)]
    Refused(Refusal),
}

/// The most characters of a line that are shown.
const SHOWN: usize = 60;

/// Checks that a statement is one of this problem and that a proof proves it. Whether the witness keeps the rules is left to the caller.
///
/// # Errors
/// When the certificate proves nothing about this problem.
pub fn check_certificate(
    problem: &Problem,
    statement: &str,
    proof: &mut dyn BufRead,
    witness: Option<&Witness>,
    request: &Request<'_>,
) -> Result<Proved, CertificateError> {
    let wrong = |why: String| CertificateError::Header(why);
    let header = Header::read(statement).ok_or_else(|| wrong("it names no encoding".into()))?;
    let claimed: Claimed = header.proves.parse().map_err(wrong)?;
    let lowering: Lowering = header.lowering.parse().map_err(|error| wrong(format!("{error}")))?;
    let rebuild = |error: StatementError| match error {
        StatementError::Witness(_) => CertificateError::Witness(error.to_string()),
        _ => CertificateError::Rebuild(error.to_string()),
    };
    let mut stated = Stated::new(problem, &header.encoding, &lowering, claimed, witness).map_err(rebuild)?;
    stated.add_cuts(header.cuts).map_err(CertificateError::Cut)?;
    // Where the model file is, and which version wrote the statement, is not part of what is proved.
    let own = Header { model: header.model, written_by: header.written_by, ..stated.header(problem) };
    let expected = stated.file(&own).map_err(|error| rebuild(error.into()))?;
    compare(statement, &expected)?;
    let limit = Cell::new(None);
    let is_stopped = |memory| {
        let control = &request.control;
        let stop = control.check().and_then(|()| control.check_memory(memory)).err();
        let is_stopped = stop.is_some();
        limit.set(stop);
        is_stopped
    };
    let checked = checker::check(statement, proof, &is_stopped).map_err(|refusal| match (refusal, limit.take()) {
        (Refusal::Stopped { line }, Some(stop)) => CertificateError::Stopped { line, stop },
        (refused, _) => CertificateError::Refused(refused),
    })?;
    Ok(Proved { claimed, encoding: stated.prepared.encoding, checked })
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
