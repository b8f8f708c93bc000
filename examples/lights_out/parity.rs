//! `parity`: every light is switched an odd number of times if it is on, an even number if it is off.
//!
//! Sets: lights c ∈ 0..C; N(c) is c with its neighbours.
//!
//! Variables: `p[c]` ∈ {0, 1} the light is pressed; `h[c]` ∈ 0..=2 half of the light's switches, rounded down.
//!
//! ```text
//! min  Σ p[c]
//! (1)  Σ_{b ∈ N(c)} p[b] = lit(c) + 2·h[c]     each light c
//! ```
//! Size: 2·C variables, C rows.

use tumble::geometry::Cell;
use tumble::model::{Linear, Model, Sense, Var};
use tumble::puzzle::{Encoding, Formulation, Has};

use super::{LightsOut, Presses};

pub(super) const ENCODING: Encoding<LightsOut> = Encoding::new(
    "parity",
    "presses as 0/1 variables, an integer for half of the switches of each light",
    |puzzle: &LightsOut, _| 2 * puzzle.lit.len() as u128,
    |puzzle, _, model| build(puzzle, model).into(),
);

fn build(puzzle: &LightsOut, mut model: Model) -> Formulation<Presses> {
    let presses: Vec<Var> = (0..puzzle.lit.len()).map(|c| model.binary(format!("p_c{c}"))).collect();
    model.block("(1) a light is switched an odd number of times exactly if it is on");
    for (c, &lit) in puzzle.lit.iter().enumerate() {
        let half = model.integer(format!("h_c{c}"), 0..=2);
        let near = puzzle.switched(puzzle.board.cell(c)).filter_map(|cell| puzzle.board.index(cell));
        let switches = Linear::sum(near.map(|b| presses[b])).plus(-2, half);
        model.add(format!("switch_c{c}"), switches.equals(i64::from(lit)));
    }
    model.set_objective(Sense::Minimize, Linear::sum(presses.iter().copied()));
    let cells: Vec<Cell> = (0..puzzle.lit.len()).map(|c| puzzle.board.cell(c)).collect();
    Formulation::new(
        model,
        Has::All,
        Box::new(move |assignment| {
            let pressed = presses.iter().zip(&cells).filter(|(var, _)| assignment[**var] == 1);
            Ok(Presses::new(pressed.map(|(_, &cell)| cell).collect()))
        }),
    )
}
