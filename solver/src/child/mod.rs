//! Solvers in a child process: a solver that hangs, crashes or takes too much memory cannot harm the run.
//!
//! The parent starts the program again with a hidden argument; [`serve`] is what runs there. Both talk in frames (`protocol.rs`) over
//! a socket, which is the child's standard input. Standard output and standard error of the child are one pipe, whose lines are the
//! solver's log.
//!
//! | file | what |
//! |---|---|
//! | `protocol.rs` | the messages and their form on the socket |
//! | `worker.rs` | the child: reads commands, runs the solver, reports |
//! | `process.rs` | the process from outside: start, lines of its log, memory, end |
//! | `supervisor.rs` | the parent: sends commands, hears reports, keeps the limits |
//!
//! * The parent polls its control. At a limit or an interrupt it first asks the child to stop; if no answer comes within
//!   half a second it kills the child and answers with the best incumbent that was reported.
//! * The child's resident memory is compared with the memory limit every 50 ms (Linux).
//! * The socket closes when the parent ends, whatever ended the parent; the child then kills itself.
//! * The child stays in the parent's process group, so that job control works on both. The child ignores SIGINT, SIGTERM and SIGHUP, which
//!   may go to the whole group: the parent handles these signals, and reports the best incumbent.
//! * The parent keeps a copy of the model. A child that was killed, or died, is followed by another child with that model.

mod process;
mod protocol;
mod supervisor;
mod worker;

pub(super) use supervisor::Child;
pub use worker::serve;
