//! CBC as Rust sees it, through `bridge.cpp`.

use std::ffi::{CStr, CString, c_char, c_void};

use crate::BackendError;
use crate::cbc::solver::locked;
use crate::model::{Model, Sense};
use crate::sparse::{Columns, Rows};

/// A model as CBC takes it: a minimisation without constant, its matrix row by row.
pub(super) struct Problem {
    columns: Columns,
    rows: Rows,
}

/// What CBC reports while it runs, of the minimisation.
pub(super) trait Listener: Sync {
    /// The number of columns of the problem.
    fn columns(&self) -> usize;
    fn log(&self, line: &str);
    /// The values are empty if they are not known.
    fn incumbent(&self, objective: f64, values: &[f64]);
    /// Returns whether CBC has to stop. Values that are not known are infinite.
    fn progress(&self, objective: f64, bound: f64, nodes: i64) -> bool;
}

/// How a run ended, and the values of the best solution.
pub(super) struct Ended {
    pub status: Status,
    pub best: Option<Vec<f64>>,
}

#[repr(C)]
struct RawProblem {
    columns: i32,
    rows: i32,
    starts: *const i32,
    indices: *const i32,
    elements: *const f64,
    column_lower: *const f64,
    column_upper: *const f64,
    costs: *const f64,
    row_lower: *const f64,
    row_upper: *const f64,
    is_integer: *const u8,
}

#[repr(C)]
struct RawListener {
    user: *mut c_void,
    log: extern "C" fn(*mut c_void, *const c_char),
    incumbent: extern "C" fn(*mut c_void, f64, *const f64),
    progress: extern "C" fn(*mut c_void, f64, f64, i64) -> i32,
}

/// How a run ended, in CBC's terms.
#[derive(Default)]
#[repr(C)]
pub(super) struct Status {
    pub code: i32,
    pub secondary: i32,
    pub is_optimal: bool,
    pub is_infeasible: bool,
    has_solution: bool,
    pub bound: f64,
    pub nodes: i64,
}

unsafe extern "C" {
    fn tumble_cbc_solve(
        problem: *const RawProblem,
        argument_count: i32,
        arguments: *const *const c_char,
        listener: *const RawListener,
        solution: *mut f64,
        answer: *mut Status,
    ) -> i32;
    fn tumble_cbc_takes(name: *const c_char, value: *const c_char) -> i32;
}

/// Checks one of CBC's own parameters; the error says what is wrong.
pub(super) fn check_parameter(name: &CStr, value: &CStr) -> Result<(), &'static str> {
    let _lock = locked();
    // SAFETY: the strings are null-terminated; the library is locked.
    match unsafe { tumble_cbc_takes(name.as_ptr(), value.as_ptr()) } {
        0 => Ok(()),
        1 => Err("there is no such parameter"),
        2 => Err("this is a command, not a parameter"),
        _ => Err("the value is of the wrong type or out of range"),
    }
}

/// The factor, 1 or −1, that turns the model's objective into one to minimise.
pub(super) fn sign(model: &Model) -> f64 {
    if model.objective().is_some_and(|objective| objective.sense == Sense::Maximize) { -1.0 } else { 1.0 }
}

impl Problem {
    pub fn of(model: &Model) -> Result<Self, BackendError> {
        let (mut columns, mut rows) = (Columns::of(model)?, Rows::of(model, 0)?);
        columns.costs.iter_mut().for_each(|cost| *cost *= sign(model));
        // An open side is CBC's largest number.
        rows.lower.iter_mut().for_each(|side| *side = side.max(-f64::MAX));
        rows.upper.iter_mut().for_each(|side| *side = side.min(f64::MAX));
        Ok(Self { columns, rows })
    }

    /// Runs CBC with these arguments of its command line. The error is CBC's own; its text went to the listener's log.
    pub fn solve<L: Listener>(&self, arguments: &[CString], listener: &L) -> Result<Ended, &'static str> {
        let _lock = locked();
        let Self { columns, rows } = self;
        let raw = RawProblem {
            columns: columns.count(),
            rows: rows.count(),
            starts: rows.starts.as_ptr(),
            indices: rows.indices.as_ptr(),
            elements: rows.values.as_ptr(),
            column_lower: columns.lower.as_ptr(),
            column_upper: columns.upper.as_ptr(),
            costs: columns.costs.as_ptr(),
            row_lower: rows.lower.as_ptr(),
            row_upper: rows.upper.as_ptr(),
            is_integer: columns.integrality.as_ptr(),
        };
        let callbacks = RawListener {
            user: std::ptr::from_ref(listener).cast_mut().cast(),
            log: on_log::<L>,
            incumbent: on_incumbent::<L>,
            progress: on_progress::<L>,
        };
        let arguments: Vec<*const c_char> = arguments.iter().map(|argument| argument.as_ptr()).collect();
        let (mut values, mut status) = (vec![0.0; columns.costs.len()], Status::default());
        // SAFETY: the pointers are to arrays of the lengths that the bridge reads or writes, all alive until it returns; the
        // callbacks are called only until then, with a pointer to the listener; the library is locked.
        let failed = unsafe {
            let (count, arguments) = (arguments.len() as i32, arguments.as_ptr());
            tumble_cbc_solve(
                &raw const raw,
                count,
                arguments,
                &raw const callbacks,
                values.as_mut_ptr(),
                &raw mut status,
            )
        };
        if failed != 0 {
            return Err("it threw an exception");
        }
        let best = status.has_solution.then_some(values);
        Ok(Ended { status, best })
    }
}

extern "C" fn on_log<L: Listener>(user: *mut c_void, line: *const c_char) {
    // SAFETY: the pointer is to the listener of `Problem::solve`, which is alive; the line is null-terminated.
    let (listener, line) = unsafe { (&*user.cast::<L>(), CStr::from_ptr(line)) };
    listener.log(&line.to_string_lossy());
}

extern "C" fn on_incumbent<L: Listener>(user: *mut c_void, objective: f64, values: *const f64) {
    // SAFETY: as above.
    let listener = unsafe { &*user.cast::<L>() };
    let values = if values.is_null() {
        &[]
    } else {
        // SAFETY: the bridge passes null or a value for each column.
        unsafe { std::slice::from_raw_parts(values, listener.columns()) }
    };
    listener.incumbent(objective, values);
}

extern "C" fn on_progress<L: Listener>(user: *mut c_void, objective: f64, bound: f64, nodes: i64) -> i32 {
    // SAFETY: as above.
    i32::from(unsafe { &*user.cast::<L>() }.progress(objective, bound, nodes))
}
