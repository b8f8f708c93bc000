//! The comments at the beginning of an exported file: the same lines in every format, after the format's own comment sign.

use std::io;

use sha2::{Digest as _, Sha256};
use textwrap::core::Word;
use textwrap::{Options, WordSeparator};

use tumble_model::model::{Model, Sense};

/// Comments are wrapped before this column; some readers stop at 255.
const WIDTH: usize = 110;

/// Signs that begin a comment in some format: LP, MPS and OPB, FlatZinc, CNF.
const SIGNS: [&str; 4] = ["\\", "*", "%", "c"];

/// What the header has of every file that tumble wrote.
pub const MARK: &str = "written by: tumble ";

/// The line between the header and the legend.
const NAMES: &str = "names:";

/// What an exported file says about itself: enough to build the model again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The name of the format.
    pub format: String,
    /// The model file, as the caller named it.
    pub model: String,
    /// The puzzle.
    pub puzzle: String,
    /// The encoding, with its strengthenings.
    pub encoding: String,
    /// How the model was lowered, as the text of a `Lowering`.
    pub lowering: String,
    /// The sense of the objective: `maximize`, `minimize` or `none`; empty in older files.
    pub sense: String,
    /// The [digest] of the model; empty in older files.
    pub digest: String,
    /// For a staged encoding: the most moves of a solution of the model.
    pub horizon: Option<u64>,
    /// Of the statement of a certificate: what it proves together with its witness; empty in other files.
    pub proves: String,
    /// The sets of the cuts in the statement of a certificate, in order.
    pub cuts: Vec<Vec<usize>>,
    /// Whether the model has all solutions, and no others, in words.
    pub complete: String,
    /// The moves after which the model begins; empty if it is whole.
    pub after: String,
    /// What wrote the file.
    pub written_by: String,
}

impl Header {
    /// The pairs of key and value that are written.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let pair = |key, value: &str| (key, value.to_owned());
        let mut pairs = vec![
            pair("model", &self.model),
            pair("puzzle", &self.puzzle),
            pair("encoding", &self.encoding),
            pair("lowering", &self.lowering),
        ];
        pairs.extend([pair("objective", &self.sense), pair("sha256 of the model", &self.digest)]);
        pairs.extend(self.horizon.map(|horizon| ("horizon", horizon.to_string())));
        pairs.extend((!self.after.is_empty()).then(|| pair("after", &self.after)));
        pairs.extend((!self.proves.is_empty()).then(|| pair("proves", &self.proves)));
        let numbers = |set: &Vec<usize>| set.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        pairs.extend(self.cuts.iter().map(|set| pair("cut", &numbers(set))));
        pairs.extend([
            pair("complete", &self.complete),
            pair("format", &self.format),
            pair("written by", &self.written_by),
        ]);
        pairs
    }

    /// Reads the first comments of a file, in any format; `None` if they do not name an encoding.
    pub fn read(text: &str) -> Option<Self> {
        let mut header = Self::default();
        let comments = text.lines().map_while(|line| SIGNS.iter().find_map(|sign| line.strip_prefix(sign)));
        let mut comments = comments.take_while(|comment| comment.trim() != NAMES).peekable();
        while let Some(comment) = comments.next() {
            let Some((key, value)) = comment.trim_start().split_once(": ") else { continue };
            let mut value = value.to_owned();
            while let Some(more) = comments.peek().and_then(|comment| comment.strip_prefix(" ")?.strip_prefix(INDENT)) {
                value += more;
                comments.next();
            }
            let value = unescaped(&value);
            let field = match key {
                "model" => &mut header.model,
                "puzzle" => &mut header.puzzle,
                "encoding" => &mut header.encoding,
                "lowering" => &mut header.lowering,
                "objective" => &mut header.sense,
                "sha256 of the model" => &mut header.digest,
                "after" => &mut header.after,
                "proves" => &mut header.proves,
                "complete" => &mut header.complete,
                "format" => &mut header.format,
                "written by" => &mut header.written_by,
                "horizon" => {
                    header.horizon = value.trim().parse().ok();
                    continue;
                }
                "cut" => {
                    header.cuts.push(value.split_whitespace().map_while(|number| number.parse().ok()).collect());
                    continue;
                }
                _ => continue,
            };
            // Remarks of a writer follow, such as that the objective is negated.
            if field.is_empty() {
                value.trim_end().clone_into(field);
            }
        }
        (!header.encoding.is_empty()).then_some(header)
    }
}

