//! Figures 3.5 and 3.6 of the source, recomputed: `tumble table die-path`.

use tumble_model::control::Request;
use tumble_puzzles::geometry::{Cell, Die, Direction};
use tumble_puzzles::instance::InputError;
use tumble_puzzles::puzzle::{
    JSON_MARKS, TabulateError, Tabulated, Tabulation, TabulationSource, maps_as_numbers, read_size, written,
};
use tumble_puzzles::render::{HeatMap, HeatScene, Scene};

use super::plane;

/// What `tumble table die-path` computes.
pub(super) const TABULATION: Tabulation = Tabulation {
    summary: "the orientations in which a die can come to each cell, and the largest detours on the plane",
    source: TabulationSource::Size {
        help: "Columns x rows, counted from the start cell",
        default: Some("10x10"),
        make,
    },
    suffix: "json",
    marks: JSON_MARKS,
    has_maps: true,
};

/// The largest side of a table.
const MAX_SIDE: usize = 100;

fn make(size: &str, _: &Request<'_>) -> Result<Tabulated, TabulateError> {
    let board = read_size(size)?;
    let (columns, rows) = (board.columns(), board.rows());
    if columns.max(rows) > MAX_SIDE {
        return Err(InputError::new(format!("{columns}x{rows}: at most {MAX_SIDE} columns and rows")).into());
    }
    let title = format!("Die paths from a corner over {columns}x{rows} cells");
    let maps = vec![
        HeatMap {
            name: "orientations",
            caption: "Orientations that rolls north and east can reach (figure 3.5)".into(),
            rows: orientations(columns, rows),
        },
        HeatMap {
            name: "largest detours",
            caption: "Largest detour over the orientations (figure 3.6)".into(),
            rows: largest_detours(columns, rows),
        },
    ];
    let scene = HeatScene { title, maps };
    let (text, numbers) = (format!("{}\n\n{}", scene.title, Scene::Heat(scene.clone())), maps_as_numbers(&scene));
    let json = written(&numbers);
    Ok(Tabulated { text, numbers, maps: Some(scene), write: Box::new(move |out| writeln!(out, "{json}")), stop: None })
}

/// By row and column: the number of orientations that rolls north and east alone can reach there.
pub(super) fn orientations(columns: usize, rows: usize) -> Vec<Vec<u64>> {
    let rolled = |set: u32, roll: Direction| {
        let after = |die: &&Die| set >> die.index() & 1 == 1;
        let dice = Die::all(plane::REFERENCE.handedness()).iter().filter(after);
        dice.fold(0u32, |set, die| set | 1 << die.roll(roll).index())
    };
    let mut counts = Vec::new();
    // The sets on the row below, one bit for each orientation.
    let mut below = vec![0u32; columns];
    for y in 0..rows {
        let mut west = 0;
        for (x, set) in below.iter_mut().enumerate() {
            let start = if (x, y) == (0, 0) { 1 << plane::REFERENCE.index() } else { 0 };
            *set = start | rolled(*set, Direction::North) | rolled(west, Direction::East);
            west = *set;
        }
        counts.push(below.iter().map(|set| u64::from(set.count_ones())).collect());
    }
    counts
}

/// By row and column: the largest detour, the number of rolls beyond the distance, over the possible orientations.
pub(super) fn largest_detours(columns: usize, rows: usize) -> Vec<Vec<u64>> {
    let detour = |x: usize, y: usize| {
        let Cell { x, y } = Cell::new(x as i64, y as i64);
        let dice = Die::all(plane::REFERENCE.handedness()).iter();
        let runs = dice.filter_map(|&die| plane::shortest(x, y, plane::REFERENCE, die));
        // Never shorter than the distance.
        runs.map(|runs| (runs.iter().map(|&(_, n)| n).sum::<i64>() - x - y).unsigned_abs()).max().unwrap_or(0)
    };
    (0..rows).map(|y| (0..columns).map(|x| detour(x, y)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_orientations_are_those_of_figure_3_5() {
        let figure = [
            [1, 1, 1, 1, 1, 1, 1, 1],
            [1, 2, 3, 4, 4, 4, 4, 4],
            [1, 3, 5, 7, 9, 10, 11, 11],
            [1, 4, 7, 9, 11, 11, 12, 12],
            [1, 4, 9, 11, 12, 12, 12, 12],
            [1, 4, 10, 11, 12, 12, 12, 12],
            [1, 4, 11, 12, 12, 12, 12, 12],
            [1, 4, 11, 12, 12, 12, 12, 12],
        ];
        assert_eq!(orientations(8, 8), figure);
    }

    #[test]
    fn the_largest_detours_are_those_of_figure_3_6() {
        let figure = [
            [6, 4, 4, 4, 4, 4, 4, 4, 4, 4],
            [4, 4, 4, 4, 2, 2, 2, 2, 2, 2],
            [4, 4, 4, 2, 2, 2, 2, 2, 2, 2],
            [4, 4, 2, 2, 2, 2, 0, 0, 0, 0],
            [4, 2, 2, 2, 0, 0, 0, 0, 0, 0],
            [4, 2, 2, 2, 0, 0, 0, 0, 0, 0],
            [4, 2, 2, 0, 0, 0, 0, 0, 0, 0],
            [4, 2, 2, 0, 0, 0, 0, 0, 0, 0],
            [4, 2, 2, 0, 0, 0, 0, 0, 0, 0],
            [4, 2, 2, 0, 0, 0, 0, 0, 0, 0],
        ];
        assert_eq!(largest_detours(10, 10), figure);
    }
}
