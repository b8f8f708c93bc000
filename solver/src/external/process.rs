//! A process that is watched: its output line by line, its limits, an interrupt.
//!
//! The process gets a group of its own. So Ctrl-C in a terminal reaches tumble alone, and a kill also reaches the processes that the
//! process started.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::control::{Control, Event, ProcessMemory, Progress, Stop};
use crate::processes::{each_line, text};

// The group of a process: the process and those that it started. Groups are Unix's; on other systems a group is the process alone.
#[cfg(not(unix))]
use alone as group;
#[cfg(unix)]
use unix as group;

/// How often limits are looked at.
const POLL: Duration = Duration::from_millis(50);
/// How long to wait for a process whose output has ended.
const NAP: Duration = Duration::from_millis(2);
/// How long to wait for the last lines of a process that has ended.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// The most lines that wait to be looked at.
const LINES: usize = 256;

/// How a program ended.
#[derive(Debug)]
pub enum ProgramEnd {
    /// By itself.
    ByItself(ExitStatus),
    /// It was killed.
    Killed(Stop),
}

/// What a program says about its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Optimal,
    Infeasible,
    TimeLimit,
    MemoryLimit,
}

/// Runs a program to its end, and passes each line of its output and errors to `hear`. It is killed on an interrupt, if it takes
/// more than the control's memory, and after the time `allowed`, which may be longer than the control's.
///
/// # Errors
/// When it cannot be started or watched.
pub fn run_program(
    mut command: Command,
    control: &Control<'_>,
    allowed: Option<Duration>,
    mut hear: impl FnMut(&str),
) -> io::Result<ProgramEnd> {
    let started = Instant::now();
    let (reader, writer) = io::pipe()?;
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    group::isolate(&mut command);
    let mut child = Guard(command.spawn()?);
    let _warden = group::Warden::of(&child.0);
    // The command holds ends of the pipe, which would never end.
    drop(command);
    let (send, lines) = mpsc::sync_channel(LINES);
    // It ends when nobody listens any more.
    std::thread::Builder::new().spawn(move || each_line(reader, |line| send.send(text(line)).is_ok()))?;
    let mut looked = Instant::now();
    let memory = control.process_memory();
    loop {
        match lines.recv_timeout(POLL) {
            Ok(line) => {
                hear(&line);
                if looked.elapsed() < POLL {
                    continue;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(NAP),
        }
        looked = Instant::now();
        if let Some(status) = child.has_ended()? {
            hear_rest(&lines, hear);
            return Ok(ProgramEnd::ByItself(status));
        }
        if let Some(stop) = why_to_stop(&child.0, control, &memory, allowed, started) {
            return Ok(ProgramEnd::Killed(stop));
        }
        control.notify(&Event::Progress(Progress::default()));
    }
}

/// The lines that are left when a process has ended. Something that left its group may still hold its output, and even print: that is not
/// waited for.
fn hear_rest(lines: &Receiver<String>, mut hear: impl FnMut(&str)) {
    let deadline = Instant::now() + LAST_WORDS;
    while Instant::now() < deadline
        && let Ok(line) = lines.recv_timeout(POLL)
    {
        hear(&line);
    }
}

fn why_to_stop(
    child: &Child,
    control: &Control<'_>,
    memory: &ProcessMemory,
    allowed: Option<Duration>,
    started: Instant,
) -> Option<Stop> {
    if control.is_interrupted() {
        Some(Stop::Interrupted)
    } else if allowed.is_some_and(|allowed| started.elapsed() > allowed) {
        Some(Stop::TimeLimit)
    } else {
        memory.note(group::memory(child)).err()
    }
}

/// A process that is killed when it is no longer watched, together with the processes that it started.
struct Guard(Child);

impl Guard {
    /// How the process ended by itself. The processes that it started are killed then.
    fn has_ended(&mut self) -> io::Result<Option<ExitStatus>> {
        if group::has_ended(&mut self.0)? { self.0.try_wait() } else { Ok(None) }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            group::kill(&mut self.0);
            // An error means that it has just ended.
            let _ = self.0.wait();
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, Stdio};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpgid, kill_process_group, waitid};

    use crate::control::resident_memory;

    /// Gives a process that is to be started a group of its own and, on Linux, has the process killed if tumble dies.
    pub(super) fn isolate(command: &mut Command) {
        command.process_group(0);
        #[cfg(target_os = "linux")]
        {
            // The signal comes when the thread that started the process ends: that is the one that watches it.
            let die_with_parent = || Ok(rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?);
            // SAFETY: between fork and exec the closure makes one system call, and neither allocates nor takes a lock.
            unsafe { command.pre_exec(die_with_parent) };
        }
    }

    /// Whether a process has ended, whose status was not asked for yet. Then the rest of its group is killed.
    pub(super) fn has_ended(child: &mut Child) -> io::Result<bool> {
        // The process is left in the system's table until its group is killed: until then no other group can have its number.
        let left = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let has_ended = waitid(WaitId::Pid(Pid::from_child(child)), left)?.is_some();
        if has_ended {
            kill_group(child);
        }
        Ok(has_ended)
    }

    /// Kills a group. Errors mean that nothing of the group runs.
    pub(super) fn kill(child: &mut Child) {
        kill_group(child);
        let _ = child.kill();
    }

    /// The resident memory of a group in bytes, where the system reports it. A wrapper solves in a process of its own.
    pub(super) fn memory(child: &Child) -> Option<u64> {
        let group = Pid::from_child(child);
        let processes = std::fs::read_dir("/proc").ok()?.flatten();
        let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse::<i32>().ok());
        let members = numbers.filter_map(Pid::from_raw).filter(|&process| getpgid(Some(process)) == Ok(group));
        // A process may end while it is looked at.
        members
            .filter_map(|process| resident_memory(process.as_raw_nonzero().get().cast_unsigned()))
            .reduce(u64::saturating_add)
    }

    /// A process that kills a group when tumble dies, whatever ends tumble: the system itself would only tell the first process of the group.
    #[derive(Debug)]
    pub(super) struct Warden(Option<Child>);

    impl Warden {
        /// The warden of the group of a process. Without one the group is killed as long as tumble lives.
        pub fn of(child: &Child) -> Self {
            let mut command = Command::new("/bin/sh");
            // The input ends when this process does: nothing is ever written to it.
            command.args(["-c", "read -r _; kill -s KILL -- \"-$0\"", &child.id().to_string()]);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            Self(command.current_dir("/").process_group(0).spawn().ok())
        }
    }

    impl Drop for Warden {
        fn drop(&mut self) {
            if let Some(warden) = &mut self.0 {
                // Before its input ends.
                let _ = warden.kill();
                let _ = warden.wait();
            }
        }
    }

    fn kill_group(child: &Child) {
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

#[cfg(not(unix))]
mod alone {
    use std::io;
    use std::process::{Child, Command};

    pub(super) const fn isolate(_: &mut Command) {}

    #[derive(Debug)]
    pub(super) struct Warden;

    impl Warden {
        pub const fn of(_: &Child) -> Self {
            Self
        }
    }

    pub(super) fn has_ended(child: &mut Child) -> io::Result<bool> {
        Ok(child.try_wait()?.is_some())
    }

    pub(super) fn memory(child: &Child) -> Option<u64> {
        crate::control::resident_memory(child.id())
    }

    pub(super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}
