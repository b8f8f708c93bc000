//! Output files: the suffix decides the format, and an unsuitable suffix is refused before any work.

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::drawing;
use crate::failure::{Exit, Failure};
use crate::output;
use tumble_puzzles::render::{MARK, Scene, svg};

/// Where a picture goes, in the format of its suffix; `-` is text on standard output.
#[derive(Clone, Debug)]
pub struct Picture {
    path: PathBuf,
    format: PictureFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureFormat {
    Svg,
    Text,
}

impl Picture {
    /// The placeholder for a picture in the help.
    pub const VALUE: &str = "FILE.svg|.txt";

    /// The target with this name.
    ///
    /// # Errors
    /// When the suffix is not that of a picture: the message lists the suffixes of pictures.
    pub fn new(path: &Path) -> Result<Self, String> {
        let format = match suffix(path).as_deref() {
            Some("svg") => PictureFormat::Svg,
            Some("txt") => PictureFormat::Text,
            None if output::is_standard(path) => PictureFormat::Text,
            _ => return Err("a picture is a .svg or a .txt file, or `-` for text on standard output".into()),
        };
        Ok(Self { path: path.to_owned(), format })
    }

    /// Whether it goes to standard output.
    pub fn is_printed(&self) -> bool {
        output::is_standard(&self.path)
    }

    /// The file, or `-`.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Draws scenes to it, at least one: in text one after the other, in SVG beside each other. Returns how many are shown: of scenes that SVG cannot show
    /// together the first one.
    ///
    /// # Errors
    /// Those of the file, or of standard output.
    pub fn draw(&self, scenes: &[Scene]) -> io::Result<usize> {
        let (text, shown) = match self.format {
            PictureFormat::Svg => {
                let several = (scenes.len() > 1).then(|| Scene::of_several(scenes.iter().cloned())).flatten();
                match several {
                    Some(all) => (svg::draw(&all), scenes.len()),
                    None => (svg::draw(&scenes[0]), 1),
                }
            }
            PictureFormat::Text if self.is_printed() => (together(scenes, drawing::without_colours), scenes.len()),
            PictureFormat::Text => (format!("{}\n{MARK}\n", together(scenes, Scene::to_string)), scenes.len()),
        };
        output::write(&self.path, &text)?;
        Ok(shown)
    }
}

/// Pictures in text, with an empty line between them.
fn together(scenes: &[Scene], draw: impl FnMut(&Scene) -> String) -> String {
    scenes.iter().map(draw).collect::<Vec<_>>().join("\n")
}

impl FromStr for Picture {
    type Err = String;

    fn from_str(path: &str) -> Result<Self, String> {
        Self::new(Path::new(path))
    }
}

/// Whether an output goes to standard output, and what makes it.
pub type Output<'a> = (bool, &'a dyn Fn() -> Result<Exit, Failure>);

/// Makes outputs: those in files first, since the reader of the answer may have gone. What fails
/// is said on standard error, and does not hold up the others. Returns the largest exit code.
pub fn files_first<const N: usize>(mut outputs: [Output<'_>; N]) -> Exit {
    outputs.sort_by_key(|(is_printed, _)| *is_printed);
    outputs.into_iter().map(|(_, make)| make().unwrap_or_else(Failure::print)).fold(Exit::Answered, Exit::max)
}

/// The suffix of a file's name in lower case, without the dot.
pub fn suffix(path: &Path) -> Option<String> {
    path.extension().map(|suffix| suffix.to_string_lossy().to_ascii_lowercase())
}

/// Refuses a file whose suffix is not `expected`. A name without a suffix is accepted.
///
/// # Errors
/// The message for the user.
pub fn expect_suffix(path: &Path, expected: &str, what: &str) -> Result<(), String> {
    match suffix(path) {
        Some(other) if other != expected => Err(format!("{}: {what} is a .{expected} file", path.display())),
        _ => Ok(()),
    }
}
