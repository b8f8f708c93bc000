//! The runs of one model, in turn or as a race: each answer is printed and compared with the others.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc;

use serde_json::Value;

use super::certify::certify;
use super::plan::Plan;
use crate::certificate::Certificate;
use crate::failure::{Exit, Failure};
use crate::limits::Format;
use crate::output;
use crate::progress::Display;
use crate::show::answer::{Shown, exit_of};
use crate::worker;
use tumble_model::control::{Control, Event, Interrupt, Memory, Request, Stop};
use tumble_model::model::Sense;
use tumble_pipeline::report::{Agreement, CrossCheck, Report};
use tumble_pipeline::solve::{self, Method, Named, Options, SEARCH, SolveError, Stream};
use tumble_puzzles::puzzle::Question;

/// The runs of one model: one for each method of its plan.
pub(super) struct Runs<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) shown: Shown<'a>,
    /// The memory limit, which methods that run at the same time share.
    pub(super) memory: Memory,
    /// The text of the model file.
    pub(super) source: &'a str,
    /// Where the certificate of the answer goes, if one is asked for.
    pub(super) certificate: Option<Certificate>,
}

/// A method, and how its run ended.
type Ended = (Method, Result<Report, SolveError>);

impl Runs<'_> {
    /// Runs each method in turn, or all at once.
    pub(super) fn all(&self) -> Exit {
        let Self { plan, shown, .. } = self;
        let is_race = plan.is_race();
        // One failing backend does not stop the others, a signal does; the first has an answer in any case.
        let goes_on = |i: usize| i == 0 || !shown.interrupt.is_raised();
        let in_turn = plan.methods.iter().enumerate().map_while(|(i, &method)| {
            goes_on(i).then(|| (method, self.solve(method, &plan.options, &plan.args.options, shown.interrupt)))
        });
        let ended: Box<dyn Iterator<Item = Ended>> =
            if is_race { Box::new(self.race().into_iter()) } else { Box::new(in_turn) };
        let (mut exit, mut reports, mut refused, mut count) = (Exit::Answered, Vec::new(), Vec::new(), 0);
        for (method, ended) in ended {
            count += 1;
            match ended {
                Ok(mut report) => {
                    exit = exit.max(if is_race { Exit::Answered } else { self.answer(&mut report, &reports) });
                    reports.push(report);
                }
                Err(error) if error.is_of_option() => refused.push((method, error)),
                Err(error) => exit = exit.max(Failure::from(error).print()),
            }
        }
        if count < plan.methods.len() {
            return exit.max(Exit::Stopped);
        }
        exit = exit.max(self.leave_out(refused));
        if is_race { self.decide(&reports, exit) } else { exit }
    }

    /// Runs all methods at the same time. The first proof stops the others.
    fn race(&self) -> Vec<Ended> {
        let Plan { methods, options, args, .. } = self.plan;
        let stop = &self.shown.interrupt.narrower();
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            for &method in methods {
                let send = send.clone();
                scope.spawn(move || {
                    let ended = self.solve(method, options, &args.options, stop);
                    if ended.as_ref().is_ok_and(|report| report.status.is_proof()) {
                        stop.raise();
                    }
                    // The receiver outlives the scope.
                    let _ = send.send((method, ended));
                });
            }
            drop(send);
            receive.iter().collect()
        })
    }

    /// Solves by a method. `own` are options for the solver, in its own words.
    fn solve(
        &self,
        method: Method,
        options: &Options,
        own: &[(String, String)],
        interrupt: &Interrupt,
    ) -> Result<Report, SolveError> {
        let Plan { args, problem, time_limit, threads, seed, reason, .. } = *self.plan;
        if args.log {
            let by = if method.name() == SEARCH { String::new() } else { format!(" with {}", method.backend()) };
            output::note(format_args!("{}: method {}{by}: {reason}", problem.model, method.method()));
        }
        let display = Display::start_unless(args.quiet, format!("{} ({})", problem.model, method.name()));
        // A reader that has gone away is noticed when the result is printed.
        let print = |event: &Value| _ = output::print(&format!("{event}\n"));
        let sense = problem.instance.sense();
        let stream = args.json_stream.then(|| Stream::new(&problem.model, method.backend(), sense, &print));
        let observer = |event: &Event<'_>| {
            display.hear(event);
            if let Some(stream) = &stream {
                stream.hear(event);
            }
        };
        let control = Control::new(time_limit, interrupt.clone(), &observer).with_memory(&self.memory);
        let (options_of_solver, worker) = (own.to_vec(), worker::command());
        let request = Request { control, threads, seed, log: args.log, options: options_of_solver, worker };
        solve::solve(problem, method, options, &request)
    }

    /// Prints an answer, and compares it with the earlier ones, even if nobody reads it.
    fn answer(&self, report: &mut Report, earlier: &[Report]) -> Exit {
        let args = self.plan.args;
        // Text need not wait for the second opinion, which JSON carries.
        let is_text = self.shown.format == Format::Text;
        let printed = if is_text { self.print(report) } else { Exit::Answered };
        let checked = if args.cross_check { self.cross_check(report) } else { Ok(None) };
        if !is_text {
            report.cross_check = checked.as_ref().ok().cloned().flatten();
        }
        let exit = if is_text { printed } else { self.print(report) };
        if is_text && !args.quiet && !args.is_listed() {
            self.advise(report);
        }
        // A contradiction can only be understood after the answer.
        let checked = checked.map_or_else(|error| Failure::from(error).print(), |_| Exit::Answered);
        earlier.iter().map(|other| self.compare(other, report)).fold(exit.max(checked), Exit::max)
    }

    /// Prints the winner of a race: the first proof, or else the best solution. All answers are compared with it.
    fn decide(&self, reports: &[Report], exit: Exit) -> Exit {
        let Some(best) = winner(reports, self.plan.problem.instance.sense()) else { return exit };
        let printed = self.print(best);
        // A failed backend matters only if no other one has proved the answer.
        let exit = if best.status.is_proof() { printed } else { exit.max(printed) };
        let others = reports.iter().filter(|report| !std::ptr::eq(*report, best));
        let compared = others.map(|other| {
            if !self.plan.args.quiet {
                output::note(format_args!("{}: {}: {}", best.model, other.backend, other.headline()));
            }
            self.compare(best, other)
        });
        compared.fold(exit, Exit::max)
    }

    /// Prints a report, draws its solution and writes its certificate. Returns the exit code of the run.
    fn print(&self, report: &Report) -> Exit {
        let exit = exit_of(report).max(self.shown.print(report));
        let Some(files) = &self.certificate else { return exit };
        exit.max(certify(self.plan, self.shown.interrupt, files, report).unwrap_or_else(Failure::print))
    }

    /// Leaves out the backends that do not take an option, if another one takes it: notes for them, or else their errors.
    fn leave_out(&self, refused: Vec<(Method, SolveError)>) -> Exit {
        let takers = self.plan.methods.iter().filter(|method| method.name() != SEARCH).count();
        let has_taker = refused.len() < takers;
        let exits = refused.into_iter().map(|(method, error)| {
            if !has_taker {
                return Failure::from(error).print();
            }
            output::note(format_args!("{}: {} is left out: {error}", self.plan.problem.model, method.name()));
            Exit::Answered
        });
        exits.fold(Exit::Answered, Exit::max)
    }

    /// Compares two answers. If they contradict each other, both are saved, and that is the exit code.
    fn compare(&self, a: &Report, b: &Report) -> Exit {
        let Err(error) = solve::compare(self.plan.problem.instance.sense(), a, b) else { return Exit::Answered };
        let saved = save(self.source, [a, b]);
        let exit = Failure::from(error).print();
        match saved {
            Ok(folder) => output::note(format_args!("the model and both answers are saved in {}", folder.display())),
            Err(error) => output::note(format_args!("the answers could not be saved: {error}")),
        }
        exit
    }

    /// Solves again by another method, and reports the outcome on standard error.
    fn cross_check(&self, report: &Report) -> Result<Option<CrossCheck>, SolveError> {
        let problem = self.plan.problem;
        let model = &problem.model;
        let Some(other) = solve::other_method(problem, report) else {
            output::note(format_args!(
                "{model}: not cross-checked: no second, independent method of this build can solve it"
            ));
            return Ok(None);
        };
        let options = Options { skip_moves: true, always_model: true, ..Options::default() };
        let second = self.solve(other, &options, &[], self.shown.interrupt)?;
        let checked = solve::cross_check(problem, report, &second)?;
        let word = match checked.agreement {
            Agreement::Agrees => "agrees",
            Agreement::Undecided => "no contradiction, but not both answers are proved",
            Agreement::NotIndependent => {
                "no second opinion: it was settled by a look at the instance, without a solver or a search"
            }
        };
        output::note(format_args!("{model}: cross-check by {} ({}): {word}", second.backend, second.headline()));
        Ok(Some(checked))
    }

    /// Says what may lead further than a run that was stopped; nothing where no other method is known to.
    fn advise(&self, report: &Report) {
        let Some(stop) = report.stop.as_ref().filter(|_| report.solutions.is_none()) else { return };
        let Ok(best) = Named::default().method(self.plan.problem, Question::Best) else { return };
        let note = |what: &str| output::note(format_args!("{}: to try: {what}", report.model));
        if best.backend() != report.backend || best.method() != report.method {
            let best = best.name();
            note(&format!("leave `--backend` and `--method` out: {best} is the fastest method known here"));
        }
        if matches!(stop, Stop::MemoryLimit { .. }) {
            note("a larger `--memory-limit`");
        }
    }
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

/// Saves two answers that cannot both be true, so that the fault can be found: the model file and both results, in a new folder for
/// temporary files, which stays. Returns the folder.
fn save(model: &str, reports: [&Report; 2]) -> io::Result<PathBuf> {
    let folder = tempfile::Builder::new().prefix("tumble-disagreement-").tempdir()?;
    std::fs::write(folder.path().join("model.toml"), model)?;
    for (report, number) in reports.into_iter().zip(1..) {
        let name =
            format!("result_{number}_{}.json", report.backend.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
        std::fs::write(folder.path().join(name), serde_json::to_string_pretty(report)? + "\n")?;
    }
    // A folder that is not full of them, as on a full disk, is removed.
    Ok(folder.keep())
}
