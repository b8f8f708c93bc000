//! CBC.

pub(super) mod solver;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::solver::Cbc;
    use crate::control::{Control, Interrupt, Request, Stop, Verdict};
    use crate::lower::Lowering;
    use crate::model::{Assignment, Linear, Model, Sense};
    use crate::{Backend as _, Ending};

    /// Coefficients, the lower side, and how far it is from there to the upper one.
    type Row = (Vec<i64>, i64, i64);

    /// Up to eight binary variables. With others CBC often aborts the process where there is no solution.
    fn model((sense, costs, rows): (Option<Sense>, Vec<i64>, Vec<Row>)) -> Model {
        let mut model = Model::new("random");
        let vars: Vec<_> = (0..costs.len()).map(|i| model.binary(format!("x{i}"))).collect();
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
        let row = (prop::collection::vec(-4..=4_i64, 8), -9..=9_i64, 0..=9_i64);
        let rows = prop::collection::vec(row, 1..=4);
        (sense, prop::collection::vec(-5..=5_i64, 1..=8), rows).prop_map(model)
    }

    fn objective(model: &Model, values: &Assignment) -> i128 {
        model.objective().map_or(0, |objective| objective.expression.value(values))
    }

    /// The best objective, by trying all values.
    fn optimum(model: &Model) -> Option<i128> {
        let count = model.variables().len();
        let all =
            (0..1_i64 << count).map(|bits| Assignment::from((0..count).map(|i| bits >> i & 1).collect::<Vec<_>>()));
        let objectives = all.filter(|values| model.check(values).is_ok()).map(|values| objective(model, &values));
        match model.objective().map(|objective| objective.sense) {
            Some(Sense::Maximize) => objectives.max(),
            _ => objectives.min(),
        }
    }

    /// Its run ends with a proof, and agrees with trying all values.
    fn agree(model: &Model) {
        let answer = crate::solve_model(model, &Cbc, &Lowering::default(), &Request::unlimited()).expect("an answer");
        let expected = optimum(model);
        assert!(matches!(answer.verdict, Verdict::Optimal(_) | Verdict::Infeasible), "{:?}", answer.verdict);
        assert_eq!(answer.verdict.solution().map(|values| objective(model, values)), expected);
    }

    proptest! {
        // The models are the same in every run: at one in 60,000 CBC aborts its process, here that of all tests.
        #![proptest_config(ProptestConfig { cases: 1_000, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]
        #[test]
        fn it_agrees_with_trying_all_values(model in models()) {
            prop_assume!(crate::linear::settle(&model).is_none());
            agree(&model);
        }
    }

    /// With its preprocessing CBC calls 4 optimal, not 3.
    #[test]
    fn no_solution_is_lost_by_preprocessing() {
        let mut model = Model::new("one row");
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| model.binary(name));
        model.add("row", Linear::new().plus(4, c).plus(4, d).plus(-2, a).plus(-1, b).between(3, 4));
        model.set_objective(Sense::Minimize, Linear::new().plus(-3, a).plus(3, c).plus(4, d));
        agree(&model);
    }

    /// A market-split instance, which no solver settles quickly.
    #[test]
    fn it_keeps_a_time_limit_and_claims_nothing() {
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
        let claim = Cbc.solve(&model, &Request::new(control)).unwrap();
        assert_eq!((claim.values, claim.ending), (None, Ending::Stopped(Stop::TimeLimit)));
    }
}
