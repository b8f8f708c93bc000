//! What to try when a run ended at a limit.

use crate::output;
use tumble_model::control::Stop;
use tumble_pipeline::report::Report;
use tumble_pipeline::solve::{Named, Problem};
use tumble_puzzles::puzzle::Question;

/// Says what may lead further than a run that was stopped; nothing where no other method is known to.
pub(super) fn print(problem: &Problem, report: &Report) {
    let Some(stop) = report.stop.as_ref().filter(|_| report.solutions.is_none()) else { return };
    let Ok(best) = Named::default().method(problem, Question::Best) else { return };
    let is_best = best.backend() == report.backend && (best.method() == report.method);
    let mut tries = Vec::new();
    if !is_best {
        tries.push(format!("leave `--backend` and `--method` out: {} is the fastest method known here", best.name()));
    }
    if matches!(stop, Stop::MemoryLimit { .. }) {
        tries.push("a larger `--memory-limit`".into());
    }
    for what in tries {
        output::note(format_args!("{}: to try: {what}", report.model));
    }
}
