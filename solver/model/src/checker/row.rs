//! A row in normal form: `Σ a·ℓ >= d` with positive coefficients a over literals ℓ of different variables.

use std::collections::{BTreeMap, HashMap};

/// A 0/1 variable, by the number in its name, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal {
    pub variable: u32,
    pub is_negated: bool,
}

/// The values of variables.
pub(super) type Values = HashMap<u32, bool>;

/// What takes the place of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Image {
    Value(bool),
    Literal(Literal),
}

/// See the [module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// By variable the coefficient, and whether its literal is the negation.
    terms: BTreeMap<u32, (i128, bool)>,
    degree: i128,
}

/// What propagation finds in a row.
pub(super) enum Found {
    /// The row cannot hold.
    Contradiction,
    /// These literals have to hold.
    Forced(Vec<Literal>),
}

/// The message for numbers that are too large.
pub(super) const TOO_LARGE: &str = "a number is beyond 128 bits";

impl Literal {
    fn holds(self, values: &Values) -> Option<bool> {
        values.get(&self.variable).map(|value| *value != self.is_negated)
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { is_negated: !self.is_negated, ..self }
    }
}

impl Row {
    /// `Σ coefficient · literal >= bound`.
    pub fn new(terms: &[(i128, Literal)], bound: i128) -> Option<Self> {
        let mut row = Self { terms: BTreeMap::new(), degree: bound };
        for &(coefficient, literal) in terms {
            row.add_term(coefficient, literal)?;
        }
        Some(row)
    }

    /// The row that a literal is at least 0.
    pub fn of_literal(literal: Literal) -> Self {
        Self { terms: BTreeMap::from([(literal.variable, (1, literal.is_negated))]), degree: 0 }
    }

    /// Adds `coefficient · literal` on the left; `None` if a number is too large.
    fn add_term(&mut self, coefficient: i128, literal: Literal) -> Option<()> {
        // −a·ℓ = a·(¬ℓ) − a.
        let (coefficient, literal) = if coefficient < 0 {
            let positive = coefficient.checked_neg()?;
            self.degree = self.degree.checked_add(positive)?;
            (positive, !literal)
        } else {
            (coefficient, literal)
        };
        if coefficient == 0 {
            return Some(());
        }
        let Some((old, is_negated)) = self.terms.remove(&literal.variable) else {
            self.terms.insert(literal.variable, (coefficient, literal.is_negated));
            return Some(());
        };
        if is_negated == literal.is_negated {
            self.terms.insert(literal.variable, (old.checked_add(coefficient)?, is_negated));
            return Some(());
        }
        // a·ℓ + b·(¬ℓ) = (a − b)·ℓ + b.
        self.degree = self.degree.checked_sub(old.min(coefficient))?;
        if old > coefficient {
            self.terms.insert(literal.variable, (old - coefficient, is_negated));
        } else if coefficient > old {
            self.terms.insert(literal.variable, (coefficient - old, literal.is_negated));
        }
        Some(())
    }

    pub fn literals(&self) -> impl Iterator<Item = (i128, Literal)> + '_ {
        self.terms.iter().map(|(&variable, &(coefficient, is_negated))| (coefficient, Literal { variable, is_negated }))
    }

    /// The variables.
    pub fn variables(&self) -> impl Iterator<Item = u32> + '_ {
        self.terms.keys().copied()
    }

    /// The sum of two rows.
    pub fn plus(mut self, other: &Self) -> Option<Self> {
        self.degree = self.degree.checked_add(other.degree)?;
        for (coefficient, literal) in other.literals() {
            self.add_term(coefficient, literal)?;
        }
        Some(self)
    }

    /// The row times a positive number.
    pub fn times(mut self, factor: i128) -> Option<Self> {
        for (coefficient, _) in self.terms.values_mut() {
            *coefficient = coefficient.checked_mul(factor)?;
        }
        self.degree = self.degree.checked_mul(factor)?;
        Some(self)
    }

    /// The row divided by a positive number, with all numbers rounded up.
    pub fn divided(mut self, divisor: i128) -> Self {
        let up = |number: i128| number.div_euclid(divisor) + i128::from(number.rem_euclid(divisor) != 0);
        self.terms.values_mut().for_each(|(coefficient, _)| *coefficient = up(*coefficient));
        self.degree = up(self.degree);
        self
    }

    /// The row with no coefficient larger than the degree.
    pub fn saturated(mut self) -> Self {
        let most = self.degree.max(0);
        self.terms.values_mut().for_each(|(coefficient, _)| *coefficient = (*coefficient).min(most));
        self.terms.retain(|_, (coefficient, _)| *coefficient > 0);
        self
    }

    /// The row without a variable, which may have any value.
    pub fn without(mut self, variable: u32) -> Option<Self> {
        if let Some((coefficient, _)) = self.terms.remove(&variable) {
            self.degree = self.degree.checked_sub(coefficient)?;
        }
        Some(self)
    }

    /// The row that holds exactly if this row does not.
    pub fn negated(&self) -> Option<Self> {
        // Σ a·ℓ <= d − 1.
        let terms: Vec<_> = self.literals().map(|(coefficient, literal)| (coefficient, !literal)).collect();
        let bound = self.total()?.checked_sub(self.degree)?.checked_add(1)?;
        Self::new(&terms, bound)
    }

    /// The row with other literals or values in the place of variables.
    pub fn substituted(&self, witness: &HashMap<u32, Image>) -> Option<Self> {
        let mut row = Self { terms: BTreeMap::new(), degree: self.degree };
        for (coefficient, literal) in self.literals() {
            match witness.get(&literal.variable) {
                None => row.add_term(coefficient, literal)?,
                Some(Image::Value(value)) if *value != literal.is_negated => {
                    row.degree = row.degree.checked_sub(coefficient)?;
                }
                Some(Image::Value(_)) => {}
                Some(&Image::Literal(image)) => {
                    row.add_term(coefficient, if literal.is_negated { !image } else { image })?;
                }
            }
        }
        Some(row)
    }

    /// The sum of all coefficients.
    fn total(&self) -> Option<i128> {
        self.terms.values().try_fold(0i128, |sum, (coefficient, _)| sum.checked_add(*coefficient))
    }

    /// Whether it holds for all values.
    pub fn is_trivial(&self) -> bool {
        self.degree <= 0
    }

    /// What has to hold if some variables have values; `None` if a number is too large.
    pub fn propagate(&self, values: &Values) -> Option<Found> {
        let mut slack = self.degree.checked_neg()?;
        for (coefficient, literal) in self.literals() {
            if literal.holds(values) != Some(false) {
                slack = slack.checked_add(coefficient)?;
            }
        }
        if slack < 0 {
            return Some(Found::Contradiction);
        }
        let is_forced =
            |&(coefficient, literal): &(i128, Literal)| coefficient > slack && literal.holds(values).is_none();
        Some(Found::Forced(self.literals().filter(is_forced).map(|(_, literal)| literal).collect()))
    }
}

#[cfg(test)]
mod tests;
