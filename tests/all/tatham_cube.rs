//! Simon Tatham's Cube and its other solids: known values, tables, ids, saved games, how moves break the rules, and where replays lead.

use crate::common::{self, Folder, optimum as shortest, printed as run};
use crate::replays::{played, readout, replays_of, shapes, solids};
use crate::rules::{Solved, model};
use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use tumble::control::{Request, Verdict};
use tumble::puzzle::tatham_cube::{Grid, Orbits, Solid, TableFile, TathamCube, orbits};
use tumble::puzzle::{Tabulated, TabulationSource, erased};
use tumble::solve::Problem;

fn cube(id: &str) -> Problem {
    common::problem(&format!("puzzle = \"tatham-cube\"\nid = \"{id}\""))
}

fn table(size: &str) -> Tabulated {
    let TabulationSource::Size { make, .. } = common::entry("tatham-cube").table.unwrap().source else {
        panic!("it is of a size")
    };
    make(size, &Request::unlimited()).unwrap()
}

fn histogram(table: &Tabulated, of: &str) -> Vec<u64> {
    serde_json::from_value(table.numbers[of].clone()).unwrap()
}

#[test]
fn the_histogram_of_the_4x4_board_is_that_of_the_source() {
    let table = table("4x4");
    assert_eq!(table.numbers["states"], 1_193_808);
    assert_eq!(histogram(&table, "histogram").iter().sum::<u64>(), 1_193_808, "every state can be won");
    let starts = histogram(&table, "starts");
    assert_eq!(starts[..6], [0; 6]);
    assert_eq!(starts[6..], [160, 536, 1600, 4184, 11340, 20884, 32352, 29168, 18012, 7656, 1992, 244]);
    assert_eq!(starts.iter().sum::<u64>(), 128_128);
    let white = histogram(&table, "white_starts");
    assert_eq!((white.iter().sum::<u64>(), white.len(), white[17]), (80_080, 18, 84));
}

#[test]
fn the_hardest_white_starts_of_other_boards_take_14_and_21_and_25_moves() {
    for (size, hardest) in [("3x3", 14), ("4x5", 21), ("5x4", 21), ("5x5", 25)] {
        assert_eq!(histogram(&table(size), "white_starts").len(), hardest + 1, "{size}");
    }
}

#[test]
#[ignore = "20 seconds and 220 MB: scripts/test --all"]
fn the_hardest_white_start_of_the_6x6_board_takes_30_moves() {
    assert_eq!(histogram(&table("6x6"), "white_starts").len(), 31);
}

/// The smallest of the eight symmetric images of a set of squares and a start on the 4×4 board.
fn canonical(squares: u32, start: Option<u32>) -> (u32, Option<u32>) {
    let images = (0..8).map(|symmetry| {
        let image = |square: u32| {
            let (mut x, mut y) = (square % 4, square / 4);
            if symmetry & 1 == 1 {
                x = 3 - x;
            }
            if symmetry & 2 == 2 {
                y = 3 - y;
            }
            if symmetry & 4 == 4 { x * 4 + y } else { y * 4 + x }
        };
        let moved = (0..16).filter(|square| squares >> square & 1 == 1).fold(0, |set, square| set | 1 << image(square));
        (moved, start.map(image))
    });
    images.min().unwrap()
}

#[test]
fn the_orbits_counted_by_burnside_are_those_that_are_enumerated() {
    let colourings: Vec<u32> = (0..1 << 16).filter(|set: &u32| set.count_ones() == 6).collect();
    assert_eq!(colourings.len(), 8008);
    let up_to_symmetry: BTreeSet<_> = colourings.iter().map(|&set| canonical(set, None)).collect();
    let starts: BTreeSet<_> =
        colourings.iter().flat_map(|&set| (0..16).map(move |start| canonical(set, Some(start)))).collect();
    let white = starts.iter().filter(|(set, start)| set >> start.unwrap() & 1 == 0).count();
    assert_eq!((up_to_symmetry.len(), starts.len(), white), (1051, 16_132, 10_075));
    let board = Grid::new(Solid::Cube, [4, 4]).unwrap();
    assert_eq!(orbits(&board, 6), Orbits { colourings: 1051, starts: 16_132, white_starts: 10_075 });
    // A rectangle has half as many symmetries: two of three squares in a row are two neighbours or the two ends.
    let row = Grid::new(Solid::Cube, [3, 1]).unwrap();
    assert_eq!(orbits(&row, 2), Orbits { colourings: 2, starts: 5, white_starts: 2 });
}

