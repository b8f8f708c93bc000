//! `tumble solve --race`: several methods at the same time on one model.

use std::sync::mpsc;

use super::runs::Runs;
use crate::failure::{Exit, Failure};
use crate::output;
use tumble_model::model::Sense;
use tumble_pipeline::report::Report;
use tumble_pipeline::solve::{Method, SolveError};

/// Runs all methods. The first proof stops the others and is the answer; without a proof, the best solution is the answer. All answers
/// are compared.
pub(super) fn run(runs: &Runs<'_>) -> Exit {
    let stop = runs.interrupt.narrower();
    let (send, receive) = mpsc::channel();
    let ended: Vec<(Method, Result<Report, SolveError>)> = std::thread::scope(|scope| {
        for &method in &runs.plan.methods {
            let (send, stop) = (send.clone(), &stop);
            scope.spawn(move || {
                let ended = runs.solve(method, &runs.plan.options, &runs.args.options, stop);
                if ended.as_ref().is_ok_and(|report| report.status.is_proof()) {
                    stop.raise();
                }
                // The receiver outlives the scope.
                let _ = send.send((method, ended));
            });
        }
        drop(send);
        receive.iter().collect()
    });
    // Those that failed are reported, and do not hide the answer of the others.
    let mut exit = Exit::Answered;
    let mut reports: Vec<Report> = Vec::new();
    let mut refused = Vec::new();
    for (method, one) in ended {
        match one {
            Ok(report) => reports.push(report),
            Err(error) if error.is_of_option() => refused.push((method, error)),
            Err(error) => exit = exit.max(Failure::from(error).print()),
        }
    }
    exit = exit.max(runs.leave_out(refused));
    let Some(best) = winner(&reports, runs.problem.instance.sense()) else { return exit };
    let printed = runs.print(best);
    // A failed backend matters only if no other one has proved the answer.
    let exit = if best.status.is_proof() { printed } else { exit.max(printed) };
    let others = reports.iter().filter(|report| !std::ptr::eq(*report, best));
    let contradicted = others.filter_map(|other| {
        if !runs.args.quiet {
            output::note(format_args!("{}: {}: {}", best.model, other.backend, other.headline()));
        }
        runs.compare(best, other)
    });
    contradicted.fold(exit, Exit::max)
}

/// The first proof, or else the first of the best solutions, or else the first report.
fn winner(reports: &[Report], sense: Option<Sense>) -> Option<&Report> {
    if let Some(proof) = reports.iter().find(|report| report.status.is_proof()) {
        return Some(proof);
    }
    let loss = |report: &&Report| match (report.objective, sense) {
        (Some(objective), Some(Sense::Maximize)) => -i128::from(objective),
        (Some(objective), Some(Sense::Minimize)) => i128::from(objective),
        _ => 0,
    };
    let solved = reports.iter().filter(|report| report.solution.is_some());
    solved.min_by_key(loss).or(reports.first())
}
