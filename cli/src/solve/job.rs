//! The runs of one model, in turn or as a race: each answer is printed, compared with the others, and certified if that is asked for.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};

use super::args::SolveArgs;
use crate::certificate::{Certificate, VALUES};
use crate::failure::{Exit, Failure};
use crate::input::Model;
use crate::limits::Format;
use crate::output;
use crate::progress::Display;
use crate::show::answer::{Shown, Words, exit_of};
use crate::worker;
use tumble_model::control::{Bytes, Control, Event, Interrupt, Memory, Request, Stop};
use tumble_model::model::Sense;
use tumble_pipeline::file::{self, Whole};
use tumble_pipeline::report::{Agreement, CrossCheck, Report};
use tumble_pipeline::solve::{
    self, Asked, Backends, Certified, Method, NoProof, Options, SEARCH, SolveError, Stream, Ways, Witness,
};
use tumble_puzzles::puzzle::{Question, WRITTEN_BY};

/// Why `--picture` is refused.
pub(super) const ONE_PICTURE: &str = "--picture draws one solution: name one model and one backend";
/// Why `--proof` is refused.
const ONE_PROOF: &str = "--proof certifies one answer to a model: name one backend, or --race";

/// One model and the methods that solve it. What the command line says wins over the model file.
pub(super) struct Job<'a> {
    args: &'a SolveArgs,
    model: &'a Model,
    methods: Vec<Method>,
    /// Why these methods, in words.
    reason: &'static str,
    options: Options,
    pub(super) time_limit: Option<Duration>,
    /// The memory limit, which methods that run at the same time share.
    memory: Memory,
    interrupt: &'a Interrupt,
    /// Where the certificate of the answer goes, if one is asked for.
    certificate: Option<Certificate>,
}

/// A method, and how its run ended.
type Ended = (Method, Result<Report, SolveError>);

impl<'a> Job<'a> {
    /// Decides how a model is solved. Notes report the backends that are left out. One answer may be drawn or certified, several may not.
    pub(super) fn new(
        args: &'a SolveArgs,
        model: &'a Model,
        certificate: Option<Certificate>,
        interrupt: &'a Interrupt,
    ) -> Result<Self, Failure> {
        let solutions = args.listing.limit();
        let asked = Asked {
            method: args.method.as_deref(),
            backends: Backends::named(args.backend.iter().map(String::as_str))?,
            encoding: args.encoding.as_deref(),
            lowering: args.lowering.clone(),
            options: &args.options,
        };
        let within = solve::within(&model.problem, args.listing.within)?;
        let options = Options { solutions, within, ..Options::default() };
        let ways = asked.ways(&model.problem, &model.defaults, options.question());
        let Ways { methods, reason, encoding, lowering, left_out } =
            ways.map_err(|error| model.document.place(error))?;
        let job = Self {
            args,
            model,
            methods,
            reason,
            options: Options { encoding, lowering, ..options },
            time_limit: args.limits.time_limit.or(model.time_limit),
            memory: Memory::new(args.limits.memory_limit),
            interrupt,
            certificate,
        };
        for (method, why) in left_out {
            job.note_left_out(method, &why);
        }
        if job.certificate.is_some() && model.problem.begun.is_some() {
            return Err(Failure::usage("--proof certifies an answer to a whole model: leave out --after"));
        }
        let refused = [(args.picture.is_some(), ONE_PICTURE), (job.certificate.is_some(), ONE_PROOF)];
        match refused.into_iter().find(|(is_asked, _)| *is_asked && job.has_several_answers()) {
            Some((_, why)) => Err(Failure::usage(why)),
            None => Ok(job),
        }
    }

    fn note_left_out(&self, method: Method, why: &dyn std::fmt::Display) {
        output::note(format_args!("{}: {} is left out: {why}", self.model.problem.model, method.name()));
    }

    /// Whether several methods run at the same time, for one answer.
    fn is_race(&self) -> bool {
        self.args.race && self.methods.len() > 1
    }

    /// Whether several methods answer, each for itself.
    fn has_several_answers(&self) -> bool {
        !self.args.race && self.methods.len() > 1
    }

