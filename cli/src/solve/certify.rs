//! `tumble solve --proof`: proves an answer and writes its certificate.

use std::io;
use std::time::Duration;

use serde_json::json;

use super::runs::Runs;
use crate::certificate::{Certificate, VALUES};
use crate::failure::{Exit, Failure};
use crate::output;
use crate::progress::Display;
use crate::worker;
use tumble_model::control::{Bytes, Control, Event, Request};
use tumble_pipeline::report::Report;
use tumble_pipeline::solve::{self, Certified, Claimed, NoProof, Witness};
use tumble_puzzles::puzzle::WRITTEN_BY;

/// A proof that was written.
struct Written {
    /// What it proves.
    claimed: Claimed,
    /// What goes beside it.
    witness: Option<Witness>,
    /// What it is, in words.
    how: String,
}

impl Runs<'_> {
    /// Proves an answer and writes its certificate, if one is asked for. Notes on standard error say what was written, or why nothing was.
    pub(super) fn certify(&self, report: &Report) -> Result<Exit, Failure> {
        let Some(files) = &self.certificate else { return Ok(Exit::Answered) };
        let proved = self.by_rows(files, report)?;
        let Written { claimed, witness, how } = match proved {
            Ok(written) => written,
            Err(why) => return Ok(self.note_no_proof(why)),
        };
        if let Some(Witness { solution, values }) = witness {
            let mut witness = json!({
                "written_by": WRITTEN_BY,
                "proves": claimed.to_string(),
                "status": report.status,
                "objective": report.objective,
                "solution": solution,
            });
            if let Some(values) = values {
                witness[VALUES] = json!(values);
            }
            output::write(&files.witness, &format!("{witness}\n"))?;
        }
        if !self.args.quiet {
            let model = &self.problem.model;
            output::note(format_args!("{model}: {claimed}: proved in {}, {how}", files.proof.display()));
            output::note(format_args!("anyone can check it: {}", files.command()));
        }
        Ok(Exit::Answered)
    }

    /// Finds a proof from rows, and writes it and its statement.
    fn by_rows(&self, files: &Certificate, report: &Report) -> Result<Result<Written, NoProof>, Failure> {
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
            Some(Err(why)) => return Ok(Err(why)),
            Some(Ok(certified)) => written.map(|()| certified)?,
            None => return Err(written.err().map_or_else(|| Failure::usage("no proof was written"), Failure::from)),
        };
        let Certified { claimed, encoding, witness, statement: text, size: (variables, rows), refuted } = certified;
        output::write(&files.statement, &text)?;
        let how = format!(
            "{} from {} derived clauses; the statement has {variables} variables and {rows} rows (encoding {encoding})",
            Bytes(refuted.bytes),
            refuted.derived,
        );
        Ok(Ok(Written { claimed, witness, how }))
    }

    fn prove(&self, report: &Report, out: &mut dyn io::Write) -> Result<Certified, NoProof> {
        let Self { args, problem, plan, interrupt, .. } = self;
        let display = Display::start_unless(args.quiet, format!("{} (proof)", problem.model));
        let observer = |event: &Event<'_>| display.hear(event);
        let used = Duration::from_secs_f64(report.stats.total_seconds.unwrap_or(0.0));
        let left = plan.time_limit.map(|limit| limit.saturating_sub(used));
        let control = Control::new(left, (*interrupt).clone(), &observer).with_memory_limit(args.limits.memory_limit);
        let request = Request {
            threads: plan.threads,
            seed: plan.seed,
            log: args.log,
            worker: worker::command(),
            ..Request::new(control)
        };
        let named = plan.methods.first().copied().filter(|_| !args.backend.is_empty());
        solve::prove(problem, report, &plan.options, named, &request, out)
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
