//! A thread beside a run: it asks the solver to stop when the control says so, and reports progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::control::{Control, Event, Progress};

/// How often the control is asked.
const POLL: Duration = Duration::from_millis(10);
/// How often progress is reported.
const REPORT: Duration = Duration::from_secs(1);

/// The observer of the run panicked.
#[derive(Debug)]
pub(super) struct ObserverPanicked;

/// Runs `run`, which gets a place for its progress, and meanwhile sets `stop` when the control asks for it.
pub(super) fn watched<T>(
    control: &Control<'_>,
    stop: &AtomicBool,
    run: impl FnOnce(&Mutex<Progress>) -> T,
) -> Result<T, ObserverPanicked> {
    let progress = Mutex::new(Progress::default());
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let _stop = SetOnDrop(stop);
            let mut reported = Instant::now();
            while !done.load(Ordering::Acquire) && control.stop().is_none() {
                std::thread::park_timeout(POLL);
                if reported.elapsed() >= REPORT {
                    reported = Instant::now();
                    let now = *progress.lock().unwrap_or_else(PoisonError::into_inner);
                    control.notify(&Event::Progress(now));
                }
            }
        });
        let result = {
            let _done = SetOnDrop(&done);
            run(&progress)
        };
        watcher.thread().unpark();
        watcher.join().map(|()| result).map_err(|_| ObserverPanicked)
    })
}

/// Sets a flag when it is dropped, be it by a panic.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
