//! `solve --proof` and `check --proof`: certificates that hold by VeriPB, and changed ones that do not.
//!
//! VeriPB is looked for on PATH. Where the environment variable TUMBLE_VERIPB is set (`scripts/test --all` sets it), its absence is an
//! error; elsewhere the checks are left out, with a note.

use std::path::Path;

use crate::common::{self, Folder};
use serde_json::Value;
use tumble::solve::{Witness, check_statement};

const MAX: &str = "models/die_tour/3x3_max.toml";
const MIN: &str = "models/die_tour/3x3_min.toml";
const NONE: &str = "models/die_tour/3x3_infeasible.toml";
const SEED: &str = "models/sudoku_cube/seed.toml";
const TRAY: &str = "models/cube_tray/2x3_flip.toml";
const SOURCE: &str = "models/tatham_cube/source.toml";
const BOARD: &str = "models/labeled_board/source.toml";

/// A certificate in a folder of its own.
struct Certificate {
    folder: Folder,
    model: String,
}

impl Certificate {
    /// The certificate that `solve` writes, with its exit code.
    fn of(model: &str, options: &[&str], code: i32) -> Self {
        let certificate = Self { folder: Folder::new(), model: model.to_owned() };
        let proof = certificate.path("pbp");
        let (_, notes) = common::printed(&[&["solve", model, "--proof", &proof], options].concat(), "", code);
        assert!(notes.contains("proved in") && notes.contains("veripb "), "{notes}");
        certificate
    }

    fn path(&self, suffix: &str) -> String {
        self.folder.path(&format!("a.{suffix}"))
    }

    fn read(&self, suffix: &str) -> String {
        self.folder.read(&format!("a.{suffix}"))
    }

    /// What `check` prints, for any model. That the proof holds, and that it does not, VeriPB says.
    fn check(&self, model: &str, code: i32) -> String {
        common::printed(&["check", model, "--proof", &self.path("pbp")], "", code).0
    }

    /// What `check` prints if one file is another one.
    fn changed(&self, suffix: &str, text: &str, code: i32) -> String {
        let before = self.read(suffix);
        std::fs::write(self.path(suffix), text).unwrap();
        let printed = self.check(&self.model, code);
        std::fs::write(self.path(suffix), before).unwrap();
        printed
    }
}

/// Writes a certificate, and has it checked.
fn proved(model: &str, options: &[&str], code: i32, says: &str) -> Certificate {
    let certificate = Certificate::of(model, options, code);
    if common::veripb().is_some() {
        let text = certificate.check(model, 0);
        assert!(text.contains(&format!("{model}: {says}: the proof holds, by VeriPB 3.")), "{text}");
    }
    certificate
}

#[test]
fn cuts_are_built_again_from_their_sets() {
    if common::veripb().is_none() {
        return;
    }
    for (model, encoding) in
        [(MAX, "edge-cuts"), (MIN, "edge-cuts"), (MAX, "arc-cuts"), (MIN, "product-cuts"), (BOARD, "euler-flow")]
    {
        let objective = common::json(&["solve", model, "--quiet", "--format", "json"], "", 0)["objective"].clone();
        let certificate = proved(model, &["-e", encoding], 0, &format!("no solution is better than {objective}"));
        let statement = certificate.read("opb");
        let Some(cut) = statement.lines().find(|line| line.starts_with("* cut: ")) else { continue };
        // A set without its last number is another set, or none.
        let (shorter, _) = cut.rsplit_once(' ').unwrap();
        let text = certificate.changed("opb", &statement.replacen(cut, shorter, 1), 1);
        assert!(text.contains("line ") || text.contains("a cut of the statement is none"), "{text}");
        let text = certificate.changed("opb", &statement.replacen(cut, "* cut: 99999", 1), 1);
        assert!(text.contains("a cut of the statement is none"), "{text}");
    }
}