/// The id in a model file that `tumble new` wrote.
fn random_id(seed: u64, columns: usize, rows: usize, blue: usize) -> String {
    let [columns, rows, blue] = [columns, rows, blue].map(|number| number.to_string());
    let text = common::random_of("tatham-cube", seed, &[("columns", &columns), ("rows", &rows), ("blue", &blue)]);
    text.lines().find_map(|line| line.strip_prefix("id = \"")).unwrap().trim_end_matches('"').to_owned()
}

#[test]
fn hard_ids_of_large_boards_are_solved() {
    for (seed, side) in [(1, 5), (2, 6)] {
        let length = shortest(&cube(&random_id(seed, side, side, 6))).unwrap();
        assert!((6..=30).contains(&length), "{length}");
    }
}

#[test]
fn too_few_blue_squares_and_those_out_of_reach_are_reasons() {
    for (name, why) in [
        ("five_blue", "5 blue squares are too few: each of the six faces has to pick one up"),
        ("far_triangles", "1 of the four faces comes down on none of the blue squares"),
    ] {
        let model = format!("models/tatham_cube/{name}.toml");
        assert!(run(&["solve", &model], "", 1).0.contains(&format!("infeasible ({why}")), "{name}");
    }
}

#[test]
fn ids_are_solved_in_a_batch_alike_with_and_without_a_table() {
    let folder = Folder::new();
    let file = &*folder.path("4x4.table");
    run(&["table", "tatham-cube", "4x4", "-o", file], "", 0);
    // 4×4 ids for the table, others that it does not have.
    let mut ids: Vec<String> = (0..40).map(|seed| random_id(seed, 4, 4, 6)).collect();
    ids.extend([random_id(1, 4, 4, 7), random_id(2, 3, 3, 6), "c4x4:0000,0".into()]);
    let input = format!("# a comment\n\n{}\n", ids.join("\n"));
    let (searched, _) = run(&["solve", "--ids", "-", "--format", "json"], &input, 1);
    let (looked_up, _) = run(&["solve", "--ids", "-", "--format", "json", "--table", file], &input, 1);
    assert_eq!(searched.lines().count(), ids.len());
    for ((a, b), id) in searched.lines().zip(looked_up.lines()).zip(&ids) {
        let (a, b): (Value, Value) = (serde_json::from_str(a).unwrap(), serde_json::from_str(b).unwrap());
        assert_eq!((&a["model"], &a["objective"]), (&id.as_str().into(), &b["objective"]));
        assert_eq!(b["verified"], a["status"] == "optimal");
        if id.starts_with("c4x4") && a["status"] == "optimal" && !id.contains(&random_id(1, 4, 4, 7)) {
            assert_eq!(b["stats"]["nodes"].as_i64(), b["objective"].as_i64().map(|o| o + 1), "looked up");
        }
    }
    let (text, error) = run(&["solve", "--ids", "-"], "c4x4:C461,3\nnonsense\nC4X4:c461,3\n", 2);
    assert_eq!(text, "c4x4:C461,3: optimal 9 SSSNWWNNW\nC4X4:c461,3: optimal 9 SSSNWWNNW\n");
    assert!(error.contains("standard input:2:1") && error.contains("no colon"), "{error}");
}

/// The bytes of a table.
fn bytes(table: &Tabulated) -> Vec<u8> {
    let mut bytes = Vec::new();
    (table.write)(&mut bytes).unwrap();
    bytes
}

/// The same bytes with a number of four bytes in the head replaced, and the checksum made to fit.
fn with_number(bytes: &[u8], at: usize, number: u32) -> Vec<u8> {
    let mut changed = bytes[..bytes.len() - 4].to_vec();
    changed[at..at + 4].copy_from_slice(&number.to_le_bytes());
    let sum = crc32(&changed);
    [changed, sum.to_le_bytes().to_vec()].concat()
}

