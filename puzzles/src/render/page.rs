//! What all SVG pictures share: the page and its colours.

use svg::Document;
use svg::node::Comment;
use svg::node::element::{Rectangle, Title};

use super::MARK;

/// White space around the drawing, in pixels.
pub(super) const MARGIN: f64 = 12.0;

pub(super) const INK: &str = "#1f2933";
pub(super) const FAINT: &str = "#7b8794";
pub(super) const LINE: &str = "#b8c2cc";

/// An empty page in pixels.
pub(super) fn page(title: &str, width: f64, height: f64) -> Document {
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "Helvetica, Arial, sans-serif")
        .add(Comment::new(MARK))
        .add(Title::new(title))
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", "white"))
}

/// To hundredths of a pixel: more digits only make the file longer.
pub(super) fn round(pixels: f64) -> f64 {
    (pixels * 100.0).round() / 100.0
}