#[test]
fn an_answer_of_each_puzzle_has_a_certificate() {
    let only = "there is no other solution";
    for (model, options, says) in [
        ("models/block_maze/islands.toml", &[] as &[&str], "no solution is better than 14"),
        ("models/cube_tray/any_hole.toml", &[], "no solution is better than 9"),
        ("models/die_path/plane.toml", &[], "no solution is better than 6"),
        (MAX, &[], "no solution is better than 37"),
        (MAX, &["--method", "search"], "no solution is better than 37"),
        (MAX, &["-e", "time-expanded"], "no solution is better than 37"),
        (MIN, &["-e", "time-expanded"], "no solution is better than 25"),
        (MIN, &["--all"], "no other solution is as good as 25"),
        (BOARD, &[], "no solution is better than 13"),
        (BOARD, &["-e", "euler-flow"], "no solution is better than 13"),
        (SEED, &["--all"], only),
        (SEED, &["--all", "-b", "cadical"], only),
        (SOURCE, &[], "no solution is better than 9"),
        ("models/tatham_cube/tetrahedron.toml", &[], "no solution is better than 9"),
        (MAX, &["-b", "cadical", "-e", "time-expanded"], "no solution is better than 37"),
        (MAX, &["-b", "cadical", "-e", "edge-cuts"], "no solution is better than 37"),
        (MIN, &["-e", "arc-flow"], "no solution is better than 25"),
        (SOURCE, &["-b", "cadical"], "no solution is better than 9"),
        (BOARD, &["-b", "cadical", "-e", "arc-cuts"], "no solution is better than 13"),
        (TRAY, &[], "no solution is better than 42"),
    ] {
        let certificate = proved(model, options, 0, says);
        let statement = certificate.read("opb");
        let problem = common::problem(&std::fs::read_to_string(model).unwrap());
        let witness: Value = serde_json::from_str(&certificate.read("json")).unwrap();
        let values = serde_json::from_value(witness["values"].clone()).unwrap();
        let witness = Witness { solution: witness["solution"].clone(), values };
        let stating =
            check_statement(&problem, &statement, Some(&witness), &tumble::control::Control::unlimited()).unwrap();
        assert_eq!(stating.claimed.to_string(), says, "{model} {options:?}");
        // A relaxation needs cuts; fewer moves than those of a shortest solution are not enough.
        assert!(!options.contains(&"euler-flow") || statement.contains("\n* cut: "), "{statement}");
        assert!(model != SOURCE || statement.contains("* horizon: 8\n"));
        assert!(certificate.read("pbp").matches("\nrup ").count() > 1, "{model} {options:?}");
    }
    proved(NONE, &["-e", "time-expanded"], 1, "there is no solution");
}

#[test]
fn encodings_that_are_named_where_one_has_no_proof_have_a_statement() {
    let folder = Folder::new();
    let proof = folder.path("a.pbp");
    let notes = |args: &[&str]| common::printed(&[&["solve", "--quiet", "--proof", &proof], args].concat(), "", 2).1;
    let bridges = notes(&["models/block_maze/bridges.toml", "-e", "state-flow"]);
    assert!(bridges.contains("too many clauses; no other encoding has a statement that says more"), "{bridges}");
    let cuts = notes(&["models/sudoku_cube/unreachable.toml"]);
    let (_, named) = cuts.split_once("name another --encoding: ").unwrap_or_else(|| panic!("{cuts}"));
    assert!(named.contains("face-digit-plus+parity"), "{cuts}");
}

#[test]
fn a_changed_proof_of_a_sat_solver_is_refused() {
    if common::veripb().is_none() {
        return;
    }
    let certificate = Certificate::of(MIN, &["-b", "cadical", "-e", "arc-flow"], 0);
    let proof = certificate.read("pbp");
    let lines: Vec<&str> = proof.split_inclusive('\n').collect();
    let steps: Vec<usize> = (0..lines.len()).filter(|&line| lines[line].starts_with("rup")).collect();
    // The last step rests on others, each of which is the only one of its kind.
    let last = steps[steps.len() - 1];
    let without = lines.iter().enumerate().filter(|&(line, _)| line != last).map(|(_, text)| *text);
    assert!(certificate.changed("pbp", &without.collect::<String>(), 1).contains("proves nothing"));
    let unhinted = proof.replacen(lines[last], "rup >= 1 : ~;\n", 1);
    assert!(certificate.changed("pbp", &unhinted, 1).contains("proves nothing: VeriPB"));
}

#[test]
fn a_check_keeps_its_time_limit() {
    if common::veripb().is_none() {
        return;
    }
    let certificate = Certificate::of(MAX, &[], 0);
    let (text, notes) =
        common::printed(&["check", MAX, "--proof", &certificate.path("pbp"), "--time-limit", "0s"], "", 3);
    assert!(text.is_empty() && notes.contains("stopped by the time limit"), "{text}{notes}");
}

