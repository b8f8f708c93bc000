//! What each operation makes of a row, by the slack `Σ a·ℓ − d` under all values of three variables, and what propagation finds.

use std::collections::HashMap;

use proptest::prelude::*;

use super::{Found, Image, Literal, Row, Values};

const VARIABLES: [u32; 3] = [1, 2, 3];

fn terms() -> impl Strategy<Value = Vec<(i128, Literal)>> {
    let term = (-4i128..=4, literal());
    prop::collection::vec(term, 0..6)
}

fn literal() -> impl Strategy<Value = Literal> {
    (1u32..=3, any::<bool>()).prop_map(|(variable, is_negated)| Literal { variable, is_negated })
}

fn image() -> impl Strategy<Value = Option<Image>> {
    let some = prop_oneof![any::<bool>().prop_map(Image::Value), literal().prop_map(Image::Literal)];
    prop::option::of(some)
}

fn all_values() -> impl Iterator<Item = Values> {
    (0..8u32).map(|bits| VARIABLES.into_iter().map(|variable| (variable, bits >> (variable - 1) & 1 == 1)).collect())
}

/// 1 if a literal holds, 0 otherwise.
fn number(literal: Literal, values: &Values) -> i128 {
    i128::from(values[&literal.variable] != literal.is_negated)
}

fn slack(row: &Row, values: &Values) -> i128 {
    row.literals().map(|(coefficient, literal)| coefficient * number(literal, values)).sum::<i128>() - row.degree
}

fn is_normal(row: &Row) -> bool {
    row.literals().all(|(coefficient, _)| coefficient > 0)
}

proptest! {
    #[test]
    fn operations_change_the_slack_as_they_say(
        (first, bound) in (terms(), -5i128..=8),
        (second, factor) in (terms(), 1i128..=4),
        literal in literal(),
        images in [image(), image(), image()],
    ) {
        let row = Row::new(&first, bound).unwrap();
        let other = Row::new(&second, 1).unwrap();
        let witness: HashMap<u32, Image> =
            VARIABLES.into_iter().zip(images).filter_map(|(variable, image)| Some((variable, image?))).collect();
        let [axiom, sum] = [Row::of_literal(literal), row.clone().plus(&other).unwrap()];
        let [times, divided] = [row.clone().times(factor).unwrap(), row.clone().divided(factor)];
        let [without, negated] = [row.clone().without(literal.variable).unwrap(), row.negated().unwrap()];
        let [saturated, image] = [row.clone().saturated(), row.substituted(&witness).unwrap()];
        for made in [&row, &axiom, &sum, &times, &divided, &without, &negated, &saturated, &image] {
            prop_assert!(is_normal(made), "{made:?}");
        }
        for values in all_values() {
            let here = slack(&row, &values);
            let value = |terms: &[(i128, Literal)]| terms.iter().map(|&(a, l)| a * number(l, &values)).sum::<i128>();
            prop_assert_eq!(here, value(&first) - bound);
            prop_assert_eq!(slack(&axiom, &values), number(literal, &values));
            prop_assert_eq!(slack(&sum, &values), here + slack(&other, &values));
            prop_assert_eq!(slack(&times, &values), here * factor);
            prop_assert_eq!(slack(&negated, &values), -1 - here);
            // The smallest integer that is not less than a quotient.
            let up = |number: i128| (number + 100 * factor + factor - 1) / factor - 100;
            let quotients = row.literals().map(|(a, l)| up(a) * number(l, &values)).sum::<i128>();
            prop_assert_eq!(slack(&divided, &values), quotients - up(row.degree));
            let least = row.literals().map(|(a, l)| a.min(row.degree.max(0)) * number(l, &values)).sum::<i128>();
            prop_assert_eq!(slack(&saturated, &values), least - row.degree);
            let best = [false, true].map(|value| {
                let mut values = values.clone();
                values.insert(literal.variable, value);
                slack(&row, &values)
            });
            prop_assert_eq!(slack(&without, &values), best[0].max(best[1]));
            let moved = VARIABLES.into_iter().map(|variable| {
                let value = match witness.get(&variable) {
                    None => values[&variable],
                    Some(Image::Value(value)) => *value,
                    Some(&Image::Literal(literal)) => number(literal, &values) == 1,
                };
                (variable, value)
            });
            prop_assert_eq!(slack(&image, &values), slack(&row, &moved.collect()));
        }
        // No values violate it, as far as the degree alone shows.
        prop_assert_eq!(row.is_trivial(), row.degree <= 0);
    }

    #[test]
    fn propagation_finds_what_one_row_forces(first in terms(), bound in -5i128..=8, given in [prop::option::of(any::<bool>()), prop::option::of(any::<bool>()), prop::option::of(any::<bool>())]) {
        let row = Row::new(&first, bound).unwrap();
        let given: Values =
            VARIABLES.into_iter().zip(given).filter_map(|(variable, value)| Some((variable, value?))).collect();
        let agrees = |values: &Values| given.iter().all(|(variable, value)| values[variable] == *value);
        let solutions: Vec<Values> =
            all_values().filter(|values| agrees(values) && slack(&row, values) >= 0).collect();
        match row.propagate(&given).unwrap() {
            Found::Contradiction => prop_assert!(solutions.is_empty()),
            Found::Forced(literals) => {
                prop_assert!(!solutions.is_empty());
                let forced = VARIABLES.into_iter().filter(|variable| !given.contains_key(variable)).filter_map(|variable| {
                    let value = solutions[0][&variable];
                    let literal = Literal { variable, is_negated: !value };
                    solutions.iter().all(|solution| solution[&variable] == value).then_some(literal)
                });
                prop_assert_eq!(literals, forced.collect::<Vec<_>>());
            }
        }
    }
}
