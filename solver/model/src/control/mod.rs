//! What every way of solving shares: the request, the limits, the verdict, and progress.
//!
//! Direct search and the solvers behind `tumble_solver` take one type of [`Request`], with a [`Control`], and give one type of [`Verdict`].
//! So limits, Ctrl-C and progress work in the same way everywhere.

mod bytes;
mod extent;
mod limits;
mod memory;
mod progress;
mod request;
mod scope;
mod verdict;

pub use bytes::{Bytes, UnknownSize};
pub use extent::Extent;
pub use limits::{Control, Interrupt, MEMORY_LIMIT};
pub use memory::{Memory, ProcessMemory, peak_memory, resident_memory};
pub use progress::{Event, Incumbent, Progress};
pub use request::{MAX_THREADS, Request, Worker};
pub use scope::{leave, look, look_with, until_stopped};
pub use verdict::{Status, Stop, Verdict};
