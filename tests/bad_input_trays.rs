//! Malformed model files of the trays and of the Cube, and bad calls of what belongs to them: exit code 2 and a message that
//! shows where.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]

use std::process::Output;

use assert_cmd::Command;

fn tumble(args: &[&str]) -> Output {
    let root = env!("CARGO_MANIFEST_DIR");
    Command::cargo_bin("tumble").unwrap().current_dir(root).env("NO_COLOR", "1").args(args).output().unwrap()
}

#[test]
fn bad_model_files_are_explained() {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_input_trays");
    let mut names: Vec<_> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let mut messages = String::new();
    for name in names {
        let path = format!("tests/bad_input_trays/{}", name.to_str().unwrap());
        let output = tumble(&["solve", &path]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{path}: {message}");
        assert!(output.stdout.is_empty(), "{path}");
        assert!(!message.contains("panicked"), "{path}: {message}");
        messages += &message;
        messages += "\n";
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn bad_usage_is_exit_code_2() {
    let model = "models/cube_tray/classic.toml";
    let calls: &[&[&str]] = &[
        &["solve", model, "--backend", "highs"],
        &["solve", model, "--encoding", "time-indexed"],
        &["export", model, "-o", "-"],
        &["check", model, "--moves", "N", "--start", "0,0"],
        &["table"],
        &["table", "cube-tray"],
        &["table", "die-tour", "4x4"],
        &["table", "cube-tray", "nowhere.toml"],
        &["table", "cube-tray", "models/die_tour/3x3_max.toml"],
        &["table", "tatham-cube", "4by4"],
        &["table", "tatham-cube", "0x4"],
        &["table", "tatham-cube", "8x8"],
        &["table", "tatham-cube", "99999999999x99999999999"],
        &["table", "tatham-cube", "7x7", "--threads", "0"],
        &["solve", "--ids", "nowhere.txt"],
        &["solve", "--ids", "-", model],
        &["solve", "--ids", "-", "--backend", "highs"],
        &["solve", "--table", "nowhere.bin", model],
        &["solve", "--ids", "-", "--table", "nowhere.bin"],
        &["solve", "--ids", "-", "--table", "Cargo.toml"],
        &["solve", "models/tatham_cube/source.toml", "--backend", "cbc"],
        &["render", model, "-o", "tray.sav"],
        &["new", "tatham-cube", "--columns", "4"],
        &["new", "tatham-cube", "--seed", "1", "--blue", "16"],
        &["new", "tatham-cube", "--seed", "1", "--columns", "9"],
        &["new", "cube-tray", "--columns", "7"],
        &["new", "cube-tray", "--columns", "0"],
        &["new", "cube-tray", "--columns", "18446744073709551615"],
        &["new", "cube-tray", "--rolls", "3"],
        &["new", "cube-tray", "--seed", "1", "--rolls", "1000000000000"],
        &["new", "cube-tray", "--seed", "1", "--unsolvable"],
    ];
    for args in calls {
        let output = tumble(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{args:?}");
    }
}
