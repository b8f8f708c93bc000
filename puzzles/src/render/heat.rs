//! Numbers by cell, as text and as SVG heat maps.

use std::fmt;

use svg::node::element::{Group, Rectangle, Text};

use super::page::{FAINT, INK, MARGIN, page};
use super::{HeatMap, HeatScene};

/// Side of a cell, in pixels.
const SIDE: f64 = 36.0;
/// Height of a caption.
const CAPTION: f64 = 30.0;
/// An upper estimate of the average width of a letter in a caption.
const LETTER: f64 = 8.0;
/// Room for the coordinates, left of the rows and under the columns.
const AXIS: f64 = 24.0;
/// The colours of zero and of the largest number: red, green, blue.
const COLOURS: [[f64; 3]; 2] = [[247.0, 251.0, 255.0], [33.0, 113.0, 181.0]];

/// Each map below its caption, north at the top, with the coordinates left of the rows and below the columns.
pub(super) fn write(scene: &HeatScene, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, map) in scene.maps.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        writeln!(f, "{gap}{}", map.caption)?;
        let columns = map.rows.first().map_or(0, Vec::len);
        let longest = map.rows.iter().flatten().max().map_or(1, |largest| largest.to_string().len());
        let width = longest.max(columns.saturating_sub(1).to_string().len());
        let side = map.rows.len().saturating_sub(1).to_string().len() + 2;
        let number = |n: &u64| format!(" {n:>width$}");
        for (y, row) in map.rows.iter().enumerate().rev() {
            writeln!(f, "{:>side$} │{}", format!("y={y}"), row.iter().map(number).collect::<String>())?;
        }
        writeln!(f, "{:>side$} └{}", "", "─".repeat(columns * (width + 1)))?;
        writeln!(f, "{:<side$}  {}", "x=", (0..columns as u64).map(|x| number(&x)).collect::<String>())?;
    }
    Ok(())
}

/// Draws the maps one below the other.
pub(super) fn draw(scene: &HeatScene) -> String {
    let columns = scene.maps.iter().flat_map(|map| &map.rows).map(Vec::len).max().unwrap_or(0);
    let longest = scene.maps.iter().map(|map| map.caption.chars().count()).max().unwrap_or(0);
    let content = SIDE.mul_add(columns as f64, AXIS).max(LETTER * longest as f64);
    let width = 2.0f64.mul_add(MARGIN, content);
    let mut top = MARGIN;
    let mut groups = Vec::new();
    for map in &scene.maps {
        groups.push(draw_map(map, top));
        top += SIDE.mul_add(map.rows.len() as f64, CAPTION + AXIS + MARGIN);
    }
    let mut text = groups.into_iter().fold(page(&scene.title, width, top), svg::Document::add).to_string();
    text.push('\n');
    text
}

/// A map whose caption begins at height `top`.
fn draw_map(map: &HeatMap, top: f64) -> Group {
    let text = |content: String, x: f64, y: f64, size: u32, colour: &str| {
        Text::new(content)
            .set("x", x)
            .set("y", y)
            .set("font-size", size)
            .set("fill", colour)
            .set("text-anchor", "middle")
    };
    let caption = Text::new(&map.caption).set("x", MARGIN).set("y", top + 18.0).set("font-size", 14).set("fill", INK);
    let mut group = Group::new().add(caption);
    let largest = map.rows.iter().flatten().copied().max().unwrap_or(0).max(1);
    let (left, rows) = (MARGIN + AXIS, map.rows.len());
    let bottom = SIDE.mul_add(rows as f64, top + CAPTION);
    for (y, row) in map.rows.iter().enumerate() {
        let up = SIDE.mul_add(-(y as f64 + 1.0), bottom);
        group = group.add(text(y.to_string(), left - 11.0, up + SIDE / 2.0 + 4.0, 12, FAINT));
        for (x, &number) in row.iter().enumerate() {
            let across = SIDE.mul_add(x as f64, left);
            let share = number as f64 / largest as f64;
            let square = Rectangle::new().set("x", across).set("y", up).set("width", SIDE).set("height", SIDE);
            let ink = if share > 0.6 { "white" } else { INK };
            group = group.add(square.set("fill", colour(share)).set("stroke", "white")).add(text(
                number.to_string(),
                across + SIDE / 2.0,
                up + SIDE / 2.0 + 5.0,
                14,
                ink,
            ));
        }
    }
    let columns = map.rows.first().map_or(0, Vec::len);
    (0..columns).fold(group, |group, x| {
        group.add(text(x.to_string(), SIDE.mul_add(x as f64 + 0.5, left), bottom + 16.0, 12, FAINT))
    })
}

/// The colour of a number, given as its share of the largest one.
fn colour(share: f64) -> String {
    let [from, to] = COLOURS;
    let part = |i: usize| (to[i] - from[i]).mul_add(share, from[i]).round();
    format!("rgb({},{},{})", part(0), part(1), part(2))
}
