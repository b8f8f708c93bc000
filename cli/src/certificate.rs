//! The files of a certificate: what `solve --proof` writes and `check --proof` reads.

use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::output;

/// The suffix of a proof.
const SUFFIX: &str = "pbp";
/// The key of the values that a model gives the witness.
pub(super) const VALUES: &str = "values";

/// The files of a certificate, which stand beside each other under one name.
#[derive(Clone, Debug)]
pub(super) struct Certificate {
    /// What is proved, an OPB file.
    pub(super) statement: PathBuf,
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
        if path.extension().unwrap_or_default() != SUFFIX {
            return Err(Failure::usage(format!(
                "{}: a proof is a .{SUFFIX} file, with its statement and witness beside it",
                path.display()
            )));
        }
        let (statement, witness) = (path.with_extension("opb"), path.with_extension("json"));
        Ok(Self { statement, proof: path.to_owned(), witness })
    }

    /// The certificate of a model that `--proof PATH` asks for. In a folder it is called after the model.
    pub(super) fn of(path: &Path, model: &Path) -> Result<Self, Failure> {
        if !path.is_dir() {
            return Self::beside(path);
        }
        let stem = if output::is_standard(model) { None } else { model.file_stem() };
        let mut name = stem.unwrap_or("model".as_ref()).to_owned();
        name.push(format!(".{SUFFIX}"));
        Self::beside(&path.join(name))
    }

    /// The command that checks it.
    pub(super) fn command(&self) -> String {
        format!("veripb {} {}", quoted(&self.statement), quoted(&self.proof))
    }

    /// The files that are written.
    pub(super) fn files(&self) -> [&Path; 3] {
        [&self.statement, &self.proof, &self.witness]
    }
}

/// A path as a word of a command.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}
