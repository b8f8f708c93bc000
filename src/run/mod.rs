//! What every way of solving shares: the request, the limits, the verdict, and progress.
//!
//! Direct search and the solvers behind [`backend`](crate::backend) take the same [`Request`] with the same [`Control`] and give the
//! same [`Verdict`], so that limits, Ctrl-C and progress work the same everywhere.

mod bytes;
mod control;
mod memory;
mod progress;
mod request;
mod verdict;

pub use bytes::{Bytes, UnknownSize};
pub use control::{Control, Interrupt, MEMORY_LIMIT};
pub(crate) use memory::peak_memory;
#[cfg(any(feature = "child", feature = "external"))]
pub(crate) use memory::resident_memory;
pub use progress::{Event, Incumbent, Progress};
pub use request::{MAX_THREADS, Request, Worker};
pub use verdict::{Stop, Verdict};
