//! What people see: colours where they are wanted, pictures that fit a terminal, and little with `--quiet`.

use std::process::{Command, Output};

const MAX: &str = "models/die_tour/3x3_max.toml";

/// Runs the program with these variables besides those of the tests; colours and locale are not inherited.
fn run(args: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("tumble"));
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    command.args(args).envs(variables.iter().copied()).output().unwrap()
}

fn printed(args: &[&str], variables: &[(&str, &str)], code: i32) -> String {
    let output = run(args, variables);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A text without the codes of colours, and without times.
fn plain(text: &str) -> String {
    let text = anstream::adapter::strip_str(text).to_string();
    text.lines().filter(|line| !line.starts_with("by ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn quiet_answers_are_the_verdict_and_the_answer() {
    let quiet = printed(&["solve", "--quiet", MAX], &[], 0);
    let [verdict, start, moves, tops, total] = quiet.lines().collect::<Vec<_>>()[..] else { panic!("{quiet}") };
    assert_eq!((verdict, total), ("models/die_tour/3x3_max.toml: optimal 37", "total  37"));
    assert!(start.starts_with("start  ") && moves.starts_with("moves  ") && tops.starts_with("tops   "), "{quiet}");
    let infeasible = printed(&["solve", "-q", "models/die_tour/3x3_infeasible.toml"], &[], 1);
    assert_eq!(infeasible.lines().count(), 1, "{infeasible}");
    let listed = printed(&["solve", "-q", "--all", MAX], &[], 0);
    assert!(listed.contains("listed: all solutions\n\nstart") && !listed.contains('┌'), "{listed}");
    assert_eq!(printed(&["count", "--quiet", "--feasible", "models/die_tour/4x4_max.toml"], &[], 0), "52\n");
    assert_eq!(printed(&["check", "--quiet", MAX, "--moves", "NNEESSWN"], &[], 0), "");
    assert!(printed(&["check", "--quiet", MAX, "--moves", "NNS"], &[], 1).contains("a second time"));
    let refused = run(&["solve", "--quiet", "--log", MAX], &[]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_quiet_run_shows_no_progress() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("9x9.toml");
    std::fs::write(&path, std::fs::read_to_string(MAX).unwrap().replace("= 3\n", "= 9\n")).unwrap();
    let long = ["solve", "--time-limit", "2s", "--method", "search", path.to_str().unwrap()];
    assert!(!run(&long, &[]).stderr.is_empty(), "progress");
    assert_eq!(String::from_utf8(run(&[&long[..], &["-q"]].concat(), &[]).stderr).unwrap(), "");
}

#[test]
fn colours_are_printed_where_they_are_wanted_and_never_in_pictures_of_their_own() {
    let without = printed(&["solve", MAX], &[], 0);
    let forced = printed(&["solve", MAX], &[("CLICOLOR_FORCE", "1")], 0);
    assert!(!without.contains('\u{1b}') && forced.contains("\u{1b}["));
    assert_eq!(plain(&forced), plain(&without));
    assert!(!printed(&["solve", MAX], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], 0).contains('\u{1b}'));
    for args in [&["render", MAX, "-o", "-"][..], &["solve", "--quiet", MAX, "--picture", "-"]] {
        let picture = printed(args, &[("CLICOLOR_FORCE", "1"), ("LC_ALL", "C")], 0);
        assert!(picture.contains('┌') && !picture.contains('\u{1b}'), "{picture}");
    }
}

/// Output that goes to a file or a pager has the width that the caller names.
#[test]
fn without_a_terminal_pictures_are_as_wide_as_columns_says() {
    let widest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let model = "models/tatham_cube/source.toml";
    for args in [&["solve", model][..], &["render", model, "-o", "-"], &["solve", "-q", model, "--picture", "-"]] {
        let pictures = |columns| widest(&printed(args, &[("COLUMNS", columns)], 0));
        assert!(pictures("44") <= 44 || args[0] == "solve", "{args:?}");
        assert_eq!(printed(args, &[("COLUMNS", "wide")], 0).lines().count(), printed(args, &[], 0).lines().count());
    }
    let narrow = printed(&["solve", "models/tatham_cube/source.toml"], &[("COLUMNS", "44")], 0);
    assert!(narrow.contains("\nstart     1 S 0/6   2 S 0/6   3 S 1/6\n"), "{narrow}");
    let tour = |columns| printed(&["solve", "-q", MAX, "--picture", "-"], &[("COLUMNS", columns)], 0);
    assert!(tour("80").contains('┌') && tour("16").contains("6━4━1\n") && tour("x") == tour("100"));
}

/// A board of ten columns on a usual terminal.
#[test]
fn ten_columns_in_eighty_characters_keep_their_labels() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("10x4.toml");
    let new = ["new", "labeled-board", "--columns", "10", "--rows", "4", "--seed", "3", "-o", path.to_str().unwrap()];
    printed(&new, &[], 0);
    let solve = |columns| printed(&["solve", path.to_str().unwrap()], &[("COLUMNS", columns)], 0);
    let framed = |text: &str| text.split('[').skip(1).filter(|rest| rest.chars().nth(1) == Some(']')).count();
    let (wide, usual, narrow) = (solve("100"), solve("80"), solve("40"));
    assert!(framed(&wide) > 3 && framed(&usual) == framed(&wide), "{usual}");
    assert!(
        usual.contains("[5] a label") && usual.lines().all(|line| !line.contains('│') || line.chars().count() <= 80)
    );
    // Without frames a digit is a label, and the legend says so.
    assert!(narrow.contains("5 a label") && framed(&narrow) == 0, "{narrow}");
    let picture = narrow.split("\n\n").nth(1).unwrap().split("S start").next().unwrap();
    let labels = picture.chars().filter(char::is_ascii_digit).count();
    // One frame is that of the legend; the start and the goal may be on labels.
    assert!((framed(&wide) - 3..framed(&wide)).contains(&labels), "{labels} in {picture}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_gets_pictures_of_its_width_and_its_characters() {
    let program = assert_cmd::cargo::cargo_bin("tumble");
    let on_terminal = |columns: u16, locale: &str, model: &str| {
        // `script` runs a command on a terminal of its own.
        let line = format!("stty rows 24 cols {columns}; exec {} solve {model}", program.display());
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).env_remove("NO_COLOR").env("TERM", "xterm").env("LC_ALL", locale);
        let output = command.stdin(std::process::Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().replace('\r', "")
    };
    let wide = on_terminal(90, "C.UTF-8", MAX);
    assert!(wide.contains('┌') && wide.contains("\u{1b}["), "{wide}");
    assert!(plain(&on_terminal(90, "C", MAX)).is_ascii());
    let narrow = plain(&on_terminal(16, "C.UTF-8", MAX));
    assert!(narrow.contains("\n6━4━1\n┃ · ┃\n") || narrow.contains("\n6━4━1\n┃   ┃\n"), "{narrow}");
    let strip = plain(&on_terminal(44, "C.UTF-8", "models/tatham_cube/source.toml"));
    assert!(strip.contains("\nstart     1 S 0/6   2 S 0/6   3 S 1/6\n"), "{strip}");
}
