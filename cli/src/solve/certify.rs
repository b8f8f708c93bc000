//! `tumble solve --proof`: proves an answer and writes its certificate.

use std::io;
use std::time::Duration;

use serde_json::json;

use super::plan::Plan;
use crate::certificate::{Certificate, VALUES};
use crate::failure::{Exit, Failure};
use crate::output;
use crate::progress::Display;
use crate::worker;
use tumble_model::control::{Bytes, Control, Event, Interrupt, Request};
use tumble_pipeline::file::{self, Whole};
use tumble_pipeline::report::Report;
use tumble_pipeline::solve::{self, Certified, NoProof, Witness};
use tumble_puzzles::puzzle::WRITTEN_BY;

/// Proves an answer and writes its certificate. Notes on standard error say what was written, or why nothing was.
pub(super) fn certify(
    plan: &Plan<'_>,
    interrupt: &Interrupt,
    files: &Certificate,
    report: &Report,
) -> Result<Exit, Failure> {
    let model = &plan.problem.model;
    let mut ended = None;
    // The files of a certificate take the places of those of an earlier one when all of them are whole.
    let written = file::prepare(&files.proof, |out| match prove(plan, interrupt, report, out) {
        Err(NoProof::Output(why)) => Err(io::Error::other(why)),
        proved => {
            let is_proved = proved.is_ok();
            ended = Some(proved);
            if is_proved { Ok(()) } else { Err(io::Error::other("there is no proof")) }
        }
    });
    let (proof, certified) = match ended {
        Some(Err(why)) => return Ok(note_no_proof(model, why)),
        Some(Ok(certified)) => (written?, certified),
        None => return Err(written.err().map_or_else(|| Failure::usage("no proof was written"), Failure::from)),
    };
    let Certified { claimed, encoding, witness, statement, size: (variables, rows), refuted } = certified;
    let mut whole = vec![proof, file::prepare(&files.statement, |out| out.write_all(statement.as_bytes()))?];
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
        whole.push(file::prepare(&files.witness, |out| writeln!(out, "{witness}"))?);
    }
    whole.into_iter().try_for_each(Whole::put)?;
    if !plan.args.quiet {
        let (proof, bytes, derived) = (files.proof.display(), Bytes(refuted.bytes), refuted.derived);
        output::note(format_args!(
            "{model}: {claimed}: proved in {proof}, {bytes} from {derived} derived clauses; \
             the statement has {variables} variables and {rows} rows (encoding {encoding})"
        ));
        output::note(format_args!("anyone can check it: {}", files.command()));
    }
    Ok(Exit::Answered)
}

fn prove(
    plan: &Plan<'_>,
    interrupt: &Interrupt,
    report: &Report,
    out: &mut dyn io::Write,
) -> Result<Certified, NoProof> {
    let Plan { args, problem, .. } = plan;
    let display = Display::start_unless(args.quiet, format!("{} (proof)", problem.model));
    let observer = |event: &Event<'_>| display.hear(event);
    let used = Duration::from_secs_f64(report.stats.total_seconds.unwrap_or(0.0));
    let left = plan.time_limit.map(|limit| limit.saturating_sub(used));
    let control = Control::new(left, interrupt.clone(), &observer).with_memory_limit(args.limits.memory_limit);
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

fn note_no_proof(model: &str, why: NoProof) -> Exit {
    let exit = match why {
        NoProof::Solve(error) => return Failure::from(error).print(),
        NoProof::Stopped(_) | NoProof::Unproved(_) => Exit::Stopped,
        _ => Exit::Usage,
    };
    output::note(format_args!("{model}: no certificate: {why}"));
    exit
}
