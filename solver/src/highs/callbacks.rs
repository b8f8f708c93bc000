//! HiGHS's callbacks: its log, its incumbents, its progress, and polls for an interrupt.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use highs_sys as sys;

use super::handle::Handle;
use crate::control::{Control, Event, Incumbent, Progress, Request};
use crate::model::nearest;

/// The callbacks that a run uses.
const CALLBACKS: [c_int; 5] = [
    sys::kHighsCallbackLogging,
    sys::kHighsCallbackSimplexInterrupt,
    sys::kHighsCallbackIpmInterrupt,
    sys::kHighsCallbackMipImprovingSolution,
    sys::kHighsCallbackMipInterrupt,
];

/// Receives the callbacks of a run: passes events on to the observer and collects the data of the outcome.
pub(super) struct Listener<'a> {
    control: &'a Control<'a>,
    log: bool,
    heard: Mutex<Heard>,
    /// Whether the caller's observer panicked.
    panicked: AtomicBool,
}

/// The reports of a run, from its callbacks.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) incumbents: Vec<Incumbent>,
    /// The latest bound before the first node was finished.
    pub(super) root_bound: Option<f64>,
}

impl<'a> Listener<'a> {
    pub(super) fn new(request: &'a Request<'_>) -> Self {
        Self { control: &request.control, log: request.log, heard: Mutex::default(), panicked: AtomicBool::new(false) }
    }

    /// Registers the callbacks with a HiGHS object, which must not run after the listener is dropped.
    pub(super) fn attach(&self, highs: Handle<'_>) -> Result<(), &'static str> {
        let user = std::ptr::from_ref(self).cast_mut().cast();
        // SAFETY: the object is alive; the listener outlives the solve, the only time callbacks come.
        let statuses = unsafe {
            let mut statuses = vec![sys::Highs_setCallback(highs.raw(), Some(on_event), user)];
            statuses.extend(CALLBACKS.map(|kind| sys::Highs_startCallback(highs.raw(), kind)));
            statuses
        };
        let refused = statuses.into_iter().any(|status| status != sys::STATUS_OK);
        if refused { Err("it refuses a callback") } else { Ok(()) }
    }

    /// Takes the callbacks away from an object that lives on.
    pub(super) fn detach(highs: Handle<'_>) {
        for kind in CALLBACKS {
            // SAFETY: the object is alive.
            let _ = unsafe { sys::Highs_stopCallback(highs.raw(), kind) };
        }
    }

    /// The reports of the run, when the run is over.
    pub(super) fn heard(self) -> Result<Heard, &'static str> {
        if self.panicked.into_inner() {
            return Err("the observer of the run panicked");
        }
        Ok(self.heard.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn hear(&self, kind: c_int, message: Option<&CStr>, out: Option<&sys::HighsCallbackDataOut>) {
        match (kind, message, out) {
            (sys::kHighsCallbackLogging, Some(text), _) if self.log => {
                text.to_string_lossy().lines().for_each(|line| self.control.notify(&Event::Log(line)));
            }
            (sys::kHighsCallbackMipImprovingSolution, _, Some(out)) => {
                // SAFETY: HiGHS passes null or an array of this length, which lives as long as the call.
                let values = unsafe { values(out) };
                self.improving_solution(out.objective_function_value, values);
            }
            (sys::kHighsCallbackMipInterrupt, _, Some(out)) => {
                self.progress(out.mip_primal_bound, out.mip_dual_bound, out.mip_node_count);
            }
            _ => {}
        }
    }

    fn improving_solution(&self, objective: f64, values: &[f64]) {
        let found = self.control.found(nearest(objective), values);
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).incumbents.push(found);
    }

    fn progress(&self, primal: f64, dual: f64, nodes: i64) {
        if nodes == 0 && dual.is_finite() {
            self.heard.lock().unwrap_or_else(PoisonError::into_inner).root_bound = Some(dual);
        }
        let known = |value: f64| value.is_finite().then_some(value);
        let progress =
            Progress { incumbent: known(primal).map(nearest), bound: known(dual), nodes: u64::try_from(nodes).ok() };
        self.control.notify(&Event::Progress(progress));
    }
}

/// The values of a new incumbent; empty if HiGHS passes no values.
///
/// # Safety
/// `out.mip_solution` is null or points to `out.mip_solution_size` numbers that live as long as `out`.
unsafe fn values(out: &sys::HighsCallbackDataOut) -> &[f64] {
    let size = usize::try_from(out.mip_solution_size).unwrap_or(0);
    if out.mip_solution.is_null() || size == 0 {
        return &[];
    }
    // SAFETY: see above.
    unsafe { std::slice::from_raw_parts(out.mip_solution, size) }
}

/// Called by HiGHS; `user` is the [`Listener`] of the run.
extern "C" fn on_event(
    kind: c_int,
    message: *const c_char,
    out: *const sys::HighsCallbackDataOut,
    input: *mut sys::HighsCallbackDataIn,
    user: *mut c_void,
) {
    // SAFETY: HiGHS hands back the pointer that `attach` gave it, and the listener outlives the solve.
    let listener = unsafe { &*user.cast::<Listener<'_>>() };
    // SAFETY: HiGHS passes null or a null-terminated string, null or a filled struct.
    let (message, out) = unsafe { ((!message.is_null()).then(|| CStr::from_ptr(message)), out.as_ref()) };
    // A listener that panics must not unwind into C; it ends the run instead.
    let heard = catch_unwind(AssertUnwindSafe(|| listener.hear(kind, message, out)));
    let polls = [sys::kHighsCallbackSimplexInterrupt, sys::kHighsCallbackIpmInterrupt, sys::kHighsCallbackMipInterrupt];
    if heard.is_err() {
        listener.panicked.store(true, Ordering::Relaxed);
    }
    let stop = listener.control.is_interrupted() || listener.panicked.load(Ordering::Relaxed);
    if stop && polls.contains(&kind) && !input.is_null() {
        // SAFETY: HiGHS passes a struct to write to for these kinds.
        unsafe { (*input).user_interrupt = 1 };
    }
}
