//! A linear program that stays in HiGHS between its runs.
//!
//! A run begins at the basis where the run before it ended: rows that are new enter the basis, and a few steps of the dual simplex lead
//! to the new optimum. `good_lp` has no way to add rows to a
//! solved program, so this file uses `highs-sys` throughout.

use std::ffi::c_void;

use highs::HighsModelStatus;
use highs_sys as sys;

use super::handle::{Handle, Listener, failed};
use super::{ending, on_own_thread};
use crate::control::Request;
use crate::model::{Integrality, Model, Variable};
use crate::session::{Change, Receiver, Task};
use crate::sparse::{Columns, Rows, count_of};
use crate::{BackendError, Claim, Ending, Session, linear};

/// See the [module](self).
pub(super) struct LinearProgram {
    model: Model,
    /// HiGHS and the number of rows that it has.
    opened: Option<(Object, usize)>,
}

/// A HiGHS object of its own.
struct Object(*mut c_void);

// SAFETY: the object is used by one thread at a time, and HiGHS keeps nothing of it in a thread.
unsafe impl Send for Object {}

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: the object is alive, and nothing else uses it any more.
        unsafe { sys::Highs_destroy(self.0) };
    }
}

impl Object {
    fn handle(&self) -> Handle<'_> {
        // SAFETY: the handle borrows this object.
        unsafe { Handle::new(self.0) }
    }
}

/// With fewer variables, the simplex method takes no longer than the interior point method.
const LARGE: usize = 10_000;

impl LinearProgram {
    /// Whether a model is a linear program for HiGHS: none of its variables has to be integer.
    pub(super) fn is(model: &Model) -> bool {
        model.variables().iter().all(Variable::may_be_continuous)
    }

    pub(super) const fn new(model: Model) -> Self {
        Self { model, opened: None }
    }

    /// HiGHS with the columns of the model.
    fn columns(&self) -> Result<Object, BackendError> {
        // SAFETY: the object that this makes is destroyed when it is dropped.
        let object = Object(unsafe { sys::Highs_create() });
        let columns = Columns::of(&self.model)?;
        let is_maximized = self.model.is_maximized();
        let sense = if is_maximized { sys::kHighsObjSenseMaximize } else { sys::kHighsObjSenseMinimize };
        let none = std::ptr::null();
        // SAFETY: the object is alive; each array has a number for each column; no column has terms yet.
        let statuses = unsafe {
            [
                sys::Highs_setBoolOptionValue(object.0, c"output_flag".as_ptr(), 0),
                sys::Highs_addCols(
                    object.0,
                    columns.count(),
                    columns.costs.as_ptr(),
                    columns.lower.as_ptr(),
                    columns.upper.as_ptr(),
                    0,
                    none,
                    none,
                    none.cast(),
                ),
                sys::Highs_changeObjectiveSense(object.0, sense),
            ]
        };
        if statuses.iter().any(|&status| status != sys::STATUS_OK) {
            return Err(failed("it refuses the columns of a linear program"));
        }
        object.handle().set_offset(&self.model)?;
        // It would only help the first run, and slows those down that begin at a basis.
        object.handle().set_option("presolve", "off")?;
        // A relaxation is run again and again, each time from the basis before. A model that is a linear program by itself is run once: the
        // interior point method, which ends at a vertex, takes a seventh of the time of the simplex method on large flows.
        let is_whole = self.model.variables().iter().all(|variable| variable.integrality == Integrality::Implied);
        if is_whole && self.model.variables().len() > LARGE {
            object.handle().set_option("solver", "ipm")?;
        }
        Ok(object)
    }

    /// HiGHS with all rows so far, and their number.
    fn update(&mut self) -> Result<(Object, usize), BackendError> {
        let (object, count) = match self.opened.take() {
            Some(opened) => opened,
            None => (self.columns()?, 0),
        };
        let rows = Rows::of(&self.model, count)?;
        // SAFETY: the object is alive; the arrays describe as many rows and terms as the counts say.
        let status = unsafe {
            sys::Highs_addRows(
                object.0,
                rows.count(),
                rows.lower.as_ptr(),
                rows.upper.as_ptr(),
                rows.terms(),
                rows.starts.as_ptr(),
                rows.indices.as_ptr(),
                rows.values.as_ptr(),
            )
        };
        if status != sys::STATUS_OK {
            return Err(failed("it refuses the rows of a linear program"));
        }
        Ok((object, count + rows.lower.len()))
    }

