//! Texts from outside are read in every encoding that editors and shells write: model files, ids and lists of them, save files, results.

use crate::common::{Folder, called as run, says};
use crate::dialects::{encodings, shown};

const ID: &str = "c4x4:C461,3";

/// The save file of the source's game with its solution, at the state after so many moves.
fn saved(moves: usize) -> String {
    let keys = "DDDULLUUL";
    let field = |key: &str, value: &str| format!("{key:<8}:{}:{value}\n", value.len());
    let head = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", "Cube"),
        ("PARAMS", "c5x5"),
        ("CPARAMS", "c4x4"),
        ("SEED", "123456789"),
        ("DESC", "C461,3"),
        ("TIME", "0"),
        ("NSTATES", "10"),
        ("STATEPOS", &(moves + 1).to_string()),
    ];
    let moves = keys.chars().map(|key| field("MOVE", &key.to_string()));
    head.iter().map(|(key, value)| field(key, value)).chain(moves).collect()
}

#[test]
fn models_ids_saves_and_results_are_read_in_each_encoding_from_files_and_from_standard_input() {
    let folder = Folder::new();
    let model = "# Größe 4 × 4\npuzzle = \"tatham-cube\"\n[board]\nmap = \"\"\"\nB B . .\n. B . .\n. B B .\n. . . B\n\"\"\"\n[start]\ncell = [3, 3]\n";
    let result = "{\"moves\": \"SSSNWWNNW\", \"length\": 9, \"tatham_moves\": \"DDDULLUUL\"}\n";
    let list = format!("# the source's\n{ID}\n\n  c3x3:7E0,8\n");
    let solve = ["solve", "-q"];
    for (text, arguments, wanted) in [
        (model, &solve[..], "optimal 9"),
        (ID, &solve, "optimal 9"),
        (&format!(" \n{ID} \n"), &solve, "optimal 9"),
        (&saved(0), &solve, "optimal 9"),
        (&list, &["solve", "--ids"], "c3x3:7E0,8: optimal"),
        (&saved(0), &["solve", "--ids"], "optimal 9 SSSNWWNNW"),
        (result, &["check", ID], "the solution keeps the rules, objective 9"),
    ] {
        for (encoding, bytes) in encodings(text) {
            let file = folder.write("a.txt", &bytes);
            for (place, input) in [(&*file, &b""[..]), ("-", &bytes)] {
                let (code, said, error) = run(&[arguments, &[place]].concat(), input);
                assert!(code == 0 && said.contains(wanted), "{said}{error}{}", shown(encoding, &bytes));
            }
        }
    }
    for (bytes, why) in [(&b"PK\x03\x04"[..], "packed by zip"), (b"puzzle = \"\xe4\"", "save the file as UTF-8")] {
        let (code, _, error) = run(&["solve", "-"], bytes);
        assert!(code == 2 && error.contains("standard input: ") && error.contains(why), "{error}");
    }
}

#[test]
fn an_error_in_a_file_with_a_mark_is_shown_at_its_place() {
    for (_, bytes) in encodings("puzzle = \"die-tour\"\ncolums = 3\n") {
        let (code, _, error) = run(&["solve", "-"], bytes);
        assert!(code == 2 && error.contains("standard input:2:1") && error.contains("unknown key `colums`"), "{error}");
    }
}

/// How games of all solids go on is tested in `tatham_cube.rs`.
#[test]
fn a_saved_game_says_what_was_played() {
    let folder = Folder::new();
    let (_, said, _) = run(&["solve", "-q", &folder.write("game.sav", saved(4))], "");
    says(&said, &["id     c4x4:C461,3", "played DDDU", "length 5"]);
    let (code, _, error) = run(&["solve", "-"], saved(9).as_bytes());
    assert!(code == 2 && error.contains("is over") && error.contains(ID), "{error}");
}

/// An integer model from the same state agrees with the search.
#[test]
#[cfg(feature = "highs")]
fn the_encoding_goes_on_from_the_state_too() {
    for moves in [3, 5, 8] {
        let model = ["solve", "-", "-q", "-b", "highs", "-e", "time-indexed"];
        let (code, said, error) = run(&model, saved(moves).as_bytes());
        assert!(code == 0 && said.contains(&format!("optimal {}", 9 - moves)), "{said}{error}");
    }
}

#[test]
fn ids_and_links_of_the_game_stand_for_a_model_in_every_command() {
    let link = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/cube.html#c4x4:C461,3";
    for text in [ID, link, "Cube: c4x4:C461,3"] {
        for command in [
            &["solve", "-q"][..],
            &["count"],
            &["export", "-o", "-"],
            &["check", "--moves", "SSSNWWNNW"],
            &["render", "-o", "-"],
        ] {
            let (code, said, error) = run(&[command, &[text]].concat(), "");
            assert!(code == 0 && !said.is_empty(), "{command:?} {text}: {error}");
        }
        let (code, said, error) = run(&["solve", "-q", "-"], text);
        assert!(code == 0 && said.contains("optimal 9"), "{text}: {error}");
    }
    let tables = ["1x2", "cube.html#c1x2:C,0"].map(|board| run(&["table", "tatham-cube", board], ""));
    assert!(tables[0].0 == 0 && tables[0] == tables[1], "{tables:?}");
}

#[test]
fn whatever_looks_like_an_id_gets_the_message_of_an_id() {
    for (id, why) in [
        ("c4x4#123", "the seed of a random game"),
        ("C4X4#123", "the seed of a random game"),
        ("T1X2#123", "the seed of a random game"),
        ("t1x2:25,0", "2 digits for 13 squares"),
        ("o0x0:0,0", "two sides of 0 or more"),
        ("d4x4:C461,3", "no solid of the game"),
        ("c12x12:0000,0", "over the limit of 115 squares"),
        ("i9x9:", "over the limit of 101 squares"),
        ("i3x3", "the id has no board"),
        ("c4x4", "the id has no board"),
        ("4x4:C461,3", "no solid of the game"),
        ("c4:C46,3", "3 digits for 16 squares"),
        (" c4x4:C46,3 ", "3 digits for 16 squares"),
        ("c4x4:C461,99", "`99` is not a square"),
    ] {
        for command in [&["solve"][..], &["count"]] {
            let (code, _, error) = run(&[command, &[id]].concat(), "");
            assert!(code == 2 && error.contains(why) && !error.contains("No such file"), "{id}: {error}");
        }
    }
    // The game's link has the help of its own solid.
    let (_, _, error) = run(&["solve", "https://example.org/cube.html#t1x2:25,0"], "");
    assert!(error.contains("2 digits for 13 squares") && error.contains("is written like t1x2:0438,1"), "{error}");
    let (code, said, error) = run(&["solve", "-q", "  c4x4:C461,3 "], "");
    assert!(code == 0 && said.starts_with("c4x4:C461,3: optimal 9"), "{said}{error}");
    // The name of a file that is not there is none.
    for file in ["none.toml", "models/3x3_max.toml", "c4x4.sav", "game", "c"] {
        let (code, _, error) = run(&["solve", file], "");
        assert!(code == 2 && error.contains("No such file"), "{file}: {error}");
    }
}
