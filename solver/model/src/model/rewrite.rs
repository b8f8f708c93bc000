//! Passes over the constraints of a model.

use super::{Constraint, Model, NamedConstraint, bytes};

impl Model {
    /// Replaces each constraint by the constraints that `pass` adds for it through the [`Rewriter`], in the same block. A pass keeps a
    /// constraint by adding it again. The variables keep their indices; new ones are appended.
    #[must_use]
    pub fn rewrite(mut self, pass: &mut dyn FnMut(String, Constraint, &mut Rewriter<'_>)) -> Self {
        let old = std::mem::take(&mut self.constraints);
        for NamedConstraint { name, block, constraint } in old {
            self.limits.give_back(bytes(&name, &constraint));
            if self.limits.is_reached() {
                break;
            }
            pass(name, constraint, &mut Rewriter { model: &mut self, block });
        }
        self
    }
}

/// What a pass of [`Model::rewrite`] works on: the model without the constraints that are still to be rewritten.
#[derive(Debug)]
pub struct Rewriter<'a> {
    model: &'a mut Model,
    block: Option<usize>,
}

impl Rewriter<'_> {
    /// The model.
    pub const fn model(&self) -> &Model {
        self.model
    }

    /// The model, for adding variables and equality literals.
    pub const fn model_mut(&mut self) -> &mut Model {
        self.model
    }

    /// Adds a constraint to the block of the one being rewritten.
    pub fn add(&mut self, name: impl Into<String>, constraint: impl Into<Constraint>) {
        self.model.add_to(self.block, name.into(), constraint.into());
    }
}
