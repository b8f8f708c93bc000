//! Nets of a cube, as text and as SVG: the digits in their directions.

use std::fmt;

use svg::node::element::{Group, Rectangle, Text};

use super::page::{FAINT, INK, LINE, MARGIN, page};
use super::{Net, NetScene};

/// Side of a field, in pixels.
const SIDE: f64 = 40.0;
/// Height of a caption.
const CAPTION: f64 = 28.0;
/// The directions 0 to 3 as characters; then one for an open direction.
const ARROWS: [char; 5] = ['^', '>', 'v', '<', ' '];

/// Each net below its caption: a digit and the direction of its top in each field.
pub(super) fn write(scene: &NetScene, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, net) in scene.nets.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        writeln!(f, "{gap}{}", net.caption)?;
        let mut rows = vec![vec!["  ".to_owned(); NetScene::COLUMNS]; NetScene::ROWS];
        for field in &net.fields {
            let arrow = ARROWS[field.direction.map_or(4, usize::from)];
            rows[field.place.0][field.place.1] = format!("{}{arrow}", field.digit);
        }
        for row in rows {
            // A wider gap between the faces of a row.
            let faces: Vec<String> = row.chunks(3).map(|face| face.join(" ")).collect();
            writeln!(f, "{}", faces.join("   ").trim_end())?;
        }
    }
    Ok(())
}

/// Draws the nets one below the other.
pub(super) fn draw(scene: &NetScene) -> String {
    let net_height = SIDE.mul_add(NetScene::ROWS as f64, CAPTION);
    let width = SIDE.mul_add(NetScene::COLUMNS as f64, 2.0 * MARGIN);
    let height = (net_height + MARGIN).mul_add(scene.nets.len() as f64, MARGIN);
    let mut document = page(&scene.title, width, height);
    for (i, net) in scene.nets.iter().enumerate() {
        document = document.add(draw_net(net, (net_height + MARGIN).mul_add(i as f64, MARGIN)));
    }
    let mut text = document.to_string();
    text.push('\n');
    text
}

/// A net whose caption begins at height `top`.
fn draw_net(net: &Net, top: f64) -> Group {
    let caption = Text::new(&net.caption).set("x", MARGIN).set("y", top + 18.0).set("font-size", 15).set("fill", FAINT);
    let mut group = Group::new().add(caption);
    for field in &net.fields {
        let (row, column) = field.place;
        let (x, y) = (SIDE.mul_add(column as f64, MARGIN), SIDE.mul_add(row as f64, top + CAPTION));
        let square = Rectangle::new().set("x", x).set("y", y).set("width", SIDE).set("height", SIDE);
        group = group.add(square.set("stroke", LINE).set("fill", "none"));
        let (middle_x, middle_y) = (x + SIDE / 2.0, y + SIDE / 2.0);
        let degrees = u16::from(field.direction.unwrap_or(0)) * 90;
        let digit = Text::new(field.digit.to_string())
            .set("x", middle_x)
            .set("y", middle_y + 8.0)
            .set("font-size", 23)
            .set("text-anchor", "middle")
            .set("transform", format!("rotate({degrees} {middle_x} {middle_y})"));
        // A digit whose direction is open is drawn faintly.
        group = group.add(digit.set("fill", if field.direction.is_some() { INK } else { FAINT }));
    }
    // Heavier frames mark the faces.
    for (row, column) in [(0, 3), (3, 0), (3, 3), (3, 6), (3, 9), (6, 3)] {
        let (x, y) = (SIDE.mul_add(f64::from(column), MARGIN), SIDE.mul_add(f64::from(row), top + CAPTION));
        let frame = Rectangle::new().set("x", x).set("y", y).set("width", 3.0 * SIDE).set("height", 3.0 * SIDE);
        group = group.add(frame.set("stroke", INK).set("stroke-width", 2).set("fill", "none"));
    }
    group
}
