//! The child: reads commands from its standard input, runs the solver, reports.

use std::any::Any;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use super::process::LOG_ENDS;
use super::{Command, Report, Terms, frame, read};
use crate::control::{Control, Event, Interrupt, Request, peak_memory};
use crate::model::Model;
use crate::session::{Found, Task};
use crate::{BackendEntry, BackendError, Claim, Session, find};

/// How often the C library's standard output is flushed while the log is wanted: on a pipe it would come in large pieces.
const FLUSH: Duration = Duration::from_millis(200);

/// How many steps of a refutation are reported together.
const STEPS: usize = 256;

/// The data that the threads of the child share.
struct Shared {
    socket: Mutex<UnixStream>,
}

/// A command with the interrupt of its run. Commands and stops arrive in order, so a stop belongs to the last command before it, whether or
/// not that is over.
type Order = (Command, Interrupt);

/// Serves the parent on standard input, until that closes: then the process ends itself at once, whatever the solver does. See
/// [`Worker`](crate::control::Worker).
///
/// # Errors
/// When standard input is not the parent's socket, or what comes from it cannot be read.
pub fn serve() -> io::Result<()> {
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    socket.peer_addr()?;
    let shared = Shared { socket: Mutex::new(socket.try_clone()?) };
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            listen(socket, send);
            // Not an ordinary exit: that would destroy objects that the solver is using. If the signal cannot be sent, the closed
            // channel ends the process after the present run.
            let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
        });
        work(&shared, &receive)
    })
}

/// Reads commands until the parent is gone.
fn listen(mut socket: UnixStream, commands: mpsc::Sender<Order>) {
    let mut last = Interrupt::default();
    // A message that cannot be read means that the parent is no partner any more.
    while let Ok(Some(command)) = read(&mut socket) {
        if matches!(command, Command::Stop) {
            last.raise();
            continue;
        }
        last = Interrupt::default();
        if commands.send((command, last.clone())).is_err() {
            break;
        }
    }
    // The worker ends after its present run.
    drop(commands);
}

/// Carries out the commands, in order.
fn work(shared: &Shared, commands: &mpsc::Receiver<Order>) -> io::Result<()> {
    let mut opened = Opened::none();
    for (command, interrupt) in commands {
        match command {
            Command::Load(name, model) => opened = Opened::open(name, Arc::unwrap_or_clone(model)),
            // A session that is not there, or fails at this, says so in its next run.
            Command::Change(change) => drop(opened.guarded(|session| session.change(change))),
            Command::Run(task, terms) => shared.run(&mut opened, &task, (terms, interrupt))?,
            // Handled where it arrives.
            Command::Stop => {}
        }
    }
    Ok(())
}

/// The session of the model that was loaded last.
struct Opened {
    /// Its backend, for errors.
    solver: String,
    session: Result<Box<dyn Session>, BackendError>,
}

impl Opened {
    fn none() -> Self {
        let solver = "the child process".to_owned();
        let message = "it has no model".into();
        Self { session: Err(BackendError::Failed { solver: solver.clone(), message }), solver }
    }

    fn open(solver: String, model: Model) -> Self {
        let failed = |message| BackendError::Failed { solver: solver.clone(), message };
        let backend = find(&solver).ok_or_else(|| "no such backend".to_owned()).and_then(BackendEntry::backend);
        let session = backend.and_then(|backend| {
            catch_unwind(AssertUnwindSafe(|| backend.open(model))).map_err(|panic| panicked(&*panic))
        });
        Self { session: session.map_err(failed), solver }
    }

    /// Does something with the session. A session that panics is given up, and answers with its panic from then on: the parent must never
    /// wait for an answer that does not come.
    fn guarded<T>(&mut self, act: impl FnOnce(&mut dyn Session) -> T) -> Result<T, BackendError> {
        let session = self.session.as_mut().map_err(|error| error.clone())?;
        catch_unwind(AssertUnwindSafe(|| act(&mut **session))).map_err(|panic| {
            let error = BackendError::Failed { solver: self.solver.clone(), message: panicked(&*panic) };
            // Nothing is known of its state, so its destructor does not run either.
            std::mem::forget(std::mem::replace(&mut self.session, Err(error.clone())));
            error
        })
    }
}

/// The message of a panic. Where the panic was stands in the lines that the process printed.
fn panicked(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("it panicked: {}", text.unwrap_or("without a message"))
}

