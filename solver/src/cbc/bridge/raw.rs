//! CBC as Rust sees it, through `bridge.cpp`.

use std::ffi::{CStr, CString, c_char, c_void};

use crate::BackendError;
use crate::cbc::solver::locked;
use crate::floats::exact;
use crate::linear::rows;
use crate::model::{Model, Sense};

/// A model as CBC takes it: a minimisation without constant, its matrix row by row.
pub(super) struct Problem {
    starts: Vec<i64>,
    indices: Vec<i32>,
    elements: Vec<f64>,
    column_bounds: [Vec<f64>; 2],
    row_bounds: [Vec<f64>; 2],
    costs: Vec<f64>,
    is_integer: Vec<u8>,
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
    starts: *const i64,
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
        let columns = model.variables().len();
        let mut problem = Self {
            starts: vec![0],
            indices: Vec::new(),
            elements: Vec::new(),
            column_bounds: [Vec::with_capacity(columns), Vec::with_capacity(columns)],
            row_bounds: [Vec::new(), Vec::new()],
            costs: vec![0.0; columns],
            is_integer: Vec::with_capacity(columns),
        };
        for variable in model.variables() {
            problem.column_bounds[0].push(exact(variable.lower, &variable.name)?);
            problem.column_bounds[1].push(exact(variable.upper, &variable.name)?);
            problem.is_integer.push(u8::from(!variable.implied_integer));
        }
        for (name, row) in rows(model).filter(|(_, row)| !row.terms().is_empty()) {
            for &(var, coefficient) in row.terms() {
                problem.indices.push(var.index() as i32);
                problem.elements.push(exact(coefficient, name)?);
            }
            problem.starts.push(problem.indices.len() as i64);
            let bound = |bound: Option<i64>, none: f64| bound.map_or(Ok(none), |bound| exact(bound, name));
            problem.row_bounds[0].push(bound(row.lower(), -f64::MAX)?);
            problem.row_bounds[1].push(bound(row.upper(), f64::MAX)?);
        }
        if let Some(objective) = model.objective() {
            for &(var, coefficient) in objective.expression.terms() {
                problem.costs[var.index()] = sign(model) * exact(coefficient, "a coefficient of the objective")?;
            }
        }
        Ok(problem)
    }

    /// Runs CBC with these arguments of its command line. The error is CBC's own; its text went to the listener's log.
    pub fn solve<L: Listener>(&self, arguments: &[CString], listener: &L) -> Result<Ended, &'static str> {
        let _lock = locked();
        let raw = RawProblem {
            columns: self.costs.len() as i32,
            rows: self.row_bounds[0].len() as i32,
            starts: self.starts.as_ptr(),
            indices: self.indices.as_ptr(),
            elements: self.elements.as_ptr(),
            column_lower: self.column_bounds[0].as_ptr(),
            column_upper: self.column_bounds[1].as_ptr(),
            costs: self.costs.as_ptr(),
            row_lower: self.row_bounds[0].as_ptr(),
            row_upper: self.row_bounds[1].as_ptr(),
            is_integer: self.is_integer.as_ptr(),
        };
        let callbacks = RawListener {
            user: std::ptr::from_ref(listener).cast_mut().cast(),
            log: on_log::<L>,
            incumbent: on_incumbent::<L>,
            progress: on_progress::<L>,
        };
        let arguments: Vec<*const c_char> = arguments.iter().map(|argument| argument.as_ptr()).collect();
        let (mut values, mut status) = (vec![0.0; self.costs.len()], Status::default());
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