    /// Does something with HiGHS and all rows so far.
    fn with_object<T: Send>(
        &mut self,
        run: impl FnOnce(&Model, &Object) -> Result<T, BackendError> + Send,
    ) -> Result<T, BackendError> {
        let (object, count) = self.update()?;
        let model = &self.model;
        let (object, done) = on_own_thread(|| {
            let done = run(model, &object)?;
            Ok((object, done))
        })?;
        self.opened = Some((object, count));
        Ok(done)
    }
}

fn run(model: &Model, object: &Object, request: &Request<'_>) -> Result<Claim, BackendError> {
    let handle = object.handle();
    handle.set_options(request)?;
    // The clock of a live object goes on from run to run.
    // SAFETY: the object is alive.
    let before = unsafe { sys::Highs_getRunTime(object.0) };
    if let Some(left) = request.control.remaining() {
        handle.set_option("time_limit", &(before + left.as_secs_f64()).to_string())?;
    }
    let listener = Listener::new(request);
    listener.attach(handle).map_err(failed)?;
    // SAFETY: the object is alive; its callbacks end before the listener does.
    let status = unsafe { sys::Highs_run(object.0) };
    Listener::detach(handle);
    listener.heard().map_err(failed)?;
    if status == sys::STATUS_ERROR {
        return Err(failed("a linear program ended in an error"));
    }
    // SAFETY: the object is alive.
    let status = HighsModelStatus::try_from(unsafe { sys::Highs_getModelStatus(object.0) });
    let status = status.map_err(|e| failed(format!("{e:?}")))?;
    let ending = ending(status, request)?;
    let (values, duals) = match status {
        HighsModelStatus::Optimal => {
            let (values, duals) = optimum(model, object)?;
            (Some(values), Some(duals))
        }
        _ if ending == Ending::Infeasible => (None, ray(model, object)),
        _ => (None, None),
    };
    Ok(Claim { values, duals, ..Claim::of(ending) })
}

/// A ray of duals along which the bound on an infeasible program falls without end, if HiGHS has one.
fn ray(model: &Model, object: &Object) -> Option<Vec<f64>> {
    let mut ray = vec![0.0; model.constraints().len()];
    let mut has_ray = 0;
    // SAFETY: the object is alive; the array has a number for each row that it has; `has_ray` outlives the call.
    let status = unsafe { sys::Highs_getDualRay(object.0, &raw mut has_ray, ray.as_mut_ptr()) };
    (status == sys::STATUS_OK && has_ray == 1).then_some(ray)
}

/// The values of the variables and the duals of the rows.
fn optimum(model: &Model, object: &Object) -> Result<(Vec<f64>, Vec<f64>), BackendError> {
    let (columns, rows) = (model.variables().len(), model.constraints().len());
    let [mut values, mut reduced] = [(); 2].map(|()| vec![0.0; columns]);
    let [mut activities, mut duals] = [(); 2].map(|()| vec![0.0; rows]);
    // SAFETY: the object is alive; the arrays have a number for each column and row that it has.
    let status = unsafe {
        sys::Highs_getSolution(
            object.0,
            values.as_mut_ptr(),
            reduced.as_mut_ptr(),
            activities.as_mut_ptr(),
            duals.as_mut_ptr(),
        )
    };
    if status == sys::STATUS_OK { Ok((values, duals)) } else { Err(failed("it has no solution to give")) }
}

impl Session for LinearProgram {
    fn change(&mut self, change: Change) {
        if let Change::Retain(kept) = &change {
            self.drop_rows(kept);
        }
        change.make(&mut self.model);
    }

    fn run(&mut self, task: &Task, request: &Request<'_>, _: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        let Task::Best = task else { return Err(BackendError::no_such_task("HiGHS")) };
        if let Some(settled) = linear::settle(&self.model) {
            return Ok(settled);
        }
        self.with_object(|model, object| run(model, object, request))
    }
}

impl LinearProgram {
    fn drop_rows(&mut self, kept: &[bool]) {
        let Some((object, count)) = &mut self.opened else { return };
        let dropped = kept.iter().take(*count).enumerate().filter(|&(_, &kept)| !kept);
        let dropped: Vec<sys::HighsInt> = dropped.map(|(row, _)| count_of(row)).collect();
        // SAFETY: the object is alive and has at least `count` rows; the set has as many entries as said, ascending.
        let status = unsafe { sys::Highs_deleteRowsBySet(object.0, count_of(dropped.len()), dropped.as_ptr()) };
        if status == sys::STATUS_OK {
            *count -= dropped.len();
        } else {
            // The next run passes the program on anew.
            self.opened = None;
        }
    }
}
