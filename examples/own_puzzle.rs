//! A puzzle of your own, solved by every method of this build: `cargo run --example own_puzzle`.
//!
//! The puzzle is in `lights_out/`. It brings a model file, rules, a direct search and an encoding; reading, lowering, solvers,
//! exact checks, replay and reports come from tumble.

#![allow(clippy::print_stdout, reason = "it shows what it found")]

mod lights_out;

use tumble::control::Request;
use tumble::instance::Document;
use tumble::registry::Registry;
use tumble::report::Report;
use tumble::solve::{self, Method, Options, Problem};

const MODEL: &str = r#"
puzzle = "lights-out"
[board]
map = """
* . * .
. * * .
* . . *
"""
"#;

/// Solves the model by each method that can solve it.
fn reports(model: &str) -> Result<Vec<Report>, Box<dyn std::error::Error>> {
    let registry = Registry::built_in().with(&lights_out::ENTRY);
    let (puzzle, instance) = registry.read(&Document::new("the example", model))?;
    let problem = Problem::new("the example".into(), puzzle, instance);
    let methods = Method::serving(&*problem.instance).into_iter();
    methods.map(|method| Ok(solve::solve(&problem, method, &Options::default(), &Request::unlimited())?)).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for report in reports(MODEL)? {
        println!("{} {}: {:?} {:?}", report.backend, report.backend_version, report.status, report.objective);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of up to 4 × 4 lights, encoded in a number.
    #[expect(clippy::cast_possible_truncation, reason = "the example numbers few boards")]
    fn drawn(number: u64) -> String {
        let (columns, rows) = (1 + number as usize % 4, 1 + number as usize / 4 % 4);
        let light = |i: usize| if number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> i & 1 == 1 { '*' } else { '.' };
        let row = |y: usize| (0..columns).map(|x| light(8 + y * columns + x)).collect::<String>() + "\n";
        let map: String = (0..rows).map(row).collect();
        format!("puzzle = \"lights-out\"\n[board]\nmap = \"\"\"\n{map}\"\"\"\n")
    }

    #[test]
    fn every_method_finds_the_same_number_of_presses() {
        let mut solvable = 0;
        for number in 0..64 {
            let reports = reports(&drawn(number)).expect("no method fails");
            let first = &reports[0];
            assert!(reports.iter().all(|report| (report.status, report.objective) == (first.status, first.objective)));
            solvable += usize::from(first.objective.is_some());
        }
        assert!((20..60).contains(&solvable), "{solvable} of 64 can be solved");
    }

    #[test]
    fn a_model_that_is_wrong_is_explained() {
        let error = reports(&MODEL.replace(". * * .", ". * x .")).expect_err("x is not a light");
        assert_eq!(error.to_string(), "`x` is not a light");
    }
}
