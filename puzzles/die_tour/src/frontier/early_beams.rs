//! Beams while the rounds of cuts go on: the sooner a good path is known, the sooner the duals are good enough (`balance.rs`).
//!
//! Each beam has a thread of its own while the solver is at the next rounds, and as many states as take about as long as these rounds. Its
//! path counts after these rounds, not before, so that a run is the same on every machine and with every number of threads. After beams that
//! found nothing there are more rounds without a beam.

use std::thread::{Scope, ScopedJoinHandle};

use super::balance::NUMBERS_PER_STATE;
use super::program::{Ran, joined};
use super::relaxation::Round;
use tumble_model::control::{Control, Interrupt, Stop};

/// The rounds while a beam runs.
const ROUNDS: u64 = 4;
/// With fewer states a beam finds hardly any path.
const LEAST: usize = 300;

type Result<V> = std::result::Result<Ran<V>, Stop>;

/// One beam after the other.
pub(super) struct EarlyBeams<'s, 'e, V> {
    scope: &'s Scope<'s, 'e>,
    /// Whether beams run on a second thread.
    on_threads: bool,
    running: Option<Running<'s, V>>,
    /// Stops the beam that runs, once nobody asks for it any more.
    interrupt: Option<Interrupt>,
    /// The round after which the path of the beam counts, and the round after which the next beam begins.
    due: u64,
    next: u64,
    /// The beams in a row that found nothing.
    failures: u64,
}

enum Running<'s, V> {
    OnThread(ScopedJoinHandle<'s, Result<V>>),
    /// With a single thread, it runs when it is asked for.
    Waiting(Box<dyn FnOnce() -> Result<V> + 's>),
}

impl<'s, V: Send + 's> EarlyBeams<'s, '_, V> {
    /// No beam yet.
    pub fn new<'e>(scope: &'s Scope<'s, 'e>, threads: usize) -> EarlyBeams<'s, 'e, V> {
        EarlyBeams { scope, on_threads: threads > 1, running: None, interrupt: None, due: 0, next: ROUNDS, failures: 0 }
    }

    /// The states of the beam that begins after a round, if one does. The board has so many cells.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate of states")]
    pub fn width_after(&self, round: &Round, cells: usize) -> Option<usize> {
        let states = round.size as f64 * ROUNDS as f64 / NUMBERS_PER_STATE;
        (round.rounds >= self.next).then_some(LEAST.max(states as usize / cells))
    }

    /// Begins a beam after a round, in a run with this control; the beam gets a control of its own.
    pub fn begin(
        &mut self,
        round: &Round,
        control: &Control<'_>,
        beam: impl FnOnce(Control<'static>) -> Result<V> + Send + 's,
    ) {
        let (control, interrupt) = control.part();
        self.interrupt = Some(interrupt);
        let beam = move || beam(control);
        self.due = round.rounds + ROUNDS;
        self.next = round.rounds + ROUNDS * (1 + self.failures);
        self.running = Some(if self.on_threads {
            Running::OnThread(self.scope.spawn(beam))
        } else {
            Running::Waiting(Box::new(beam))
        });
    }

    /// Records whether the path of the last beam is better than all before.
    pub fn judge(&mut self, is_better: bool) {
        self.failures = if is_better { 0 } else { self.failures + 1 };
    }

    /// The result of the last beam, if it counts after a round.
    pub fn result_after(&mut self, round: &Round) -> Option<Result<V>> {
        if round.rounds < self.due {
            return None;
        }
        Some(match self.running.take()? {
            Running::OnThread(thread) => joined(thread),
            Running::Waiting(beam) => beam(),
        })
    }
}

/// The scope of the threads waits for a beam that still runs.
impl<V> Drop for EarlyBeams<'_, '_, V> {
    fn drop(&mut self) {
        if let Some(interrupt) = &self.interrupt {
            interrupt.raise();
        }
    }
}