/// Bad tables of the 3×3 board, each with a part of its error message.
fn bad_tables() -> Vec<(Vec<u8>, &'static str)> {
    let good = bytes(&table("3x3"));
    assert_eq!(good.len(), 32 + 8 * 16 + 45_045 + 4);
    let turned = |at: usize, bit: u8| {
        let mut other = good.clone();
        other[at] ^= bit;
        other
    };
    vec![
        (Vec::new(), "too short"),
        (good[..31].to_vec(), "too short"),
        (good[..1000].to_vec(), "a table of 1000 bytes, but its header requires 45209"),
        (good[..good.len() - 1].to_vec(), "it is truncated or too long"),
        ([&good[..], b"\0"].concat(), "but its header requires 45209: it is truncated or too long"),
        (turned(0, 1), "begins with something else"),
        (with_number(&good, 8, 1), "a table of version 1, but this program reads version 2"),
        (with_number(&good, 8, 3), "a table of version 3"),
        // Boards that are too large, without squares, or of another number of states.
        (with_number(&good, 12, u32::MAX), "no Cube has a board of its size"),
        (with_number(&with_number(&good, 12, u32::MAX), 16, u32::MAX), "no Cube has a board of its size"),
        (with_number(&good, 12, 0), "no Cube has a board of its size"),
        (with_number(&good, 12, 4), "number of states"),
        // The letter of another solid, of none, and a small one.
        (with_number(&good, 4, u32::from_le_bytes(*b"leTT")), "number of states"),
        (with_number(&good, 4, u32::from_le_bytes(*b"leTX")), "begins with something else"),
        (with_number(&good, 4, u32::from_le_bytes(*b"leTc")), "begins with something else"),
        (with_number(&good, 24, 45_044), "number of states"),
        (with_number(&good, 28, 1), "number of states"),
        (with_number(&good, 20, u32::MAX), "histogram"),
        (with_number(&good, 20, 17), "it is truncated or too long"),
        // One bit flipped in a histogram, in a distance, and in the checksum.
        (turned(33, 1), "checksum"),
        (turned(20_000, 4), "checksum"),
        (turned(good.len() - 1, 128), "checksum"),
    ]
}

#[test]
fn bad_tables_are_refused_with_a_reason() {
    let folder = Folder::new();
    let ids = folder.write("ids.txt", "c3x3:7E0,8\n");
    for (bad, why) in bad_tables() {
        let error = TableFile::new(bad.clone()).unwrap_err().to_string();
        assert!(error.contains(why), "{why}: {error}");
        let path = folder.write("3x3.table", bad);
        let (text, error) = run(&["solve", "--ids", &ids, "--table", &path], "", 2);
        // The message may be broken over lines.
        let words = error.replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(why) && words.contains("3x3.table") && text.is_empty(), "{why}: {words}");
    }
}

#[test]
fn a_table_of_another_board_is_not_used() {
    // Boards of the same number of squares have the same numbers of states.
    let tables = ["3x3", "4x3", "3x4"].map(|size| Arc::new(TableFile::new(bytes(&table(size))).unwrap()));
    for seed in 0..40 {
        let id = random_id(seed, 3, 4, 6 + seed as usize % 8 / 7);
        let cube = TathamCube::from_id(&id).unwrap();
        let six = cube.blue.iter().filter(|&&blue| blue).count() == 6;
        let searched = common::searched(&*erased(cube.clone()), &Request::unlimited());
        let length = |verdict: &Verdict<Value>| verdict.solution().map(|rolls| rolls["length"].clone());
        for (table, size) in tables.iter().zip(["3x3", "4x3", "3x4"]) {
            assert_eq!(table.serves(&cube.grid, &cube.blue), size == "3x4" && six, "{id} {size}");
            let looked_up = common::searched(
                &*erased(TathamCube { table: Some(Arc::clone(table)), ..cube.clone() }),
                &Request::unlimited(),
            );
            assert_eq!(length(&looked_up.verdict), length(&searched.verdict), "{id} {size}");
            assert_eq!(looked_up.nodes == searched.nodes, !table.serves(&cube.grid, &cube.blue), "{id} {size}");
        }
    }
}

/// CRC-32 bit by bit, by its definition.
fn crc32(bytes: &[u8]) -> u32 {
    let shifted = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), shifted))
}