#[test]
fn the_witness_of_an_only_solution_is_the_one_that_the_statement_excludes() {
    let certificate = Certificate::of(SEED, &["--all"], 0);
    let witness: Value = serde_json::from_str(&certificate.read("json")).unwrap();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut changed = witness.clone();
        change(&mut changed);
        certificate.changed("json", &changed.to_string(), 1)
    };
    let none = with(&|witness| drop(witness.as_object_mut().unwrap().remove("values")));
    assert!(none.contains("it has no values"), "{none}");
    let other = with(&|witness| witness["values"][0] = Value::from(1 - witness["values"][0].as_i64().unwrap()));
    assert!(other.contains("the witness is no solution of the model"), "{other}");
    let moved = with(&|witness| witness["values"].as_array_mut().unwrap().clear());
    assert!(moved.contains("it has no value for some variables"), "{moved}");
    std::fs::remove_file(certificate.path("json")).unwrap();
    assert!(certificate.check(SEED, 1).contains("it is missing"));
}

/// The line of the first change, and what is wrong there.
#[test]
fn a_changed_certificate_is_refused() {
    if common::veripb().is_none() {
        return;
    }
    let certificate = Certificate::of(MAX, &["-e", "time-expanded"], 0);
    let [statement, proof, witness] = ["opb", "pbp", "json"].map(|suffix| certificate.read(suffix));
    let lines: Vec<&str> = proof.split_inclusive('\n').collect();
    for kept in (0..lines.len()).step_by(lines.len() / 9) {
        assert!(certificate.changed("pbp", &lines[..kept].concat(), 1).contains("proves nothing: VeriPB"), "{kept}");
    }
    assert!(certificate.changed("pbp", &proof[..proof.len() / 2], 1).contains("proves nothing: VeriPB"));
    let row = statement.lines().find(|line| !line.starts_with('*')).unwrap();
    let number = 1 + statement.lines().position(|line| line == row).unwrap();
    let text = certificate.changed("opb", &statement.replacen(row, &row.replacen("+1", "+2", 1), 1), 1);
    assert!(text.contains(&format!("line {number} of the statement is not that of this model")), "{text}");
    let text = certificate.changed("opb", &statement.replacen("better than 37", "better than 36", 1), 1);
    assert!(text.contains("is not that of this model"), "{text}");
    for header in ["encoding: arc-flow", "encoding: no-such-encoding", "lowering: nonsense"] {
        let key = header.split_once(' ').unwrap().0;
        let line = statement.lines().find(|line| line.starts_with(&format!("* {key}"))).unwrap();
        certificate.changed("opb", &statement.replacen(line, &format!("* {header}"), 1), 1);
    }
    assert!(certificate.changed("opb", "+1 x1 >= 1 ;\n", 1).contains("no header"));
    let worse = certificate.changed("json", &witness.replace("NNEESWSE", "ENNWSSEN"), 1);
    assert!(worse.contains("breaks the rules") || worse.contains("is not"), "{worse}");
    assert!(certificate.check(MAX, 0).contains("the proof holds"));
}

#[test]
fn a_certificate_of_another_model_is_refused() {
    if common::veripb().is_none() {
        return;
    }
    let certificate = Certificate::of(MAX, &["-e", "time-expanded"], 0);
    for other in [MIN, NONE, "models/die_tour/4x4_max.toml"] {
        assert!(certificate.check(other, 1).contains("proves nothing"), "{other}");
    }
    // Another puzzle has no such encoding.
    assert!(certificate.check(SOURCE, 1).contains("proves nothing"));
    // The same model by another path is the same.
    assert!(certificate.check(&format!("./{MAX}"), 0).contains("the proof holds"));
}

/// Random boards, against the search: the objective that is proved is that of the search, by every encoding that the statement may be of.
#[test]
fn random_tours_are_proved_by_every_encoding() {
    let encodings = ["arc-flow", "edge-cuts", "edge-flow", "time-expanded"];
    for seed in 0..common::cases(4, 20) {
        let text = common::random("die-tour".len() as u64 + seed, &[("columns", "3"), ("rows", "3")]);
        let folder = Folder::new();
        let model = folder.write("model.toml", &text);
        let problem = common::problem(&text);
        let report = common::run(&problem, tumble::solve::Method::SEARCH, None);
        let says = match report.objective {
            Some(objective) => format!("no solution is better than {objective}"),
            None => "there is no solution".to_owned(),
        };
        let encoding = encodings[seed as usize % encodings.len()];
        if problem.instance.fits(encoding).is_err() || report.objective.is_none() {
            continue;
        }
        proved(&model, &["-e", encoding], 0, &says);
    }
}

