//! Arguments that several commands share: limits, and how an answer is printed.

use std::time::Duration;

use clap::ValueEnum;

use super::failure::Exit;
use crate::run::{Bytes, Interrupt, MAX_THREADS, MEMORY_LIMIT};

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text for people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// The options of every command that may run long.
#[derive(clap::Args, Debug)]
pub(super) struct Limits {
    /// Stop after this time: `60s`, `5min`, `1h 30min`.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(super) time_limit: Option<Duration>,
    /// Memory limit for the states of a direct search, for the process of a solver, and for listed solutions: `512M`, `8G`.
    #[arg(long, value_name = "SIZE", default_value_t = MEMORY_LIMIT)]
    pub(super) memory_limit: Bytes,
    /// The number of threads of the solver or the search.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_THREADS)))]
    pub(super) threads: Option<u32>,
}

/// A flag that Ctrl-C raises; the second Ctrl-C ends the program at once.
pub(super) fn interrupt() -> Interrupt {
    let interrupt = Interrupt::default();
    let flag = interrupt.clone();
    let handler = move || {
        if flag.is_raised() {
            std::process::exit(i32::from(Exit::Stopped as u8));
        }
        flag.raise();
    };
    // If the handler cannot be set, Ctrl-C ends the program the usual way: not worth an error.
    let _ = ctrlc::set_handler(handler);
    interrupt
}
