//! The parent: sends commands to the child, hears its reports, keeps the limits.

use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::process::{Death, Heard, Process};
use super::{Command, Report, Terms, frame};
use crate::control::{Event, Incumbent, Progress, Request, Stop, Worker};
use crate::model::Model;
use crate::session::{Change, Found, Receiver, Reload, Task};
use crate::{Backend, BackendError, Claim, Effort, Ending, Session};

/// How often the control is polled.
const POLL: Duration = Duration::from_millis(20);
/// How often the child's memory is measured.
const MEASURE: Duration = Duration::from_millis(50);
/// How long a child that was asked to stop may take to answer.
const GRACE: Duration = Duration::from_millis(500);
/// The same for a child that has told of a better solution than it has sent: some solvers hand over their solution at the end only.
const GRACE_FOR_SOLUTION: Duration = Duration::from_secs(5);
/// How long the solver may overrun its time limit before it is asked to stop.
const OVERRUN: Duration = Duration::from_millis(200);

/// A child process with a solver, started when it is first needed.
pub(crate) struct Child {
    /// The backend's name in the registry.
    backend: &'static str,
    version: String,
    log_reader: Option<fn(&str) -> Option<Progress>>,
    worker: Worker,
    process: Option<Process>,
    /// Commands that are still to be sent, or why they cannot be.
    pending: Result<Vec<u8>, String>,
    /// The model with the rows so far, for a process that follows one that was killed.
    model: Option<Arc<Model>>,
    peak_memory: Option<u64>,
}

/// The state of a run that has not answered yet.
#[derive(Default)]
struct LastHeard {
    incumbents: Vec<Incumbent>,
    best: Option<Vec<f64>>,
    /// Whether the child has told of a better solution than `best`.
    awaits_solution: bool,
    bound: Option<f64>,
    nodes: Option<u64>,
}

/// A run from the parent's side.
struct Run<'a, 'r> {
    request: &'a Request<'a>,
    /// Who receives what is found, and whether that is enough.
    found: &'a mut Receiver<'r>,
    is_enough: bool,
    /// Whether solutions that the child found were not taken.
    lacks_solutions: bool,
    started: Instant,
    known: LastHeard,
    /// When the child was asked to stop, and why.
    asked: Option<(Instant, Stop)>,
    measured: Instant,
    answer: Option<Result<Claim, BackendError>>,
    log_is_complete: bool,
}

/// Why a run ends without an answer of the child.
enum Cut {
    /// The child has to be killed.
    Kill(Stop),
    /// It is dead.
    Dead,
}

impl Child {
    /// For the backend of this name.
    pub fn new(name: &'static str, backend: &dyn Backend, worker: Worker) -> Self {
        Self {
            backend: name,
            version: backend.version(),
            log_reader: backend.log_reader(),
            worker,
            process: None,
            pending: Ok(Vec::new()),
            model: None,
            peak_memory: None,
        }
    }

    /// Queues the whole model in place of all that was queued before.
    fn queue_model(&mut self) {
        self.pending = Ok(Vec::new());
        if let Some(model) = &self.model {
            self.queue(&Command::Load(self.backend.to_owned(), Arc::clone(model)));
        }
    }

    /// Queues a command for the process; one that is still to be started gets the whole model.
    fn queue(&mut self, command: &Command) {
        if let (Some(_), Ok(pending)) = (&self.process, &mut self.pending) {
            match frame(command) {
                Ok(frame) => pending.extend(frame),
                Err(error) => self.pending = Err(error.to_string()),
            }
        }
    }

    fn terms(&self, request: &Request<'_>) -> Terms {
        let Request { control, threads, seed, log, options, worker: _ } = request;
        Terms {
            remaining: control.remaining(),
            memory_limit: control.memory_limit(),
            threads: *threads,
            seed: *seed,
            log: *log || self.log_reader.is_some(),
            options: options.clone(),
        }
    }

    fn carry_out(&mut self, command: &Command, run: &mut Run<'_, '_>) -> Result<Claim, BackendError> {
        if self.process.is_none() {
            // One that would be stopped at once is not started.
            if let Some(stop) = run.request.control.stop() {
                return Ok(Claim::stopped(stop));
            }
            let started = Process::start(&self.worker);
            self.process = Some(started.map_err(|error| BackendError::no_process(self.solver(), &error))?);
            self.queue_model();
        }
        let cut = match self.converse(command, run) {
            Ok(answer) => return answer,
            Err(cut) => cut,
        };
        let process = self.process.take();
        // The answer may have arrived before the child was killed for keeping its log open.
        if let Some(answer) = run.answer.take() {
            return answer;
        }
        let stop = match cut {
            Cut::Kill(stop) => stop,
            Cut::Dead => {
                let death = process.map_or_else(|| Death::Failed(String::new()), Process::post_mortem);
                match (run.request.control.stop(), death) {
                    // A signal that reached the child before it could ignore it, or a system that ends everything.
                    (Some(stop @ Stop::Interrupted), _) | (_, Death::Stopped(stop)) => stop,
                    (_, Death::Failed(how)) => return Err(self.failed(how)),
                }
            }
        };
        Ok(run.known.claim(stop))
    }

