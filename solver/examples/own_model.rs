//! A model of your own, through lowering, a solver, rounding and the exact check: `cargo run --example own_model`.
//!
//! The eight queens: a column for each row, no two in a column or on a diagonal. All-different constraints state this, and are
//! lowered to what the solver takes.

#![allow(clippy::print_stdout, reason = "it shows what it found")]

use tumble_solver::Backend;
use tumble_solver::control::{Request, Verdict};
use tumble_solver::lower::Lowering;
use tumble_solver::model::{Constraint, Linear, Model, Var};
use tumble_solver::{ModelError, REGISTRY, solve_model};

/// The queens of a board with `n` columns and rows: a variable for the column of each row's queen.
fn queens(n: i64) -> (Model, Vec<Var>) {
    let mut model = Model::new("queens");
    let columns: Vec<Var> = (0..n).map(|row| model.integer(format!("column_{row}"), 0..=n - 1)).collect();
    model.block("(1) no two queens in a column");
    model.add("columns", Constraint::AllDifferent(columns.clone()));
    for (name, sign) in [("rising", 1), ("falling", -1)] {
        model.block(format!("(2) no two on a {name} diagonal"));
        let mut diagonals = Vec::new();
        for (row, &column) in (0..n).zip(&columns) {
            let diagonal = model.integer(format!("{name}_{row}"), -n..=2 * n);
            let difference = Linear::from(diagonal).plus(-1, column).plus_constant(-sign * row);
            model.add(format!("{name}_{row}_is"), difference.equals(0));
            diagonals.push(diagonal);
        }
        model.add(name, Constraint::AllDifferent(diagonals));
    }
    (model, columns)
}

/// The columns of the queens, row by row; `None` if they do not fit.
fn place(n: i64, backend: &dyn Backend) -> Result<Option<Vec<i64>>, ModelError> {
    let (model, columns) = queens(n);
    let answer = solve_model(&model, backend, &Lowering::default(), &Request::unlimited())?;
    Ok(match answer.verdict {
        Verdict::Optimal(assignment) => Some(columns.iter().map(|&column| assignment[column]).collect()),
        _ => None,
    })
}

fn main() -> Result<(), ModelError> {
    for entry in REGISTRY {
        let Ok(backend) = entry.backend() else { continue };
        println!("{}: {:?}", entry.name, place(8, backend)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queens_stand_on_every_board_but_two() {
        for backend in REGISTRY.iter().filter_map(|entry| entry.backend().ok()) {
            for n in 1..=6 {
                let placed = place(n, backend).expect("the solver does not fail");
                assert_eq!(placed.is_some(), n != 2 && n != 3, "{n}");
                let placed = placed.unwrap_or_default();
                for (i, a) in placed.iter().enumerate() {
                    for (j, b) in placed.iter().enumerate().skip(i + 1) {
                        assert!(a != b && a.abs_diff(*b) != (j - i) as u64, "{placed:?}");
                    }
                }
            }
        }
    }
}
