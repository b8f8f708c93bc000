//! Names that every reader of every format accepts as names, and reads as they are written.

use std::borrow::Cow;
use std::collections::HashSet;

use sha2::{Digest as _, Sha256};

use super::WriteError;

/// The variable that carries the objective's constant: fixed to 1.
pub const ONE: &str = "one";
/// The name of the objective.
pub(super) const OBJECTIVE: &str = "obj";
/// The name of the row of all variables that occur in no other.
pub(super) const REST: &str = "rest";

/// What begins the written form of a name that some reader would not take for one.
const ESCAPE: &str = "v_";

/// The most characters of a written name: CBC reads 100 in LP files, and a line of an MPS file with two names is to end before column 255.
const LONGEST: usize = 96;
/// What begins a name in place of a longer one. No other written name begins with it, because no name with `v_` before it would need that.
const SHORT: &str = "v_long_";
/// How much of a longer name, and how many bytes of its hash, are kept.
const KEPT: usize = LONGEST - SHORT.len() - 1 - 2 * HASH;
const HASH: usize = 8;

/// The name in a file of a variable or a constraint called `name` in the model: `name` itself, or `name` after `v_` if some reader
/// would not take it for a name. That is the case if it
/// * begins with `e` or `E`, which after a coefficient may be read as an exponent: `2 e1`,
/// * begins with a digit or an underscore, or is empty,
/// * is a keyword, or a name that a writer itself uses,
/// * begins with `v_`, so that different names stay different.
///
/// A name that would have more than 96 characters is replaced by its beginning and a hash of all of it, after `v_long_`.
///
/// ```
/// use tumble_formats::written_name;
/// assert_eq!(written_name("x_1"), "x_1");
/// assert_eq!(written_name("edges"), "v_edges");
/// assert_eq!(written_name("v_edges"), "v_v_edges");
/// ```
pub fn written_name(name: &str) -> Cow<'_, str> {
    let begins_well = name.starts_with(|first: char| first.is_ascii_alphabetic() && !first.eq_ignore_ascii_case(&'e'));
    let is_reserved = RESERVED.iter().any(|word| word.eq_ignore_ascii_case(name));
    let is_plain = begins_well && !name.starts_with(ESCAPE) && !is_reserved;
    if name.len() + if is_plain { 0 } else { ESCAPE.len() } > LONGEST {
        let hash = Sha256::digest(name.as_bytes());
        let hash = hash.iter().take(HASH).fold(0_u64, |hash, &byte| hash << 8 | u64::from(byte));
        Cow::Owned(format!("{SHORT}{}_{hash:016x}", &name[..name.floor_char_boundary(KEPT)]))
    } else if is_plain {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("{ESCAPE}{name}"))
    }
}

/// Whether a written name is in place of a longer one.
pub(super) fn is_short_form(written: &str) -> bool {
    written.starts_with(SHORT)
}

/// The most characters of a longer name on a line of comments.
const LINE: usize = 100;

/// Comments that say of which longer name a written name is: the written name, and under it the longer one, in pieces.
pub(super) fn legend<'a>(names: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let mut lines = Vec::new();
    for (written, name) in names.into_iter().filter(|(written, _)| is_short_form(written)) {
        lines.push(format!("  {written} is"));
        // Names are of ASCII here, or the model is not written.
        let pieces = name.as_bytes().chunks(LINE).map(|piece| format!("    {}", String::from_utf8_lossy(piece)));
        lines.extend(pieces);
    }
    lines
}

/// Keywords of some reader, and the names that the writers use.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    ONE, OBJECTIVE, REST,
    // LP
    "bin", "binaries", "binary", "bins", "bound", "bounds", "free", "gen", "general", "generals", "gens", "inf", "infinity", "int",
    "integer", "integers", "ints", "max", "maximise", "maximize", "maximum", "min", "minimise", "minimize", "minimum", "nan", "sec",
    "semi", "semis", "sin", "sos", "sos1", "sos2", "st", "subject", "such",
    // MPS
    "bnd", "columns", "marker", "name", "objsense", "ranges", "rhs", "rows",
    // FlatZinc and MiniZinc
    "ann", "annotation", "any", "array", "bool", "case", "constraint", "default", "diff", "div", "false", "float", "function", "if",
    "in", "include", "intersect", "is_defined_var", "let", "list", "mod", "not", "of", "op", "opt", "output", "output_var", "par",
    "predicate", "record", "satisfy", "set", "show", "solve", "string", "subset", "superset", "symdiff", "test", "then", "true",
    "tuple", "type", "union", "var", "where", "xor",
];

/// Names that are in use.
#[derive(Default)]
pub(super) struct Names(HashSet<String>);

impl Names {
    /// Adds the written form of a name.
    ///
    /// # Errors
    /// When the name is not legal, or the written form is not new.
    pub(super) fn add(&mut self, name: &str, written: &str) -> Result<(), WriteError> {
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(WriteError::Name(name.to_owned()));
        }
        if self.0.insert(written.to_owned()) { Ok(()) } else { Err(WriteError::Duplicate(name.to_owned())) }
    }
}

/// The written names of variables, by index.
///
/// # Errors
/// When a name is not legal or not unique.
pub(super) fn columns(variables: &[tumble_model::model::Variable]) -> Result<Vec<Cow<'_, str>>, WriteError> {
    let mut names = Names::default();
    variables
        .iter()
        .map(|variable| {
            let written = written_name(&variable.name);
            names.add(&variable.name, &written).map(|()| written)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_names_differ_where_names_do_and_none_looks_like_a_number_or_a_keyword() {
        let names = [
            "x", "", "_", "__", "e1", "_e1", "E", "2x", "_2x", "end", "st", "ST", "_st", "one", "v_one", "obj",
            "stone", "v", "v_", "v_e1", "var", "rest",
        ];
        let written: HashSet<_> = names.map(|name| written_name(name)).into();
        assert_eq!(written.len(), names.len());
        assert!(written.iter().all(|name| name.starts_with(['x', 's', 'v'])), "{written:?}");
        for plain in ["x", "v", "stone"] {
            assert!(written.contains(plain), "{plain}");
        }
        assert!(!written.contains("st") && !written.contains("ST"));
    }

    #[test]
    fn long_names_are_written_short_and_stay_different() {
        let long = |end: &str| format!("{}{end}", "x_c12_o3_".repeat(40));
        let names = [long("a"), long("b"), "x".repeat(97), "x".repeat(96), "e".repeat(95), "e".repeat(94)];
        let written: Vec<String> = names.iter().map(|name| written_name(name).into_owned()).collect();
        assert!(written.iter().all(|name| name.len() <= LONGEST), "{written:?}");
        assert_eq!(written.iter().collect::<HashSet<_>>().len(), names.len());
        assert_eq!(
            written.iter().map(|name| is_short_form(name)).collect::<Vec<_>>(),
            [true, true, true, false, true, false]
        );
        // A name that looks like a short form is none.
        assert!(
            !is_short_form(&written_name(&written[0][ESCAPE.len()..])) && !is_short_form(&written_name("v_long_x"))
        );
        let lines = legend([(written[0].as_str(), names[0].as_str()), ("x", "x")]);
        assert_eq!(lines[0], format!("  {} is", written[0]));
        assert_eq!(lines[1..].iter().map(|line| line.trim()).collect::<String>(), names[0]);
        assert!(lines.iter().all(|line| line.len() < 110));
    }
}
