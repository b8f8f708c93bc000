//! Every malformed model file in `tests/bad_input/`, which has a folder for each puzzle, ends with exit code 2 and a message that shows the place, without a panic;
//! the messages are kept in a snapshot so that they are read when they change.

use std::path::PathBuf;

use tumble::registry::Registry;

use crate::common::{files_in, root, tumble};

const TOUR: &str = "models/die_tour/3x3_max.toml";
const TRAY: &str = "models/cube_tray/classic.toml";

/// Solves every malformed model file of a puzzle.
fn messages(puzzle: &str) -> String {
    let mut paths = files_in(&root().join("tests/bad_input").join(puzzle));
    paths.sort();
    let message = |path: &PathBuf| {
        let path = path.strip_prefix(root()).unwrap().to_str().unwrap();
        let output = tumble(&["solve", path]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{path}: {message}");
        assert!(output.stdout.is_empty() && !message.contains("panicked"), "{path}: {message}");
        message + "\n"
    };
    paths.iter().map(message).collect()
}

#[test]
fn bad_model_files_are_explained() {
    for puzzle in Registry::built_in().puzzles().map(|puzzle| puzzle.name.replace('-', "_")) {
        insta::assert_snapshot!(format!("bad_{puzzle}"), messages(&puzzle));
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    for path in ["no/such/file.toml", "src", "Cargo.lock"] {
        let output = tumble(&["solve", path]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(message.contains(path), "{message}");
    }
}

#[test]
fn what_is_no_text_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in [("latin1.toml", &b"# caf\xe9\n"[..]), ("zero.toml", &[0; 100]), ("empty.toml", b"")] {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let output = tumble(&["solve", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{name}");
    }
}

/// Neither a gibibyte nor a folder is read as a model, a record, a solution or a list of ids.
#[test]
fn files_that_are_too_large_and_folders_are_refused_by_every_command() {
    let dir = tempfile::tempdir().unwrap();
    let large = dir.path().join("large.toml");
    std::fs::File::create(&large).unwrap().set_len(1 << 30).unwrap();
    let (large, folder) = (large.to_str().unwrap(), dir.path().to_str().unwrap());
    let model = "models/die_tour/3x3_max.toml";
    for (path, why) in [(large, "larger than 16 MiB"), (folder, "irectory")] {
        for args in [
            &["solve", path][..],
            &["check", path],
            &["check", model, path],
            &["export", path, "-o", "-"],
            &["decode", model, path, "--encoding", "arc-flow"],
            &["render", path, "-o", "-"],
            &["render", model, path, "-o", "-"],
            &["solve", "--ids", path],
        ] {
            let output = tumble(args);
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
            assert!(error.contains(why), "{args:?}: {error}");
        }
    }
    let help = String::from_utf8(tumble(&["solve", folder]).stderr).unwrap();
    assert!(help.contains("name files in it"), "{help}");
}

/// Calls that make no sense.
const CALLS: &[&[&str]] = &[
    &["solve"],
    &["solve", TOUR, "--backend", "gurobi"],
    &["solve", TOUR, "--encoding", "arc-flaw"],
    &["solve", TOUR, "--lowering", "circuit"],
    &["solve", TOUR, "--time-limit", "soon"],
    &["solve", TOUR, "--threads", "0"],
    &["solve", TOUR, TOUR, "--picture", "tour.svg"],
    &["solve", TOUR, "--backend", "all", "--picture", "tour.svg"],
    &["solve", TOUR, "--backend", "search", "--encoding", "arc-flow"],
    &["solve", TOUR, "--backend", "all", "--encoding", "arc-flaw"],
    &["solve", TOUR, "--threads", "1000"],
    &["count", TOUR, "--backend", "nobody"],
    &["render", TOUR, "-o", "tour.gif"],
    &["check", TOUR],
    &["check", TOUR, "--moves", "N", "--start", "nowhere"],
    &["new", "die-tour", "--columns", "many"],
    &["new", "die-tour", "--columns", "1000000000", "--rows", "1000000000"],
    &["new", "die-tour", "--blocked", "2"],
    &["new", "chess"],
    &["new", "labeled-board", "--full"],
    &["new", "labeled-board", "--seed", "1", "--columns", "99"],
    &["new", "labeled-board", "--seed", "1", "--columns", "18446744073709551615"],
    &["new", "labeled-board", "--seed", "1", "--blocked", "25"],
    &["new", "labeled-board", "--seed", "1", "--labels", "0"],
    &["new", "labeled-board", "--seed", "1", "--full", "--labels", "3"],
    &["new", "labeled-board", "--seed", "1", "--unique", "--unsolvable"],
    &["new", "labeled-board", "--seed", "1", "--full", "--closed", "--columns", "3"],
    &["table", "die-path", "0x2"],
    &["table", "die-path", "1000x2"],
    &["table", "cube-tray", "models/cube_tray/2x2_flip.toml", "--picture", "tray.svg"],
    &["schema", "chess"],
    &["frobnicate"],
    &["solve", TRAY, "--encoding", "arc-flow"],
    &["check", TRAY, "--moves", "N", "--start", "0,0"],
    &["table"],
    &["table", "cube-tray"],
    &["table", "die-tour", "4x4"],
    &["table", "cube-tray", "nowhere.toml"],
    &["table", "cube-tray", "models/die_tour/3x3_max.toml"],
    &["table", "tatham-cube", "4by4"],
    &["table", "tatham-cube", "0x4"],
    &["table", "tatham-cube", "8x16"],
    &["table", "tatham-cube", "x1x2"],
    &["table", "tatham-cube", "t0x0"],
    &["table", "tatham-cube", "99999999999x99999999999"],
    &["table", "tatham-cube", "7x7", "--threads", "0"],
    &["solve", "--ids", "nowhere.txt"],
    &["solve", "--ids", "-", TRAY],
    &["solve", "--ids", "-", "--backend", "highs"],
    &["solve", "--table", "nowhere.bin", TRAY],
    &["solve", "--ids", "-", "--table", "nowhere.bin"],
    &["solve", "--ids", "-", "--table", "Cargo.toml"],
    &["render", TRAY, "-o", "tray.sav"],
    &["new", "tatham-cube", "--columns", "4"],
    &["new", "tatham-cube", "--seed", "1", "--blue", "16"],
    &["new", "tatham-cube", "--seed", "1", "--columns", "11"],
    &["new", "tatham-cube", "--seed", "1", "--solid", "ball"],
    &["new", "tatham-cube", "--seed", "1", "--solid", "octahedron", "--columns", "1", "--blue", "6"],
    &["new", "cube-tray", "--columns", "7"],
    &["new", "cube-tray", "--columns", "0"],
    &["new", "cube-tray", "--columns", "18446744073709551615"],
    &["new", "cube-tray", "--rolls", "3"],
    &["new", "cube-tray", "--seed", "1", "--rolls", "1000000000000"],
    &["new", "cube-tray", "--seed", "1", "--unsolvable"],
    &["new", "cube-tray", "--seed", "1", "--tops"],
    &["new", "cube-tray", "--faces", "WWRRBB"],
    &["new", "cube-tray", "--seed", "1", "--faces", "WWRRB"],
    &["new", "cube-tray", "--seed", "1", "--faces", "WWRR_?"],
    &["new", "cube-tray", "--seed", "1", "--faces", "WWRRBB", "--oriented"],
    &["new", "cube-tray", "--seed", "1", "--faces", "WWRRBB", "--tops", "--unsolvable"],
    &["new", "cube-tray", "--seed", "1", "--faces", "WWBBBB", "--unsolvable"],
];

#[test]
fn bad_usage_is_exit_code_2() {
    for args in CALLS {
        let output = tumble(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{args:?}");
    }
}
