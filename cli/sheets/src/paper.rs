//! Sheets of paper in HTML: pictures as large as there is room for, with what they have in common said once a sheet.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use html_escape::{encode_double_quoted_attribute, encode_text};
use itertools::Itertools as _;

use tumble_player::MARK;
use tumble_puzzles::render::{Sample, Symbol, svg};

// In millimetres: the width and the height of the paper without margins, and the gaps between pictures; the height of title and foot, of a
// line of words over the whole width and of its letters, of a line above a picture and of its letters, of those below it, and of a line for the
// moves; what a letter takes that is written by hand, and the word before such letters; and the smallest picture.
const WIDTH: f64 = 186.0;
const HEIGHT: f64 = 272.0;
const GAPS: [f64; 2] = [8.0, 5.0];
const TITLE: f64 = 24.0;
const LINE: f64 = 4.8;
const LETTER: f64 = 1.85;
const CAPTION: f64 = 5.5;
const CAPTION_LETTER: f64 = 2.2;
const SMALL_LINE: f64 = 3.9;
const SMALL_LETTER: f64 = 1.6;
const ANSWER: f64 = 9.0;
const HAND: f64 = 5.0;
const MOVES: f64 = 14.0;
const SMALLEST: f64 = 18.0;
/// Of a pixel, where pictures are as large as they were drawn.
const PIXEL: f64 = 25.4 / 96.0;
/// So many moves are to have room on the lines for them, unless pictures would lose more than this part of their area.
const LETTERS_BY_HAND: f64 = 40.0;
const LOSS: f64 = 0.15;
/// Smaller digits are hard to read on paper: 5 points, in millimetres.
const LEGIBLE: f64 = 5.0 * 25.4 / 72.0;
/// The words around the pictures of a sheet take about so much of its height.
const WORDS: f64 = 30.0;
/// More columns are never larger.
const MOST_COLUMNS: usize = 4;

