//! A HiGHS object: options, the objective's constant, the count of nodes.

use std::ffi::{CStr, CString, c_void};
use std::marker::PhantomData;

use highs_sys as sys;

use crate::control::{MAX_THREADS, Request};
use crate::model::Model;
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
