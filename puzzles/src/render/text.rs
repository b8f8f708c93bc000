//! Scenes as text, as wide as a terminal, in Unicode or ASCII.

use std::fmt;

use super::ink::{self, Line};
use super::strip_text::Detail;
use super::{BoardScene, Scene, board_text, compact_text, heat, net, profile, strip_text};

/// How text is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The most columns that a picture should take.
    pub width: usize,
    /// Whether only ASCII characters may be used.
    pub ascii: bool,
}

impl Style {
    /// How text is drawn in files: the same everywhere.
    pub const FILE: Self = Self { width: 100, ascii: false };
}

/// Draws a scene.
pub fn draw(scene: &Scene, style: &Style) -> Vec<Line> {
    let mut lines = match scene {
        Scene::Board(scene) => boards(scene, style.width),
        Scene::Net(scene) => written(|f| net::write(scene, f)),
        Scene::Heat(scene) => written(|f| heat::write(scene, f)),
        Scene::Profile(scene) => written(|f| profile::write(scene, f)),
    };
    if style.ascii {
        for span in lines.iter_mut().flatten() {
            span.text = span.text.chars().map(in_ascii).collect();
        }
    }
    lines
}

fn boards(scene: &BoardScene, width: usize) -> Vec<Line> {
    let (mut lines, detail) = match &scene.panels[..] {
        [panel] if !panel.has_triangles() => {
            board_text::draw(panel, width).unwrap_or_else(|| compact_text::draw(panel, width))
        }
        panels => (strip_text::draw(panels, width), Detail::Links),
    };
    let legend = strip_text::legend(scene, detail, &lines, width);
    lines.extend(legend);
    lines
}

/// The lines that a function writes.
fn written(write: impl Fn(&mut fmt::Formatter<'_>) -> fmt::Result) -> Vec<Line> {
    fmt::from_fn(write).to_string().lines().map(ink::plain).collect()
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in draw(self, &Style::FILE) {
            line.iter().try_for_each(|span| f.write_str(&span.text))?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// The ASCII character that stands for one.
const fn in_ascii(character: char) -> char {
    match character {
        ' '..='~' => character,
        '━' | '╍' | '┅' | '═' | '┿' | '╪' => '=',
        '┃' | '╏' | '┇' | '╂' => 'I',
        '║' | '╫' => 'H',
        '│' => '|',
        '─' | '–' => '-',
        '┌' | '┬' | '┐' | '├' | '┼' | '┤' | '└' | '┴' | '┘' => '+',
        '┏' | '┓' | '┗' | '┛' | '┣' | '┫' | '┳' | '┻' | '╋' | '╸' | '╹' | '╺' | '╻' => '*',
        '░' | '■' => '#',
        '▣' | '◈' => '@',
        '□' | '◇' => 'O',
        '▲' => 'A',
        '△' => '^',
        '▼' => 'V',
        '▽' => 'v',
        '○' => 'o',
        '·' => '.',
        '×' => 'x',
        '≤' => '<',
        '→' => '>',
        _ => '?',
    }
}
