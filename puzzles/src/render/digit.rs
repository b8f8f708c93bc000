//! Digits as they are drawn on the fields of a cube.

use svg::node::element::{Group, Line, Text};

use super::page::{FAINT, INK, round};

/// The font size, as a share of the side of a field.
const SIZE: f64 = 0.62;
/// In the middle of the field: a digit is about 0.72 of its font size high.
const BASELINE: f64 = 0.36;

/// An empty group for digits on fields whose side is `side`.
pub(super) fn group(side: f64) -> Group {
    Group::new().set("font-size", round(SIZE * side)).set("text-anchor", "middle").set("fill", INK)
}

/// A digit in the middle of a field, which the SVG transformation `field` moves from the origin to its place, with its top towards
/// `direction`: 0 up, 1 right, 2 down, 3 left. One whose direction is open is upright and faint. It belongs into a [`group`].
pub(super) fn draw(digit: u8, direction: Option<u8>, side: f64, field: &str) -> Group {
    let turn = match direction.unwrap_or(0) {
        0 => String::new(),
        quarters => format!(" rotate({})", 90 * u16::from(quarters)),
    };
    let size = SIZE * side;
    let group = Group::new().set("transform", format!("{field}{turn}"));
    let group = if direction.is_none() { group.set("fill", FAINT) } else { group };
    let text = |baseline: f64| Text::new(digit.to_string()).set("y", round(baseline * size));
    if !matches!(digit, 6 | 9) {
        return group.add(text(BASELINE));
    }
    // A line shows where the bottom is; both together are in the middle.
    let baseline = BASELINE - 0.07;
    let (half, y) = (round(0.28 * size), round((baseline + 0.17) * size));
    let line = Line::new().set("x1", -half).set("x2", half).set("y1", y).set("y2", y);
    let line = line.set("stroke", if direction.is_some() { INK } else { FAINT });
    group.add(text(baseline)).add(line.set("stroke-width", round(0.08 * size)))
}
