//! The poses of a cube, as numbers.
//!
//! A cube lies in one of the 24 orientations of a die, and each of its faces has a letter. Orientations with the same letters everywhere
//! look alike: they are one pose. So a cube has 24 poses, divided by the number of the rotations that leave its letters as they are: 24 if
//! all six differ, 6 if one face is black, the opposite one coloured and the others grey.
//!
//! A tray may have cubes of several kinds. The poses of the first kind come first, then those of the second one, and so on: a roll leads from
//! a pose to one of the same kind, so that all else needs to know of poses only.

use itertools::Itertools as _;
use schemars::JsonSchema;
use serde::Deserialize;

use tumble_puzzles::geometry::{Board, Die, Direction, Handedness, Place};

/// How cubes are written and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One black face, a coloured one opposite it, four grey ones.
    #[default]
    SixStates,
    /// Dice, which show all 24 orientations.
    Oriented,
    /// Cubes with any letters.
    #[serde(skip)]
    Lettered,
}

/// The cubes of a tray.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cubes {
    /// How they are written.
    pub kind: Kind,
    /// By pose: what is written for it at full length, and the letters of its faces, by place.
    poses: Vec<(String, Faces)>,
    /// By kind of cube, and by the index of an orientation among the right-handed dice.
    pose_of: Vec<[Pose; 24]>,
    /// How many letters of what is written tell all poses apart.
    pub(super) letters: usize,
}

/// A pose: less than [`Cubes::poses`]. With six states 0 is black up, 1 colour up, then black to the north, east, south, west.
pub(super) type Pose = u8;

/// A set of poses, one bit each.
pub(super) type PoseSet = u64;

/// The letters of faces, in the order of [`Place::ALL`].
pub(super) type Faces = [char; 6];

/// The faces of a cube with six states.
const SIX_STATES: Faces = [BLACK, COLOUR, GREY, GREY, GREY, GREY];
pub(super) const BLACK: char = 'k';
pub(super) const COLOUR: char = 'c';
const GREY: char = 'g';

/// What is written for six states, in the order of poses.
const STATES: [(char, Place); 6] = [
    ('k', Place::Top),
    ('c', Place::Bottom),
    ('n', Place::North),
    ('e', Place::East),
    ('s', Place::South),
    ('w', Place::West),
];

/// The places whose letters are written, one after the other. Of cubes that are all alike the last one follows from the others.
pub(super) const WRITTEN: [Place; 6] =
    [Place::Top, Place::North, Place::East, Place::South, Place::West, Place::Bottom];

/// Whether a face may have this letter.
pub(super) fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric()
}

impl Cubes {
    /// The kind of the cube in a pose, from 0, if there are several.
    pub(super) fn kind_of(&self, pose: Pose) -> Option<usize> {
        self.pose_of.iter().position(|poses| poses.contains(&pose)).filter(|_| self.pose_of.len() > 1)
    }

    /// Cubes with one black face, a coloured one opposite to it and four grey ones.
    pub fn six_states() -> Self {
        Self::new(Kind::SixStates, &[SIX_STATES])
    }

    /// Dice.
    pub fn dice(handedness: Handedness) -> Self {
        let die = Die::all(handedness)[0];
        Self::new(Kind::Oriented, &[Place::ALL.map(|place| char::from(b'0' + die.face(place)))])
    }

    /// Cubes with these letters on top, bottom, north, south, east and west.
    pub fn lettered(faces: [char; 6]) -> Self {
        Self::new(Kind::Lettered, &[faces])
    }

    /// Cubes of several kinds, each with its letters on top, bottom, north, south, east and west.
    ///
    /// # Errors
    /// In words for the user, when there is none, two look alike, or all together have more than [`Cubes::MAX_POSES`] poses.
    pub fn of_kinds(faces: &[[char; 6]]) -> Result<Self, String> {
        let poses: usize = faces.iter().map(|cube| turned(cube).into_iter().unique().count()).sum();
        match poses {
            0 => return Err("a tray has cubes of at least one kind".into()),
            1..=Self::MAX_POSES => {}
            _ => return Err(format!("these cubes have {poses} poses together; the limit is {}", Self::MAX_POSES)),
        }
        let cubes = Self::new(Kind::Lettered, faces);
        let is_each_once = cubes.poses.iter().all_unique();
        is_each_once.then_some(cubes).ok_or_else(|| "two of these cubes look alike when they are turned".into())
    }

