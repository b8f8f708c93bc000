//! `tumble solve --proof`: the files of a certificate.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::runs::Runs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::cli::progress::Display;
use crate::cli::worker;
use crate::control::{Bytes, Control, Event, Request};
use crate::report::Report;
use crate::solve::{self, Certified, NoProof};

/// The suffix of a proof.
const PROOF: &str = "pbp";

/// The files of a certificate, which stand beside each other under one name.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Certificate {
    /// What is proved, an OPB file.
    pub(in crate::cli) statement: PathBuf,
    /// The proof.
    pub(in crate::cli) proof: PathBuf,
    /// The solution, in JSON.
    pub(in crate::cli) witness: PathBuf,
}

impl Certificate {
    /// The certificate whose proof is this file.
    ///
    /// # Errors
    /// When the name has another suffix.
    pub(in crate::cli) fn beside(path: &Path) -> Result<Self, Failure> {
        if path.extension().is_none_or(|suffix| suffix != PROOF) {
            let why =
                format!("{}: a proof is a .{PROOF} file, with its statement and witness beside it", path.display());
            return Err(Failure::usage(why));
        }
        let [statement, proof, witness] = ["opb", PROOF, "json"].map(|suffix| path.with_extension(suffix));
        Ok(Self { statement, proof, witness })
    }

    /// The certificate of a model that `--proof PATH` asks for. In a folder it is called after the model.
    pub(super) fn of(path: &Path, model: &Path) -> Result<Self, Failure> {
        if !path.is_dir() {
            return Self::beside(path);
        }
        let stem = if output::is_standard(model) { None } else { model.file_stem() };
        let mut name = stem.unwrap_or("model".as_ref()).to_owned();
        name.push(format!(".{PROOF}"));
        Self::beside(&path.join(name))
    }

    /// Its files.
    pub(super) fn files(&self) -> [&Path; 3] {
        [&self.statement, &self.proof, &self.witness]
    }

    /// The command of the program that checks it too.
    pub(in crate::cli) fn command(&self) -> String {
        format!("veripb {} {}", quoted(&self.statement), quoted(&self.proof))
    }
}

/// A path as a word of a command.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

impl Runs<'_> {
    /// Proves an answer and writes its certificate, if one is asked for. Notes on standard error say what was written, or why nothing was.
    pub(super) fn certify(&self, report: &Report) -> Result<Exit, Failure> {
        let Some(files) = &self.certificate else { return Ok(Exit::Answered) };
        let mut ended = None;
        // The proof is whole or not there.
        let written = output::write_by(&files.proof, |out| match self.prove(report, out) {
            Err(NoProof::Output(why)) => Err(io::Error::other(why)),
            proved => {
                let is_proved = proved.is_ok();
                ended = Some(proved);
                if is_proved { Ok(()) } else { Err(io::Error::other("there is no proof")) }
            }
        });
        let certified = match ended {
            Some(Err(why)) => return Ok(self.note_no_proof(why)),
            Some(Ok(certified)) => written.map(|()| certified)?,
            None => return Err(written.err().map_or_else(|| Failure::usage("no proof was written"), Failure::from)),
        };
        output::write(&files.statement, &certified.statement)?;
        if let Some(solution) = &report.solution {
            let witness = json!({
                "written_by": format!("tumble {}", env!("CARGO_PKG_VERSION")),
                "proves": certified.claimed.to_string(),
                "status": report.status,
                "objective": report.objective,
                "solution": solution,
            });
            output::write(&files.witness, &format!("{witness}\n"))?;
        }
        self.note_proof(files, &certified);
        Ok(Exit::Answered)
    }

    fn prove(&self, report: &Report, out: &mut dyn io::Write) -> Result<Certified, NoProof> {
        let Self { args, problem, plan, interrupt, .. } = self;
        let display = (!args.quiet).then(|| Display::start(format!("{} (proof)", problem.model)));
        let observer = |event: &Event<'_>| {
            if let Some(display) = &display {
                display.hear(event);
            }
        };
        let used = std::time::Duration::from_secs_f64(report.stats.total_seconds.unwrap_or(0.0));
        let left = plan.time_limit.map(|limit| limit.saturating_sub(used));
        let control = Control::new(left, (*interrupt).clone(), &observer).with_memory_limit(args.limits.memory_limit);
        let request = Request {
            threads: plan.threads,
            seed: plan.seed,
            log: args.log,
            worker: worker::command(),
            ..Request::new(control)
        };
        solve::prove(problem, report, &plan.options, &request, out)
    }

    fn note_proof(&self, files: &Certificate, certified: &Certified) {
        if self.args.quiet {
            return;
        }
        let Certified { claimed, encoding, size: (variables, rows), refuted, .. } = certified;
        output::note(format_args!(
            "{}: {claimed}: proved in {}, {} from {} linear programs; the statement has {variables} variables and {rows} rows \
             (encoding {encoding})",
            self.problem.model,
            files.proof.display(),
            Bytes(refuted.bytes),
            refuted.nodes,
        ));
        output::note(format_args!("anyone can check it: {}", files.command()));
    }

    fn note_no_proof(&self, why: NoProof) -> Exit {
        let exit = match why {
            NoProof::Solve(error) => return Failure::from(error).print(),
            NoProof::Stopped(_) | NoProof::Unproved(_) => Exit::Stopped,
            _ => Exit::Usage,
        };
        output::note(format_args!("{}: no certificate: {why}", self.problem.model));
        exit
    }
}
