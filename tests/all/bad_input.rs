//! Every malformed model file in `tests/bad_input/` ends with exit code 2 and a message that shows the place, without a panic;
//! the messages are kept in a snapshot so that they are read when they change.

use crate::common::{messages_on_bad_files, tumble};

#[test]
fn bad_model_files_are_explained() {
    insta::assert_snapshot!(messages_on_bad_files("bad_input"));
}

#[test]
fn bad_die_paths_and_labeled_boards_are_explained() {
    insta::assert_snapshot!(messages_on_bad_files("bad_input_rolls"));
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

#[test]
fn bad_usage_is_exit_code_2() {
    let model = "models/die_tour/3x3_max.toml";
    let calls: &[&[&str]] = &[
        &["solve"],
        &["solve", model, "--backend", "gurobi"],
        &["solve", model, "--encoding", "arc-flaw"],
        &["solve", model, "--lowering", "circuit"],
        &["solve", model, "--time-limit", "soon"],
        &["solve", model, "--threads", "0"],
        &["solve", model, model, "--picture", "tour.svg"],
        &["solve", model, "--backend", "all", "--picture", "tour.svg"],
        &["solve", model, "--backend", "search", "--encoding", "arc-flow"],
        &["solve", model, "--backend", "all", "--encoding", "arc-flaw"],
        &["solve", model, "--threads", "1000"],
        &["count", model, "--backend", "nobody"],
        &["render", model, "-o", "tour.gif"],
        &["check", model],
        &["check", model, "--moves", "N", "--start", "nowhere"],
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
    ];
    for args in calls {
        let output = tumble(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{args:?}");
    }
}
