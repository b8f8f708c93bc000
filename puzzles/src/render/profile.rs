//! Performance profiles, as text and as SVG step curves over a logarithmic axis.

use std::fmt;

use itertools::Itertools as _;
use svg::node::element::{Group, Line, Polyline, Text};

use super::page::{FAINT, INK, LINE, MARGIN, page};
use super::{ProfileCurve, ProfileScene};

/// The plot, in pixels.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
/// Room for the numbers of the axes and their names.
const LEFT: f64 = 56.0;
const BELOW: f64 = 64.0;
/// Height of the title, and of a line of the legend.
const TITLE: f64 = 28.0;
const LEGEND_LINE: f64 = 18.0;
/// Length of a line in the legend.
const SAMPLE: f64 = 28.0;
/// An upper estimate of the average width of a letter in the legend.
const LETTER: f64 = 7.0;
/// Colours that are told apart by colour-blind people too (Okabe, Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
/// With more curves than colours, lines are told apart by their dashes.
const DASHES: [&str; 3] = ["none", "6 3", "2 2"];

/// The powers of two up to the largest ratio, at least 2.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a power of two that is finite")]
fn factors(scene: &ProfileScene) -> Vec<f64> {
    let largest = scene.curves.iter().flat_map(|curve| &curve.ratios).copied().fold(2.0, f64::max);
    (0..=largest.log2().ceil() as u32).map(|power| f64::from(power).exp2()).collect()
}

/// The factors that are written at an axis: not more than about eight.
fn labelled(factors: &[f64]) -> Vec<f64> {
    factors.iter().copied().step_by(factors.len().div_ceil(8)).collect()
}

/// A line for each curve: the shares within the factors.
pub(super) fn write(scene: &ProfileScene, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let width = scene.curves.iter().map(|curve| curve.name.chars().count()).max().unwrap_or(0);
    let factors = labelled(&factors(scene));
    writeln!(f, "{}", scene.title)?;
    let head = factors.iter().map(|factor| format!("{:>8}", format!("≤ {factor}×"))).join("");
    writeln!(f, "{:width$}{head}", "")?;
    for curve in &scene.curves {
        let share = |&factor: &f64| format!("{:>6.0} %", 100.0 * curve.share(factor, scene.instances));
        writeln!(f, "{:width$}{}", curve.name, factors.iter().map(share).collect::<String>())?;
    }
    Ok(())
}

/// Draws the curves, with a legend below them.
pub(super) fn draw(scene: &ProfileScene) -> String {
    let longest = scene.curves.iter().map(|curve| curve.name.chars().count()).max().unwrap_or(0);
    let legend = LETTER.mul_add(longest as f64, SAMPLE + 8.0);
    let width = 2.0f64.mul_add(MARGIN, (LEFT + WIDTH).max(legend));
    let foot = MARGIN + TITLE + HEIGHT + BELOW;
    let height = LEGEND_LINE.mul_add(scene.curves.len() as f64, foot + MARGIN);
    let title = Text::new(&scene.title).set("x", MARGIN).set("y", MARGIN + 14.0).set("font-size", 14).set("fill", INK);
    let plot = Plot::new(scene);
    let mut document = page(&scene.title, width, height).add(title).add(plot.axes());
    for (i, curve) in scene.curves.iter().enumerate() {
        let points = plot.points(curve).map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ");
        let (colour, dashes) = (COLOURS[i % COLOURS.len()], DASHES[i / COLOURS.len() % DASHES.len()]);
        let style = |line: Polyline| {
            line.set("fill", "none").set("stroke", colour).set("stroke-width", 2).set("stroke-dasharray", dashes)
        };
        let y = LEGEND_LINE.mul_add(i as f64, foot);
        let sample = format!("{MARGIN},{} {},{}", y - 4.0, MARGIN + SAMPLE, y - 4.0);
        let name = Text::new(&curve.name).set("x", MARGIN + SAMPLE + 8.0).set("y", y).set("font-size", 12);
        document = document
            .add(style(Polyline::new().set("points", points)))
            .add(style(Polyline::new().set("points", sample)))
            .add(name.set("fill", INK));
    }
    format!("{document}\n")
}

/// The plot of a scene.
struct Plot<'a> {
    scene: &'a ProfileScene,
    /// The powers of two along its axis.
    factors: Vec<f64>,
}

impl<'a> Plot<'a> {
    fn new(scene: &'a ProfileScene) -> Self {
        Self { scene, factors: factors(scene) }
    }

    /// The factor at its right end.
    fn last(&self) -> f64 {
        self.factors.last().copied().unwrap_or(2.0)
    }

    /// Where a factor and a share are on the page.
    fn place(&self, factor: f64, share: f64) -> (f64, f64) {
        let x = WIDTH.mul_add(factor.log2() / self.last().log2(), MARGIN + LEFT);
        (x, HEIGHT.mul_add(1.0 - share, MARGIN + TITLE))
    }

    /// The corners of a curve's steps.
    fn points(&self, curve: &ProfileCurve) -> impl Iterator<Item = (f64, f64)> {
        let share = |solved: usize| solved as f64 / self.scene.instances.max(1) as f64;
        let step = move |(i, &ratio): (usize, &f64)| [self.place(ratio, share(i)), self.place(ratio, share(i + 1))];
        let steps = curve.ratios.iter().enumerate().flat_map(step);
        let end = self.place(self.last(), share(curve.ratios.len()));
        std::iter::once(self.place(1.0, 0.0)).chain(steps).chain([end])
    }

    fn axes(&self) -> Group {
        let text = |content: String, (x, y): (f64, f64), anchor: &str| {
            let text = Text::new(content).set("x", x).set("y", y).set("font-size", 12);
            text.set("fill", FAINT).set("text-anchor", anchor)
        };
        let line = |(x1, y1): (f64, f64), (x2, y2): (f64, f64)| {
            Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2).set("stroke", LINE)
        };
        let mut group = Group::new();
        for percent in (0..=100).step_by(25) {
            let share = f64::from(percent) / 100.0;
            let (from, to) = (self.place(1.0, share), self.place(self.last(), share));
            group = group.add(line(from, to)).add(text(format!("{percent} %"), (from.0 - 6.0, from.1 + 4.0), "end"));
        }
        for factor in labelled(&self.factors) {
            let (x, y) = self.place(factor, 0.0);
            group = group.add(line((x, y), (x, y + 4.0))).add(text(format!("{factor}"), (x, y + 18.0), "middle"));
        }
        let (x, y) = self.place(self.last().sqrt(), 0.0);
        group.add(text("time as a multiple of the shortest".into(), (x, y + 34.0), "middle"))
    }
}