#[test]
fn the_file_of_a_table_is_as_documented() {
    let table = table("3x3");
    let bytes = bytes(&table);
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let states = histogram(&table, "histogram");
    assert_eq!(&bytes[..8], b"tumbleTC");
    assert_eq!((number(8), number(16)), (2 | 3 << 32, 3 | (states.len() as u64) << 32));
    assert_eq!(number(24), 9 * 5005);
    let first = 32 + 8 * states.len();
    let end = bytes.len() - 4;
    assert_eq!(bytes[end..], crc32(&bytes[..end]).to_le_bytes());
    for (distance, &count) in states.iter().enumerate() {
        assert_eq!(number(32 + 8 * distance), count);
        assert_eq!(bytes[first..end].iter().filter(|&&byte| usize::from(byte) == distance).count() as u64, count);
    }
    // The first state: no blue face, squares 0 to 5 from the south-west blue, the cube in the south-west.
    assert_eq!(Some(i64::from(bytes[first])), shortest(&cube("c3x3:1F8,6")));
}

#[test]
fn solutions_become_save_files_and_pictures() {
    let model = "models/tatham_cube/source.toml";
    let folder = Folder::new();
    let result = folder.write("result.json", run(&["solve", "--format", "json", model], "", 0).0);
    run(&["render", model, &result, "-o", &folder.path("cube.sav")], "", 0);
    insta::assert_snapshot!("save_file", folder.read("cube.sav"));
    run(&["render", model, &result, "-o", &folder.path("cube.svg")], "", 0);
    let picture = folder.read("cube.svg");
    // A sheet; 10 boards, each with a cube of which 5 faces are seen; their blue squares; a legend of framed cells.
    let blue = 6 + 6 + 6 + 5 + 5 + 4 + 3 + 2 + 1;
    assert_eq!(picture.matches("<rect").count(), 1 + 10 * 5 + blue + (1 + 1) + 1 + (1 + 5));
    insta::assert_snapshot!("strip", run(&["render", model, &result, "-o", "-"], "", 0).0);
    assert!(run(&["solve", "models/tatham_cube/drawn.toml"], "", 0).0.contains("id     c4x4:C461,3"));
}

#[test]
fn tables_and_counts_are_printed() {
    let (text, _) = run(&["table", "tatham-cube", "4x4"], "", 0);
    common::says(&text, &["1051 colourings up to symmetry", "1652           244            84"]);
    let json = common::json(&["table", "tatham-cube", "3x3", "--format", "json"], "", 0);
    assert_eq!((json["states"].as_u64(), json["starts"].as_array().unwrap().len()), (Some(45_045), 15));
    let (count, _) = run(&["count", "--format", "json", "models/tatham_cube/source.toml"], "", 0);
    assert_eq!(count, "{\"solutions\":1,\"objective\":9,\"complete\":true}\n");
}

/// The ids of two instances, of which the first one has two best solutions or more.
const TWO: &str = "c4x4:C461,3\nc3x3:7E0,8\n";

#[test]
fn options_of_solve_work_on_a_list_of_ids() {
    let solve = |more: &[&str], code: i32| run(&[&["solve", "--ids", "-"], more].concat(), TWO, code);
    // What is listed of a file is listed of an id.
    for options in [&["--all"][..], &["--solutions", "2"], &["--all", "--quiet"]] {
        let alone = |id: &str| run(&[&["solve", id], options].concat(), "", 0).0;
        let without_times =
            |text: &str| text.lines().filter(|line| !line.starts_with("by ")).map(str::to_owned).collect::<Vec<_>>();
        let (listed, _) = solve(options, 0);
        let each: Vec<String> = TWO.lines().flat_map(|id| without_times(&alone(id))).collect();
        assert_eq!(without_times(&listed), each);
        assert!(listed.contains(" listed: "), "{listed}");
    }
    let (brief, _) = solve(&["--brief=csv"], 0);
    assert!(brief.contains("\n\"c4x4:C461,3\",tatham-cube,optimal,9,") && brief.lines().count() == 3, "{brief}");
    let (checked, notes) = solve(&["--cross-check", "--time-limit", "1s"], 0);
    assert!(checked.lines().count() == 2 && notes.matches("cross-check by ").count() == 2, "{checked}{notes}");
    let (stream, _) = solve(&["--json-stream"], 0);
    assert_eq!(stream.matches("\"event\":\"result\"").count(), 2, "{stream}");
    let solver = common::first_solver().name();
    let folder = Folder::new();
    let ids = folder.write("ids.txt", TWO);
    let limited = ["solve", "--ids", &ids, "--backend", solver, "--time-limit", "1s", "--format", "json"];
    let (_, by_model, _) = common::called(&limited, "");
    assert_eq!(by_model.matches(&format!("\"backend\":\"{solver}\"")).count(), 2, "{by_model}");
    let (raced, _) = solve(&["--race", "--backend", &format!("{solver},search"), "--quiet"], 0);
    assert!(raced.starts_with("c4x4:C461,3: optimal 9 ") && raced.lines().count() == 2, "{raced}");
    let (_, refused) = solve(&["--picture", "-"], 2);
    assert!(refused.contains("--picture draws one solution"), "{refused}");
    let (drawn, _) = run(&["solve", "--ids", "-", "--picture", "-"], "c4x4:C461,3\n", 0);
    assert!(drawn.contains('■') && drawn.contains("a blue square"), "{drawn}");
}

