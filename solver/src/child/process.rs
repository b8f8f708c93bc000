//! A child process from outside: its start, the lines that it prints, its memory, its end.

use std::io::{self, PipeReader, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitStatus};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::{Report, read};
use crate::control::{ProcessMemory, Stop, Worker, resident_memory};
use crate::processes::{Tail, describe, each_line, ended_from_outside, text};

/// What the child writes to its standard output when a run is over: a line that no solver prints.
pub(super) const LOG_ENDS: &[u8] = b"\0\n";
/// The most reports and lines that wait to be looked at: until then, a child that prints without end has to wait.
const WAITING: usize = 256;
/// How long to wait for the last lines of a child that has died.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How long a message may wait for the child to read it before the caller gets a say.
const PATIENCE: Duration = Duration::from_millis(20);

/// What comes from a child process.
pub(super) enum Heard {
    Report(Report),
    /// A line of its output.
    Line(String),
    /// The output of the present run is complete.
    LogEnds,
    /// The socket is closed: it is dead, or about to be.
    Gone,
}

/// A child process. Dropping it kills it.
pub(super) struct Process {
    child: std::process::Child,
    socket: UnixStream,
    pub heard: mpsc::Receiver<Heard>,
    /// What it holds of the memory of the present run.
    pub share: Option<ProcessMemory>,
    /// The last lines of its output.
    pub tail: Tail,
}

impl Process {
    pub fn start(worker: &Worker) -> io::Result<Self> {
        let (socket, theirs) = UnixStream::pair()?;
        let (output, write) = io::pipe()?;
        let mut command = Command::new(&worker.program);
        command.args(&worker.arguments).stdin(OwnedFd::from(theirs)).stdout(write.try_clone()?).stderr(write);
        ignore_signals(&mut command);
        let child = command.spawn()?;
        // The command holds ends of the pipe, which would never end.
        drop(command);
        let (send, heard) = mpsc::sync_channel(WAITING);
        let (reports, lines) = (socket.try_clone()?, send.clone());
        socket.set_write_timeout(Some(PATIENCE))?;
        // From here on an error ends the child.
        let process = Self { child, socket, heard, share: None, tail: Tail::default() };
        std::thread::Builder::new().spawn(move || hear_reports(reports, &send))?;
        std::thread::Builder::new().spawn(move || hear_lines(output, &lines))?;
        Ok(process)
    }

    /// Sends bytes; while the child does not read them, `wait` says whether to keep trying.
    pub fn send(&mut self, mut bytes: &[u8], mut wait: impl FnMut() -> bool) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.socket.write(bytes) {
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && wait() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Its resident memory in bytes, where the system reports it.
    pub fn memory(&self) -> Option<u64> {
        resident_memory(self.child.id())
    }

    /// Kills it if it still runs, and finds out how it ended.
    pub fn post_mortem(mut self) -> Death {
        // One that has closed its socket is about to end by itself, and how it ends is the news.
        let ended = self.wait_shortly();
        // Something that it started may still print.
        let deadline = Instant::now() + LAST_WORDS;
        while Instant::now() < deadline
            && let Ok(heard) = self.heard.recv_timeout(PATIENCE)
        {
            if let Heard::Line(line) = heard {
                self.tail.push(&line);
            }
        }
        let how = ended.map_or_else(|| "its process closed the connection".to_owned(), describe);
        if let Some(stop) = ended.and_then(|status| ended_from_outside(status, self.tail.lines())) {
            return Death::Stopped(stop);
        }
        let last = self.tail.joined("\n  ");
        Death::Failed(if last.is_empty() { how } else { format!("{how}; its last lines:\n  {last}") })
    }

    fn wait_shortly(&mut self) -> Option<ExitStatus> {
        for _ in 0..25 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(PATIENCE);
        }
        None
    }
}

/// How a child ended.
pub(super) enum Death {
    /// By a fault of its own, in words, with its last lines.
    Failed(String),
    /// The system or its user ended it.
    Stopped(Stop),
}

/// Has the child ignore, from its first moment on, signals that a terminal or `timeout` sends to the whole process group: the parent decides
/// what happens.
fn ignore_signals(command: &mut Command) {
    let ignore = || {
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            // SAFETY: ignoring a signal runs no code.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
        Ok(())
    };
    // SAFETY: between fork and exec the closure makes system calls only, and neither allocates nor takes a lock.
    unsafe { command.pre_exec(ignore) };
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that it has already ended.
        let _ = self.child.kill();
        // Freeing gigabytes takes the system a while; nobody has to wait for that.
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            let pid = rustix::process::Pid::from_child(&self.child);
            let wait = move || rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::empty());
            // Without a thread the system waits until this process ends.
            let _ = std::thread::Builder::new().spawn(wait);
        }
    }
}

/// Passes on the reports until the socket closes. Once nobody listens, the rest is dropped.
fn hear_reports(mut socket: UnixStream, send: &mpsc::SyncSender<Heard>) {
    while let Ok(Some(report)) = read(&mut socket) {
        if send.send(Heard::Report(report)).is_err() {
            return;
        }
    }
    let _ = send.send(Heard::Gone);
}

/// Passes on the lines of the output until the pipe closes.
fn hear_lines(output: PipeReader, send: &mpsc::SyncSender<Heard>) {
    each_line(output, |line| match line.strip_suffix(LOG_ENDS) {
        // The solver may have begun a line that it did not end.
        Some(begun) => {
            (begun.is_empty() || send.send(Heard::Line(text(begun))).is_ok()) && send.send(Heard::LogEnds).is_ok()
        }
        None => send.send(Heard::Line(text(line))).is_ok(),
    });
}
