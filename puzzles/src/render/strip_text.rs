//! A strip of boards as text, without grids, side by side in rows; and the legend of boards.
//!
//! ```text
//! start    1 E      2 N
//!  k k k    k k k    k[w]k
//!  k ○ k    ○[w]k    k ○ k
//! ```

use itertools::Itertools as _;

use super::board_scene::{BoardScene, EndKind, Mark, Paint, Panel, Symbol};
use super::ink::{self, Ink, Line, Span};

/// The gap between the boards of a strip.
const GAP: usize = 2;
/// The gap between the entries of a legend.
const LEGEND_GAP: usize = 3;

/// What is drawn of a board. The legend names nothing else.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Cells with the sides of dice, and frames around labels.
    Sides,
    /// Cells with frames around labels.
    Cells,
    /// The characters of cells, and ways between them.
    Links,
    /// A character a cell: the ways of several dice look alike.
    Characters,
}

/// The panels side by side, as many in a row as fit.
pub(super) fn draw(panels: &[Panel], width: usize) -> Vec<Line> {
    let drawn: Vec<Vec<Line>> = panels.iter().map(small).collect();
    let widest = drawn.iter().flatten().map(length).max().unwrap_or(0) + GAP;
    let rows = drawn.chunks(((width + GAP) / widest).max(1)).map(|row| {
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        (0..height).map(|i| side_by_side(row.iter().map(|panel| panel.get(i)), widest)).collect::<Vec<_>>()
    });
    rows.collect::<Vec<_>>().join(&Line::new())
}

fn length(line: &Line) -> usize {
    line.iter().map(|span| span.text.chars().count()).sum()
}

/// Lines one after the other, each in a column of this width.
fn side_by_side<'a>(lines: impl Iterator<Item = Option<&'a Line>>, width: usize) -> Line {
    let mut joined: Vec<(char, Ink)> = Vec::new();
    for (i, line) in lines.enumerate() {
        joined.resize(i * width, (' ', Ink::Plain));
        joined.extend(line.into_iter().flatten().flat_map(|span| span.text.chars().map(|c| (c, span.ink))));
    }
    ink::line(&joined)
}

/// A panel of a strip: its caption and the bare marks; what was moved is in brackets.
fn small(panel: &Panel) -> Vec<Line> {
    let width = panel.marks.iter().map(|mark| mark.short().chars().count()).max().unwrap_or(0).max(1);
    let blocked = if panel.has_triangles() { " " } else { "░" };
    let row = |y: usize| {
        let mut line: Vec<(char, Ink)> = vec![(' ', Ink::Plain)];
        for x in 0..panel.board.columns() {
            let i = y * panel.board.columns() + x;
            let mark = &panel.marks[i];
            let (text, ink) = if panel.board.is_free(panel.board.cell(i)) {
                (mark.short(), tint(mark))
            } else {
                (blocked, Ink::Faint)
            };
            if mark.moved
                && let Some(before) = line.last_mut()
            {
                *before = ('[', Ink::Moved);
            }
            line.extend(format!("{text:<width$}").chars().map(|character| (character, ink)));
            line.push(if mark.moved { (']', Ink::Moved) } else { (' ', Ink::Plain) });
        }
        ink::line(&line)
    };
    std::iter::once(ink::plain(panel.caption.clone())).chain((0..panel.board.rows()).rev().map(row)).collect()
}

/// The ink of a mark.
const fn tint(mark: &Mark) -> Ink {
    let paint = match &mark.cube {
        Some(cube) if matches!(mark.paint, Paint::Plain) => cube.top,
        _ => mark.paint,
    };
    match paint {
        _ if mark.hole => Ink::Faint,
        Paint::Blue => Ink::Blue,
        Paint::Black => Ink::Black,
        Paint::Orange => Ink::Orange,
        Paint::Plain | Paint::Grey => Ink::Plain,
    }
}

/// What the letters and lines of a `drawn` picture mean, in lines of at most this width.
pub(super) fn legend(scene: &BoardScene, detail: Detail, drawn: &[Line], width: usize) -> Vec<Line> {
    let has_frames = matches!(detail, Detail::Sides | Detail::Cells);
    let has = |ink| drawn.iter().flatten().any(|span| span.ink == ink);
    let kinds = [EndKind::Start, EndKind::Goal].into_iter().filter(|kind| has(Ink::of_end(*kind)));
    let mut entries = kinds.map(end).collect_vec();
    if detail == Detail::Sides && !entries.is_empty() && scene.has_sides() {
        entries.push(ink::plain("around the top: the sides of the die"));
    }
    for sample in &scene.legend {
        let (symbol, ink) = match &sample.symbol {
            Symbol::Mark(mark) if mark.moved => ("[ ]", Ink::Moved),
            Symbol::Mark(mark) if mark.framed && !has(Ink::Label) => continue,
            Symbol::Mark(mark) if mark.framed && !has_frames => (mark.main.as_str(), Ink::Label),
            Symbol::Trail(_) if detail == Detail::Characters => continue,
            Symbol::Mark(mark) => (mark.short(), tint(mark)),
            Symbol::Trail(0) => ("━━", Ink::Trail(0)),
            Symbol::Trail(i) => ("┅┅", Ink::Trail(*i)),
        };
        if !symbol.is_empty() {
            let text = Span { text: format!(" {}", sample.text), ink: Ink::Plain };
            entries.push(vec![Span { text: symbol.to_owned(), ink }, text]);
        }
    }
    entries.extend(lines_of_trails(drawn));
    let mut lines: Vec<Line> = Vec::new();
    for entry in entries {
        match lines.last_mut().filter(|line| length(line) + LEGEND_GAP + length(&entry) <= width) {
            Some(line) => {
                line.push(Span { text: " ".repeat(LEGEND_GAP), ink: Ink::Plain });
                line.extend(entry);
            }
            None => lines.push(entry),
        }
    }
    if scene.panels.len() > 1 && !lines.is_empty() {
        lines.insert(0, Line::new());
    }
    lines
}

/// Signs of a kind of line, the line itself, and what it means.
type Meaning = (fn(char) -> bool, &'static str, &'static str);

/// What the lines of trails mean that stand for more than a roll to the next cell.
fn lines_of_trails(drawn: &[Line]) -> impl Iterator<Item = Line> {
    let trails = || drawn.iter().flatten().filter(|span| matches!(span.ink, Ink::Trail(_)));
    let has = move |wanted: fn(char) -> bool| trails().find(|span| span.text.contains(wanted)).map(|span| span.ink);
    let meanings: [Meaning; 3] = [
        (|c| matches!(c, '╍' | '╏'), "╍╍", "the roll back to the start"),
        (|c| matches!(c, '═' | '║'), "══", "two or more rolls between the same cells"),
        (|c| c.is_ascii_digit(), "═3═", "their number, from 3 on; 9 is nine or more"),
    ];
    let entry = move |(wanted, symbol, text): Meaning| {
        let symbol = Span { text: symbol.to_owned(), ink: has(wanted)? };
        Some(vec![symbol, Span { text: format!(" {text}"), ink: Ink::Plain }])
    };
    meanings.into_iter().filter_map(entry)
}

/// The letter of starts or goals.
fn end(kind: EndKind) -> Line {
    let letter = Span { text: kind.letter().into(), ink: Ink::of_end(kind) };
    vec![letter, Span { text: format!(" {}", kind.name()), ink: Ink::Plain }]
}
