//! The child: reads commands from its standard input, runs the solver, reports.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

use super::process::LOG_ENDS;
use super::protocol::{Command, Report, Terms, frame, read};
use crate::control::{Control, Event, Interrupt, Request, Stop, peak_memory};
use crate::sat::Lit;
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
    let mut session: Opened =
        Err(BackendError::Failed { solver: "the child process".into(), message: "it has no model".into() });
    for (command, interrupt) in commands {
        match command {
            Command::Load(name, model) => {
                let found = find(&name).ok_or_else(|| "no such backend".to_owned());
                let found = found.and_then(BackendEntry::backend);
                session = found
                    .map(|backend| backend.open(model))
                    .map_err(|message| BackendError::Failed { solver: name, message });
            }
            Command::Add(name, row) => {
                if let Ok(session) = &mut session {
                    session.add(name, row);
                }
            }
            Command::Retain(kept) => {
                if let Ok(session) = &mut session {
                    session.retain(&kept);
                }
            }
            Command::SetRange(var, range) => {
                if let Ok(session) = &mut session {
                    session.set_range(var, range);
                }
            }
            Command::Probe(trials, iterations, terms) => {
                shared.run(&mut session, (terms, interrupt), |session, request| {
                    for claim in session.probe(&trials, iterations, request)? {
                        // As in `watched`.
                        let _ = shared.report(&Report::Tried(claim));
                    }
                    Ok(Claim::stopped(Stop::Interrupted))
                })?;
            }
            Command::Solve(terms) => {
                shared.run(&mut session, (terms, interrupt), |session, request| session.solve(request))?;
            }
            Command::List(terms) => shared.list(&mut session, (terms, interrupt))?,
            Command::Refute(clauses, terms) => shared.refute(&mut session, &clauses, (terms, interrupt))?,
            // Handled where it arrives.
            Command::Stop => {}
        }
    }
    Ok(())
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
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let flusher = log.then(|| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    flush();
                    std::thread::park_timeout(FLUSH);
                }
            })
        });
        let answer = run(&request);
        done.store(true, Ordering::Relaxed);
        if let Some(flusher) = flusher {
            flusher.thread().unpark();
        }
        answer
    })
}

type Opened = Result<Box<dyn Session>, BackendError>;

impl Shared {
    /// Does something with the session, and reports how it ended.
    fn run(
        &self,
        session: &mut Opened,
        terms: (Terms, Interrupt),
        run: impl FnOnce(&mut dyn Session, &Request<'_>) -> Result<Claim, BackendError>,
    ) -> io::Result<()> {
        let answer = match session {
            Ok(session) => watched(terms, self, |request| run(&mut **session, request)),
            Err(error) => Err(error.clone()),
        };
        end_log();
        let peak_memory = peak_memory();
        self.report(&Report::Done { answer, peak_memory })
    }

    /// A list, whose solutions are reported.
    fn list(&self, session: &mut Opened, terms: (Terms, Interrupt)) -> io::Result<()> {
        self.run(session, terms, |session, request| {
            session.list(request, &mut |values| {
                if request.control.stop().is_some() {
                    return ControlFlow::Break(());
                }
                // As in `watched`.
                let _ = self.report(&Report::Solution(values.to_vec()));
                ControlFlow::Continue(())
            })
        })
    }

    /// A refutation, whose steps are reported.
    fn refute(&self, session: &mut Opened, clauses: &[Vec<Lit>], terms: (Terms, Interrupt)) -> io::Result<()> {
        self.run(session, terms, |session, request| {
            let mut steps = Vec::with_capacity(STEPS);
            let claim = session.refute(clauses, request, &mut |step| {
                steps.push(step);
                if steps.len() == STEPS {
                    // As in `watched`.
                    let _ = self.report(&Report::Steps(std::mem::take(&mut steps)));
                }
                ControlFlow::Continue(())
            });
            let _ = self.report(&Report::Steps(steps));
            claim
        })
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

    /// A run that is asked to stop after it has answered, before the next one is asked for, leaves the next one alone.
    #[test]
    fn a_stop_belongs_to_the_run_before_it() {
        let (mut parent, socket) = UnixStream::pair().unwrap();
        let terms = || Terms {
            remaining: None,
            memory_limit: Bytes(1 << 20),
            threads: None,
            seed: None,
            log: false,
            options: Vec::new(),
        };
        for command in [Command::Solve(terms()), Command::Stop, Command::Stop, Command::List(terms())] {
            parent.write_all(&frame(&command).unwrap()).unwrap();
        }
        drop(parent);
        let (send, receive) = mpsc::channel();
        listen(socket, send);
        let stopped: Vec<bool> = receive.iter().map(|(_, interrupt)| interrupt.is_raised()).collect();
        assert_eq!(stopped, [true, false]);
    }
}