#[test]
#[cfg(feature = "cadical")]
fn ids_of_a_list_have_certificates_in_a_folder() {
    let folder = Folder::new();
    // A name that ends with a slash is a folder, which is made.
    run(&["solve", "--ids", "-", "--proof", &folder.path("proofs/")], TWO, 0);
    for id in TWO.lines() {
        assert!(std::path::Path::new(&folder.path(&format!("proofs/{id}.pbp"))).exists(), "{id}");
    }
}

/// The moves of the file are a shortest solution, and so is the rest of it at every state.
#[test]
fn saved_games_of_all_solids_go_on() {
    let folder = Folder::new();
    let [save, next] = ["game.sav", "next.sav"].map(|name| folder.path(name));
    for (model, length) in [("source", 9), ("tetrahedron", 9), ("octahedron", 15), ("icosahedron", 29)] {
        let model = format!("models/tatham_cube/{model}.toml");
        let result = folder.write("result.json", run(&["solve", "--format", "json", &model], "", 0).0);
        run(&["render", &model, &result, "--force", "-o", &save], "", 0);
        let text = folder.read("game.sav");
        for played in [1, length / 2, length - 1] {
            let position = (played + 1).to_string();
            let at = format!("STATEPOS:{}:{position}\n", position.len());
            folder.write("game.sav", text.replace("STATEPOS:1:1\n", &at));
            let said = run(&["solve", "--format", "json", &save], "", 0).0;
            let report: Value = serde_json::from_str(&said).unwrap();
            assert_eq!(report["objective"].as_u64(), Some(length - played), "{model} {played}");
            let rest = folder.write("rest.json", said);
            run(&["check", &save, &rest], "", 0);
            run(&["render", &save, &rest, "--force", "-o", &next], "", 0);
            let (next, states) = (folder.read("next.sav"), text.lines().find(|line| line.starts_with("NSTATES")));
            assert!(next.contains(&at) && next.contains(states.unwrap()), "{next}");
            let again = run(&["solve", "-q", &folder.path("next.sav")], "", 0).0;
            common::says(&again, &[&format!("optimal {}", length - played)]);
        }
    }
}

/// The search is compared with brute force in `oracle.rs`.
#[test]
fn tables_have_the_distances_of_the_search() {
    for id in ["t1x1:00,0", "t0x3:000,0", "o1x1:00,0"] {
        let plain = TathamCube::from_id(id).unwrap();
        let size = plain.grid.name();
        let numbers = common::json(&["table", "tatham-cube", &size, "--format", "json"], "", 0);
        let squares = plain.grid.squares().len();
        let mut starts: Vec<u64> = Vec::new();
        for set in (0..1_u32 << squares).filter(|set| set.count_ones() as usize == plain.grid.solid().faces()) {
            let blue: Vec<bool> = (0..squares).map(|square| set >> square & 1 == 1).collect();
            for &start in plain.grid.squares() {
                let cube = erased(TathamCube { blue: blue.clone(), start, ..plain.clone() });
                let verdict = common::searched(&*cube, &Request::unlimited()).verdict;
                if let Some(length) = verdict.solution().map(|rolls| rolls["length"].as_u64().unwrap() as usize) {
                    starts.resize(starts.len().max(length + 1), 0);
                    starts[length] += 1;
                }
            }
        }
        assert_eq!(numbers["starts"], serde_json::to_value(starts).unwrap(), "{size}");
    }
}

#[test]
fn hexagons_have_six_symmetries_or_twelve() {
    // One blue square of a triangle of 9, whose symmetries are those of a triangle: corners, sides, and the three in the middle.
    for (size, colourings) in [([0, 3], 3), ([3, 0], 3), ([1, 1], 1), ([0, 1], 1), ([1, 2], 4)] {
        let grid = Grid::new(Solid::Tetrahedron, size).unwrap();
        assert_eq!(orbits(&grid, 1).colourings, colourings, "{size:?}");
    }
}

