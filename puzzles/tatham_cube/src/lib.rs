#![doc = include_str!("../README.md")]
//!
//! `tatham-cube`: Simon Tatham's "Cube". A cube, or a tetrahedron, an octahedron or an icosahedron on triangles, rolls over a board with
//! blue squares; at each roll its bottom face and the square that it lands on swap colours. The goal is to make all faces blue in the
//! fewest rolls.
//!
//! | file | what |
//! |---|---|
//! | `grid.rs` | the solids and their boards |
//! | `instance.rs` | the model file, and a solution |
//! | `id.rs` | the game's own ids, and where it writes them |
//! | `save.rs` | its save files |
//! | `rules.rs` | replay, with solids that have corners: shares no code with the search or the encoding |
//! | `moves.rs` | states as numbers, and what one roll does to them; how a solid stands on the squares; which faces and squares belong together |
//! | `facts.rs` | what may explain that there is no solution |
//! | `search.rs` | shortest solutions and their number |
//! | `table.rs` | the distances of all states of a board with as many blue squares as faces, in memory and as a file; the numbers of states |
//! | `time_indexed.rs` | the encoding |
//! | `scene.rs` | the picture, the replay |
//! | `new.rs` | `tumble new tatham-cube` |

mod facts;
mod grid;
mod id;
mod instance;
mod moves;
mod new;
mod rules;
mod save;
mod scene;
mod search;
mod table;
mod time_indexed;

pub use grid::{Grid, GridError, Solid};
pub use instance::{Played, Rolls, TathamCube};
pub use rules::Breach;
pub use table::{Orbits, orbits};
pub use table::{TableFile, TableFileError};

use std::sync::Arc;

use schemars::{Schema, schema_for};

use tumble_model::model::Sense;
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Choices, Encoding, FileKind, Ids, MovesError, Powers, Puzzle, Search, erased};
use tumble_puzzles::render::Scene;

/// The game's own ids, and its save files.
const IDS: Ids = Ids {
    what: "ids of Simon Tatham's Cube",
    example: "c4x4:C461,3",
    looks_like_one: |text| id::looks_like_one(text) || save::looks_like_one(text),
    read: |text| Ok(erased(of_the_game(text)?)),
    with_table: |bytes| {
        let table = Arc::new(TableFile::new(bytes).map_err(|error| error.to_string())?);
        Ok(Box::new(move |text| {
            let cube = of_the_game(text)?;
            let table = Some(Arc::clone(&table)).filter(|table| table.serves(&cube.grid, &cube.blue));
            Ok(erased(TathamCube { table, ..cube }))
        }))
    },
};

/// The instance in an id or a save file.
fn of_the_game(text: &str) -> Result<TathamCube, InputError> {
    if save::looks_like_one(text) { save::read(text) } else { TathamCube::from_id(text) }
}

impl Puzzle for TathamCube {
    const NAME: &'static str = "tatham-cube";
    const SUMMARY: &'static str =
        "Simon Tatham's Cube: pick up the blue squares on the faces of a rolling cube or another solid";
    const RULES: &'static [&'static str] = &[
        "The solid rolls over an edge to the next square. The face that comes down and the square below it swap their colours: blue is picked up, or laid down again.",
        "All faces are to be blue, in the fewest rolls.",
    ];

    type Solution = Rolls;
    type Breach = Breach;

    const ENCODINGS: &'static [Encoding<Self>] = &[time_indexed::ENCODING];

    const SEARCHES: &'static [Search<Self>] = &[search::DIRECT];
    const POWERS: Powers<Self> = Powers {
        new_options: new::OPTIONS,
        new: new::write,
        stage: scene::stage,
        files: &[FileKind { suffix: "sav", what: "a save file of the game", write: save::write }],
        position: Some(rules::position),
        ids: Some(IDS),
        table: Some(table::TABULATION),
        after: Some(rules::after),
        facts: Some(facts::FACTS),
        ..Powers::NONE
    };
    const BOARD_KEYS: &'static [&'static str] = &[];

    fn schema() -> Schema {
        schema_for!(instance::File)
    }

    fn read(document: &Document, _: &Choices) -> Result<Self, InputError> {
        Self::read(document)
    }

    fn sense(&self) -> Option<Sense> {
        Some(Sense::Minimize)
    }

    fn infeasible_because(&self) -> Option<String> {
        search::infeasible_because(self)
    }

    fn verify(&self, solution: &Rolls) -> Result<Option<i64>, Breach> {
        rules::verify(self, solution).map(Some)
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Rolls, MovesError<Breach>> {
        rules::from_moves(self, moves, start)
    }

    fn scene(&self, solution: Option<&Rolls>) -> Scene {
        scene::scene(self, solution)
    }

    fn answer(&self, rolls: &Rolls) -> Vec<(&'static str, String)> {
        vec![
            ("id", id::write(self)),
            ("played", self.moves_so_far().to_owned()),
            ("moves", rolls.moves.clone()),
            ("keys", rolls.tatham_moves.clone()),
            ("length", rolls.length.to_string()),
        ]
    }
}
