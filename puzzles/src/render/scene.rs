//! What a picture shows, before it is drawn.

use super::{BoardScene, Sample};
use crate::geometry::cube::Face;

/// What a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Scene {
    /// Boards.
    Board(BoardScene),
    /// Nets of a cube.
    Net(NetScene),
    /// Numbers by cell.
    Heat(HeatScene),
    /// A performance profile.
    Profile(ProfileScene),
}

impl Scene {
    /// The title: one line.
    pub fn title(&self) -> &str {
        match self {
            Self::Board(scene) => &scene.title,
            Self::Net(scene) => &scene.title,
            Self::Heat(scene) => &scene.title,
            Self::Profile(scene) => &scene.title,
        }
    }

    /// What its marks mean.
    pub fn legend(&self) -> &[Sample] {
        match self {
            Self::Board(scene) => &scene.legend,
            Self::Net(_) | Self::Heat(_) | Self::Profile(_) => &[],
        }
    }

    /// The lines below it.
    pub fn notes(&self) -> Vec<&str> {
        match self {
            Self::Board(scene) => scene.all_notes().collect(),
            Self::Net(_) | Self::Heat(_) | Self::Profile(_) => Vec::new(),
        }
    }

    /// The picture of moves that break a rule: it says so above, and of the moves nothing else. `unsolved` is the picture without moves.
    #[must_use]
    pub fn broken(mut self, fault: &str, unsolved: &Self) -> Self {
        let words = format!("No solution: {fault}");
        match &mut self {
            Self::Board(scene) => {
                let kept = unsolved.notes();
                scene.notes.retain(|note| kept.contains(&&**note));
                scene.title = words;
            }
            Self::Net(scene) => {
                if let Some(last) = scene.nets.last_mut() {
                    last.caption = "after the moves: no solution".into();
                }
                scene.title = words;
            }
            Self::Heat(_) | Self::Profile(_) => {}
        }
        self
    }

    /// The pictures of several solutions of one instance as one, each with its number; `None` if one solution alone takes several
    /// boards, as where every move has its own.
    pub fn of_several(scenes: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut scenes = scenes.into_iter();
        let mut all = scenes.next()?;
        all.number(1)?;
        for (i, mut scene) in scenes.enumerate() {
            scene.number(i + 2)?;
            match (&mut all, scene) {
                (Self::Board(all), Self::Board(scene)) => {
                    all.panels.extend(scene.panels);
                    // A note on one solution alone would be read as one on all.
                    all.notes.retain(|note| scene.notes.contains(note));
                }
                (Self::Net(all), Self::Net(scene)) => all.nets.extend(scene.nets.into_iter().skip(1)),
                _ => return None,
            }
        }
        Some(all)
    }

    /// Puts a number above the picture of a solution.
    fn number(&mut self, number: usize) -> Option<()> {
        match self {
            Self::Board(scene) => match &mut scene.panels[..] {
                [panel] => panel.caption = number.to_string(),
                _ => return None,
            },
            Self::Net(scene) => {
                // The first net is the instance.
                scene.nets.iter_mut().skip(1).for_each(|net| net.caption = format!("{} {number}", net.caption));
                scene.turns = None;
            }
            Self::Heat(_) | Self::Profile(_) => return None,
        }
        Some(())
    }
}

impl From<BoardScene> for Scene {
    fn from(scene: BoardScene) -> Self {
        Self::Board(scene)
    }
}

/// Nets of a cube, and the turns between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetScene {
    /// The title: one line.
    pub title: String,
    /// The nets, such as before and after.
    pub nets: Vec<Net>,
    /// The turns from the first net to the last, if they are known: drawn in SVG only.
    pub turns: Option<Turns>,
}

/// Turns of a cube, one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// How to hold the cube and how to read the captions: short lines.
    pub explanation: Vec<String>,
    /// The cube before the first turn and after each.
    pub cubes: Vec<CubeAfterTurn>,
}

/// A cube after a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CubeAfterTurn {
    /// The turn.
    pub caption: String,
    /// The face that was turned; `None` before the first turn.
    pub turned: Option<Face>,
    /// What the cube shows then.
    pub net: Net,
}

/// A net of 9 rows and 12 columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// A short caption.
    pub caption: String,
    /// Its fields.
    pub fields: Vec<NetField>,
}

/// A field of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetField {
    /// Row and column, from the upper left.
    pub place: (usize, usize),
    /// Its digit.
    pub digit: u8,
    /// Where its top points: 0 up, 1 right, 2 down, 3 left; `None` if that is open.
    pub direction: Option<u8>,
}

impl Net {
    /// The fields on a face.
    pub(super) fn on(&self, face: Face) -> impl Iterator<Item = &NetField> {
        let (row, column) = face.net_corner();
        self.fields.iter().filter(move |field| (field.place.0 / 3, field.place.1 / 3) == (row / 3, column / 3))
    }
}

impl NetScene {
    /// Rows of a net.
    pub const ROWS: usize = 9;
    /// Columns of a net.
    pub const COLUMNS: usize = 12;
}

/// Numbers by cell, in maps one below the other: larger numbers are darker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatScene {
    /// The title: one line.
    pub title: String,
    /// The maps, at least one.
    pub maps: Vec<HeatMap>,
}

/// A number for each cell of a rectangle whose south-west cell is `[0, 0]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap {
    /// Its name, in lower case with spaces between words.
    pub name: &'static str,
    /// One line that says what the numbers are.
    pub caption: String,
    /// The numbers: `rows[y][x]`, all rows equally long, at least one.
    pub rows: Vec<Vec<u64>>,
}

/// A performance profile: how many instances methods solve within a factor of the fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileScene {
    /// The title: one line.
    pub title: String,
    /// The number of instances.
    pub instances: usize,
    /// The curves, in the order of the legend.
    pub curves: Vec<ProfileCurve>,
}

/// The curve of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileCurve {
    /// Its name.
    pub name: String,
    /// For each instance that it solves, its time as a multiple of the shortest, at least 1 and in order.
    pub ratios: Vec<f64>,
}

impl ProfileCurve {
    /// The share of so many instances that it solves within a factor of the fastest.
    pub fn share(&self, factor: f64, instances: usize) -> f64 {
        self.ratios.partition_point(|&ratio| ratio <= factor) as f64 / instances.max(1) as f64
    }
}
