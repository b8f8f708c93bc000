//! What every way of solving shares: the request, the limits, the verdict, and progress.
//!
//! Direct search and the solvers behind `tumble_solver` take the same [`Request`] with the same [`Control`] and give the
//! same [`Verdict`], so that limits, Ctrl-C and progress work the same everywhere.

mod bytes;
mod limits;
mod memory;
mod progress;
mod request;
mod verdict;

pub use bytes::{Bytes, UnknownSize};
pub use limits::{Control, Interrupt, MEMORY_LIMIT};
pub use memory::{peak_memory, resident_memory};
pub use progress::{Event, Incumbent, Progress};
pub use request::{MAX_THREADS, Request, Worker};
pub use verdict::{Status, Stop, Verdict};
