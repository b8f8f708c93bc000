//! What a command may write: checked before its work.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::failure::Failure;
use super::output::is_standard;
use tumble_formats as format;
use tumble_pipeline::file::{self, Identity};
use tumble_player as html;
use tumble_puzzles::puzzle::JSON_MARKS;
use tumble_puzzles::render;

// Whether files that tumble did not write may be replaced.
#[allow(missing_docs, reason = "it would describe the command that has these arguments")]
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct Replacing {
    /// Replace an existing file, even a model file or one that tumble did not write.
    #[arg(long, short)]
    force: bool,
}

/// The marks of what writes files, near the beginning of a file or at the end of a picture in text. Tables have marks of their own. Model files
/// have none: people edit them.
const MARKS: [&[&str]; 4] = [&[render::MARK], &[html::MARK], &[format::MARK], JSON_MARKS];
/// The most bytes at the beginning of a file that are looked at, and at its end.
const LOOKED_AT: [u64; 2] = [1 << 16, 1 << 8];

impl Replacing {
    /// Refuses files that cannot or must not be written, before any work: a folder that cannot be written, an input of the same command, by
    /// whatever path, two outputs that are one file, or a file that tumble did not write.
    ///
    /// # Errors
    /// The message for the user.
    pub fn check(self, outputs: &[Option<&Path>], inputs: &[&Path]) -> Result<(), Failure> {
        self.check_marked(outputs, inputs, &[])
    }

    /// As [`check`](Self::check), for outputs that may have these marks too.
    ///
    /// # Errors
    /// The message for the user.
    pub fn check_marked(self, outputs: &[Option<&Path>], inputs: &[&Path], marks: &[&str]) -> Result<(), Failure> {
        let of_input = |path: &&Path| Identity::of(if is_standard(path) { Path::new("/dev/stdin") } else { path });
        let inputs: Vec<Identity> = inputs.iter().filter_map(of_input).collect();
        // What a shell has redirected to a file is written too.
        let mut written: Vec<Identity> = Identity::of(Path::new("/dev/stdout")).into_iter().collect();
        for &path in outputs.iter().flatten().filter(|path| !is_standard(path)) {
            file::check(path)?;
            if file::is_special(path) {
                continue;
            }
            let refused = |why: &str| Err(Failure::usage(format!("{}: {why}", path.display())));
            let Some(identity) = Identity::of(path) else { continue };
            if inputs.contains(&identity) {
                return refused("this command reads the file, and would overwrite it: write to another one");
            }
            if written.contains(&identity) {
                return refused("two results would be written to this file: write one of them to another one");
            }
            written.push(identity);
            if !self.force && is_foreign(path, marks)? {
                return refused("the file exists, and tumble cannot tell that it wrote it: --force replaces it");
            }
        }
        Ok(())
    }

    /// As [`check`](Self::check), for a file to which something is added.
    ///
    /// # Errors
    /// The message for the user.
    pub fn check_added(path: &Path, inputs: &[&Path]) -> Result<(), Failure> {
        Self { force: true }.check(&[Some(path)], inputs)
    }

    /// As [`check`](Self::check), for a file that must not exist yet, or must be empty.
    ///
    /// # Errors
    /// The message for the user.
    pub fn check_new(self, path: &Path) -> Result<(), Failure> {
        let is_taken = std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
        if is_taken && !self.force && !is_standard(path) && !file::is_special(path) {
            return Err(Failure::usage(format!("{}: already exists: --force replaces it", path.display())));
        }
        self.check(&[Some(path)], &[])
    }
}

/// Whether there is a file that is not empty and has no mark of tumble's, nor one of these.
fn is_foreign(path: &Path, marks: &[&str]) -> io::Result<bool> {
    let read = |mut file: File| {
        let [head, tail] = LOOKED_AT;
        let mut text = Vec::new();
        (&file).take(head).read_to_end(&mut text)?;
        let length = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(length.saturating_sub(tail)))?;
        file.take(tail).read_to_end(&mut text)?;
        Ok(text)
    };
    let text = match File::open(path).and_then(read) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
        Ok(text) => text,
    };
    let has = |mark: &&str| text.windows(mark.len()).any(|window| window == mark.as_bytes());
    Ok(!text.is_empty() && !MARKS.iter().copied().chain([marks]).flatten().any(has))
}
