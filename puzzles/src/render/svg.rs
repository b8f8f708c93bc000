//! Scenes as SVG.

use super::{Scene, board_svg, heat, net, profile};

/// Draws a scene.
pub fn draw(scene: &Scene) -> String {
    match scene {
        Scene::Board(scene) => board_svg::draw(scene),
        Scene::Net(scene) => net::draw(scene),
        Scene::Heat(scene) => heat::draw(scene),
        Scene::Profile(scene) => profile::draw(scene),
    }
}