const STYLE: &str = "@page { size: A4; margin: 12mm; }
body { margin: 0; color: #000; background: #fff; font: 11pt/1.3 Helvetica, Arial, sans-serif; }
section { break-after: page; width: 186mm; margin: 0 auto 12mm; }
header { display: flex; gap: 6mm; align-items: baseline; justify-content: space-between; margin-bottom: 2mm; }
h1 { margin: 0; font-size: 14pt; }
header span { flex: none; font-size: 10pt; }
header i, .answer i { display: inline-block; border-bottom: 0.3mm solid #777; }
p { margin: 0 0 2mm; font-size: 10pt; }
.legend { display: block; margin: 0 0 2mm; }
.boards { display: grid; gap: 5mm 8mm; align-items: start; }
figure { margin: 0; break-inside: avoid; }
figcaption { font-weight: 600; line-height: 5.5mm; }
figure div { font-size: 8pt; overflow-wrap: anywhere; }
figure .answer { display: flex; gap: 2mm; height: 9mm; align-items: end; font-size: 10pt; }
.answer i { flex: 1; }
img { display: block; max-width: 100%; }
footer { margin-top: 3mm; color: #555; font-size: 8pt; overflow-wrap: anywhere; }
@media print { section { margin: 0; } section:last-child { break-after: auto; } }";

/// A picture on a sheet, and what is said of it.
#[derive(Clone, Default)]
pub(super) struct Figure {
    /// Its number, and where it is.
    pub(super) number: usize,
    /// The name of its model.
    pub(super) model: String,
    /// What stands above it.
    pub(super) caption: String,
    /// The rules of its puzzle.
    pub(super) rules: String,
    /// An SVG.
    pub(super) picture: String,
    /// What its marks mean.
    pub(super) legend: Vec<Sample>,
    /// What is to be said of it, beside the rules.
    pub(super) notes: Vec<String>,
    /// The moves, in the words of the answer; without them there are lines to write them on.
    pub(super) moves: Option<String>,
}

/// The whole file.
pub(super) fn file(title: &str, sheets: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{MARK}\n\
         <title>{}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n{sheets}</body>\n</html>\n",
        encode_text(title)
    )
}

/// A sheet with these pictures, in its places or fewer.
pub(super) fn sheet(title: &str, figures: &mut [Figure], places: usize) -> String {
    tell_apart(figures);
    let figures: &[Figure] = figures;
    let common = Common::of(figures);
    let room = common.room();
    let own_notes: Vec<Vec<&str>> = figures.iter().map(|figure| common.other_notes(figure)).collect();
    let to_write = figures.iter().any(|figure| figure.moves.is_none());
    let sizes: Vec<(f64, f64)> = figures.iter().map(|figure| size(&figure.picture)).collect();
    let grid = |(columns, answers): (usize, usize)| {
        let width = cell_width(columns);
        let words = figures.iter().zip(&own_notes).map(|(figure, notes)| {
            let caption = CAPTION * lines(&common.caption_of(figure), width, CAPTION_LETTER).max(1.0);
            caption + below(figure, notes, width, answers)
        });
        let words: Vec<f64> = words.collect();
        Grid { answers, ..Grid::new(columns, places.div_ceil(columns), room, &words, &sizes) }
    };
    // One line, and others as long as they do not hold all letters.
    let is_short = |columns, lines| lines as f64 * cell_width(columns) < LETTERS_BY_HAND * HAND + MOVES;
    let lines = |columns| {
        (1..)
            .take_while(move |&lines| lines == 1 || to_write && is_short(columns, lines - 1))
            .map(move |lines| (columns, lines))
    };
    let grids: Vec<Grid> = (1..=places.min(MOST_COLUMNS)).flat_map(lines).map(grid).collect();
    let largest = grids.iter().map(|grid| grid.area).fold(0.0, f64::max);
    let good = grids.into_iter().filter(|grid| grid.area >= largest * (1.0 - LOSS));
    let Some(grid) = good.reduce(|best, other| if other.is_better(&best) { other } else { best }) else {
        return String::new();
    };
    let mut page = String::from("<section>\n");
    let blanks = if to_write {
        "<span>Name <i style=\"width: 45mm\"></i> Date <i style=\"width: 25mm\"></i></span>"
    } else {
        ""
    };
    // Writing to a text cannot fail.
    let _ = writeln!(page, "<header><h1>{}</h1>{blanks}</header>", encode_text(title));
    common.write(&mut page);
    let _ = writeln!(
        page,
        "<div class=\"boards\" style=\"grid-template-columns: repeat({}, minmax(0, 1fr))\">",
        grid.columns
    );
    for ((figure, notes), &size) in figures.iter().zip(&own_notes).zip(&sizes) {
        write_figure(&mut page, figure, &common.caption_of(figure), notes, &grid, size);
    }
    let models = figures.iter().map(|figure| format!("{}: {}", figure.number, figure.model)).join(", ");
    let _ = writeln!(page, "</div>\n<footer>{}</footer>\n</section>", encode_text(&models));
    page
}

/// Says below each picture what its marks mean, where such a mark means something else in another picture.
fn tell_apart(figures: &mut [Figure]) {
    let all: Vec<Sample> = figures.iter().flat_map(|figure| &figure.legend).cloned().collect();
    for figure in figures {
        figure.legend.retain(|sample| {
            let differs = all.iter().any(|other| other.symbol == sample.symbol && other.text != sample.text);
            match &sample.symbol {
                Symbol::Mark(mark) if differs => figure.notes.push(format!("{}: {}.", mark.short(), sample.text)),
                _ => return true,
            }
            false
        });
    }
}

/// What is said once a sheet.
struct Common<'a> {
    /// The caption of all its pictures, if it is the same.
    caption: Option<&'a str>,
    /// The rules of each puzzle, with the numbers of its pictures.
    rules: Vec<(Vec<usize>, &'a str)>,
    /// What marks mean, and if it is not of all pictures, of which.
    legend: Vec<Sample>,
    /// The legend as an SVG, if there is one.
    legend_picture: Option<String>,
    /// Notes of all its pictures.
    notes: Vec<&'a str>,
}

impl<'a> Common<'a> {
    fn of(figures: &'a [Figure]) -> Self {
        let is_common = |note: &&str| figures.iter().all(|figure| figure.notes.iter().any(|other| other == note));
        let caption = figures.iter().map(|figure| &*figure.caption).all_equal_value().ok();
        let rules = figures.iter().map(|figure| &*figure.rules).unique();
        let of_rules =
            |rules| figures.iter().filter(|figure| figure.rules == rules).map(|figure| figure.number).collect();
        let legend = figures.iter().flat_map(|figure| &figure.legend).unique_by(|sample| &sample.text);
        let legend: Vec<Sample> = legend.map(|sample| of_whom(sample, figures)).collect();
        Self {
            caption: caption.filter(|_| figures.len() > 1),
            rules: rules.map(|rules| (of_rules(rules), rules)).collect(),
            legend_picture: (!legend.is_empty()).then(|| svg::draw_legend(&legend)),
            legend,
            notes: figures
                .iter()
                .flat_map(|figure| &figure.notes)
                .map(String::as_str)
                .unique()
                .filter(is_common)
                .collect(),
        }
    }

    /// The notes that are not those of all pictures.
    fn other_notes(&self, figure: &'a Figure) -> Vec<&'a str> {
        figure.notes.iter().map(String::as_str).filter(|note| !self.notes.contains(note)).collect()
    }

    /// The paragraphs above the pictures: one for each puzzle, and the notes.
    fn words(&self) -> Vec<String> {
        let notes = self.notes.iter().copied();
        if let [(_, rules)] = self.rules[..] {
            let caption = self.caption.map(|caption| format!("{caption}."));
            return vec![caption.as_deref().into_iter().chain([rules]).chain(notes).join(" ")];
        }
        let rules = self.rules.iter().map(|(numbers, rules)| format!("{}: {rules}", ranges(numbers)));
        rules.chain(Some(notes.collect::<Vec<_>>().join(" ")).filter(|notes| !notes.is_empty())).collect()
    }

    /// What stands above a picture.
    fn caption_of(&self, Figure { number, caption, .. }: &Figure) -> String {
        if self.caption.is_some() || caption.is_empty() { number.to_string() } else { format!("{number}: {caption}") }
    }

    /// The height that is left for pictures with their words.
    fn room(&self) -> f64 {
        let legend = self.legend_picture.as_ref().map_or(0.0, |legend| 2.0 + size(legend).1 * PIXEL);
        let words: f64 = self.words().iter().map(|words| lines(words, WIDTH, LETTER) * LINE + 2.0).sum();
        HEIGHT + 2.0 - TITLE - words - legend
    }

    fn write(&self, page: &mut String) {
        for words in self.words() {
            let _ = writeln!(page, "<p>{}</p>", encode_text(&words));
        }
        if let Some(legend) = &self.legend_picture {
            let (alt, source) =
                (self.legend.iter().map(|sample| &*sample.text).join(", "), BASE64_STANDARD.encode(legend));
            let _ = writeln!(
                page,
                "<img class=\"legend\" alt=\"{}\" src=\"data:image/svg+xml;base64,{source}\">",
                encode_double_quoted_attribute(&alt)
            );
        }
    }
}

/// What a mark means, after the numbers of the pictures that have it, if others have not.
fn of_whom(sample: &Sample, figures: &[Figure]) -> Sample {
    let has = |figure: &&Figure| figure.legend.iter().any(|other| other.text == sample.text);
    let numbers: Vec<usize> = figures.iter().filter(has).map(|figure| figure.number).collect();
    if numbers.len() == figures.len() {
        return sample.clone();
    }
    Sample { text: format!("{}: {}", ranges(&numbers), sample.text), ..sample.clone() }
}

/// Rising numbers in short: `1–3, 5`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|number, next| number + 1 == *next);
    let run = |run: &[usize]| match run {
        [first, .., last] => format!("{first}–{last}"),
        _ => run.iter().join(""),
    };
    runs.map(run).join(", ")
}

/// How many pictures like this one, up to so many, can be on a sheet so that their digits are legible, by the smallest of them.
pub(super) fn places(picture: &str, most: usize) -> usize {
    let digit = |text: &str| {
        let (attributes, rest) = text.split_once('>')?;
        let is_number = rest.split('<').next()?.trim().parse::<u32>().is_ok();
        let size = attributes.split_once("font-size=\"")?.1.split('"').next()?;
        size.parse::<f64>().ok().filter(|_| is_number)
    };
    let Some(digit) = picture.split("<text").skip(1).filter_map(digit).reduce(f64::min) else { return most };
    let (width, height) = size(picture);
    let is_legible = |places: &usize| {
        (1..=(*places).min(MOST_COLUMNS)).any(|columns| {
            let grid = Grid::new(columns, places.div_ceil(columns), HEIGHT - TITLE - WORDS, &[CAPTION + ANSWER], &[]);
            digit * grid.fitted((width, height)).0 / width >= LEGIBLE
        })
    };
    (1..=most).rev().find(is_legible).unwrap_or(1)
}

/// Pictures in columns and rows of equal sizes, in millimetres.
struct Grid {
    columns: usize,
    /// The lines for moves below each.
    answers: usize,
    width: f64,
    height: f64,
    /// That of all its pictures together.
    area: f64,
}

impl Grid {
    /// A grid in this height, with so much for the words of each picture, in empty rows as much as in the fullest; the sizes of pictures in pixels.
    fn new(columns: usize, rows: usize, room: f64, words: &[f64], sizes: &[(f64, f64)]) -> Self {
        let most = |words: &[f64]| words.iter().copied().fold(0.0, f64::max);
        let filled: Vec<f64> = words.chunks(columns).map(most).collect();
        let words = filled.iter().sum::<f64>() + rows.saturating_sub(filled.len()) as f64 * most(&filled);
        let height = (room - (rows as f64 - 1.0) * GAPS[1] - words) / rows as f64;
        let mut grid =
            Self { columns, answers: 1, width: cell_width(columns), height: height.max(SMALLEST), area: 0.0 };
        grid.area = sizes.iter().map(|&size| grid.fitted(size)).map(|(width, height)| width * height).sum();
        grid
    }

    /// Whether it has more room for moves, or as much and larger pictures.
    fn is_better(&self, other: &Self) -> bool {
        let letters = |grid: &Self| ((grid.answers as f64 * grid.width - MOVES) / HAND).min(LETTERS_BY_HAND).floor();
        let (own, others) = (letters(self), letters(other));
        own > others || (own >= others && self.area > other.area * 1.01)
    }

    /// The largest size that a picture can have here.
    fn fitted(&self, (width, height): (f64, f64)) -> (f64, f64) {
        let scale = (self.width / width).min(self.height / height);
        (width * scale, height * scale)
    }
}

fn cell_width(columns: usize) -> f64 {
    (WIDTH - (columns as f64 - 1.0) * GAPS[0]) / columns as f64
}

/// The height of the words below a picture.
fn below(figure: &Figure, notes: &[&str], width: f64, answers: usize) -> f64 {
    let notes: f64 = notes.iter().map(|note| lines(note, width, SMALL_LETTER) * SMALL_LINE).sum();
    let to_write = answers as f64 * ANSWER + 1.0;
    let moves = figure.moves.as_ref().map_or(to_write, |moves| lines(moves, width, SMALL_LETTER) * SMALL_LINE);
    notes + moves
}

/// How many lines of a width words take, with letters of an average width, in millimetres.
fn lines(words: &str, width: f64, letter: f64) -> f64 {
    (words.chars().count() as f64 * letter / width).ceil()
}

/// Width and height of an SVG in pixels, which tumble writes in whole or broken numbers after the first two of its `viewBox`.
fn size(picture: &str) -> (f64, f64) {
    let numbers = picture.split_once("viewBox=\"0 0 ").and_then(|(_, rest)| rest.split('"').next());
    let size = numbers.and_then(|numbers| numbers.split_once(' '));
    size.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?))).unwrap_or((1.0, 1.0))
}

fn write_figure(
    page: &mut String,
    Figure { picture, moves, .. }: &Figure,
    caption: &str,
    notes: &[&str],
    grid: &Grid,
    size: (f64, f64),
) {
    let (width, height) = grid.fitted(size);
    let source = BASE64_STANDARD.encode(picture);
    let _ = write!(
        page,
        "<figure><figcaption>{}</figcaption><img style=\"width: {width:.1}mm; height: {height:.1}mm\" alt=\"{}\" \
         src=\"data:image/svg+xml;base64,{source}\">",
        encode_text(caption),
        encode_double_quoted_attribute(caption)
    );
    for note in notes {
        let _ = write!(page, "<div>{}</div>", encode_text(note));
    }
    let _ = if let Some(moves) = moves {
        writeln!(page, "<div>{}</div></figure>", encode_text(moves))
    } else {
        let more = "<div class=\"answer\"><i></i></div>".repeat(grid.answers - 1);
        writeln!(page, "<div class=\"answer\">Moves <i></i></div>{more}</figure>")
    };
}