    fn failed(&self, message: String) -> BackendError {
        BackendError::Failed { solver: self.solver(), message }
    }

    fn solver(&self) -> String {
        format!("{} {}", self.backend, self.version)
    }

    /// Sends the commands so far and this one, and waits for the answer.
    fn converse(&mut self, command: &Command, run: &mut Run<'_, '_>) -> Result<Result<Claim, BackendError>, Cut> {
        self.queue(command);
        let bytes = match std::mem::replace(&mut self.pending, Ok(Vec::new())) {
            Ok(bytes) => bytes,
            Err(why) => {
                // It lacks what could not be sent.
                self.process = None;
                return Ok(Err(self.failed(why)));
            }
        };
        let Some(process) = &mut self.process else { return Err(Cut::Dead) };
        process.share = Some(run.request.control.process_memory());
        run.send(process, &bytes)?;
        loop {
            match process.heard.recv_timeout(POLL) {
                Ok(Heard::Report(report)) => run.hear(report, &mut self.peak_memory),
                Ok(Heard::Line(line)) => {
                    run.hear_line(&line, self.log_reader);
                    process.tail.push(&line);
                }
                Ok(Heard::LogEnds) => run.log_is_complete = true,
                Ok(Heard::Gone) | Err(RecvTimeoutError::Disconnected) => return Err(Cut::Dead),
                Err(RecvTimeoutError::Timeout) => run.request.control.notify(&Event::Progress(Progress::default())),
            }
            if run.log_is_complete
                && let Some(answer) = run.answer.take()
            {
                return Ok(answer);
            }
            run.keep_limits(process, &mut self.peak_memory)?;
        }
    }
}

impl Session for Child {
    fn change(&mut self, change: Change) {
        if let Some(model) = &mut self.model {
            change.clone().make(Arc::make_mut(model));
        }
        self.queue(&Command::Change(change));
    }

    fn run(&mut self, task: &Task, request: &Request<'_>, found: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        let command = Command::Run(task.clone(), self.terms(request));
        self.carry_out(&command, &mut Run::new(request, found))
    }
}

impl Reload for Child {
    fn load(&mut self, model: &Model) {
        self.model = Some(Arc::new(model.clone()));
        self.queue_model();
    }

    fn peak_memory(&self) -> Option<u64> {
        self.peak_memory
    }
}

impl<'a, 'r> Run<'a, 'r> {
    fn new(request: &'a Request<'a>, found: &'a mut Receiver<'r>) -> Self {
        let now = Instant::now();
        Self {
            request,
            found,
            is_enough: false,
            lacks_solutions: false,
            started: now,
            known: LastHeard::default(),
            asked: None,
            measured: now,
            answer: None,
            log_is_complete: false,
        }
    }

    /// Passes a line of the log on, and the progress that it states.
    fn hear_line(&mut self, line: &str, read: Option<fn(&str) -> Option<Progress>>) {
        if self.request.log {
            self.request.control.notify(&Event::Log(line));
        }
        if let Some(progress) = read.and_then(|read| read(line)) {
            self.progress(progress);
        }
    }

    fn progress(&mut self, progress: Progress) {
        self.known.bound = progress.bound.or(self.known.bound);
        self.known.nodes = progress.nodes.or(self.known.nodes);
        let last = self.known.incumbents.last().map(|last| last.objective);
        self.known.awaits_solution |= progress.incumbent.is_some() && progress.incumbent != last;
        self.request.control.notify(&Event::Progress(progress));
    }

    fn send(&mut self, process: &mut Process, bytes: &[u8]) -> Result<(), Cut> {
        let mut stop = None;
        let sent = process.send(bytes, || {
            stop = self.request.control.stop();
            stop.is_none()
        });
        match (sent, stop) {
            (Ok(()), _) => Ok(()),
            (Err(_), Some(stop)) => Err(Cut::Kill(stop)),
            (Err(_), None) => Err(Cut::Dead),
        }
    }

    fn hear(&mut self, report: Report, peak: &mut Option<u64>) {
        let control = &self.request.control;
        match report {
            Report::Log(line) => self.hear_line(&line, None),
            Report::Progress(progress) => self.progress(progress),
            Report::Found(found) => {
                // Solutions that were sent before the child heard that it may stop are not wanted.
                for found in found {
                    if self.asked.is_some() && matches!(found, Found::Solution(_)) {
                        self.lacks_solutions = true;
                    } else if !self.is_enough {
                        self.is_enough = (self.found)(found).is_break();
                    }
                }
            }
            Report::Incumbent(found, values) => {
                let found = Incumbent { seconds: self.on_own_clock(found.seconds), ..found };
                control.notify(&Event::Incumbent { found, values: &values });
                self.known.incumbents.push(found);
                self.known.awaits_solution = values.is_empty();
                if !values.is_empty() {
                    self.known.best = Some(values);
                }
            }
            Report::Done { answer, peak_memory } => {
                *peak = peak_memory.max(*peak);
                self.answer = Some(answer.map(|claim| self.translate(claim)));
            }
        }
    }

