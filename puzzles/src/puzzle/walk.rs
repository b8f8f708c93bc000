//! Shared by time-indexed models of shortest solutions: one move per step, optionally after some steps of waiting.

use super::{Formulation, Has};
use crate::geometry::Direction;
use crate::model::{Linear, Model, Sense, Var};

/// The steps of a model. Exactly one variable of each step is 1; waiting comes before all moves, so that a model of T steps also
/// covers shorter solutions.
#[derive(Clone, Debug)]
pub struct Walk {
    /// By step: the possible moves, each with its variable.
    pub moves: Vec<Vec<(Direction, Var)>>,
    /// By step, for the first steps: the variable that is 1 if the step is not a move.
    pub waits: Vec<Var>,
}

impl Walk {
    /// Adds the rows that forbid waiting after a move.
    pub fn wait_first(&self, model: &mut Model) {
        for (t, pair) in self.waits.windows(2).enumerate() {
            model.add(format!("wait_t{}", t + 1), Linear::from(pair[1]).plus(-1, pair[0]).at_most(0));
        }
    }

    /// The formulation of a finished model, which minimises the number of moves and has these solutions; `solution` makes a solution from
    /// their letters.
    pub fn formulation<S: 'static>(self, mut model: Model, has: Has<S>, solution: fn(String) -> S) -> Formulation<S> {
        let steps = Linear::new().plus_constant(self.moves.len() as i64);
        let length = self.waits.iter().fold(steps, |length, &wait| length.plus(-1, wait));
        model.set_objective(Sense::Minimize, length);
        let variables: Vec<Var> = self.moves.iter().flatten().map(|&(_, var)| var).collect();
        let moves = self.moves;
        let formulation = Formulation::new(
            model,
            has,
            Box::new(move |assignment| {
                let letter = |step: &Vec<(Direction, Var)>| {
                    step.iter().find(|&&(_, var)| assignment[var] == 1).map(|(direction, _)| direction.letter())
                };
                Ok(solution(moves.iter().filter_map(letter).collect()))
            }),
        );
        // Only where all solutions have the same length, as in a run: over a range of lengths this row would also exclude longer
        // solutions that end with the same moves.
        formulation.with_exclude(Box::new(move |assignment| {
            let used: Vec<Var> = variables.iter().copied().filter(|&var| assignment[var] == 1).collect();
            let others = used.len() as i64 - 1;
            Linear::sum(used).at_most(others)
        }))
    }
}