#[test]
fn boards_of_more_than_52_squares_are_solved() {
    for id in ["c8x7:C000000000000F,20", "c10x11:00000000000000000000000000FC,99"] {
        let length = shortest(&cube(id)).unwrap();
        assert!((6..40).contains(&length), "{id}: {length}");
    }
    let cube = TathamCube::from_id("i3x3:FFFFF000000008,53").unwrap();
    assert_eq!((cube.grid.squares().len(), cube.grid.name()), (54, "i3x3".to_owned()));
}

#[test]
fn breaches_are_told() {
    Solved::new(model!("tatham_cube/source"), "d d d u l l u u l", None, Some(9))
        .breaks("E", None, "roll 1 (E) from [3, 3] leaves the board")
        .breaks("N", None, "roll 1 (N) from [3, 3] leaves the board")
        .breaks("WWWW", None, "roll 4 (W) from [0, 3] leaves the board")
        .breaks("SSSS", None, "roll 4 (S) from [3, 0] leaves the board")
        .breaks("X", None, "? move 1 is `X`, not one of N, E, S, W")
        .breaks("S", Some("0,0"), "? the model fixes the start: leave out --start")
        .breaks("", None, "at the end 0 of the six faces are blue")
        .breaks("DDDULLUU", None, "at the end 5 of the six faces are blue")
        .breaks("SSSNWWNNWE", None, "roll 10 (E) comes after all six faces are blue: the game is over then")
        .refuses("/moves", json!("SSU"), "move 3 is `U`, not one of N, E, S, W")
        .refuses("/length", json!(10), "the length is given as 10, but there are 9 moves")
        .refuses(
            "/tatham_moves",
            json!("DDDULLUUU"),
            "the moves in the game's letters are given as DDDULLUUU, but they are DDDULLUUL",
        );
    let detour = Solved::new(model!("tatham_cube/source"), "SWWWEEESSNWWNNW", None, Some(15));
    assert_eq!(detour.solution["tatham_moves"], json!("DLLLRRRDDULLUUL"));
    Solved::new(model!("tatham_cube/octahedron"), "WEEENEWSESWSWWN", None, Some(15))
        .breaks("N", None, "at the end 0 of the eight faces are blue")
        .breaks("S", None, "roll 1 (S) is over no side of the triangle [1, 2]")
        .breaks("WN", None, "roll 2 (N) is over no side of the triangle [0, 2]")
        .breaks("WW", None, "roll 2 (W) from [0, 2] leaves the board")
        .breaks("W", None, "at the end 1 of the eight faces are blue")
        .breaks("WEEENEWSESWSWWNS", None, "roll 16 (S) comes after all eight faces are blue: the game is over then")
        .refuses(
            "/tatham_moves",
            json!("LRRRURLDRDLDLLD"),
            "the moves in the game's letters are given as LRRRURLDRDLDLLD, but they are LRRRURLDRDLDLLU",
        );
}

#[test]
fn replays_lead_to_the_end() {
    for (stage, solution) in &replays_of("tatham-cube", &[&[("solid", "tetrahedron")], &[("solid", "octahedron")]]) {
        if let Some(shape) = stage["solids"][0].get("shape") {
            let (states, faces) = (shapes::play(stage), shape["faces"].as_array().unwrap().len());
            for (&(blue, cells), value) in states.iter().zip(readout(stage, "blue faces")) {
                assert_eq!((value, blue + cells), (format!("{blue} of {faces}"), states[0].0 + states[0].1));
            }
            assert_eq!(
                (states.len() as u64, states.last().unwrap().0),
                (solution["length"].as_u64().unwrap() + 1, faces)
            );
            continue;
        }
        let states = played(stage, solution);
        let is_blue = |faces: &solids::Faces| faces.values().filter(|face| face["paint"] == "blue").count();
        for (state, value) in states.iter().zip(readout(stage, "blue faces")) {
            assert_eq!(value, format!("{} of 6", is_blue(&state.all[0].1)));
            // A colour is swapped, never lost.
            let blue = is_blue(&state.all[0].1) + state.paint.values().filter(|paint| *paint == "blue").count();
            assert_eq!(blue, states[0].paint.len());
        }
        assert_eq!(is_blue(&states.last().unwrap().all[0].1), 6);
    }
}
