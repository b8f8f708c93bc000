//! The runs of one model: how each is started, compared and printed.

use super::args::SolveArgs;
use super::disagreement;
use super::plan::Plan;
use super::stream;
use crate::certificate::Certificate;
use crate::failure::{Exit, Failure};
use crate::limits::Format;
use crate::output;
use crate::progress::Display;
use crate::show::answer::{self, Shown, Words, exit_of};
use crate::worker;
use tumble_model::control::{Control, Event, Interrupt, Memory, Request};
use tumble_pipeline::report::{Agreement, CrossCheck, Report};
use tumble_pipeline::solve::{self, Method, Options, Problem, SEARCH, SolveError, Stream};

/// The runs of one model: one for each method.
pub(super) struct Runs<'a> {
    pub(super) args: &'a SolveArgs,
    pub(super) problem: &'a Problem,
    pub(super) plan: Plan,
    pub(super) interrupt: &'a Interrupt,
    /// The memory limit, which methods that run at the same time share.
    pub(super) memory: Memory,
    /// The text of the model file.
    pub(super) source: &'a str,
    /// Where the certificate of the answer goes, if one is asked for.
    pub(super) certificate: Option<Certificate>,
}

impl Runs<'_> {
    /// Whether several methods answer, each for itself.
    pub(super) const fn have_several_answers(&self) -> bool {
        self.plan.methods.len() > 1 && !self.args.race
    }

    /// Whether the model is one of a list, whose answers have a line each.
    pub(super) fn is_listed(&self) -> bool {
        self.args.ids.is_some() && self.args.listing.limit().is_none()
    }

    /// Solves by a method. `own` are options for the solver, in its own words.
    pub(super) fn solve(
        &self,
        method: Method,
        options: &Options,
        own: &[(String, String)],
        interrupt: &Interrupt,
    ) -> Result<Report, SolveError> {
        let Self { args, problem, plan, .. } = self;
        if args.log {
            let by = if method.name() == SEARCH { String::new() } else { format!(" with {}", method.backend()) };
            output::note(format_args!("{}: method {}{by}: {}", problem.model, method.method(), plan.reason));
        }
        let display = Display::start_unless(args.quiet, format!("{} ({})", problem.model, method.name()));
        let sense = problem.instance.sense();
        let stream = args.json_stream.then(|| Stream::new(&problem.model, method.backend(), sense, &stream::print));
        let observer = |event: &Event<'_>| {
            display.hear(event);
            if let Some(stream) = &stream {
                stream.hear(event);
            }
        };
        let control = Control::new(plan.time_limit, interrupt.clone(), &observer).with_memory(&self.memory);
        let request = Request {
            control,
            threads: plan.threads,
            seed: plan.seed,
            log: args.log,
            options: own.to_vec(),
            worker: worker::command(),
        };
        solve::solve(problem, method, options, &request)
    }

    /// Leaves out the backends that do not take an option, if another one takes it: notes for them, or else their errors.
    pub(super) fn leave_out(&self, refused: Vec<(Method, SolveError)>) -> Exit {
        let takers = self.plan.methods.iter().filter(|method| method.name() != SEARCH).count();
        let has_taker = refused.len() < takers;
        let exits = refused.into_iter().map(|(method, error)| {
            if !has_taker {
                return Failure::from(error).print();
            }
            output::note(format_args!("{}: {} is left out: {error}", self.problem.model, method.name()));
            Exit::Answered
        });
        exits.fold(Exit::Answered, Exit::max)
    }

    /// Compares two answers. If they contradict each other, both are saved, and that is the exit code.
    pub(super) fn compare(&self, a: &Report, b: &Report) -> Option<Exit> {
        let error = solve::compare(self.problem.instance.sense(), a, b).err()?;
        let saved = disagreement::save(self.source, [a, b]);
        let exit = Failure::from(error).print();
        match saved {
            Ok(folder) => output::note(format_args!("the model and both answers are saved in {}", folder.display())),
            Err(error) => output::note(format_args!("the answers could not be saved: {error}")),
        }
        Some(exit)
    }

    /// Solves again by another method, and reports the outcome on standard error.
    pub(super) fn cross_check(&self, report: &Report) -> Result<Option<CrossCheck>, SolveError> {
        let model = &self.problem.model;
        let Some(other) = solve::other_method(self.problem, report) else {
            output::note(format_args!(
                "{model}: not cross-checked: no second, independent method of this build can solve it"
            ));
            return Ok(None);
        };
        let options = Options { skip_moves: true, always_model: true, ..Options::default() };
        let second = self.solve(other, &options, &[], self.interrupt)?;
        let checked = solve::cross_check(self.problem, report, &second)?;
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

    /// Prints a report, draws its solution and writes its certificate. Returns the exit code of the run.
    pub(super) fn print(&self, report: &Report) -> Exit {
        let Self { args, problem, interrupt, .. } = self;
        let format = if args.json_stream { Format::Json } else { args.format };
        let picture = args.picture.as_ref();
        let is_one_of_several = self.have_several_answers();
        let shown = Shown {
            format,
            is_event: args.json_stream,
            picture,
            words: match args.quiet {
                _ if self.is_listed() => Words::OneLine,
                true => Words::Few,
                false => Words::All,
            },
            is_one_of_several,
            interrupt,
        };
        let printed = answer::print(&shown, problem, report);
        exit_of(report).max(printed).max(self.certify(report).unwrap_or_else(Failure::print))
    }
}
