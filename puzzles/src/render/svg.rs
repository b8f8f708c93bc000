//! Scenes as SVG.

use super::{Sample, Scene, board_svg, heat, net, profile};

/// Draws a scene.
pub fn draw(scene: &Scene) -> String {
    match scene {
        Scene::Board(scene) => board_svg::draw(scene),
        Scene::Net(scene) => net::draw(scene),
        Scene::Heat(scene) => heat::draw(scene),
        Scene::Profile(scene) => profile::draw(scene),
    }
}

/// Draws a scene without its title, legend and notes, which are to be said elsewhere. Several boards lie in so many rows that their width is
/// about this multiple of their height.
pub fn draw_alone(scene: &Scene, shape: f64) -> String {
    match scene {
        Scene::Board(scene) => board_svg::draw_alone(scene, shape),
        Scene::Net(_) | Scene::Heat(_) | Scene::Profile(_) => draw(scene),
    }
}

/// Draws what marks mean, for scenes that are drawn alone.
pub fn draw_legend(samples: &[Sample]) -> String {
    board_svg::draw_legend(samples)
}
