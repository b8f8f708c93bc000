//! The kinds of constraint that a solver may take.

/// The kinds of constraint that a solver takes beside plain linear rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each one is an independent kind of constraint")]
pub struct Capabilities {
    /// Equality literals, [x = v] as a variable of the model.
    pub equality: bool,
    /// Linear rows that hold only if a literal does.
    pub half_reified: bool,
    /// `AllDifferent`.
    pub all_different: bool,
    /// `Table`.
    pub table: bool,
    /// `Circuit`.
    pub circuit: bool,
}

impl Capabilities {
    /// Plain linear rows only: a MILP solver.
    pub const LINEAR: Self =
        Self { equality: false, half_reified: false, all_different: false, table: false, circuit: false };
}
