//! The child: reads commands from its standard input, runs the solver, reports.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use super::process::LOG_ENDS;
use super::protocol::{Command, Report, Terms, frame, read};
use crate::backend::{self, BackendError, Claim, Session};
use crate::run::{Control, Event, Interrupt, Memory, Request, Stop, memory};

/// How often the C library's standard output is flushed while the log is wanted: on a pipe it would come in large pieces.
const FLUSH: Duration = Duration::from_millis(200);

/// What the threads of the child share.
struct Shared {
    socket: Mutex<UnixStream>,
    /// The interrupt of the present run.
    interrupt: Mutex<Interrupt>,
}

/// Serves the parent on standard input, until that closes: then the process ends itself at once, whatever the solver does. See
/// [`Worker`](crate::run::Worker).
///
/// # Errors
/// When standard input is not the parent's socket, or what comes from it cannot be read.
pub fn serve() -> io::Result<()> {
    // Ctrl-C goes to the whole process group; the parent decides what happens.
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::new(AtomicBool::new(false)))?;
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    socket.peer_addr()?;
    let shared = Shared { socket: Mutex::new(socket.try_clone()?), interrupt: Mutex::default() };
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| listen(socket, &shared, send));
        work(&shared, &receive)
    })
}

/// Reads commands until the parent is gone.
fn listen(mut socket: UnixStream, shared: &Shared, commands: mpsc::Sender<Command>) {
    // A message that cannot be read means that the parent is no partner any more.
    while let Ok(Some(command)) = read(&mut socket) {
        match command {
            Command::Stop => shared.interrupt.lock().unwrap_or_else(PoisonError::into_inner).raise(),
            command => {
                if commands.send(command).is_err() {
                    break;
                }
            }
        }
    }
    drop(commands);
    // Not an ordinary exit: that would destroy objects that the solver is using. If the signal cannot be sent, the closed
    // channel ends the process after the present run.
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
}

/// Carries out the commands, in order.
fn work(shared: &Shared, commands: &mpsc::Receiver<Command>) -> io::Result<()> {
    let mut session: Opened =
        Err(BackendError::Failed { solver: "the child process".into(), message: "it has no model".into() });
    for command in commands {
        match command {
            Command::Load(name, model) => {
                let found = backend::find(&name).ok_or_else(|| "no such backend".to_owned());
                let found = found.and_then(backend::BackendEntry::backend);
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
            Command::Probe(trials, iterations, terms) => shared.run(&mut session, terms, |session, request| {
                for claim in session.probe(&trials, iterations, request)? {
                    // As in `watched`.
                    let _ = shared.report(&Report::Tried(claim));
                }
                Ok(Claim::stopped(Stop::Interrupted))
            })?,
            Command::Solve(terms) => {
                shared.run(&mut session, terms, |session, request| session.solve(request))?;
            }
            Command::List(terms) => shared.run(&mut session, terms, |session, request| {
                session.list(request, &mut |values| {
                    if request.control.stop().is_some() {
                        return ControlFlow::Break(());
                    }
                    // As in `watched`.
                    let _ = shared.report(&Report::Solution(values.to_vec()));
                    ControlFlow::Continue(())
                })
            })?,
            // Handled where it arrives.
            Command::Stop => {}
        }
    }
    Ok(())
}

/// A run whose events are reported.
fn watched(
    terms: Terms,
    shared: &Shared,
    run: impl FnOnce(&Request<'_>) -> Result<Claim, BackendError>,
) -> Result<Claim, BackendError> {
    let interrupt = shared.interrupt.lock().unwrap_or_else(PoisonError::into_inner).clone();
    // A report that cannot be sent means that the parent is gone, which ends the process.
    let observer = |event: &Event<'_>| {
        let _ = shared.report(&match event {
            Event::Log(line) => Report::Log((*line).to_owned()),
            Event::Progress(progress) => Report::Progress(*progress),
            Event::Incumbent { found, values } => Report::Incumbent(*found, values.to_vec()),
            // Backends know no solutions, only values.
            Event::Solution { .. } => return,
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
        terms: Terms,
        run: impl FnOnce(&mut dyn Session, &Request<'_>) -> Result<Claim, BackendError>,
    ) -> io::Result<()> {
        let answer = match session {
            Ok(session) => watched(terms, self, |request| run(&mut **session, request)),
            Err(error) => Err(error.clone()),
        };
        end_log();
        let peak_memory = memory(std::process::id(), Memory::Peak);
        self.report(&Report::Done { answer, peak_memory })?;
        *self.interrupt.lock().unwrap_or_else(PoisonError::into_inner) = Interrupt::default();
        Ok(())
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
