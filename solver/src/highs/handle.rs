//! A HiGHS object: options, the objective's constant, the count of nodes; its callbacks: log, incumbents, progress, polls for an interrupt.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use highs_sys as sys;

use crate::control::{Control, Event, Incumbent, MAX_THREADS, Progress, Request};
use crate::model::{Model, nearest};
use crate::{BackendError, floats};

/// The version of the library.
pub(super) fn version() -> String {
    // SAFETY: HiGHS returns a pointer to a static, null-terminated string.
    unsafe { CStr::from_ptr(sys::Highs_version()) }.to_string_lossy().into_owned()
}

/// A failure of HiGHS.
pub(super) fn failed(message: impl Into<String>) -> BackendError {
    BackendError::Failed { solver: format!("HiGHS {}", version()), message: message.into() }
}

/// A pointer to a live HiGHS object, borrowed from its owner.
#[derive(Clone, Copy)]
pub(super) struct Handle<'a> {
    raw: *mut c_void,
    owner: PhantomData<&'a ()>,
}

impl Handle<'_> {
    /// # Safety
    /// The object has to live as long as the handle, which nothing else uses meanwhile.
    pub const unsafe fn new(raw: *mut c_void) -> Self {
        Self { raw, owner: PhantomData }
    }

    /// The pointer, for calls of HiGHS.
    pub const fn raw(self) -> *mut c_void {
        self.raw
    }

    /// Gives HiGHS the objective's constant, so that its log and its bounds fit the model.
    pub fn set_offset(self, model: &Model) -> Result<(), BackendError> {
        // SAFETY: the object is alive.
        let status = unsafe { sys::Highs_changeObjectiveOffset(self.raw, floats::offset(model)) };
        if status == sys::STATUS_OK { Ok(()) } else { Err(failed("it refuses the objective's constant")) }
    }

    /// Sets the options that tumble requires, then the options that the request implies, last the solver's own options.
    pub fn set_options(self, request: &Request<'_>) -> Result<(), BackendError> {
        self.set_option("mip_rel_gap", "0")?;
        self.set_option("mip_abs_gap", "0")?;
        // Without this flag HiGHS produces no log lines at all; the console stays quiet either way.
        self.set_option("output_flag", if request.log { "true" } else { "false" })?;
        self.set_option("log_to_console", "false")?;
        if let Some(left) = request.control.remaining() {
            self.set_option("time_limit", &left.as_secs_f64().to_string())?;
        }
        if let Some(threads) = request.threads {
            self.set_option("threads", &threads.min(MAX_THREADS).to_string())?;
        }
        if let Some(seed) = request.seed {
            self.set_option("random_seed", &(seed & 0x7fff_ffff).to_string())?;
        }
        request.options.iter().try_for_each(|(name, value)| self.set_option(name, value))
    }

    /// Sets an option by its name in HiGHS's manual; HiGHS reads the value by the type of the option.
    pub fn set_option(self, name: &str, value: &str) -> Result<(), BackendError> {
        let refused = |why: &str| BackendError::refused(format!("HiGHS {}", version()), name, value, why);
        let [c_name, c_value] = [name, value].map(CString::new);
        let (Ok(c_name), Ok(c_value)) = (c_name, c_value) else { return Err(refused("it holds a null character")) };
        let mut kind = 0;
        // SAFETY: the object is alive; the strings are null-terminated; `kind` outlives the call.
        if unsafe { sys::Highs_getOptionType(self.raw, c_name.as_ptr(), &raw mut kind) } != sys::STATUS_OK {
            return Err(refused("there is no such option"));
        }
        // SAFETY: as above.
        let status = unsafe { sys::Highs_setOptionValue(self.raw, c_name.as_ptr(), c_value.as_ptr()) };
        if status == sys::STATUS_OK { Ok(()) } else { Err(refused("the value is of the wrong type or out of range")) }
    }

    /// A figure of the last run; `None` if HiGHS does not have it.
    pub fn integer_info(self, name: &CStr) -> Option<i64> {
        let mut value = -1;
        // SAFETY: the object is alive; the name is null-terminated; `value` outlives the call.
        let status = unsafe { sys::Highs_getInt64InfoValue(self.raw, name.as_ptr(), &raw mut value) };
        (status == sys::STATUS_OK).then_some(value)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::milp;

    fn int_option(handle: Handle<'_>, name: &CStr) -> i32 {
        let mut value = -1;
        // SAFETY: the object is alive; the name is null-terminated; `value` outlives the call.
        let status = unsafe { sys::Highs_getIntOptionValue(handle.raw(), name.as_ptr(), &raw mut value) };
        assert_eq!(status, sys::STATUS_OK, "{name:?}");
        value
    }

    #[test]
    fn threads_and_seeds_reach_the_solver() {
        let mut model = Model::new("m");
        model.integer("x", 0..=10);
        for (threads, seed, expected) in [(3, 7, [3, 7]), (1000, u32::MAX, [64, i32::MAX])] {
            let mut highs =
                milp::build(&model, good_lp::solvers::highs::highs, true).unwrap().try_into_inner().unwrap();
            // SAFETY: `highs` lives to the end of the block.
            let handle = unsafe { Handle::new(highs.as_mut_ptr()) };
            let request = Request { threads: Some(threads), seed: Some(seed), ..Request::unlimited() };
            handle.set_options(&request).unwrap();
            assert_eq!([c"threads", c"random_seed"].map(|name| int_option(handle, name)), expected);
        }
    }
}