    /// The child's answer as the parent sees it: on its own clock, and with its own reason to stop. The child may have found everything
    /// before it heard that it has to stop; where the parent did not take all of that, the run was stopped all the same.
    fn translate(&self, mut claim: Claim) -> Claim {
        for found in claim.effort.incumbents.iter_mut().flatten() {
            found.seconds = self.on_own_clock(found.seconds);
        }
        let is_cut = self.lacks_solutions || matches!(claim.ending, Ending::Stopped(_));
        if let Some((_, asked)) = self.asked.as_ref().filter(|_| is_cut) {
            claim.ending = Ending::Stopped(asked.clone());
        }
        claim
    }

    /// The seconds of the child's clock, which starts with the run, on the clock of the control.
    fn on_own_clock(&self, seconds: f64) -> f64 {
        let before = self.request.control.elapsed().saturating_sub(self.started.elapsed());
        before.as_secs_f64() + seconds
    }

    /// Asks the child to stop where it has to; an error where it did not, or takes too much memory.
    fn keep_limits(&mut self, process: &mut Process, peak: &mut Option<u64>) -> Result<(), Cut> {
        if self.measured.elapsed() >= MEASURE {
            self.measured = Instant::now();
            let memory = process.memory();
            *peak = memory.max(*peak);
            process.share.as_ref().map_or(Ok(()), |share| share.note(memory)).map_err(Cut::Kill)?;
        }
        if let Some((since, stop)) = &self.asked {
            return if since.elapsed() > self.known.grace() { Err(Cut::Kill(stop.clone())) } else { Ok(()) };
        }
        let stop = match self.request.control.stop() {
            _ if self.is_enough => Stop::Interrupted,
            // The solver knows this limit and may be about to answer.
            Some(Stop::TimeLimit) if self.request.control.overrun().is_none_or(|over| over < OVERRUN) => return Ok(()),
            Some(stop) => stop,
            None => return Ok(()),
        };
        self.asked = Some((Instant::now(), stop));
        let bytes = frame(&Command::Stop).map_err(|_| Cut::Dead)?;
        // If the child does not even read, it is killed in time.
        process.send(&bytes, || false).or(Ok(()))
    }
}

impl LastHeard {
    const fn grace(&self) -> Duration {
        if self.awaits_solution { GRACE_FOR_SOLUTION } else { GRACE }
    }

    /// The claim of a run that was cut short.
    fn claim(&mut self, stop: Stop) -> Claim {
        let Self { incumbents, best, bound, nodes, awaits_solution: _ } = std::mem::take(self);
        let effort = Effort { nodes, incumbents: Some(incumbents), root_bound: None };
        Claim { values: best, bound, effort, ..Claim::stopped(stop) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_lacks_a_solution_is_not_said_to_be_complete() {
        let request = Request::unlimited();
        let all = || Report::Done { answer: Ok(Claim::of(Ending::Infeasible)), peak_memory: None };
        let burst = || Report::Found(vec![Found::Solution(vec![1.0]), Found::Solution(vec![2.0])]);
        for (is_asked, is_late, ending) in [
            (false, true, Ending::Infeasible),
            (true, false, Ending::Infeasible),
            (true, true, Ending::Stopped(Stop::Interrupted)),
        ] {
            let nothing: &mut Receiver<'_> = &mut |_| std::ops::ControlFlow::Continue(());
            let mut run = Run::new(&request, nothing);
            run.hear(burst(), &mut None);
            run.asked = is_asked.then(|| (Instant::now(), Stop::Interrupted));
            if is_late {
                run.hear(burst(), &mut None);
            }
            run.hear(all(), &mut None);
            assert_eq!(run.answer.unwrap().unwrap().ending, ending, "asked: {is_asked}, late: {is_late}");
        }
    }

    #[test]
    fn a_solution_that_was_told_of_is_waited_for() {
        let request = Request::unlimited();
        let nothing: &mut Receiver<'_> = &mut |_| std::ops::ControlFlow::Continue(());
        let mut run = Run::new(&request, nothing);
        let told = |objective| Progress { incumbent: Some(objective), ..Progress::default() };
        let sent = |objective, value| Report::Incumbent(Incumbent { seconds: 0.0, objective }, vec![value]);
        let mut waits = |report| {
            run.hear(report, &mut None);
            run.known.grace() == GRACE_FOR_SOLUTION
        };
        let reports = [Report::Progress(told(5)), sent(5, 1.0), Report::Progress(told(5)), Report::Progress(told(6))];
        assert_eq!(reports.map(&mut waits), [true, false, false, true]);
        assert_eq!(run.known.claim(Stop::Interrupted).values, Some(vec![1.0]));
    }
}
