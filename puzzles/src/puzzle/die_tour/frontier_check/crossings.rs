//! A state of the frontier: where the tour's part on the cells behind crosses over to the cells ahead, and which crossings belong to one
//! piece of it.
//!
//! Before a cell there is a place for each place of a line, where a roll ahead crosses over from the line before or from this line, and
//! one more, for the roll beside from the cell before.

/// The most places: boards are at most one place narrower.
pub(super) const PLACES: usize = 18;

/// The other end of the piece that a crossing belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// The crossing at this place.
    Crossing(usize),
    /// The start of the tour.
    Start,
    /// The end of the tour.
    End,
}

/// A crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crossing {
    /// The orientation in the cell that it enters.
    pub orientation: usize,
    /// The other end of its piece.
    pub other: Other,
}

/// The codes of other ends: places, then the start and the end.
const OTHERS: usize = END + 1;
const END: usize = PLACES + 1;

/// A state: by place a code, 0 without a crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Frontier([u16; PLACES]);

impl Frontier {
    /// The crossing at a place.
    pub fn at(&self, place: usize) -> Option<Crossing> {
        let code = usize::from(self.0[place]).checked_sub(1)?;
        let other = match code % OTHERS {
            PLACES => Other::Start,
            END => Other::End,
            place => Other::Crossing(place),
        };
        Some(Crossing { orientation: code / OTHERS, other })
    }

    /// Sets the crossing at a place, or removes it.
    pub fn set(&mut self, place: usize, crossing: Option<Crossing>) {
        let code = |Crossing { orientation, other }| {
            let other = match other {
                Other::Crossing(place) => place,
                Other::Start => PLACES,
                Other::End => END,
            };
            1 + (orientation * OTHERS + other) as u16
        };
        self.0[place] = crossing.map_or(0, code);
    }

    /// The crossings with their places.
    pub fn crossings(&self) -> impl Iterator<Item = (usize, Crossing)> + '_ {
        (0..PLACES).filter_map(|place| Some((place, self.at(place)?)))
    }

    /// Whether the piece with the tour's start, or its end, is there.
    pub fn has(&self, other: Other) -> bool {
        self.crossings().any(|(_, crossing)| crossing.other == other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frontier_keeps_its_crossings() {
        let others = (0..PLACES).map(Other::Crossing).chain([Other::Start, Other::End]);
        for (orientation, other) in
            (0..24).flat_map(|orientation| others.clone().map(move |other| (orientation, other)))
        {
            let mut frontier = Frontier::default();
            let crossing = Crossing { orientation, other };
            for place in [3, PLACES - 1] {
                frontier.set(place, Some(crossing));
                assert_eq!((frontier.at(place), frontier.crossings().count()), (Some(crossing), 1));
                assert!(frontier.has(other));
                frontier.set(place, None);
                assert_eq!(frontier, Frontier::default());
            }
        }
    }
}
