//! Arguments that several commands share: limits, and how an answer is printed.

use std::time::{Duration, Instant};

use clap::ValueEnum;
use serde::Serialize;

use super::failure::{Exit, Failure};
use super::{output, worker};
use tumble_model::control::{Bytes, Control, Interrupt, MAX_THREADS, MEMORY_LIMIT, Request};

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// How lines are printed, of which there may be many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Text for people.
    #[default]
    Text,
    /// Comma-separated values, with a line of names.
    Csv,
    /// One JSON object per line.
    Json,
}

/// Prints lines on standard output.
pub(crate) struct Lines {
    form: Form,
    csv: csv::Writer<std::io::Stdout>,
}

impl Lines {
    pub(crate) fn new(form: Form) -> Self {
        Self { form, csv: csv::Writer::from_writer(std::io::stdout()) }
    }

    /// Prints a line of these values, which as text is this one.
    pub(crate) fn print(&mut self, values: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), Failure> {
        match self.form {
            Form::Text => output::print(&format!("{}\n", text()))?,
            Form::Json => output::print(&format!("{}\n", serde_json::to_string(values).map_err(Failure::usage)?))?,
            Form::Csv => {
                self.csv.serialize(values).map_err(Failure::usage)?;
                self.csv.flush()?;
            }
        }
        Ok(())
    }
}

/// The options of every command that may run long.
#[derive(clap::Args, Debug)]
pub struct Limits {
    /// Stop after this time: `60s`, `5min`, `1h 30min`.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub time_limit: Option<Duration>,
    /// Memory limit for the states of a direct search, for models, for the process of a solver, and for listed solutions: `512M`, `8G`.
    #[arg(long, value_name = "SIZE", default_value_t = MEMORY_LIMIT)]
    pub memory_limit: Bytes,
    /// The number of threads of the solver or the search.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_THREADS)))]
    pub threads: Option<u32>,
}

/// The time for each of many models, if neither the command line nor the file says otherwise.
pub const PATIENCE: Duration = Duration::from_mins(1);

impl Limits {
    /// The request for one of many models, whose file has this limit of time and this number of threads.
    pub fn for_one_of_many(
        &self,
        time_limit: Option<Duration>,
        threads: Option<u32>,
        interrupt: &Interrupt,
    ) -> Request<'static> {
        let limit = self.time_limit.or(time_limit).unwrap_or(PATIENCE);
        let control = Control::new(Some(limit), interrupt.clone(), &|_| ()).with_memory_limit(self.memory_limit);
        Request { threads: self.threads.or(threads), worker: worker::command(), ..Request::new(control) }
    }
}

/// A second signal within this time is the same wish: `timeout` signals the program and then its process group, and a closed terminal
/// may send SIGHUP beside SIGTERM.
const SAME_WISH: Duration = Duration::from_secs(1);

/// A flag that Ctrl-C, SIGTERM and SIGHUP raise; a second signal that is a wish of its own ends the program at once.
pub fn interrupt() -> Interrupt {
    let interrupt = Interrupt::default();
    let flag = interrupt.clone();
    let mut first = None;
    let handler = move || {
        if first.get_or_insert_with(Instant::now).elapsed() > SAME_WISH {
            std::process::exit(i32::from(Exit::Stopped as u8));
        }
        flag.raise();
    };
    let is_kept = hangups_are_ignored();
    // If the handler cannot be set, Ctrl-C ends the program the usual way: not worth an error.
    let _ = ctrlc::set_handler(handler);
    if is_kept {
        ignore_hangups();
    }
    interrupt
}

/// Whether the caller wants the program to outlive its terminal, as `nohup` does.
#[cfg(unix)]
fn hangups_are_ignored() -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action sigaction only writes the present one; it is read only if that succeeded.
    unsafe {
        libc::sigaction(libc::SIGHUP, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(unix)]
fn ignore_hangups() {
    // SAFETY: ignoring a signal runs no code.
    unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
}

#[cfg(not(unix))]
const fn hangups_are_ignored() -> bool {
    false
}

#[cfg(not(unix))]
const fn ignore_hangups() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_wins_over_the_file_of_one_of_many_models() {
        let minute = Some(Duration::from_mins(2));
        let of = |limits: Limits| {
            let request = limits.for_one_of_many(minute, Some(2), &Interrupt::default());
            (request.control.time_limit(), request.threads)
        };
        let memory_limit = MEMORY_LIMIT;
        assert_eq!(of(Limits { time_limit: None, memory_limit, threads: None }), (minute, Some(2)));
        let second = Some(Duration::from_secs(1));
        assert_eq!(of(Limits { time_limit: second, memory_limit, threads: Some(1) }), (second, Some(1)));
    }
}