#[test]
fn without_veripb_a_check_says_how_to_get_it() {
    let certificate = Certificate::of(MAX, &[], 0);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tumble"));
    let output = command.args(["check", MAX, "--proof", &certificate.path("pbp")]).env("PATH", "").output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && notes.contains("cargo install veripb"), "{notes}");
}

#[test]
fn what_cannot_be_proved_is_said() {
    let folder = Folder::new();
    let proof = &*folder.path("a.pbp");
    let slow = ["models/die_tour/4x4_max.toml", "-e", "arc-flow", "--time-limit", "0s", "--proof", proof];
    let no_moves = "a proof would say nothing: no solution has fewer than no moves";
    for (args, code, why) in [
        (&[MAX, "--proof", "a.txt"] as &[&str], 2, "a proof is a .pbp file"),
        (&[MAX, MIN, "--proof", proof], 2, "needs a folder"),
        (&[MAX, "-b", "search,highs", "--proof", proof], 2, "certifies one answer"),
        (&["models/cube_tray/2x2_flip.toml", "--proof", proof], 2, "a proof would say nothing"),
        (&["models/die_path/same.toml", "-q", "-e", "time-expanded", "--proof", proof], 2, no_moves),
        (&[SEED, "--proof", proof], 2, "any solution is an answer"),
        (&slow, 3, "no certificate"),
    ] {
        let (_, notes) = common::printed(&[&["solve"], args].concat(), "", code);
        assert!(notes.contains(why), "{args:?}: {notes}");
        assert!(!Path::new(proof).exists(), "{args:?}");
    }
}

#[test]
fn a_folder_gets_a_certificate_of_each_model() {
    if common::veripb().is_none() {
        return;
    }
    let folder = Folder::new();
    let path = &*folder.path("");
    common::printed(&["solve", MAX, MIN, "-e", "time-expanded", "--proof", path], "", 0);
    for (model, proof) in [(MAX, "3x3_max.pbp"), (MIN, "3x3_min.pbp")] {
        common::printed(&["check", model, "--proof", &folder.path(proof)], "", 0);
    }
    // tumble's own files may be replaced, others not.
    common::printed(&["solve", MAX, "-e", "time-expanded", "--proof", path], "", 0);
    folder.write("3x3_max.opb", "someone else's\n");
    let (_, notes) = common::printed(&["solve", MAX, "-e", "time-expanded", "--proof", path], "", 2);
    assert!(notes.contains("3x3_max.opb: the file exists"), "{notes}");
}

/// A certificate takes the place of another one as a whole: here its witness cannot be written.
#[test]
#[cfg(target_os = "linux")]
fn a_certificate_that_cannot_be_written_whole_leaves_the_one_that_was_there() {
    let certificate = Certificate::of(MAX, &[], 0);
    for suffix in ["opb", "pbp"] {
        certificate.folder.write(&format!("a.{suffix}"), "* an earlier one\n");
    }
    std::fs::remove_file(certificate.path("json")).unwrap();
    std::os::unix::fs::symlink("/dev/full", certificate.path("json")).unwrap();
    let proof = certificate.path("pbp");
    let (_, notes) = common::printed(&["solve", MAX, "--proof", &proof, "--force"], "", 2);
    assert!(notes.contains("No space left"), "{notes}");
    assert_eq!(["opb", "pbp"].map(|suffix| certificate.read(suffix)), ["* an earlier one\n"; 2]);
    assert_eq!(certificate.folder.names(), ["a.json", "a.opb", "a.pbp"]);
}

#[test]
#[cfg(unix)]
fn the_reason_of_a_refused_proof_is_no_trace_of_calls() {
    use std::os::unix::fs::PermissionsExt as _;
    let certificate = Certificate::of(MAX, &[], 0);
    // As programs in Rust do it.
    let script = "#!/bin/sh\necho 'Error: the proof is wrong'\n[ -z \"$RUST_BACKTRACE$RUST_LIB_BACKTRACE\" ] || echo '   9: _start'\nexit 1\n";
    let program = certificate.folder.write("veripb", script);
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tumble"));
    let command =
        command.args(["check", MAX, "--proof", &certificate.path("pbp")]).env("PATH", certificate.folder.path(""));
    let output = command.env("RUST_BACKTRACE", "1").env("RUST_LIB_BACKTRACE", "full").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(1) && text.trim_end().ends_with("Error: the proof is wrong"), "{text}");
}