    fn new(kind: Kind, cubes: &[Faces]) -> Self {
        let turned: Vec<[Faces; 24]> = cubes.iter().map(turned).collect();
        // Six states are in the order of their table, others in that of their letters.
        let state = |faces: &Faces| STATES.iter().position(|&(_, place)| faces[place as usize] == BLACK);
        let written = |faces: &Faces| match (kind, state(faces)) {
            (Kind::SixStates, Some(state)) => STATES[state].0.into(),
            _ => WRITTEN.map(|place| faces[place as usize]).iter().collect(),
        };
        let in_order = |faces: &Faces| (state(faces).filter(|_| kind == Kind::SixStates), written(faces));
        let of_cube =
            |turned: &[Faces; 24]| turned.iter().copied().unique().sorted_by_key(in_order).collect::<Vec<_>>();
        let all = turned.iter().flat_map(of_cube);
        let poses: Vec<(String, Faces)> = all.map(|faces| (written(&faces), faces)).collect();
        let pose = |faces| (0..).zip(&poses).find(|(_, pose)| pose.1 == faces).expect("all poses are listed").0;
        let pose_of = turned.into_iter().map(|turned| turned.map(pose)).collect();
        let tells_apart = |&letters: &usize| poses.iter().map(|pose| beginning(&pose.0, letters)).all_unique();
        let letters = (1..WRITTEN.len()).find(tells_apart).unwrap_or(WRITTEN.len());
        Self { kind, poses, pose_of, letters }
    }

    /// The most poses.
    pub const MAX_POSES: usize = PoseSet::BITS as usize;

    /// The number of poses.
    ///
    /// # Panics
    /// Never: cubes of more poses are refused.
    pub fn poses(&self) -> u8 {
        u8::try_from(self.poses.len()).expect("cubes of more poses are refused")
    }

    /// The number of bits that hold a pose.
    pub(super) fn bits(&self) -> u32 {
        (u8::BITS - (self.poses() - 1).leading_zeros()).max(1)
    }

    /// The poses of the cubes as they are given, by kind of cube.
    pub(super) fn given(&self) -> Vec<Pose> {
        self.pose_of.iter().map(|pose_of| pose_of[0]).collect()
    }

    /// The sets of the poses that each kind of cube has.
    pub(super) fn kinds(&self) -> Vec<PoseSet> {
        self.pose_of.iter().map(|pose_of| pose_of.iter().fold(0, |set, pose| set | 1 << pose)).collect()
    }

    /// The letter of a face.
    pub(super) fn face(&self, pose: Pose, place: Place) -> char {
        self.poses[usize::from(pose)].1[place as usize]
    }

    /// How a pose is written in a map.
    pub fn text(&self, pose: u8) -> String {
        beginning(&self.poses[usize::from(pose)].0, self.letters)
    }

    /// The poses that agree with a word of a map, one bit each: `?` is any letter, and letters may be missing at the end.
    pub(super) fn agreeing(&self, word: &str) -> PoseSet {
        let agrees = |text: &str| {
            let mut letters = text.chars();
            word.chars().all(|asked| letters.next().is_some_and(|letter| asked == '?' || asked == letter))
        };
        let poses = self.poses.iter().enumerate().filter(|(_, (text, _))| agrees(text));
        poses.fold(0, |set, (pose, _)| set | 1 << pose)
    }

    /// Poses by cell index as the map of a model file, each by so many of its letters; `None` is the hole.
    pub(super) fn map(&self, board: &Board, poses: &[Option<Pose>], letters: usize) -> String {
        let cell = |pose: &Option<Pose>| {
            let text = pose.map_or_else(|| "__".to_owned(), |pose| self.text(pose));
            beginning(&text, letters.min(self.letters))
        };
        let cells: Vec<String> = poses.iter().map(cell).collect();
        let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
        let line = |row: &[String]| row.iter().map(|cell| format!("{cell:<width$}")).join(" ").trim_end().to_owned();
        cells.chunks(board.columns()).rev().map(line).join("\n")
    }

    /// A pose in words.
    pub(super) fn in_words(&self, pose: Pose) -> String {
        let face = |place| self.face(pose, place);
        match self.kind {
            Kind::SixStates => format!("black at {}", STATES[usize::from(pose)].1),
            Kind::Oriented | Kind::Lettered => {
                format!("top {}, north {}, east {}", face(Place::Top), face(Place::North), face(Place::East))
            }
        }
    }

