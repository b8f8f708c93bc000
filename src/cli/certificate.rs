//! The files of a certificate: what `solve --proof` writes and `check --proof` reads.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::output;

/// The suffix of a proof for VeriPB.
const FOR_VERIPB: &str = "pbp";
/// The suffix of a proof that the method wrote itself.
const OF_METHOD: &str = "proof";
/// The key of the values that a model gives the witness.
pub(super) const VALUES: &str = "values";

/// The files of a certificate, which stand beside each other under one name.
#[derive(Clone, Debug)]
pub(super) struct Certificate {
    /// What is proved, an OPB file; `None` if the method wrote the proof, which says itself what it proves.
    pub(super) statement: Option<PathBuf>,
    /// The proof.
    pub(super) proof: PathBuf,
    /// The solution, in JSON.
    pub(super) witness: PathBuf,
}

impl Certificate {
    /// The certificate whose proof is this file.
    ///
    /// # Errors
    /// When the name has another suffix.
    pub(super) fn beside(path: &Path) -> Result<Self, Failure> {
        let suffix = path.extension().unwrap_or_default();
        if suffix != FOR_VERIPB && suffix != OF_METHOD {
            return Err(Failure::usage(format!(
                "{}: a proof is a .{FOR_VERIPB} file, with its statement and witness beside it, or a .{OF_METHOD} file \
                 that a method wrote, with its witness",
                path.display()
            )));
        }
        let statement = (suffix == FOR_VERIPB).then(|| path.with_extension("opb"));
        Ok(Self { statement, proof: path.to_owned(), witness: path.with_extension("json") })
    }

    /// The command that checks it, by another program if there is one; `model` names the model.
    pub(super) fn command(&self, model: &str) -> String {
        match &self.statement {
            Some(statement) => format!("veripb {} {}", quoted(statement), quoted(&self.proof)),
            None => format!("tumble check {} --proof {}", quoted(Path::new(model)), quoted(&self.proof)),
        }
    }
}

/// The certificate that `--proof PATH` asks for: of one kind, or in a folder of either kind.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    for_veripb: Option<Certificate>,
    of_method: Option<Certificate>,
}

impl Wanted {
    /// The certificate of a model. In a folder it is called after the model.
    pub(super) fn of(path: &Path, model: &Path) -> Result<Self, Failure> {
        if !path.is_dir() {
            let named = Certificate::beside(path)?;
            let is_for_veripb = named.statement.is_some();
            let (for_veripb, of_method) = if is_for_veripb { (Some(named), None) } else { (None, Some(named)) };
            return Ok(Self { for_veripb, of_method });
        }
        let stem = if output::is_standard(model) { None } else { model.file_stem() };
        let of_kind = |suffix: &str| {
            let mut name = stem.unwrap_or("model".as_ref()).to_owned();
            name.push(format!(".{suffix}"));
            Certificate::beside(&path.join(name))
        };
        Ok(Self { for_veripb: Some(of_kind(FOR_VERIPB)?), of_method: Some(of_kind(OF_METHOD)?) })
    }

    /// Whether only a proof that the method wrote will do.
    pub(super) const fn needs_method(&self) -> bool {
        self.for_veripb.is_none()
    }

    /// The certificate of an answer; `has_proof` says whether its method wrote a proof.
    pub(super) fn chosen(&self, has_proof: bool) -> Option<&Certificate> {
        let of_method = self.of_method.as_ref();
        of_method.filter(|_| has_proof).or(self.for_veripb.as_ref()).or(of_method)
    }

    /// The files that may be written, each once.
    pub(super) fn files(&self) -> BTreeSet<&Path> {
        let all = self.for_veripb.iter().chain(&self.of_method);
        all.flat_map(|one| one.statement.iter().chain([&one.proof, &one.witness])).map(PathBuf::as_path).collect()
    }
}

/// A path as a word of a command.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}
