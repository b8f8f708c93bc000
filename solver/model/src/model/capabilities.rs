//! The constraints that a solver takes.

use super::ConstraintKind;

/// The constraints that a solver takes beside plain linear rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each one is independent of the others")]
pub struct Capabilities {
    /// Equality literals: a 0/1 variable that is 1 exactly if another variable has some value ([`Definition`](super::Definition)).
    pub equality: bool,
    /// Linear rows that have to hold only if a literal does.
    pub half_reified: bool,
    /// [`Constraint::AllDifferent`](super::Constraint::AllDifferent).
    pub all_different: bool,
    /// [`Constraint::Table`](super::Constraint::Table).
    pub table: bool,
    /// [`Constraint::Circuit`](super::Constraint::Circuit).
    pub circuit: bool,
}

impl Capabilities {
    /// Plain linear rows only: a MILP solver.
    pub const LINEAR: Self =
        Self { equality: false, half_reified: false, all_different: false, table: false, circuit: false };

    /// Everything that a model can have.
    pub const ALL: Self = Self { equality: true, half_reified: true, all_different: true, table: true, circuit: true };

    /// Whether the solver takes constraints of this kind. Every solver takes linear ones without a literal; for those with one see
    /// [`half_reified`](Self::half_reified).
    #[must_use]
    pub const fn takes(self, kind: ConstraintKind) -> bool {
        match kind {
            ConstraintKind::Linear => true,
            ConstraintKind::AllDifferent => self.all_different,
            ConstraintKind::Table => self.table,
            ConstraintKind::Circuit => self.circuit,
        }
    }
}
