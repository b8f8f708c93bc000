//! Malformed model files of the trays and of the Cube, and bad calls with their options: exit code 2 and a message that shows the
//! place.

use crate::common::{messages_on_bad_files, tumble};

#[test]
fn bad_model_files_are_explained() {
    insta::assert_snapshot!(messages_on_bad_files("bad_input_trays"));
}

#[test]
fn bad_usage_is_exit_code_2() {
    let model = "models/cube_tray/classic.toml";
    let calls: &[&[&str]] = &[
        &["solve", model, "--encoding", "arc-flow"],
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
