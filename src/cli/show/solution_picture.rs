//! Where a model or a solution is drawn to: a picture, or an HTML file that replays the moves.

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::target::{self, Picture};
use crate::cli::output;
use crate::html;
use crate::puzzle::Solved;
use crate::render::Scene;
use crate::solve::Problem;

/// A file in the format of its suffix; `-` is text on standard output.
#[derive(Clone, Debug)]
pub(in crate::cli) enum SolutionPicture {
    Picture(Picture),
    Replay(PathBuf),
}

impl SolutionPicture {
    /// Its placeholder in the help.
    pub(in crate::cli) const VALUE: &str = "FILE.svg|.txt|.html";
    /// The most solutions in one picture.
    pub(in crate::cli) const MOST: usize = 24;

    /// The target with this name.
    ///
    /// # Errors
    /// When the suffix is unknown: the message lists the known suffixes.
    pub(in crate::cli) fn new(path: &Path) -> Result<Self, String> {
        if target::suffix(path).as_deref() == Some("html") {
            return Ok(Self::Replay(path.to_owned()));
        }
        Picture::new(path).map(Self::Picture).map_err(|why| format!("{why}; a replay is a .html file"))
    }

    /// Whether it goes to standard output.
    pub(in crate::cli) fn is_printed(&self) -> bool {
        matches!(self, Self::Picture(picture) if picture.is_printed())
    }

    /// The file, or `-`.
    pub(in crate::cli) fn path(&self) -> &Path {
        match self {
            Self::Picture(picture) => picture.path(),
            Self::Replay(path) => path,
        }
    }

    /// Draws solutions, or without one the model, and returns how many are shown: of more than [`MOST`](Self::MOST) the first ones; in a
    /// replay, or if each takes several boards, the first one.
    pub(in crate::cli) fn draw(&self, problem: &Problem, solutions: &[&dyn Solved]) -> io::Result<usize> {
        let first = solutions.first();
        match self {
            Self::Picture(picture) => {
                let shown = &solutions[..solutions.len().min(Self::MOST)];
                let several = Scene::of_several(shown.iter().map(|solved| solved.scene())).filter(|_| shown.len() > 1);
                let count = if several.is_some() { shown.len() } else { shown.len().min(1) };
                let one = || first.map_or_else(|| problem.instance.scene(), |solved| solved.scene());
                picture.draw(&several.unwrap_or_else(one))?;
                Ok(count)
            }
            Self::Replay(path) => {
                let (replay, scene) = first.map_or_else(
                    || (problem.instance.replay(), problem.instance.scene()),
                    |solved| (solved.replay(), solved.scene()),
                );
                output::write(path, &html::draw(&replay, &scene))?;
                Ok(solutions.len().min(1))
            }
        }
    }
}

impl FromStr for SolutionPicture {
    type Err = String;

    fn from_str(path: &str) -> Result<Self, String> {
        Self::new(Path::new(path))
    }
}
