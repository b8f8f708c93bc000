//! What the names of a model's variables mean: `a_t3_c4_o16_N` is terse, and files with such names explain them.
//!
//! An encoding explains its families of names by patterns, and the words between the underscores by lists. A pattern consists of
//! words too, in which capital letters stand for something else: the word `cC` stands for `c` and a number, `D` for any word, `NAME`
//! (two capitals or more) for one or more words. A word without capitals stands for itself.

use std::collections::HashSet;

use super::Model;

/// An entry of a legend.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// The names of a pattern.
    Names { pattern: &'static str, meaning: String },
    /// Words in names, each with what it stands for.
    Words { what: &'static str, words: Vec<(String, String)> },
}

impl Model {
    /// Explains the variables whose names match a pattern: `explain("x_tT_cC", "the die is on cell C at step T")`.
    pub fn explain(&mut self, pattern: &'static str, meaning: impl Into<String>) {
        self.legend.push(Entry::Names { pattern, meaning: meaning.into() });
    }

    /// Explains words in names: `c4` is the cell `[1, 1]`. `what` names them in the plural, as in `cells`.
    pub fn explain_words(&mut self, what: &'static str, words: impl IntoIterator<Item = (String, String)>) {
        self.legend.push(Entry::Words { what, words: words.into_iter().collect() });
    }

    /// What the names of the variables mean: patterns, each with its meaning, and kinds of words, each with a list such as `c0 [0, 0];
    /// c1 [1, 0]`. Only what occurs in a name is listed, each pattern and each kind once.
    pub fn legend(&self) -> Vec<(&'static str, String)> {
        let used: HashSet<&str> = self.variables.iter().flat_map(|variable| variable.name.split('_')).collect();
        let mut legend: Vec<(&'static str, String)> = Vec::new();
        for entry in &self.legend {
            let (key, text) = match entry {
                Entry::Names { pattern, meaning } => {
                    let is_used = self.variables.iter().any(|variable| is_of_pattern(&variable.name, pattern));
                    (*pattern, if is_used { meaning.clone() } else { String::new() })
                }
                Entry::Words { what, words } => {
                    let used = words.iter().filter(|(word, _)| used.contains(word.as_str()));
                    (*what, used.map(|(word, meaning)| format!("{word} {meaning}")).collect::<Vec<_>>().join("; "))
                }
            };
            if !text.is_empty() && legend.iter().all(|(known, _)| *known != key) {
                legend.push((key, text));
            }
        }
        legend
    }
}

/// Whether a name is of a pattern.
///
/// ```
/// use tumble_model::model::is_of_pattern;
/// assert!(is_of_pattern("a_t3_c4_o16_N", "a_tT_cC_oO_D"));
/// assert!(is_of_pattern("p_t0_is_m3", "NAME_is_V"));
/// assert!(!is_of_pattern("x_total", "x_tT"));
/// ```
pub fn is_of_pattern(name: &str, pattern: &str) -> bool {
    let (word, rest) = pattern.split_once('_').map_or((pattern, None), |(word, rest)| (word, Some(rest)));
    let stands_for_words = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    let ends = name.match_indices('_').map(|(end, _)| end).chain([name.len()]);
    // The places where the first words of the name may end.
    let mut ends = ends.take(if stands_for_words { usize::MAX } else { 1 });
    ends.any(|end| {
        let fits = stands_for_words || is_of_word(&name[..end], word);
        fits && match (name[end..].strip_prefix('_'), rest) {
            (Some(name), Some(rest)) => is_of_pattern(name, rest),
            (None, None) => true,
            _ => false,
        }
    })
}

/// Whether a word is of one word of a pattern.
fn is_of_word(word: &str, pattern: &str) -> bool {
    let prefix = pattern.trim_end_matches(|c: char| c.is_ascii_uppercase());
    match word.strip_prefix(prefix) {
        _ if prefix.len() == pattern.len() => word == pattern,
        Some(value) if prefix.is_empty() => !value.is_empty(),
        Some(value) => !value.is_empty() && value.chars().all(|c| c.is_ascii_digit()),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_stand_for_numbers_for_words_and_for_names() {
        for (name, pattern) in [
            ("x_t3_c10", "x_tT_cC"),
            ("direction_U_3", "direction_F_D"),
            ("twist_multiple", "twist_multiple"),
            ("top_t3_z17", "NAME_zI"),
            ("digit_4_is_9", "NAME_is_V"),
            ("digit_flag_4_9", "digit_flag_I_V"),
        ] {
            assert!(is_of_pattern(name, pattern), "{name} {pattern}");
        }
        for (name, pattern) in [
            ("x_t3", "x_tT_cC"),
            ("x_t3_c1_p2", "x_tT_cC"),
            ("x_t_c1", "x_tT_cC"),
            ("x_top_c1", "x_tT_cC"),
            ("y_t3_c1", "x_tT_cC"),
            ("z17", "NAME_zI"),
            ("", "D"),
        ] {
            assert!(!is_of_pattern(name, pattern), "{name} {pattern}");
        }
    }

    #[test]
    fn only_what_occurs_is_listed_and_once() {
        let mut model = Model::new("m");
        let cells = || (0..3).map(|c| (format!("c{c}"), format!("[{c}, 0]")));
        for pattern in ["x_cC", "y_cC", "x_cC"] {
            model.explain(pattern, "the die visits cell C");
        }
        model.explain_words("cells", cells());
        assert!(model.legend().is_empty());
        model.binary("x_c0");
        model.binary("x_c2");
        let shown = [("x_cC", "the die visits cell C"), ("cells", "c0 [0, 0]; c2 [2, 0]")];
        assert_eq!(model.legend(), shown.map(|(key, text)| (key, text.to_owned())));
    }
}