    /// Runs each method in turn, or all at once.
    pub(super) fn run(&self) -> Exit {
        let is_race = self.is_race();
        // One failing backend does not stop the others, a signal does; the first has an answer in any case.
        let goes_on = |i: usize| i == 0 || !self.interrupt.is_raised();
        let in_turn = self.methods.iter().enumerate().map_while(|(i, &method)| {
            goes_on(i).then(|| (method, self.solve(method, &self.options, &self.args.options, self.interrupt)))
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
        if count < self.methods.len() {
            return exit.max(Exit::Stopped);
        }
        exit = exit.max(self.leave_out(refused));
        if is_race { self.decide(&reports, exit) } else { exit }
    }

    /// Runs all methods at the same time. The first proof stops the others.
    fn race(&self) -> Vec<Ended> {
        let stop = &self.interrupt.narrower();
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            for &method in &self.methods {
                let send = send.clone();
                scope.spawn(move || {
                    let ended = self.solve(method, &self.options, &self.args.options, stop);
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
        let Self { args, model: Model { problem, .. }, reason, .. } = self;
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
        let control = Control::new(self.time_limit, interrupt.clone(), &observer).with_memory(&self.memory);
        solve::solve(problem, method, options, &self.request(control, own))
    }

    /// A request to a solver or a search; `own` are options in the solver's own words.
    fn request<'c>(&self, control: Control<'c>, own: &[(String, String)]) -> Request<'c> {
        let Self { args, model, .. } = self;
        Request {
            threads: args.limits.threads.or(model.threads),
            seed: args.seed.or(model.defaults.seed.as_ref().map(|at| at.value)),
            log: args.log,
            options: own.to_vec(),
            worker: worker::command(),
            ..Request::new(control)
        }
    }

    /// Prints an answer, and compares it with the earlier ones, even if nobody reads it.
    fn answer(&self, report: &mut Report, earlier: &[Report]) -> Exit {
        let args = self.args;
        // Text need not wait for the second opinion, which JSON carries.
        let is_text = !args.is_json();
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
        let Some(best) = winner(reports, self.model.problem.instance.sense()) else { return exit };
        let printed = self.print(best);
        // A failed backend matters only if no other one has proved the answer.
        let exit = if best.status.is_proof() { printed } else { exit.max(printed) };
        let others = reports.iter().filter(|report| !std::ptr::eq(*report, best));
        let compared = others.map(|other| {
            if !self.args.quiet {
                output::note(format_args!("{}: {}: {}", best.model, other.backend, other.headline()));
            }
            self.compare(best, other)
        });
        compared.fold(exit, Exit::max)
    }

    /// Prints a report, draws its solution and writes its certificate. Returns the exit code of the run.
    fn print(&self, report: &Report) -> Exit {
        let Self { args, model, interrupt, .. } = self;
        let shown = Shown {
            problem: &model.problem,
            format: if args.is_json() { Format::Json } else { Format::Text },
            is_event: args.json_stream,
            picture: args.picture.as_ref(),
            words: match (args.hint, args.quiet) {
                (Some(moves), _) => Words::Hint(moves),
                _ if args.is_listed() => Words::OneLine,
                (None, true) => Words::Few,
                (None, false) => Words::All,
            },
            is_one_of_several: self.has_several_answers(),
            interrupt,
        };
        let exit = exit_of(report).max(shown.print(report));
        let Some(files) = &self.certificate else { return exit };
        exit.max(self.certify(files, report).unwrap_or_else(Failure::print))
    }

    /// Leaves out the backends that do not take an option, if another one takes it: notes for them, or else their errors.
    fn leave_out(&self, refused: Vec<(Method, SolveError)>) -> Exit {
        let takers = self.methods.iter().filter(|method| method.name() != SEARCH).count();
        let has_taker = refused.len() < takers;
        let exits = refused.into_iter().map(|(method, error)| {
            if !has_taker {
                return Failure::from(error).print();
            }
            self.note_left_out(method, &error);
            Exit::Answered
        });
        exits.fold(Exit::Answered, Exit::max)
    }

    /// Compares two answers. If they contradict each other, both are saved, and that is the exit code.
    fn compare(&self, a: &Report, b: &Report) -> Exit {
        let Err(error) = solve::compare(self.model.problem.instance.sense(), a, b) else { return Exit::Answered };
        let saved = save(self.model.document.text(), [a, b]);
        let exit = Failure::from(error).print();
        match saved {
            Ok(folder) => output::note(format_args!("the model and both answers are saved in {}", folder.display())),
            Err(error) => output::note(format_args!("the answers could not be saved: {error}")),
        }
        exit
    }

    /// Solves again by another method, and reports the outcome on standard error.
    fn cross_check(&self, report: &Report) -> Result<Option<CrossCheck>, SolveError> {
        let problem = &self.model.problem;
        let model = &problem.model;
        let Some(other) = solve::other_method(problem, report) else {
            output::note(format_args!(
                "{model}: not cross-checked: no second, independent method of this build can solve it"
            ));
            return Ok(None);
        };
        let options = Options { skip_moves: true, always_model: true, ..Options::default() };
        let second = self.solve(other, &options, &[], self.interrupt)?;
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
        let best = Method::fastest(&self.model.problem, Question::Best);
        let note = |what: &str| output::note(format_args!("{}: to try: {what}", report.model));
        if best.backend() != report.backend || best.method() != report.method {
            let best = best.name();
            note(&format!("leave `--backend` and `--method` out: {best} is the fastest method known here"));
        }
        if matches!(stop, Stop::MemoryLimit { .. }) {
            note("a larger `--memory-limit`");
        }
    }

    /// Proves an answer and writes its certificate. Notes on standard error say what was written, or why nothing was.
    fn certify(&self, files: &Certificate, report: &Report) -> Result<Exit, Failure> {
        let model = &self.model.problem.model;
        let mut ended = None;
        // The files of a certificate take the places of those of an earlier one when all of them are whole.
        let written = file::prepare(&files.proof, |out| match self.prove(report, out) {
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
        if !self.args.quiet {
            let (proof, bytes, derived) = (files.proof.display(), Bytes(refuted.bytes), refuted.derived);
            output::note(format_args!(
                "{model}: {claimed}: proved in {proof}, {bytes} from {derived} derived clauses; \
                 the statement has {variables} variables and {rows} rows (encoding {encoding})"
            ));
            output::note(format_args!("anyone can check it: {}", files.command()));
        }
        Ok(Exit::Answered)
    }

    fn prove(&self, report: &Report, out: &mut dyn io::Write) -> Result<Certified, NoProof> {
        let Self { args, model: Model { problem, .. }, .. } = self;
        let display = Display::start_unless(args.quiet, format!("{} (proof)", problem.model));
        let observer = |event: &Event<'_>| display.hear(event);
        let used = Duration::from_secs_f64(report.stats.total_seconds.unwrap_or(0.0));
        let left = self.time_limit.map(|limit| limit.saturating_sub(used));
        let control = Control::new(left, self.interrupt.clone(), &observer).with_memory_limit(args.limits.memory_limit);
        let named = self.methods.first().copied().filter(|_| !args.backend.is_empty());
        solve::prove(problem, report, &self.options, named, &self.request(control, &[]), out)
    }
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