/// A run whose events are reported.
fn watched(
    (terms, interrupt): (Terms, Interrupt),
    shared: &Shared,
    run: impl FnOnce(&Request<'_>) -> Result<Claim, BackendError>,
) -> Result<Claim, BackendError> {
    // A report that cannot be sent means that the parent is gone, which ends the process.
    let observer = |event: &Event<'_>| {
        let _ = shared.report(&match event {
            Event::Log(line) => Report::Log((*line).to_owned()),
            Event::Progress(progress) => Report::Progress(*progress),
            Event::Incumbent { found, values } => Report::Incumbent(*found, values.to_vec()),
            // Backends know no solutions, only values.
            Event::Solution { .. } | Event::Share(_) => return,
        });
    };
    let control = Control::new(terms.remaining, interrupt, &observer).with_memory_limit(terms.memory_limit);
    let Terms { threads, seed, log, options, .. } = terms;
    let request = Request { control, threads, seed, log, options, worker: None };
    // The flusher ends when the sender is gone, even if the run panics.
    let (running, done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        if log {
            scope.spawn(move || {
                while done.recv_timeout(FLUSH) == Err(RecvTimeoutError::Timeout) {
                    flush();
                }
            });
        }
        let _running = running;
        run(&request)
    })
}

impl Shared {
    /// Runs a task, and reports what it finds and how it ended.
    fn run(&self, opened: &mut Opened, task: &Task, terms: (Terms, Interrupt)) -> io::Result<()> {
        let run = |session: &mut dyn Session, request: &Request<'_>| {
            let mut waiting = Vec::new();
            let claim = session.run(task, request, &mut |found| {
                let is_step = matches!(found, Found::Step(_));
                // After a list was stopped, no other solution is wanted; the steps of a refutation go on to its end.
                if !is_step && request.control.stop().is_some() {
                    return ControlFlow::Break(());
                }
                waiting.push(found);
                if !is_step || waiting.len() == STEPS {
                    // As in `watched`.
                    let _ = self.report(&Report::Found(std::mem::take(&mut waiting)));
                }
                ControlFlow::Continue(())
            });
            let _ = self.report(&Report::Found(waiting));
            claim
        };
        let answer = opened.guarded(|session| watched(terms, self, |request| run(session, request))).flatten();
        end_log();
        let peak_memory = peak_memory();
        self.report(&Report::Done { answer, peak_memory })
    }

    fn report(&self, report: &Report) -> io::Result<()> {
        let frame = frame(report)?;
        self.socket.lock().unwrap_or_else(PoisonError::into_inner).write_all(&frame)
    }
}

/// Flushes what the solver has written through the C library.
fn flush() {
    // SAFETY: fflush(NULL) flushes the C library's open streams, under their locks.
    unsafe { libc::fflush(std::ptr::null_mut()) };
}

/// Marks the end of a run's log in the pipe, so that the parent knows when it has all lines.
fn end_log() {
    flush();
    let mut out = io::stdout().lock();
    let _ = out.write_all(LOG_ENDS).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Bytes;
    use crate::model::Linear;
    use crate::session::{Change, Receiver};

    fn terms() -> Terms {
        Terms {
            remaining: None,
            memory_limit: Bytes(1 << 20),
            threads: None,
            seed: None,
            log: true,
            options: Vec::new(),
        }
    }

    /// A session that panics whatever it is asked.
    struct Panicking;

    impl Session for Panicking {
        fn change(&mut self, _: Change) {
            panic!("while a row was added");
        }

        fn run(&mut self, _: &Task, _: &Request<'_>, _: &mut Receiver<'_>) -> Result<Claim, BackendError> {
            panic!("in the {}", "test");
        }
    }

    #[test]
    fn a_panic_is_an_answer() {
        for (adds_row, why) in [(false, "in the test"), (true, "while a row was added")] {
            let (mut parent, socket) = UnixStream::pair().unwrap();
            parent.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
            let child = std::thread::spawn(move || {
                let mut opened = Opened { solver: "test".into(), session: Ok(Box::new(Panicking)) };
                if adds_row {
                    let row = Change::Add("row".into(), Linear::new().at_most(0));
                    drop(opened.guarded(|session| session.change(row)));
                }
                let shared = Shared { socket: Mutex::new(socket) };
                shared.run(&mut opened, &Task::Best, (terms(), Interrupt::default()))
            });
            let answer = read(&mut parent).unwrap();
            let Some(Report::Done { answer: Err(BackendError::Failed { solver, message }), .. }) = answer else {
                panic!("an error is the answer");
            };
            assert_eq!((&*solver, message), ("test", format!("it panicked: {why}")));
            child.join().unwrap().unwrap();
        }
    }

    /// A run that is asked to stop after it has answered, before the next one is asked for, leaves the next one alone.
    #[test]
    fn a_stop_belongs_to_the_run_before_it() {
        let (mut parent, socket) = UnixStream::pair().unwrap();
        let run = |task| Command::Run(task, terms());
        for command in [run(Task::Best), Command::Stop, Command::Stop, run(Task::Every)] {
            parent.write_all(&frame(&command).unwrap()).unwrap();
        }
        drop(parent);
        let (send, receive) = mpsc::channel();
        listen(socket, send);
        let stopped: Vec<bool> = receive.iter().map(|(_, interrupt)| interrupt.is_raised()).collect();
        assert_eq!(stopped, [true, false]);
    }
}
