//! Checks the statement of a certificate: it is built again from the instance, and compared.

use super::claim::{Claimed, Stated, StatementError, Witness};
use crate::solve::problem::Problem;
use tumble_formats::Header;
use tumble_model::control::{Control, Stop, until_stopped};
use tumble_model::lower::Lowering;

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
