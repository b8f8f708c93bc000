//! Replays as HTML files: one file that needs nothing else, allows only its own script and style, and holds its data safely.

use crate::common::{Folder, printed, problem, random_of, refuse, run, shipped};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tumble::html;
use tumble::registry::Registry;
use tumble::render::{BoardScene, Replay};
use tumble::solve::Method;

const TOUR: &str = "models/die_tour/3x3_max.toml";

/// The only text between two others.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let parts: Vec<&str> = text.split(before).collect();
    assert_eq!(parts.len(), 2, "{before} is not there once");
    parts[1].split_once(after).unwrap().0
}

/// The replay in a page, which is checked to need nothing else.
fn replay_of(page: &str) -> Value {
    assert!(page.starts_with("<!doctype html>"));
    let policy = between(page, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    assert!(policy.contains(&format!("script-src {};", hash(between(page, "<script>", "</script>")))), "{policy}");
    assert!(policy.contains(&format!("style-src {};", hash(between(page, "<style>", "</style>")))), "{policy}");
    assert_eq!(policy.matches("src").count(), 3, "{policy}");
    assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
    assert_eq!(page.matches("<script").count(), 2);
    // The only addresses are names of vocabularies.
    let namespaces =
        page.matches("http://www.w3.org/2000/svg").count() + page.matches("http://www.w3.org/1999/").count();
    assert_eq!(page.matches("http:").count() + page.matches("https:").count(), namespaces);
    for word in
        [" src=", " href=", " style=", " onclick", " onload", "@import", "url(", "{{title}}", "{{data}}", "eval("]
    {
        assert!(!page.contains(word), "{word}");
    }
    let data = between(page, "<script type=\"application/json\" id=\"replay\">", "</script>");
    assert!(!data.contains(['<', '>', '&']), "{data}");
    serde_json::from_str(data).unwrap()
}

/// A file that the program writes.
fn written(args: &[&str]) -> String {
    let folder = Folder::new();
    printed(&[args, &[&folder.path("replay.html")]].concat(), "", 0);
    folder.read("replay.html")
}

/// A head and a body as those of the page in one file.
const PAGE: &str = "<!doctype html><html><head><meta name=\"generator\" content=\"tumble\"><title>t</title></head><body>\
    <script type=\"application/octet-stream\" id=\"embedded-tumble\">QQ==</script></body></html>";

#[test]
fn a_page_to_play_has_the_text_of_the_model_and_cannot_be_ended_by_it() {
    let folder = Folder::new();
    let page = folder.write("tumble.html", PAGE);
    let text = format!("# </script><!-- \"\u{2028}\n{}", shipped("die_tour/3x3_max"));
    let (model, played) = (folder.write("tour.toml", &text), folder.path("play.html"));
    // What was written is replaced by the next one.
    for (model, text) in [("c4x4:C461,3", "c4x4:C461,3"), (&*model, &*text)] {
        printed(&["render", model, "--play", &played, "--page", &page], "", 0);
        let written = folder.read("play.html");
        let begin = "<script type=\"application/json\" id=\"to-play\">";
        let data = between(&written, begin, "</script>");
        assert!(!data.contains(['<', '>', '&']), "{data}");
        assert_eq!(serde_json::from_str::<String>(data).unwrap(), text);
        assert_eq!(written.replace(&format!("{begin}{data}</script>"), ""), PAGE);
    }
    let from_a_played_one = folder.path("again.html");
    printed(&["render", TOUR, "--play", &from_a_played_one, "--page", &played], "", 0);
    assert!(folder.read("again.html").contains("to-play\">\"# The die tour"), "the first one counts");
}

#[test]
fn a_page_to_play_is_refused_with_its_reason() {
    let folder = Folder::new();
    let (page, played) = (folder.write("tumble.html", PAGE), folder.path("play.html"));
    let replay = folder.path("replay.html");
    printed(&["render", TOUR, "-o", &replay], "", 0);
    let cube = "models/sudoku_cube/seed_net.toml";
    refuse(&[
        (&["render", TOUR, "--play", &played, "--page", &replay], "not tumble's page in one file"),
        (&["render", TOUR, "--play", &page, "--page", &page], "would overwrite it"),
        (&["render", TOUR, "--play", &folder.path("play.svg"), "--page", &page], "a page to play is a .html file"),
        (&["render", TOUR, "--play", &played, "--page", &page, "--moves", "N"], "cannot be used with"),
        (&["render", TOUR, "--play", &played, "--page", &page, "--after", "N"], "cannot be used with"),
        (&["render", TOUR, "--page", &page], "--output"),
        (&["render", cube, "--play", &played, "--page", &page, "--any-assembly"], "without --any-assembly"),
        (&["render", TOUR, "--play", &played, "--page", &folder.path("none.html")], "none.html"),
    ]);
    assert_eq!(folder.names(), ["replay.html", "tumble.html"]);
}

#[test]
fn solve_and_render_write_the_same_replay() {
    let solved = written(&["solve", TOUR, "--picture"]);
    let replay = replay_of(&solved);
    assert_eq!(replay["stage"]["steps"].as_array().unwrap().len(), 8);
    // What the program prints below the picture is there without a script.
    let facts = replay["facts"].as_array().unwrap();
    assert!(facts.iter().any(|fact| fact[0] == "total" && fact[1] == "37"), "{facts:?}");
    for fact in facts {
        assert!(solved.contains(&format!("<dd>{}</dd>", fact[1].as_str().unwrap())), "{fact}");
    }
    assert!(solved.contains("<svg"));
    let (result, _) = printed(&["solve", TOUR, "--format", "json"], "", 0);
    let folder = Folder::new();
    assert_eq!(written(&["render", TOUR, &folder.write("result.json", result), "-o"]), solved);
    let unsolved = replay_of(&written(&["render", TOUR, "-o"]));
    assert_eq!(unsolved["stage"]["steps"], Value::Array(Vec::new()));
}

#[test]
fn every_puzzle_has_a_file() {
    for puzzle in Registry::built_in().puzzles() {
        let problem = problem(&random_of(puzzle.name, 1, &[]));
        let report = run(&problem, Method::SEARCH, None);
        let solution = report.solution.unwrap().json();
        let solved = problem.instance.parse(&solution).unwrap();
        let page = html::draw(&solved.replay(), &solved.scene());
        assert_eq!(replay_of(&page), serde_json::to_value(solved.replay()).unwrap());
    }
}

#[test]
fn without_a_stage_there_is_no_script() {
    let scene = BoardScene::new("A title", tumble::geometry::Board::new(2, 1, &[]).unwrap()).into();
    let facts = vec![("moves", "N".to_owned())];
    let replay = Replay { format: 1, puzzle: "own".into(), title: "A title".into(), facts, stage: None };
    let page = html::draw(&replay, &scene);
    assert!(replay_of(&page).get("stage").is_none());
    assert!(page.contains("<script></script>") && page.contains("<dd>N</dd>") && page.contains("<svg"));
}

#[test]
fn texts_stay_texts() {
    let nasty = "</title></script><script>alert(1)</script><!-- \" ' & \u{2028} {{data}} {{title}}";
    let board = tumble::geometry::Board::new(2, 1, &[]).unwrap();
    let facts = vec![("moves", nasty.to_owned())];
    let replay = Replay { format: 1, puzzle: nasty.into(), title: nasty.into(), facts, stage: None };
    let page = html::draw(&replay, &BoardScene::new(nasty, board).into());
    let page_without_braces = page.replace("{{data}}", "").replace("{{title}}", "");
    let data = replay_of(&page_without_braces);
    assert_eq!(data["facts"][0][1], nasty.replace("{{data}}", "").replace("{{title}}", ""));
    let escaped = "&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!--";
    assert!(page.contains(&format!("<title>{escaped}")) && page.contains(&format!("<dd>{escaped}")));
    let page_without_mark = page.replace(&format!("<!-- {} -->", tumble::render::MARK), "");
    assert!(!page_without_mark.contains("<script>alert") && !page_without_mark.contains("<!--"));
    assert!(!between(&page, "id=\"replay\">", "</script>").contains('\u{2028}'));
}

#[test]
fn the_name_of_the_model_file_is_not_in_the_page() {
    let folder = Folder::new();
    let name = folder.write("<img src=x onerror=alert(1)>.toml", shipped("die_tour/3x3_max"));
    let page = written(&["render", &name, "-o"]);
    assert!(!page.contains("onerror"));
}
