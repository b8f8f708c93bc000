//! What every way of solving shares: the request, the limits, the verdict, and progress.
//!
//! Direct search and the solvers behind `tumble_solver` take one type of [`Request`], with a [`Control`], and give one type of [`Verdict`].
//! So limits, Ctrl-C and progress work in the same way everywhere.

mod bytes;
mod limits;
mod memory;
mod scope;
mod verdict;

pub use bytes::{Bytes, UnknownSize};
pub use limits::{Control, Event, Incumbent, Interrupt, MAX_THREADS, MEMORY_LIMIT, Progress, Request, Worker};
pub use memory::{Memory, ProcessMemory, peak_memory, resident_memory};
pub use scope::{leave, look, look_with, until_stopped};
pub use verdict::{Extent, Status, Stop, Verdict};
