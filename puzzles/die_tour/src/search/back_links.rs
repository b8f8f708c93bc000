//! The last directions of a walk, as the states of an automaton.

use tumble_puzzles::geometry::Direction;

/// The last three directions of a walk, fewer at its start, as the states of an automaton; state 0 is the start.
pub(super) struct Histories {
    /// By state and direction the next state, or `None` if the step turns back or closes a unit square.
    pub(super) next: Vec<[Option<u8>; 4]>,
}

impl Histories {
    pub(super) fn new() -> Self {
        let mut states: Vec<Vec<Direction>> = vec![Vec::new()];
        let mut next = Vec::new();
        let mut done = 0;
        while done < states.len() {
            let row = Direction::ALL.map(|direction| {
                let mut walk = states[done].clone();
                walk.push(direction);
                if !is_walk(&walk) {
                    return None;
                }
                let last = walk[walk.len().saturating_sub(3)..].to_vec();
                let number = states.iter().position(|state| *state == last).unwrap_or_else(|| {
                    states.push(last);
                    states.len() - 1
                });
                // 1 + 4 + 12 + 36 states.
                u8::try_from(number).ok()
            });
            next.push(row);
            done += 1;
        }
        Self { next }
    }

    /// The state after one more step of a path, which never turns back and never closes a square.
    pub(super) fn after(&self, state: u8, direction: Direction) -> u8 {
        self.next[state as usize][direction.index()].unwrap_or(0)
    }
}

/// Whether the last of up to four steps neither turns back nor closes a unit square.
fn is_walk(steps: &[Direction]) -> bool {
    let turns_back = steps.windows(2).any(|pair| pair[1] == pair[0].opposite());
    let (dx, dy) = steps.iter().map(|d| d.delta()).fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy));
    let closes_square = steps.len() == 4 && (dx, dy) == (0, 0);
    !turns_back && !closes_square
}
