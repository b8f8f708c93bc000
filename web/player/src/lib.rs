//! A replay as one HTML file that needs nothing else: the picture and the moves as text, and a player with its data. And the page in one
//! file with a model to play.
//!
//! The player is `web/player/`: a template, and the parts of its style and its script in the order of `parts.txt`. A part is an ES
//! module whose only module syntax is whole lines that begin with `import `, and the prefix `export ` of declarations; without them the
//! parts are one classic script. The page's security policy allows this script and this style by their hashes, and nothing else.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use html_escape::encode_text;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use tumble_puzzles::render::{Replay, Scene, svg};

/// What every HTML file of tumble's has in its head.
pub const MARK: &str = "<meta name=\"generator\" content=\"tumble\">";

/// The page with placeholders such as `{{title}}`.
const TEMPLATE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/template.html"));

/// The parts of the player: their names and texts.
macro_rules! parts {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $name)))),*]
    };
}

/// As in `parts.txt`, which the player's own tools read.
const PARTS: &[(&str, &str)] = parts![
    "palette.css",
    "player.css",
    "stage.css",
    "file.css",
    "format.js",
    "geometry.js",
    "dom.js",
    "tiling.js",
    "faces.js",
    "shape.js",
    "box.js",
    "board_states.js",
    "cube_states.js",
    "ground.js",
    "trail.js",
    "blocks.js",
    "goal_map.js",
    "board_stage.js",
    "cube_stage.js",
    "camera.js",
    "window.js",
    "timeline.js",
    "words.js",
    "icons.js",
    "controls.js",
    "moves.js",
    "keys.js",
    "announcer.js",
    "player.js",
    "link.js",
    "start.js",
];

/// The file for a replay, with the picture of its scene.
pub fn draw(replay: &Replay, scene: &Scene) -> String {
    let style = style();
    // Without a stage there is nothing to play.
    let script = replay.stage.as_ref().map_or_else(String::new, |_| script());
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(&style)
    );
    let mut page = String::new();
    let mut rest = TEMPLATE;
    // What is put in is not looked at again, so it may have braces.
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        match name {
            "title" => page.push_str(&encode_text(&replay.title)),
            "csp" => page.push_str(&policy),
            "style" => page.push_str(&style),
            "picture" => page.push_str(svg::draw(scene).trim_end()),
            "facts" => page.push_str(&facts(&replay.facts)),
            "data" => page.push_str(&data(replay)),
            "script" => page.push_str(&script),
            other => unreachable!("the template has no other placeholder: {other}"),
        }
        rest = after;
    }
    page + rest
}

/// What the page in one file has, and no other file of tumble's.
const ENGINE: &str = "id=\"embedded-tumble\"";

/// The page in one file with the text of a model, which it then opens in Play; `None` if the file is another one.
pub fn to_play(page: &str, model: &str) -> Option<String> {
    let (before, after) = page.split_once(MARK).filter(|(_, after)| after.contains(ENGINE))?;
    let data = inert(&Value::from(model).to_string());
    Some(format!("{before}{MARK}<script type=\"application/json\" id=\"to-play\">{data}</script>{after}"))
}

/// The parts whose names have this suffix.
fn texts(suffix: &str) -> impl Iterator<Item = &'static str> {
    PARTS.iter().filter(move |(name, _)| name.ends_with(suffix)).map(|(_, text)| *text)
}

fn style() -> String {
    texts(".css").collect()
}

/// The parts of the script as one function, so that they leave no names behind.
fn script() -> String {
    let mut script = "(() => {\n\"use strict\";\n".to_owned();
    for line in texts(".js").flat_map(str::lines).filter(|line| !line.starts_with("import ")) {
        script.push_str(line.strip_prefix("export ").unwrap_or(line));
        script.push('\n');
    }
    script + "})();\n"
}

/// The source expression that allows a script or a style.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

/// An unsolved model has no facts, and gets no list: a list must have items.
fn facts(facts: &[(&'static str, String)]) -> String {
    if facts.is_empty() {
        return String::new();
    }
    let mut list = "<dl>".to_owned();
    for (key, value) in facts {
        // Writing to a string cannot fail.
        let _ = write!(list, "<dt>{}</dt><dd>{}</dd>", encode_text(key), encode_text(value));
    }
    list + "</dl>"
}

/// The replay as JSON.
fn data(replay: &Replay) -> String {
    inert(&serde_json::to_string(replay).expect("a replay is plain data"))
}

/// JSON that cannot end the element which holds it. Outside of strings, JSON has no such characters.
fn inert(json: &str) -> String {
    let mut data = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(data, "\\u{:04x}", u32::from(character));
            }
            other => data.push(other),
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_those_of_the_list() {
        let list = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/parts.txt"));
        let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, list.lines().collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_left_of_modules() {
        for line in texts(".js").flat_map(str::lines) {
            assert!(!line.starts_with("import ") || line.ends_with(';'), "an import over several lines: {line}");
        }
        for line in script().lines() {
            assert!(!line.starts_with("import") && !line.starts_with("export"), "{line}");
        }
    }

    #[test]
    fn the_template_has_each_placeholder() {
        let names: Vec<&str> = TEMPLATE.split("{{").skip(1).map(|rest| rest.split("}}").next().unwrap()).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, ["csp", "data", "facts", "picture", "script", "style", "title", "title"], "{names:?}");
    }
}
