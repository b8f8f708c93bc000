//! The commands of the README and of all pages in `docs/` print what is shown there, except for times, node counts and versions.

use std::path::Path;

use crate::common::{files_in, root};
use tumble::backend::{BackendEntry, REGISTRY};

/// Commands that pages show beside those of tumble.
const OTHERS: [&str; 3] = ["glpsol ", "grep ", "sed "];

/// The commands of a page with what it shows after each.
fn shown(page: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(page).unwrap();
    let blocks = text.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let commands = blocks.flat_map(|block| block.split("$ ").skip(1));
    let with_output = commands.map(|text| text.split_once('\n').unwrap());
    with_output.map(|(command, output)| (command.to_owned(), output.to_owned())).collect()
}

/// Replaces every number that is followed by a unit of time, or follows a solver's name, by `#`.
fn without_measures(text: &str) -> String {
    let masked =
        |word: &str| if word.trim_end_matches(',').parse::<f64>().is_ok() { "#".to_owned() } else { word.to_owned() };
    let line = |line: &str| {
        if line.starts_with("by ") {
            line.split(' ').map(masked).collect::<Vec<_>>().join(" ")
        } else {
            line.to_owned()
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n").replace("1.15.0,", "#").replace("µs", "ms")
}

/// Runs the commands of a page in a folder; returns their number.
fn check(page: &Path, folder: &Path) -> usize {
    let program = assert_cmd::cargo::cargo_bin("tumble");
    let mut ran = 0;
    for (command, output) in shown(page) {
        let place = format!("{}: {command}", page.display());
        let line = match command.strip_prefix("scripts/tumble ") {
            Some(arguments) => format!("{} {arguments}", program.display()),
            None if OTHERS.iter().any(|other| command.starts_with(other)) => command.clone(),
            None => continue,
        };
        let run = std::process::Command::new("sh").args(["-c", &line]).current_dir(folder).output().unwrap();
        let code = run.status.code().unwrap();
        assert!(code <= 1, "{place}: exit {code}, {}", String::from_utf8_lossy(&run.stderr));
        let printed = String::from_utf8(run.stdout).unwrap();
        assert_eq!(without_measures(&printed), without_measures(&output), "{place}");
        ran += 1;
    }
    ran
}

/// All pages in one folder, as a reader runs them: none may need or find a file that another has left. It has only the models.
#[test]
fn the_readme_and_the_pages_show_what_their_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("models"), folder.path().join("models")).unwrap();
    assert!(check(&root().join("README.md"), folder.path()) >= 8);
    let mut pages = files_in(&root().join("docs"));
    pages.retain(|path| path.extension().is_some_and(|suffix| suffix == "md"));
    pages.sort();
    let ran: usize = pages.iter().map(|page| check(page, folder.path())).sum();
    assert!(ran >= 70, "only {ran} commands were run");
}

/// The table of backends, whose rows are those of `tumble list backends`.
#[test]
fn the_documentation_names_every_backend() {
    let page = std::fs::read_to_string(root().join("docs/backends.md")).unwrap();
    let head = "| name | what | needs |\n|---|---|---|\n| `search` | the puzzle's direct search | nothing |\n";
    let row = |entry: &BackendEntry| format!("| `{}` | {} | {} |\n", entry.name, entry.summary, entry.needs);
    let table = head.to_owned() + &REGISTRY.iter().map(row).collect::<String>();
    assert!(page.contains(&table), "docs/backends.md should have this table:\n{table}");
}
