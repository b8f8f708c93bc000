//! Time and memory of a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use web_time::Instant;

use tumble_model::control::peak_memory;

/// The runs of this process: how many began so far, and how many go on.
#[derive(Default)]
struct Runs {
    begun: u64,
    going_on: u64,
}

/// Whether this process is tumble's own.
static IS_OWN: AtomicBool = AtomicBool::new(false);

/// Says that this process does nothing but runs of tumble, so that its peak of memory may be reset at each of them. The peak of another
/// process is its owner's.
pub fn measure_own_process() {
    IS_OWN.store(true, Ordering::Relaxed);
}

static RUNS: Mutex<Runs> = Mutex::new(Runs { begun: 0, going_on: 0 });

fn runs() -> MutexGuard<'static, Runs> {
    RUNS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Watches the time and the memory of a run.
pub(super) struct Watch {
    start: Instant,
    /// The number of this run, if it began alone.
    alone: Option<u64>,
    /// The peak of memory before it, if it is known: a larger one is of this run.
    before: Option<u64>,
}

impl Watch {
    /// Begins to watch. In a process of its own, where the system allows it, on Linux, the peak of resident memory is measured from now on.
    pub fn start() -> Self {
        let mut runs = runs();
        runs.begun += 1;
        runs.going_on += 1;
        let alone = (runs.going_on == 1).then_some(runs.begun);
        let before = match alone {
            None => None,
            // 5 resets the peak: see proc_pid_clear_refs(5).
            Some(_) if IS_OWN.load(Ordering::Relaxed) => {
                std::fs::write("/proc/self/clear_refs", "5").is_ok().then_some(0)
            }
            Some(_) => peak_memory(),
        };
        Self { start: Instant::now(), alone, before }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// The largest resident memory since the start in bytes: of this process, or of the solver's own process if that took more. `None` if
    /// the system does not report it, or if other runs of this process, or what else it does, may have caused it.
    pub fn peak_memory(&self, of_solver: Option<u64>) -> Option<u64> {
        // Never less than that of this run.
        let here = peak_memory()?;
        let is_alone = self.alone.is_some_and(|number| number == runs().begun);
        let is_of_run = is_alone && self.before.is_some_and(|before| here > before);
        of_solver.filter(|&solver| solver >= here).or(is_of_run.then_some(here))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        runs().going_on -= 1;
    }
}
