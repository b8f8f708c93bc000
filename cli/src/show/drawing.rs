//! Pictures among the answers: as wide as the terminal, in its colours and its characters.

use std::io::{self, IsTerminal as _};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style as Colours};

use tumble_puzzles::render::text::{self, Style};
use tumble_puzzles::render::{Ink, Line, Scene, Span};

/// The width of a terminal that does not tell it.
const WIDTH: usize = 80;

/// A scene as text for standard output, with the colours that are wanted there.
pub fn on_standard_output(scene: &Scene) -> String {
    written(scene, &style(), AutoStream::choice(&io::stdout()) != ColorChoice::Never)
}

/// The same without colours, for a picture that is the whole output.
pub fn without_colours(scene: &Scene) -> String {
    written(scene, &style(), false)
}

/// How pictures on standard output are drawn. If it is not a terminal, they are those of a file, but as wide as `COLUMNS` says.
fn style() -> Style {
    let out = io::stdout();
    let columns = || std::env::var("COLUMNS").ok()?.trim().parse().ok().filter(|&width: &usize| width > 0);
    if out.is_terminal() {
        let width = terminal_size::terminal_size_of(&out).map(|(width, _)| usize::from(width.0));
        let width = width.or_else(columns).unwrap_or(WIDTH);
        return Style { width, ascii: !is_utf8(|name| std::env::var(name).ok()) };
    }
    Style { width: columns().unwrap_or(Style::FILE.width), ..Style::FILE }
}

/// Whether the locale that these variables name has all characters.
fn is_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    if cfg!(windows) {
        return true;
    }
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    set.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

fn written(scene: &Scene, style: &Style, in_colour: bool) -> String {
    let span = |span: &Span| {
        let colours = if in_colour { colours(span.ink) } else { Colours::new() };
        format!("{colours}{}{colours:#}", span.text)
    };
    let line = |line: &Line| line.iter().map(span).collect::<String>() + "\n";
    text::draw(scene, style).iter().map(line).collect()
}

/// The colours of an ink, which can be read on light and on dark terminals.
const fn colours(ink: Ink) -> Colours {
    match ink {
        Ink::Plain => Colours::new(),
        Ink::Faint => Colours::new().dimmed(),
        Ink::Trail(0) => AnsiColor::Cyan.on_default(),
        Ink::Trail(_) | Ink::Orange => AnsiColor::Yellow.on_default(),
        Ink::Start => AnsiColor::Green.on_default().bold(),
        Ink::Goal => AnsiColor::Magenta.on_default().bold(),
        Ink::Label => AnsiColor::Yellow.on_default().bold(),
        Ink::Blue => AnsiColor::Blue.on_default().bold(),
        Ink::Black => Colours::new().bold(),
        Ink::Moved => AnsiColor::Red.on_default().bold(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tumble_puzzles::geometry::{Board, Cell};
    use tumble_puzzles::render::{BoardScene, Trail};

    /// A variable of a locale with these values.
    fn locale(set: &'static [(&str, &str)]) -> impl Fn(&str) -> Option<String> {
        move |name| set.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    #[cfg(unix)]
    fn the_first_variable_that_is_set_names_the_characters() {
        assert!(is_utf8(locale(&[("LANG", "en_US.UTF-8")])));
        assert!(is_utf8(locale(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8"), ("LANG", "C")])));
        assert!(!is_utf8(locale(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")])));
        assert!(!is_utf8(locale(&[("LANG", "de_DE.ISO-8859-1")])));
        assert!(!is_utf8(locale(&[])));
    }

    #[test]
    fn colours_are_codes_around_the_same_text() {
        let mut scene = BoardScene::new("", Board::new(2, 1, &[]).unwrap());
        scene.panels[0].trails = vec![Trail::new(vec![Cell::new(0, 0), Cell::new(1, 0)])];
        let scene = Scene::from(scene);
        let coloured = written(&scene, &Style::FILE, true);
        assert!(coloured.contains("\u{1b}[36m━"), "{coloured}");
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), written(&scene, &Style::FILE, false));
        assert_eq!(written(&scene, &Style::FILE, false), scene.to_string());
    }
}
