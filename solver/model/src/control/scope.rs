//! Work that is left when its run has to stop, whichever function is at work then.
//!
//! An encoding, its lowering and the cuts of a point are written by dozens of functions that cannot fail, and any of them may be the long
//! one. [`until_stopped`] unwinds them at the first [`look`] after a limit is reached; no panic is reported. Where panics abort, as in the
//! browser, such work goes on to its end, and the limit is heard after it.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::{Control, Stop};

thread_local! {
    /// The control of the work of this thread that may be left.
    static SCOPE: RefCell<Option<Control<'static>>> = const { RefCell::new(None) };
}

/// What unwinds the work that is left.
struct Left(Stop);

/// Does some work on this thread, which is left at its first [`look`] after a limit of the control is reached.
///
/// # Errors
/// The limit.
pub fn until_stopped<T>(control: &Control<'_>, work: impl FnOnce() -> T) -> Result<T, Stop> {
    let outer = SCOPE.replace(Some(control.beside()));
    // What the work leaves unfinished is dropped, except what it was lent: the caller gets no result in which that could be seen.
    let done = catch_unwind(AssertUnwindSafe(work));
    SCOPE.set(outer);
    done.or_else(|panic| match panic.downcast::<Left>() {
        Ok(left) => Err(left.0),
        Err(panic) => resume_unwind(panic),
    })
}

/// Leaves the work of [`until_stopped`] if its run has to stop. For loops that are long and cannot fail, at every thousandth step or so;
/// outside of such work nothing happens.
pub fn look() {
    if let Some(stop) = SCOPE.with_borrow(|scope| scope.as_ref()?.stop()) {
        leave(stop);
    }
}

/// As [`look`], for work that holds so many bytes, beside what its run holds.
pub fn look_with(bytes: u64) {
    if let Some(stop) = SCOPE.with_borrow(|scope| scope.as_ref()?.check_memory(bytes).err()) {
        leave(stop);
    }
    look();
}

/// Leaves the work of [`until_stopped`] because of a limit. Outside of such work nothing happens.
pub fn leave(stop: Stop) {
    if cfg!(panic = "unwind") && SCOPE.with_borrow(Option::is_some) {
        resume_unwind(Box::new(Left(stop)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Interrupt;

    fn after(looks: u64) -> Control<'static> {
        Control::unlimited().interrupted_by(Interrupt::after_looks(looks))
    }

    #[test]
    fn work_is_left_at_the_look_that_sees_a_limit_and_nothing_outside_is() {
        let mut steps = 0;
        let left = until_stopped(&after(5), || {
            for _ in 0..100 {
                look();
                steps += 1;
            }
        });
        assert_eq!((left, steps), (Err(Stop::Interrupted), 5));
        look();
        let inner = until_stopped(&Control::unlimited(), || {
            let left = until_stopped(&after(0), look);
            look();
            left
        });
        assert_eq!(inner, Ok(Err(Stop::Interrupted)), "the outer work goes on");
    }

    #[test]
    fn other_panics_are_passed_on() {
        let panic = catch_unwind(|| until_stopped(&Control::unlimited(), || resume_unwind(Box::new("other"))));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"other"));
        assert!(SCOPE.with_borrow(Option::is_none));
    }
}