/// What begins the further lines of a pair.
const INDENT: &str = "    ";

/// The lines of a pair: a long value goes on below, if possible with a blank of its own. Lists of numbers, which only statements of certificates
/// have, are on one line.
fn lines_of(key: &str, value: &str) -> Vec<String> {
    let text = format!("{key}: {}", escaped(value));
    let mut rest = text.as_str();
    let mut lines = Vec::new();
    while rest.len() > WIDTH && key != "cut" {
        let (most, least) = (WIDTH - INDENT.len(), WIDTH / 2);
        let blank = rest[..most].rfind(' ').filter(|&place| place > least && !rest[..place].ends_with(' '));
        let (line, more) = rest.split_at(blank.unwrap_or(most));
        lines.push(line);
        rest = more;
    }
    lines.push(rest);
    let indent = |(i, line): (usize, &str)| if i == 0 { line.to_owned() } else { format!("{INDENT}{line}") };
    lines.into_iter().enumerate().map(indent).collect()
}

/// What stands for a character of a value that is no printable ASCII, between this and a closing brace: its number, in hexadecimal digits.
const ESCAPE: &str = "\\u{";

/// A value in printable ASCII, from which it can be read again.
fn escaped(value: &str) -> String {
    let plain = value.replace(ESCAPE, &format!("{ESCAPE}5c}}u{{"));
    let character = |character: char| match character {
        ' '..='~' => character.to_string(),
        other => format!("{ESCAPE}{:x}}}", u32::from(other)),
    };
    plain.chars().map(character).collect()
}

/// The value that was escaped.
fn unescaped(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let mut value = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let character = |(digits, rest)| Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, rest));
        match part.split_once('}').and_then(character) {
            Some((character, rest)) => value.extend([character.to_string().as_str(), rest]),
            None => value.extend([ESCAPE, part]),
        }
    }
    value
}

/// The sense of a model's objective, in a word.
pub fn sense(model: &Model) -> &'static str {
    match model.objective().map(|objective| objective.sense) {
        Some(Sense::Maximize) => "maximize",
        Some(Sense::Minimize) => "minimize",
        None => "none",
    }
}

/// The SHA-256 of a model in hexadecimal digits: of its variables with their names, its constraints, the literals that it defines, and its
/// objective. Equal models have equal digests in all formats, whatever the file is called that they are of.
pub fn digest(model: &Model) -> String {
    let mut hash = Hash(Sha256::new());
    let parts = (model.variables(), model.constraints(), model.definitions(), model.objective());
    // Numbers and texts can be written, and a hash takes all.
    let _ = serde_json::to_writer(&mut hash, &parts);
    hash.0.finalize().iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"))
}

/// A hash of what is written to it.
struct Hash(Sha256);

impl io::Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The comments of a model, line by line, without a comment sign: the pairs of a header, the size, and what names mean. They are short and
/// in ASCII, because some readers accept nothing else.
pub fn comments(model: &Model, header: &[(&str, String)]) -> Vec<String> {
    let size = model.size();
    let (variables, integers, rows) = (size.variables, size.integer_variables, size.constraints);
    let size = ("size", format!("{variables} variables ({integers} integer), {rows} constraints"));
    let mut lines: Vec<String> = header.iter().chain([&size]).flat_map(|(key, value)| lines_of(key, value)).collect();
    let legend = model.legend();
    if !legend.is_empty() {
        lines.push(NAMES.to_owned());
    }
    for (key, text) in legend {
        lines.extend(wrapped(&ascii(&format!("  {key}: {text}"))));
    }
    lines
}

