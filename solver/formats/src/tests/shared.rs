//! What tests of files and of proofs share: recorded texts, and rows over 0/1 variables.

use super::Row;

/// Compares a text, letter by letter and to its last line break, with the recorded one in a file below `src/`. To record it anew, set
/// `TUMBLE_RECORD`, and read what has changed.
pub(crate) fn compare(file: &str, text: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/").to_owned() + file;
    if std::env::var_os("TUMBLE_RECORD").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(path).unwrap(), "{file}");
}

/// The row `Σ coefficient · variable >= bound`.
pub(crate) fn at_least(terms: &[(i64, usize)], bound: i64) -> Row {
    Row { terms: terms.to_vec(), is_equality: false, bound }
}

/// Every choice of `count` values that are 0 or 1.
pub(crate) fn choices(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1 << count).map(move |bits: u32| (0..count).map(|i| bits >> i & 1 == 1).collect())
}

/// The sum of terms with the values of a choice, of the variables from 1.
pub(crate) fn total(terms: &[(i64, usize)], choice: &[bool]) -> i64 {
    terms.iter().map(|&(weight, variable)| weight * i64::from(choice[variable - 1])).sum()
}

/// Whether a row holds with the values of a choice.
pub(crate) fn holds(row: &Row, choice: &[bool]) -> bool {
    let sum = total(&row.terms, choice);
    if row.is_equality { sum == row.bound } else { sum >= row.bound }
}
