//! The 24 orientations of a die as numbers, and what a sweep over the board asks of them.

use tumble_puzzles::geometry::{Die, Direction, Face, Handedness, Place};

/// An orientation: its place in `Die::all(HAND)`.
pub type Turn = u8;

/// The hand of the die. Either would do: a mirror takes boards of the one to boards of the other.
pub const HAND: Handedness = Handedness::Left;

/// The label that each face prints.
pub type Labels = [u8; 6];

/// A die that prints different labels with all its faces.
pub const DISTINCT: Labels = [1, 2, 3, 4, 5, 6];

/// Tables over the orientations.
pub struct Dice {
    /// What the cell shows under the die: the label of the face on top.
    pub label: [u8; 24],
    /// The die after a roll east, and after a roll north.
    pub east: [Turn; 24],
    pub north: [Turn; 24],
    /// The die turned by half a turn, with the same face on top.
    pub half: [Turn; 24],
    /// `relabeled[first][die]`: the die under the relabeling that gives `first` the least number that it can have.
    pub relabeled: [[Turn; 24]; 24],
    /// The die seen in a mirror that exchanges east and west, and in one that exchanges north and south. A mirror makes a die of the other
    /// hand; the exchange of labels 3 and 4 makes it one of this hand again.
    pub mirrored: [Turn; 24],
    pub flipped: [Turn; 24],
    /// Whether the exchange of 3 and 4 leaves equal labels equal.
    pub has_mirrors: bool,
    /// The orientations of each class, and each orientation alone.
    by_class: [[Turn; 12]; 2],
    alone: [Turn; 24],
}

impl Dice {
    /// Dice whose face f has the label `labels[f − 1]`.
    pub fn new(labels: Labels) -> Self {
        let label = |face: Face| labels[usize::from(face) - 1];
        let each = |change: fn(Die) -> Die| table(|die| change(die).index() as Turn);
        let of_class = |class| {
            let mut numbers = (0..24).filter(|&number| die(number).class() == class);
            std::array::from_fn(|_| numbers.next().expect("a class has 12 orientations"))
        };
        Self {
            label: table(|die| label(die.top())),
            east: each(|die| die.roll(Direction::East)),
            north: each(|die| die.roll(Direction::North)),
            half: each(|die| made(die.top(), die.face(Place::South), die.face(Place::West))),
            relabeled: table(|first| {
                let mut relabelings = Die::all(HAND).iter().map(|&least| Relabeling::between(first, least));
                let allowed = relabelings.find(|relabeling| relabeling.keeps(label));
                let relabeling = allowed.expect("to leave the labels as they are is one");
                table(|die| relabeling.of(die).index() as Turn)
            }),
            mirrored: each(|die| exchanged(die.top(), die.face(Place::North), die.face(Place::West))),
            flipped: each(|die| exchanged(die.top(), die.face(Place::South), die.face(Place::East))),
            has_mirrors: Relabeling([1, 2, 4, 3, 5, 6]).keeps(label),
            by_class: [of_class(0), of_class(1)],
            alone: std::array::from_fn(|i| i as Turn),
        }
    }

    /// The dice of a class.
    pub fn of_class(&self, class: u8) -> &[Turn] {
        &self.by_class[usize::from(class)]
    }

    /// A list of this die alone.
    pub fn only(&self, turn: Turn) -> &[Turn] {
        std::slice::from_ref(&self.alone[usize::from(turn)])
    }
}

/// The orientation with a number.
pub fn die(turn: Turn) -> Die {
    Die::all(HAND)[usize::from(turn)]
}

/// The die with these faces on top, north and east.
fn made(top: Face, north: Face, east: Face) -> Die {
    Die::new(top, north, east).expect("three faces round a corner")
}

/// The die with these faces on top, north and east after the exchange of 3 and 4.
fn exchanged(top: Face, north: Face, east: Face) -> Die {
    let [top, north, east] = [top, north, east].map(|face| if matches!(face, 3 | 4) { 7 - face } else { face });
    made(top, north, east)
}

fn table<T>(entry: impl Fn(Die) -> T) -> [T; 24] {
    std::array::from_fn(|i| entry(Die::all(HAND)[i]))
}

/// Other names for the faces of a die. Between orientations of one hand: a turn of the die by another word.
struct Relabeling([Face; 6]);

impl Relabeling {
    /// The relabeling that makes one orientation of the other.
    fn between(from: Die, to: Die) -> Self {
        let mut faces = [0; 6];
        for place in Place::ALL {
            faces[usize::from(from.face(place)) - 1] = to.face(place);
        }
        Self(faces)
    }

    fn of(&self, die: Die) -> Die {
        let [top, north, east] =
            [Place::Top, Place::North, Place::East].map(|place| self.0[usize::from(die.face(place)) - 1]);
        made(top, north, east)
    }

    /// Whether faces have the same label afterwards if and only if they had it before.
    fn keeps(&self, label: impl Fn(Face) -> u8) -> bool {
        let pairs = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)));
        let after = |face: Face| label(self.0[usize::from(face) - 1]);
        pairs.into_iter().all(|(a, b)| (label(a) == label(b)) == (after(a) == after(b)))
    }
}
