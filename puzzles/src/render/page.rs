//! What all SVG pictures share: the page and its colours, and where the cells of a board are on it.

use svg::Document;
use svg::node::Comment;
use svg::node::element::{Path, Rectangle, Title};

use super::MARK;
use crate::geometry::Cell;

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

/// A board on a page, its upper left corner at the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The side of a cell, in pixels.
    pub(super) side: f64,
    /// Its columns.
    pub(super) columns: usize,
    /// Its rows.
    pub(super) rows: usize,
}

/// A cell on a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Its middle.
    pub(super) x: f64,
    pub(super) y: f64,
    /// Its side, in pixels.
    pub(super) side: f64,
}

/// Cells whose sides are shorter, in pixels, are drawn in a simpler way, so that the trail is seen among them.
const TINY: f64 = 24.0;

impl Frame {
    /// Where a cell is.
    pub(super) fn spot(self, cell: Cell) -> Spot {
        let (x, y) = self.point((cell.x as f64 + 0.5, cell.y as f64 + 0.5));
        Spot { x, y, side: self.side }
    }

    /// Where a point of the board is, in cells east and north of its south-west corner.
    pub(super) fn point(self, (x, y): (f64, f64)) -> (f64, f64) {
        (x * self.side, (self.rows as f64 - y) * self.side)
    }

    pub(super) fn is_tiny(self) -> bool {
        self.side < TINY
    }

    /// The lines between the cells and around them.
    pub(super) fn grid(self) -> Path {
        let (width, height) = self.point((self.columns as f64, 0.0));
        let across = (0..=self.rows).map(|y| format!("M0,{}H{}", round(y as f64 * self.side), round(width)));
        let along = (0..=self.columns).map(|x| format!("M{},0V{}", round(x as f64 * self.side), round(height)));
        let path = Path::new().set("d", across.chain(along).collect::<String>());
        path.set("stroke", LINE).set("stroke-width", round((self.side / 40.0).clamp(0.4, 1.0))).set("fill", "none")
    }
}

impl Spot {
    /// A number of 64ths of its side in pixels.
    pub(super) fn units(self, units: f64) -> f64 {
        units * self.side / 64.0
    }

    pub(super) fn is_tiny(self) -> bool {
        self.side < TINY
    }

    /// A rectangle around a point that is so many 64ths east and south of the middle.
    pub(super) fn rectangle(self, (east, south): (f64, f64), (width, height): (f64, f64)) -> Rectangle {
        Rectangle::new()
            .set("x", round(self.x + self.units(east - width / 2.0)))
            .set("y", round(self.y + self.units(south - height / 2.0)))
            .set("width", round(self.units(width)))
            .set("height", round(self.units(height)))
    }

    /// A square around the middle.
    pub(super) fn square(self, side: f64) -> Rectangle {
        self.rectangle((0.0, 0.0), (side, side))
    }

    /// The lines around it.
    pub(super) fn outline(self) -> Rectangle {
        self.square(64.0).set("fill", "none").set("stroke", LINE)
    }
}
