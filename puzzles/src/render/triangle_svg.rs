//! Boards of triangles as SVG.

use svg::node::element::{Group, Polygon};

use super::board_scene::{CellShape, Mark, Panel};
use super::cell_svg::colour;
use super::page::{INK, LINE, Spot, round};

/// The height of a triangle and that of its middle, in sides.
const HEIGHT: f64 = 0.866_025_4;
const MIDDLE: f64 = HEIGHT / 3.0;
/// The size of a solid relative to its triangle.
const SOLID: f64 = 0.84;

/// The width and the height of a board, in sides of a triangle.
pub(super) fn size(columns: f64, rows: f64) -> (f64, f64) {
    (columns.midpoint(1.0), rows * HEIGHT)
}

/// The triangles of a board.
pub(super) fn board(panel: &Panel, side: f64) -> Group {
    let cells = panel.marks.iter().enumerate().map(|(i, mark)| (mark, panel.board.cell(i)));
    cells.filter(|(_, at)| panel.board.is_free(*at)).fold(Group::new(), |group, (mark, at)| {
        let base = if mark.shape == CellShape::Down { HEIGHT - MIDDLE } else { MIDDLE };
        let north = (at.y as f64).mul_add(HEIGHT, base);
        let x = (at.x as f64).midpoint(1.0) * side;
        cell(group, mark, Spot { x, y: (panel.board.rows() as f64).mul_add(HEIGHT, -north) * side, side })
    })
}

/// A triangle around its middle, with the solid on it.
pub(super) fn cell(group: Group, mark: &Mark, spot: Spot) -> Group {
    let up = if mark.shape == CellShape::Down { -1.0 } else { 1.0 };
    let corners = [(0.0, HEIGHT - MIDDLE), (-0.5, -MIDDLE), (0.5, -MIDDLE)].map(|(x, y)| (x, y * up));
    let triangle = polygon(&corners, spot).set("fill", colour(mark.paint).unwrap_or("none")).set("stroke", LINE);
    let facets = mark.facets.iter().map(|facet| {
        let corner = |&[x, y]: &[i32; 2]| (f64::from(x) * SOLID / 1e4, f64::from(y) * SOLID / 1e4);
        let corners: Vec<(f64, f64)> = facet.corners.iter().map(corner).collect();
        polygon(&corners, spot).set("fill", colour(facet.paint).unwrap_or("white")).set("stroke", INK)
    });
    let width = round((spot.side / 64.0).clamp(0.4, 1.0));
    facets.fold(group.add(triangle), |group, facet| {
        group.add(facet.set("stroke-width", width).set("stroke-linejoin", "round"))
    })
}

/// Points to the east and to the north of the middle of a cell, in its sides.
fn polygon(corners: &[(f64, f64)], spot: Spot) -> Polygon {
    let point = |&(x, y): &(f64, f64)| {
        format!("{},{}", round(x.mul_add(spot.side, spot.x)), round(y.mul_add(-spot.side, spot.y)))
    };
    Polygon::new().set("points", corners.iter().map(point).collect::<Vec<_>>().join(" "))
}
