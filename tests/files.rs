//! The suffix of an output file decides its format; an unsuitable suffix is refused before the work starts.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]

mod common;

use common::tumble;

const MAX: &str = "models/die_tour/3x3_max.toml";

#[test]
fn a_suffix_that_is_not_known_is_refused_before_the_work() {
    let dir = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str, &str); 11] = [
        (&["solve", MAX, "--picture"], "tour.png", ".svg or a .txt file"),
        (&["solve", MAX, "--picture"], "tour", ".svg or a .txt file"),
        (&["render", MAX, "-o"], "tour.png", ".svg or a .txt file"),
        (&["render", "models/tatham_cube/source.toml", "-o"], "cube.png", "a .sav file"),
        (&["export", MAX, "-o"], "tour.sat", "no format has the suffix .sat; there are .lp, .mps, .fzn"),
        (&["export", MAX, "--format", "lp", "-o"], "tour.mps", "a file in the format lp is a .lp file"),
        (&["export", MAX, "--format", "fzn-std", "-o"], "tour.txt", "a file in the format fzn-std is a .fzn file"),
        (
            &["export", MAX, "--format", "tour", "-o"],
            "tour.lp",
            "no format `tour`; there are lp, mps, fzn, fzn-std, cnf, opb",
        ),
        (&["table", "die-path", "2x2", "-o"], "detours.txt", "a .json file"),
        (&["table", "die-path", "2x2", "--picture"], "detours.json", ".svg or a .txt file"),
        (&["table", "tatham-cube", "2x2", "-o"], "cube.json", "a .table file"),
    ];
    for (args, name, known) in cases {
        let path = dir.path().join(name);
        let args = [args, &[path.to_str().unwrap()]].concat();
        let output = tumble(&args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(known), "{args:?}: {error}");
        assert!(error.contains(name) || error.contains("`tour`"), "{args:?}: {error}");
        assert!(output.stdout.is_empty() && !path.exists(), "{args:?}: it began");
    }
}

#[test]
fn a_suffix_that_is_known_gets_its_format() {
    let dir = tempfile::tempdir().unwrap();
    let write = |args: &[&str], name: &str| {
        let path = dir.path().join(name);
        let output = tumble(&[args, &[path.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        (String::from_utf8(output.stdout).unwrap(), std::fs::read_to_string(path).unwrap())
    };
    let (answer, text) = write(&["solve", MAX, "--picture"], "tour.txt");
    assert!(text.contains('┌') && answer.contains(&text));
    assert!(write(&["solve", MAX, "--picture"], "tour.SVG").1.starts_with("<svg"));
    assert!(write(&["export", MAX, "-o"], "tour.lp").1.contains("Subject To"));
    assert!(write(&["export", MAX, "-o"], "tour").1.contains("Subject To"));
    assert!(write(&["export", MAX, "-o"], "tour.mps").1.contains("ROWS"));
    assert!(write(&["export", MAX, "-o"], "tour.fzn").1.contains("gecode_circuit"));
    assert!(!write(&["export", MAX, "--format", "fzn-std", "-o"], "tour.fzn").1.contains("gecode"));
    assert!(write(&["export", MAX, "--format", "fzn", "-o"], "tour").1.contains("gecode_circuit"));
    assert!(write(&["table", "die-path", "2x2", "-o"], "detours.json").1.starts_with('{'));
    assert!(write(&["table", "die-path", "2x2", "--picture"], "detours.txt").1.contains("y=0"));
}

#[test]
fn a_dash_is_standard_output() {
    let picture = String::from_utf8(tumble(&["render", MAX, "-o", "-"]).stdout).unwrap();
    let answer = tumble(&["solve", MAX, "--picture", "-"]);
    assert_eq!(answer.status.code(), Some(0));
    let text = String::from_utf8(answer.stdout).unwrap();
    let (solution, drawn) = text.split_at(text.rfind('┌').unwrap());
    assert!(solution.contains("total  37") && drawn.lines().count() == picture.lines().count(), "{text}");
    for args in [
        &["solve", MAX, "--picture", "-", "--format", "json"][..],
        &["table", "die-path", "2x2", "-o", "-", "--picture", "-"],
    ] {
        let output = tumble(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("standard output"), "{args:?}");
    }
    assert!(!std::path::Path::new("-").exists());
}
