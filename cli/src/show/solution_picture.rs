//! Where a model or a solution is drawn to: a picture, or an HTML file that replays the moves.

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::target::{self, Picture};
use crate::output;
use tumble_pipeline::solve::Problem;
use tumble_player as html;
use tumble_puzzles::puzzle::Solved;

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
        let shown = match self {
            Self::Picture(picture) if solutions.is_empty() => picture.draw(&[instance.scene()])?,
            Self::Picture(picture) => {
                picture.draw(&solutions.iter().map(|solved| solved.scene()).collect::<Vec<_>>())?
            }
            Self::Replay(path) => {
                let first = solutions.first().map(|solved| (solved.replay(), solved.scene()));
                let (replay, scene) = first.unwrap_or_else(|| (instance.replay(), instance.scene()));
                output::write(path, &html::draw(&replay, &scene))?;
                1
            }
        };
        Ok(shown.min(solutions.len()))
    }
}

impl FromStr for SolutionPicture {
    type Err = String;

    fn from_str(path: &str) -> Result<Self, String> {
        Self::new(Path::new(path))
    }
}
