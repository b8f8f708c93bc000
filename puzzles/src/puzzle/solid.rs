//! A cube as a solid with six labelled faces, which a roll permutes. Only the rules of the puzzles use it, to replay solutions: it
//! shares nothing with the transition table of [`geometry`](crate::geometry) or with the graph of rolls.

use crate::geometry::{Cell, Die, Face, Place};

/// Six labelled faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solid<T> {
    /// The label on top.
    pub top: T,
    bottom: T,
    north: T,
    south: T,
    east: T,
    west: T,
}

impl<T> Solid<T> {
    /// The solid with these labels.
    pub fn labeled(label: impl Fn(Place) -> T) -> Self {
        Self {
            top: label(Place::Top),
            bottom: label(Place::Bottom),
            north: label(Place::North),
            south: label(Place::South),
            east: label(Place::East),
            west: label(Place::West),
        }
    }

    /// The solid after a roll in the direction of a letter: `N`, `E`, `S`; any other letter means `W`. It tips over its lower edge
    /// on the side to which it rolls, so that the face behind comes to the top.
    #[must_use]
    pub fn roll(self, letter: char) -> Self {
        let Self { top, bottom, north, south, east, west } = self;
        match letter {
            'N' => Self { top: south, north: top, bottom: north, south: bottom, east, west },
            'S' => Self { top: north, south: top, bottom: south, north: bottom, east, west },
            'E' => Self { top: west, east: top, bottom: east, west: bottom, north, south },
            _ => Self { top: east, west: top, bottom: west, east: bottom, north, south },
        }
    }
}

impl Solid<Face> {
    /// The solid of a die.
    pub fn new(die: Die) -> Self {
        Self::labeled(|place| die.face(place))
    }

    /// The die with these faces; always `Some` for a solid that was made from a die.
    pub const fn die(self) -> Option<Die> {
        Die::new(self.top, self.north, self.east)
    }
}

/// The step (dx, dy) of a roll in the direction of a letter; `None` if the letter is not one of `N`, `E`, `S`, `W`.
pub const fn step(letter: char) -> Option<(i64, i64)> {
    match letter {
        'N' => Some((0, 1)),
        'S' => Some((0, -1)),
        'E' => Some((1, 0)),
        'W' => Some((-1, 0)),
        _ => None,
    }
}

/// The cell to which a cube rolls in the direction of a letter; `None` if the letter is not one of `N`, `E`, `S`, `W`. The given
/// cell is on a board, so the coordinates cannot overflow.
pub fn beside(Cell { x, y }: Cell, letter: char) -> Option<Cell> {
    step(letter).map(|(dx, dy)| Cell::new(x + dx, y + dy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Direction, Handedness};

    #[test]
    fn the_solid_rolls_as_the_transition_table_says() {
        for handedness in [Handedness::Left, Handedness::Right] {
            for &die in Die::all(handedness) {
                for direction in Direction::ALL {
                    let solid = Solid::new(die).roll(direction.letter());
                    assert_eq!(solid.die(), Some(die.roll(direction)));
                    assert_eq!(solid, Solid::new(die.roll(direction)));
                }
            }
        }
    }

    #[test]
    fn letters_step_as_directions_do() {
        for direction in Direction::ALL {
            assert_eq!(step(direction.letter()), Some(direction.delta()));
        }
        assert_eq!(step('n'), None);
    }
}
