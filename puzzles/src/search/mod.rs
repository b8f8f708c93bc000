//! Direct search over states that puzzles describe by closures; nothing here depends on a puzzle.
//!
//! | file | what |
//! |---|---|
//! | `layers.rs` | states, moves, and layers: sorted lists of states; from a layer to the next, on all cores |
//! | `path.rs` | shortest paths: one, how many, or all; bidirectional, or forward to where a predicate holds |
//! | `by_length.rs` | ways of up to some length: how many of each, or all |
//! | `all_ways.rs` | ways of any length: their number, all, or a circle |
//! | `cheapest.rs` | cheapest ways in a graph whose moves have costs |
//! | `cases.rs` | a search that is split into cases: the best solution, the bound, and what they prove |
//! | `distances.rs` | the distance of every state of a numbered space, one byte per state |
//!
//! Every search takes a [`Request`](crate::control::Request): it stops at the limits, reports how much memory a step
//! needs before it takes the memory, and uses all cores if a layer is large enough.

mod all_ways;
mod by_length;
mod cases;
mod cheapest;
mod distances;
mod layers;
mod path;

pub use all_ways::{AllWays, Circle, all_ways, circle, list_all};
pub use by_length::{Onward, list_by_length, ways_by_length};
pub use cases::{Case, Cases, Stopped, announce};
pub use cheapest::{Costs, NoCosts, cheapest};
pub use distances::{Distances, NoDistances, distances};
pub use layers::{Expand, Layer, Stages, State, Weight, expanded, stages};
pub use path::{Ended, Goals, Graph, Ran, count_shortest, extended, list_shortest, shortest_path};

use std::sync::{Mutex, PoisonError};

use crate::control::MAX_THREADS;

/// The number of threads to use: `requested`, or all cores without a request. At least 1.
pub fn thread_count(requested: Option<u32>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    requested.map_or_else(cores, |n| n.min(MAX_THREADS) as usize).max(1)
}

/// Stack of a thread: a recursion a thousand frames deep takes less than 1 MiB.
const STACK_BYTES: usize = 4 << 20;

/// Runs `work` on the caller's thread and on further ones, `threads` in total or as many as the system allows. Returns the result
/// of each, the caller's first.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..threads.max(1)).map(|_| Mutex::default()).collect();
    on_each_thread(threads, &|thread| {
        let result = work();
        *results[thread].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    results.into_iter().filter_map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// The same for work without a result, compiled once. The work gets the number of its thread; the caller's is 0.
fn on_each_thread(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        let spawn = |thread| {
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, move || work(thread)).ok()
        };
        let others: Vec<_> = (1..threads).map_while(spawn).collect();
        work(0);
        for thread in others {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}
