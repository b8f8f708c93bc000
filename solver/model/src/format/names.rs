//! Names that every reader of every format accepts as names, and reads as they are written.

use std::borrow::Cow;
use std::collections::HashSet;

use super::WriteError;

/// The variable that carries the objective's constant: fixed to 1.
pub const ONE: &str = "one";
/// The name of the objective.
pub(super) const OBJECTIVE: &str = "obj";
/// The name of the row of all variables that occur in no other.
pub(super) const REST: &str = "rest";

/// What begins the written form of a name that some reader would not take for one.
const ESCAPE: &str = "v_";

/// The name in a file of a variable or a constraint called `name` in the model: `name` itself, or `name` after `v_` if some reader
/// would not take it for a name. That is the case if it
/// * begins with `e` or `E`, which after a coefficient may be read as an exponent: `2 e1`,
/// * begins with a digit or an underscore, or is empty,
/// * is a keyword, or a name that a writer itself uses,
/// * begins with `v_`, so that different names stay different.
///
/// ```
/// use tumble_model::format::written_name;
/// assert_eq!(written_name("x_1"), "x_1");
/// assert_eq!(written_name("edges"), "v_edges");
/// assert_eq!(written_name("v_edges"), "v_v_edges");
/// ```
#[must_use]
pub fn written_name(name: &str) -> Cow<'_, str> {
    let begins_well = name.starts_with(|first: char| first.is_ascii_alphabetic() && !first.eq_ignore_ascii_case(&'e'));
    let is_reserved = RESERVED.iter().any(|word| word.eq_ignore_ascii_case(name));
    if begins_well && !name.starts_with(ESCAPE) && !is_reserved {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("{ESCAPE}{name}"))
    }
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
    /// Adds a name.
    ///
    /// # Errors
    /// When it is not legal or not new.
    pub(super) fn add(&mut self, name: &str) -> Result<(), WriteError> {
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(WriteError::Name(name.to_owned()));
        }
        if self.0.insert(name.to_owned()) { Ok(()) } else { Err(WriteError::Duplicate(name.to_owned())) }
    }
}

/// The written names of variables, by index.
///
/// # Errors
/// When a name is not legal or not unique.
pub(super) fn columns(variables: &[crate::model::Variable]) -> Result<Vec<Cow<'_, str>>, WriteError> {
    let mut names = Names::default();
    variables
        .iter()
        .map(|variable| {
            let name = written_name(&variable.name);
            names.add(&name).map(|()| name)
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
}
