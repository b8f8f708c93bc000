//! Certificates with a proof that the method wrote which found the answer: a JSON document. The witness stands beside it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::check::CertificateError;
use super::claim::Claimed;
use super::prove::{NoProof, claimed};
use crate::control::Request;
use crate::puzzle::{ProofEffort, ProofError, WRITTEN_BY};
use crate::report::Report;
use crate::solve::problem::Problem;

/// The name of the format, and its version.
const FORMAT: &str = "tumble-proof";
const VERSION: u32 = 1;

/// The document.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// [`FORMAT`].
    format: String,
    /// [`VERSION`].
    version: u32,
    written_by: String,
    puzzle: String,
    /// The method whose proof it is.
    method: String,
    /// The text of a [`Claimed`].
    proves: String,
    /// As the method wrote it.
    proof: Value,
}

/// A certificate of this kind that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedByMethod {
    /// What it proves, together with its witness.
    pub claimed: Claimed,
    /// The method whose proof it is.
    pub method: String,
    /// The effort of the check.
    pub effort: ProofEffort,
}

/// The text of a certificate of an answer, with what it proves.
///
/// # Errors
/// When the method of the report wrote no proof.
pub fn own_certificate(problem: &Problem, report: &Report) -> Result<(Claimed, String), NoProof> {
    let claimed = claimed(report)?;
    let method = report.method;
    if problem.instance.fits_proof(method).is_err() || matches!(claimed, Claimed::NoOther(_)) {
        return Err(NoProof::NoneOfItsOwn { method });
    }
    let Some(proof) = &report.proof else {
        return Err(NoProof::Settled(format!("the method {method} settled it without a bound")));
    };
    let document = Document {
        format: FORMAT.into(),
        version: VERSION,
        written_by: WRITTEN_BY.to_owned(),
        puzzle: problem.puzzle.name.into(),
        method: method.into(),
        proves: claimed.to_string(),
        proof: (**proof).clone(),
    };
    let text = serde_json::to_string(&document).map_err(|error| NoProof::Output(error.to_string()))?;
    Ok((claimed, text + "\n"))
}

/// Checks that a certificate proves what it says about this problem. The witness is left to the caller.
///
/// # Errors
/// When the certificate proves nothing about this problem.
pub fn check_own_certificate(
    problem: &Problem,
    text: &str,
    request: &Request<'_>,
) -> Result<ProvedByMethod, CertificateError> {
    let wrong = |why: String| CertificateError::Document(why);
    let document: Document = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let Document { format, version, puzzle, method, proves, proof, .. } = document;
    if (&*format, version) != (FORMAT, VERSION) {
        return Err(wrong(format!("it is {format} {version}, not {FORMAT} {VERSION}")));
    }
    if puzzle != problem.puzzle.name {
        return Err(wrong(format!("it is of the puzzle {puzzle}")));
    }
    let claimed: Claimed = proves.parse().map_err(wrong)?;
    let best = match claimed {
        Claimed::Infeasible => None,
        Claimed::NoneBetter(objective) => Some(objective),
        Claimed::NoOther(_) => return Err(wrong("a method proves nothing about other solutions".into())),
    };
    let checked =
        problem.instance.check_proof(&method, &proof, best, request).map_err(|error| wrong(error.to_string()))?;
    let effort = checked.map_err(|error| match error {
        ProofError::Stopped(stop) => CertificateError::Limit(stop),
        error => CertificateError::Proof(error),
    })?;
    Ok(ProvedByMethod { claimed, method, effort })
}
