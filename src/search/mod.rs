//! Direct search over states that puzzles describe by closures; nothing here knows a puzzle.
//!
//! | file | what |
//! |---|---|
//! | `layer.rs` | one side of a search: breadth-first layers as sorted lists, of which only the needed ones are kept |
//! | `path.rs` | shortest paths, and how many there are: bidirectional, or forward to where a predicate holds |
//! | `stages.rs` | cheapest ways through a fixed number of stages |
//! | `distances.rs` | the distance of every state of a numbered space, a byte a state |
//!
//! Every search takes a [`Request`]: it stops at its limits, says what it will need before it takes memory, and uses all cores
//! where a layer is large enough to be worth it.

mod distances;
mod layer;
mod path;
mod stages;

pub use distances::{Distances, NoDistances, distances};
pub use layer::{Layer, Weight};
pub use path::{Ended, Goals, Graph, Ran, count_shortest, shortest_path};
pub use stages::{Stages, stages};

use crate::run::{Control, MAX_THREADS};

/// What a search may use.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Time limit, interrupt and listener.
    pub control: &'a Control<'a>,
    /// Threads; all cores without.
    pub threads: Option<u32>,
    /// The most memory that its states may take, in bytes.
    pub memory: u64,
}

impl<'a> Request<'a> {
    /// A request with the limits of a run.
    #[must_use]
    pub const fn new(control: &'a Control<'a>, threads: Option<u32>) -> Self {
        Self { control, threads, memory: control.memory_limit().0 }
    }

    fn threads(&self) -> usize {
        thread_count(self.threads)
    }
}

/// The number of threads for a run that was asked for so many, or for none in particular: then all cores. At least 1.
#[must_use]
pub fn thread_count(asked: Option<u32>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.map_or_else(cores, |n| n.min(MAX_THREADS) as usize).max(1)
}

/// Stack of a thread: a recursion a thousand frames deep takes less than 1 MiB.
const STACK_BYTES: usize = 4 << 20;

/// Runs `work` on the caller's thread and on further ones, `threads` together where the system gives so many.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let spawn = |_| std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, &work).ok();
        let others: Vec<_> = (1..threads).map_while(spawn).collect();
        let mine = work();
        let joined =
            others.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once(mine).chain(joined).collect()
    })
}
