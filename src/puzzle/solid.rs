//! A die as a solid: six labelled faces that a roll moves round. For the rules of the puzzles, which replay solutions with
//! it; it shares nothing with the transition table of [`geometry`](crate::geometry).

use crate::geometry::{Cell, Die, Face, Place};

/// Six labelled faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solid {
    pub(super) top: Face,
    bottom: Face,
    north: Face,
    south: Face,
    east: Face,
    west: Face,
}

impl Solid {
    pub(super) const fn new(die: Die) -> Self {
        Self {
            top: die.face(Place::Top),
            bottom: die.face(Place::Bottom),
            north: die.face(Place::North),
            south: die.face(Place::South),
            east: die.face(Place::East),
            west: die.face(Place::West),
        }
    }

    /// The solid after a roll in the direction of a letter `N`, `E`, `S`, anything else being `W`: the die turns over its
    /// lower edge on the side it rolls to, so that what was behind comes up.
    pub(super) const fn roll(self, letter: char) -> Self {
        let Self { top, bottom, north, south, east, west } = self;
        match letter {
            'N' => Self { top: south, north: top, bottom: north, south: bottom, east, west },
            'S' => Self { top: north, south: top, bottom: south, north: bottom, east, west },
            'E' => Self { top: west, east: top, bottom: east, west: bottom, north, south },
            _ => Self { top: east, west: top, bottom: west, east: bottom, north, south },
        }
    }

    /// The die that it is; a solid made from a die always is one.
    pub(super) const fn die(self) -> Option<Die> {
        Die::new(self.top, self.north, self.east)
    }
}

/// The cell to which a die rolls in the direction of a letter; `None` where that is none of `N`, `E`, `S`, `W`. Cells that are
/// rolled from lie on boards, far from the edge of the number range.
pub(super) const fn beside(Cell { x, y }: Cell, letter: char) -> Option<Cell> {
    match letter {
        'N' => Some(Cell::new(x, y + 1)),
        'S' => Some(Cell::new(x, y - 1)),
        'E' => Some(Cell::new(x + 1, y)),
        'W' => Some(Cell::new(x - 1, y)),
        _ => None,
    }
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
}