/// A text on lines of at most [`WIDTH`] characters, the further ones indented. The items of a list stay whole.
fn wrapped(text: &str) -> Vec<String> {
    let items: fn(&str) -> Box<dyn Iterator<Item = Word<'_>> + '_> =
        |line| Box::new(line.split_inclusive("; ").map(Word::from));
    let separator = if text.contains("; ") { WordSeparator::Custom(items) } else { WordSeparator::AsciiSpace };
    let options = Options::new(WIDTH).subsequent_indent("    ").break_words(false).word_separator(separator);
    textwrap::wrap(text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// A text in printable ASCII: minus signs and dashes as hyphens, anything else as a question mark.
pub(super) fn ascii(text: &str) -> String {
    let plain = |character| match character {
        '−' | '–' => '-',
        c if c.is_ascii() && !c.is_ascii_control() => c,
        _ => '?',
    };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tumble_model::model::Linear;

    fn header(horizon: Option<u64>) -> Header {
        Header {
            format: "lp".into(),
            model: format!("trays/a: b, {} of cafés \\u{{e9}}{}.toml", "a long name ".repeat(20), "x".repeat(900)),
            puzzle: "some-puzzle".into(),
            encoding: "time-indexed+parity".into(),
            lowering: "table=support".into(),
            sense: "maximize".into(),
            digest: "abc".into(),
            horizon,
            after: "NNE".into(),
            proves: "nothing".into(),
            cuts: vec![vec![1, 22, 3], vec![0]],
            complete: "up to the horizon".into(),
            written_by: "tumble 0.1.0".into(),
        }
    }

    #[test]
    fn what_is_written_is_read_after_any_sign() {
        for (sign, horizon) in SIGNS.iter().flat_map(|sign| [(sign, None), (sign, Some(17))]) {
            let header = header(horizon);
            let lines = comments(&Model::default(), &header.pairs());
            let lines: String = lines.iter().flat_map(|line| [*sign, " ", line, "\n"]).collect();
            assert_eq!(Header::read(&format!("{lines}Maximize\n{sign} encoding: other\n")), Some(header));
        }
    }

    #[test]
    fn the_digest_is_of_what_the_model_says_and_not_of_its_name() {
        let model = |name: &str, upper: i64, sense: Option<Sense>| {
            let mut model = Model::new(name);
            let x = model.integer("x", 0..=upper);
            model.add("row", Linear::from(x).at_least(1));
            if let Some(sense) = sense {
                model.set_objective(sense, Linear::from(x));
            }
            model
        };
        let least = model("a", 2, Some(Sense::Minimize));
        assert_eq!(digest(&least), digest(&model("b", 2, Some(Sense::Minimize))));
        let others = [model("a", 3, Some(Sense::Minimize)), model("a", 2, Some(Sense::Maximize)), model("a", 2, None)];
        for other in &others {
            assert!(digest(other).len() == 64 && digest(other) != digest(&least));
        }
        assert_eq!([&least, &others[1], &others[2]].map(sense), ["minimize", "maximize", "none"]);
    }

    #[test]
    fn files_without_a_header_have_none() {
        for text in ["", "Maximize\n", "\\ model: x\n", "encoding: x\n", "* encoding:\n"] {
            assert_eq!(Header::read(text), None, "{text}");
        }
    }

    #[test]
    fn comments_are_short_lines_of_ascii() {
        let mut model = Model::new("m");
        for c in 0..99 {
            model.binary(format!("x_c{c}"));
        }
        model.explain("x_cC", "− any –\n☃");
        model.explain_words("cells", (0..99).map(|c| (format!("c{c}"), format!("[{c}, 0]"))));
        let lines = comments(&model, &[("model", "☃\nEnd".to_owned())]);
        assert!(
            lines.iter().all(|line| line.len() <= WIDTH && line.chars().all(|c| (' '..='~').contains(&c))),
            "{lines:#?}"
        );
        assert_eq!(
            &lines[..4],
            [
                "model: \\u{2603}\\u{a}End",
                "size: 99 variables (99 integer), 0 constraints",
                "names:",
                "  x_cC: - any -??"
            ]
        );
    }
}
