//! CBC: its row of the registry and, with the feature `cbc`, the solver.
//!
//! | file | what |
//! |---|---|
//! | `solver.rs` | the backend: parameters, and what CBC's answer means |
//! | `whole.rs` | a whole run through `good_lp` and `coin_cbc`, which say nothing until it ends |
//! | `bridge/` | with the feature `cbc-bridge`, the same run through C++ of tumble's own: incumbents, bounds, the log, stops |

use super::{BackendEntry, Kind};

#[cfg(feature = "cbc-bridge")]
mod bridge;
#[cfg(feature = "cbc")]
mod solver;
#[cfg(all(feature = "cbc", any(test, not(feature = "cbc-bridge"))))]
mod whole;

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "cbc",
    summary: "CBC, an open MILP solver, the system's library",
    kind: Kind::Library,
    needs: "to build: coinor-libcbc-dev (feature `cbc`); with `cbc-bridge` also a C++ compiler, zlib1g-dev, pkg-config",
    #[cfg(feature = "cbc")]
    find: || Ok(&solver::Cbc),
    #[cfg(not(feature = "cbc"))]
    find: || Err("install libcbc (Debian: coinor-libcbc-dev pkg-config) and build with `--features cbc`".into()),
};

#[cfg(all(test, feature = "cbc-bridge"))]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::solver::Answer;
    use super::{bridge, whole};
    use crate::control::{Control, Interrupt, Request};
    use crate::model::{Linear, Model, Sense};

    /// Coefficients, the lower side, and how far it is from there to the upper one.
    type Row = (Vec<i64>, i64, i64);

    /// Up to five variables, up to four rows.
    fn model((sense, costs, rows): (Option<Sense>, Vec<i64>, Vec<Row>)) -> Model {
        let mut model = Model::new("random");
        let vars: Vec<_> = (0..costs.len()).map(|i| model.integer(format!("x{i}"), -3..=4)).collect();
        let sum = |terms: &[i64]| vars.iter().zip(terms).fold(Linear::new(), |sum, (&var, &term)| sum.plus(term, var));
        for (i, (terms, lower, width)) in rows.iter().enumerate() {
            let row = sum(terms);
            let row = if *width > 6 { row.at_least(*lower) } else { row.between(*lower, lower + width) };
            model.add(format!("r{i}"), row);
        }
        if let Some(sense) = sense {
            model.set_objective(sense, sum(&costs).plus_constant(7));
        }
        model
    }

    fn models() -> impl Strategy<Value = Model> {
        let sense = prop_oneof![Just(None), Just(Some(Sense::Maximize)), Just(Some(Sense::Minimize))];
        let row = (prop::collection::vec(-4..=4_i64, 5), -9..=9_i64, 0..=9_i64);
        let rows = prop::collection::vec(row, 1..=4);
        (sense, prop::collection::vec(-5..=5_i64, 1..=5), rows).prop_map(model)
    }

    /// The objective of the solution, which is one.
    fn objective(model: &Model, answer: &Answer) -> Option<i128> {
        let values = crate::exact(model, answer.best.as_ref()?).expect("a solution");
        Some(model.objective().map_or(0, |objective| objective.expression.value(&values)))
    }

    proptest! {
        #[test]
        fn whole_runs_and_the_bridge_agree(model in models()) {
            prop_assume!(crate::linear::settle(&model).is_none());
            let answers = [bridge::solve, whole::solve].map(|solve| solve(&model, &Request::unlimited()).unwrap());
            let [bridged, whole] = answers.each_ref().map(|answer| objective(&model, answer));
            prop_assert_eq!(bridged, whole);
            for answer in &answers {
                prop_assert_eq!((answer.code, answer.is_optimal, answer.is_infeasible), (0, bridged.is_some(), bridged.is_none()));
                if let (Some(best), Some(_), Some(bound)) = (bridged, model.objective(), answer.bound) {
                    prop_assert!((bound - best as f64).abs() < 1e-6, "{} {}", bound, best);
                }
            }
        }
    }

    /// A market-split instance, which no solver settles quickly.
    #[test]
    fn a_whole_run_keeps_a_time_limit_and_claims_nothing() {
        let mut model = Model::new("market split");
        let vars: Vec<_> = (0..50).map(|i| model.binary(format!("x{i}"))).collect();
        let mut state = 12_345_u64;
        for row in 0..6 {
            let (mut sum, mut total) = (Linear::new(), 0);
            for &var in &vars {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let weight = ((state >> 33) % 100).cast_signed();
                sum.push(weight, var);
                total += weight;
            }
            model.add(format!("r{row}"), sum.equals(total / 2));
        }
        let control = Control::new(Some(Duration::from_millis(500)), Interrupt::default(), &|_| ());
        let answer = whole::solve(&model, &Request::new(control)).unwrap();
        assert_eq!((answer.code, answer.secondary, answer.is_optimal, answer.best), (1, 4, false, None));
    }
}
