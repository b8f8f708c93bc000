//! A digit as it is drawn on a field of a cube.

use svg::node::element::{Group, Line, Text};

use super::page::{FAINT, INK};

/// A digit around the origin, on a field whose side is `side`, with its top towards `direction`: 0 up, 1 right, 2 down, 3 left. One whose
/// direction is open is upright and faint.
pub(super) fn draw(digit: u8, direction: Option<u8>, side: f64) -> Group {
    let colour = if direction.is_some() { INK } else { FAINT };
    // In the middle of the field: digits are about 0.72 of their font size high.
    let size = 0.62 * side;
    let baseline = 0.36 * size;
    let text = Text::new(digit.to_string()).set("y", rounded(baseline)).set("font-size", rounded(size));
    let text = text.set("text-anchor", "middle").set("fill", colour);
    let group = Group::new().set("transform", format!("rotate({})", 90 * u16::from(direction.unwrap_or(0)))).add(text);
    if !matches!(digit, 6 | 9) {
        return group;
    }
    // A line shows where the bottom is.
    let (half, y) = (rounded(0.28 * size), rounded(baseline + 0.17 * size));
    let line = Line::new().set("x1", -half).set("x2", half).set("y1", y).set("y2", y);
    group.add(line.set("stroke", colour).set("stroke-width", rounded(0.08 * size)))
}

/// To hundredths of a pixel: more digits only make the file longer.
pub(super) fn rounded(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
