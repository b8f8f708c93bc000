//! A run that another thread watches, for solvers that do not ask whether to go on.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::control::Control;

/// Why a watched run fails.
pub(super) const PANICKED: &str = "the observer of the run panicked";

/// Does `work`, while every `poll` the observer is told something by `tell`. `stop` is called when the control says so, when the observer
/// panics, and when the work is over, where it has no effect.
///
/// # Errors
/// When the observer panicked.
pub(super) fn watched<T>(
    control: &Control<'_>,
    poll: Duration,
    mut tell: impl FnMut() + Send,
    stop: impl Fn() + Send,
    work: impl FnOnce() -> T,
) -> Result<T, &'static str> {
    // The work is over when this is dropped, be it by a panic.
    let (over, is_over) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let watcher = scope.spawn(move || {
            let _stop = CallOnDrop(stop);
            while is_over.recv_timeout(poll) == Err(RecvTimeoutError::Timeout) && control.stop().is_none() {
                tell();
            }
        });
        let over = over;
        let done = work();
        drop(over);
        watcher.join().map(|()| done).map_err(|_| PANICKED)
    })
}

/// Calls a function when it is dropped.
struct CallOnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for CallOnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