    /// The orientations that look like a pose.
    fn orientations(&self, pose: Pose) -> impl Iterator<Item = Die> + '_ {
        let of_cube = self.pose_of.iter().filter(move |pose_of| pose_of.contains(&pose));
        of_cube.flat_map(move |pose_of| {
            Die::all(Handedness::Right).iter().copied().filter(move |die| pose_of[die.index()] == pose)
        })
    }

    /// By pose: the class of its orientations; `None` if those of some pose differ in their class.
    pub(super) fn classes(&self) -> Option<Vec<u8>> {
        (0..self.poses()).map(|pose| self.orientations(pose).map(Die::class).all_equal_value().ok()).collect()
    }

    /// The pose after a roll: `table[direction][pose]`, the direction by its index.
    pub(super) fn roll_table(&self) -> [Vec<Pose>; 4] {
        let rolled = |pose, direction| {
            // Orientations that look alike do so after a roll, too.
            let of_cube = self.pose_of.iter().find(|pose_of| pose_of.contains(&pose));
            let die = self.orientations(pose).next().map(|die| die.roll(direction));
            of_cube.zip(die).map_or(pose, |(pose_of, die)| pose_of[die.index()])
        };
        Direction::ALL.map(|direction| (0..self.poses()).map(|pose| rolled(pose, direction)).collect())
    }
}

/// The first pose of a set.
pub(super) fn first(poses: PoseSet) -> Option<Pose> {
    (0..).zip(0..PoseSet::BITS).map(|(pose, _)| pose).find(|&pose: &Pose| poses >> pose & 1 == 1)
}

/// The letters of a cube in each orientation, by its index among the right-handed dice.
fn turned(faces: &Faces) -> [Faces; 24] {
    // The first die stands for the cube as it is given.
    let mut on_face = [' '; 7];
    let dice = Die::all(Handedness::Right);
    for (place, &letter) in Place::ALL.into_iter().zip(faces) {
        on_face[usize::from(dice[0].face(place))] = letter;
    }
    dice.map(|die| Place::ALL.map(|place| on_face[usize::from(die.face(place))]))
}

/// The first letters of a text.
fn beginning(text: &str, letters: usize) -> String {
    text.chars().take(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lettered(faces: &str) -> Cubes {
        Cubes::lettered(faces.chars().collect::<Vec<_>>().try_into().unwrap())
    }

    #[test]
    fn a_cube_has_24_poses_divided_by_its_symmetries() {
        let cases = [
            ("ABCDEF", 24, "AC", true),
            ("AABBCC", 6, "AB", true),
            ("AABBBB", 3, "AB", false),
            ("ABCCCC", 6, "ACC", false),
            // Three faces at a corner; three in a row; two side by side.
            ("ABABAB", 8, "AAA", true),
            ("ABAABB", 12, "AABAB", true),
            ("ABABBB", 12, "AABBB", false),
            // Three faces at a corner, and three different faces opposite to them.
            ("ABACAD", 24, "AAAC", true),
            ("AAAAAA", 1, "A", false),
        ];
        for (faces, poses, text, has_classes) in cases {
            let cubes = lettered(faces);
            assert_eq!((cubes.poses(), cubes.text(cubes.given()[0]).len()), (poses, text.len()), "{faces}");
            assert_eq!(cubes.text(cubes.given()[0]), text, "{faces}");
            assert_eq!(cubes.classes().is_some(), has_classes, "{faces}");
        }
    }

    #[test]
    fn poses_are_in_their_order() {
        let texts = |cubes: Cubes| (0..cubes.poses()).map(|pose| cubes.text(pose)).collect::<Vec<_>>();
        assert_eq!(texts(Cubes::six_states()), ["k", "c", "n", "e", "s", "w"]);
        for handedness in [Handedness::Left, Handedness::Right] {
            let dice = Die::all(handedness).iter();
            let pairs = dice.map(|die| format!("{}{}", die.top(), die.face(Place::North)));
            assert_eq!(texts(Cubes::dice(handedness)), pairs.collect::<Vec<_>>());
        }
        assert_eq!(texts(lettered("WWRRBB")), ["BR", "BW", "RB", "RW", "WB", "WR"]);
    }

    #[test]
    fn words_name_the_poses_that_agree() {
        let named = |word| lettered("WWRRBB").agreeing(word).count_ones();
        assert_eq!(
            ["W", "WR", "WRB", "?R", "?", "??B", "WW", "X", "WRBRBW", "WRBRBWW"].map(named),
            [2, 1, 1, 2, 6, 2, 0, 0, 1, 0]
        );
    }
}
