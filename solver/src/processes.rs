//! What is known of a process: its output, line by line, and how it ended.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, PipeReader, Read as _};
use std::process::ExitStatus;

use crate::control::Stop;

/// The most bytes of a line; the rest of a longer line is another line.
const LONGEST: u64 = 1 << 16;

/// Passes each line to `hear`, its end included, until the output closes or `hear` returns false.
pub(super) fn each_line(output: PipeReader, mut hear: impl FnMut(&[u8]) -> bool) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while output.by_ref().take(LONGEST).read_until(b'\n', &mut line).is_ok_and(|read| read > 0) && hear(&line) {
        line.clear();
    }
}

/// The last lines of an output, for errors.
#[derive(Debug, Default)]
pub(super) struct Tail(VecDeque<String>);

impl Tail {
    const LINES: usize = 6;

    pub(super) fn push(&mut self, line: &str) {
        if !line.trim().is_empty() {
            self.0.truncate(Self::LINES - 1);
            self.0.push_front(line.trim().to_owned());
        }
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().rev().map(String::as_str)
    }

    pub(super) fn joined(&self, between: &str) -> String {
        self.lines().collect::<Vec<_>>().join(between)
    }
}

/// A line as text, without its end.
pub(super) fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end().to_owned()
}

/// How a process ended, in words.
pub(super) fn describe(status: ExitStatus) -> String {
    match (signal(status), status.code()) {
        (Some(signal), _) => {
            let name = signal_hook::low_level::signal_name(signal).unwrap_or("unknown");
            format!("its process was ended by signal {signal} ({name})")
        }
        (None, Some(code)) => format!("its process ended with exit code {code}"),
        (None, None) => "its process ended".into(),
    }
}

/// Why a process ended that has no fault of its own: by a signal that no solver sends itself, or because it got no more memory, as its last
/// lines tell.
pub(super) fn ended_from_outside<'a>(
    status: ExitStatus,
    last_lines: impl IntoIterator<Item = &'a str>,
) -> Option<Stop> {
    // What Rust and C++ print when the system refuses memory.
    let has_no_memory =
        |line: &str| ["memory allocation of", "std::bad_alloc"].iter().any(|words| line.contains(words));
    // A shell tells of a signal by its exit code.
    let signal = signal(status).or(status.code().filter(|&code| code > 128).map(|code| code - 128))?;
    if OUTSIDE.contains(&signal) {
        let how = describe(status);
        Some(Stop::Killed(format!("{how} from outside, perhaps because the machine ran out of memory")))
    } else if signal == SIGABRT && last_lines.into_iter().any(has_no_memory) {
        Some(Stop::Killed("the system gave its process no more memory".into()))
    } else {
        None
    }
}

/// SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM, SIGXCPU on every system that has them.
const OUTSIDE: [i32; 6] = [1, 2, 3, 9, 15, 24];
const SIGABRT: i32 = 6;

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
const fn signal(_: ExitStatus) -> Option<i32> {
    None
}
