//! Where a model or a solution is drawn to: a picture, or an HTML file that replays the moves.

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::target::{self, Picture};
use crate::output;
use tumble_pipeline::solve::Problem;
use tumble_player as html;
use tumble_puzzles::puzzle::Solved;
use tumble_puzzles::render::{Replay, Scene};

/// A file in the format of its suffix; `-` is text on standard output.
#[derive(Clone, Debug)]
pub enum SolutionPicture {
    /// A picture.
    Picture(Picture),
    /// A replay as an HTML file.
    Replay(PathBuf),
}

impl SolutionPicture {
    /// Its placeholder in the help.
    pub const VALUE: &str = "FILE.svg|.txt|.html";

    /// The target with this name.
    ///
    /// # Errors
    /// When the suffix is unknown: the message lists the known suffixes.
    pub fn new(path: &Path) -> Result<Self, String> {
        if target::suffix(path).as_deref() == Some("html") {
            return Ok(Self::Replay(path.to_owned()));
        }
        Picture::new(path).map(Self::Picture).map_err(|why| format!("{why}; a replay is a .html file"))
    }

    /// Whether it goes to standard output.
    pub fn is_printed(&self) -> bool {
        matches!(self, Self::Picture(picture) if picture.is_printed())
    }

    /// The file, or `-`.
    pub fn path(&self) -> &Path {
        match self {
            Self::Picture(picture) => picture.path(),
            Self::Replay(path) => path,
        }
    }

    /// Draws solutions, or without one the model, and returns how many solutions are shown: where one is all that can be shown, as in a
    /// replay, the first one.
    ///
    /// # Errors
    /// Those of the file, or of standard output.
    pub fn draw(&self, problem: &Problem, solutions: &[&dyn Solved]) -> io::Result<usize> {
        let instance = &problem.instance;
        match (self, solutions) {
            (_, []) => self.draw_one(instance.scene(), || instance.replay()).map(|()| 0),
            (Self::Picture(picture), _) => {
                picture.draw(&solutions.iter().map(|solved| solved.scene()).collect::<Vec<_>>())
            }
            (Self::Replay(_), [first, ..]) => self.draw_one(first.scene(), || first.replay()).map(|()| 1),
        }
    }

    /// Draws a picture, or its replay.
    ///
    /// # Errors
    /// Those of the file, or of standard output.
    pub fn draw_one(&self, scene: Scene, replay: impl FnOnce() -> Replay) -> io::Result<()> {
        match self {
            Self::Picture(picture) => picture.draw(&[scene]).map(drop),
            Self::Replay(path) => output::write(path, &html::draw(&replay(), &scene)),
        }
    }
}

impl FromStr for SolutionPicture {
    type Err = String;

    fn from_str(path: &str) -> Result<Self, String> {
        Self::new(Path::new(path))
    }
}
