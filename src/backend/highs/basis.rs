//! Bases of linear programs.

use highs::SolvedModel;
use highs_sys as sys;

/// The status of each column and row of a linear program at an optimum.
pub(super) struct Basis {
    columns: Vec<sys::HighsInt>,
    rows: Vec<sys::HighsInt>,
}

impl Basis {
    /// The basis at which a run ended, if it has one.
    pub(super) fn of(solved: &SolvedModel) -> Option<Self> {
        // SAFETY: the pointer is a live HiGHS object.
        let sizes = unsafe { [sys::Highs_getNumCol(solved.as_ptr()), sys::Highs_getNumRow(solved.as_ptr())] };
        let [mut columns, mut rows] = sizes.map(|size| vec![0; usize::try_from(size).unwrap_or(0)]);
        // SAFETY: as above; the arrays have the lengths that HiGHS fills.
        let status = unsafe { sys::Highs_getBasis(solved.as_ptr(), columns.as_mut_ptr(), rows.as_mut_ptr()) };
        (status == sys::STATUS_OK).then_some(Self { columns, rows })
    }

    /// Gives HiGHS this basis for a model that may have more rows at its end. Without it the run begins from nothing: a basis that is
    /// refused does no harm.
    pub(super) fn give(&self, highs: &mut highs::Model) {
        // SAFETY: the pointer is a live HiGHS object.
        let [columns, rows] = unsafe { [sys::Highs_getNumCol(highs.as_ptr()), sys::Highs_getNumRow(highs.as_ptr())] };
        let mut statuses = self.rows.clone();
        statuses.resize(usize::try_from(rows).unwrap_or(0).max(statuses.len()), sys::kHighsBasisStatusBasic);
        if usize::try_from(columns) == Ok(self.columns.len()) && usize::try_from(rows) == Ok(statuses.len()) {
            // SAFETY: as above; the arrays have the lengths that HiGHS reads.
            let _ = unsafe { sys::Highs_setBasis(highs.as_mut_ptr(), self.columns.as_ptr(), statuses.as_ptr()) };
        }
    }
}
