//! Names that a person may have misspelt.

/// What to say of an unknown name: the nearest of the known names, if one is near, and all of them.
///
/// ```
/// # use tumble_model::names::suggestion;
/// assert_eq!(suggestion("hihgs", &["highs", "cbc"]), "did you mean `highs`? There are highs, cbc");
/// assert_eq!(suggestion("gurobi", &["highs", "cbc"]), "there are highs, cbc");
/// ```
pub fn suggestion(unknown: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match nearest(unknown, known) {
        Some(near) => format!("did you mean `{near}`? There are {all}"),
        None => format!("there are {all}"),
    }
}

/// The known name nearest to `unknown`, if one is near. What stands before a colon may be left out, and capital letters count as small ones.
pub fn nearest<'a>(unknown: &str, known: &[&'a str]) -> Option<&'a str> {
    let unknown = unknown.to_lowercase();
    let short = |name: &'a str| name.rsplit(':').next().unwrap_or(name);
    let distance = |name: &'a str| {
        let of = |name| strsim::damerau_levenshtein(&unknown, name);
        of(name).min(of(short(name)))
    };
    let near = |name: &&'a str| distance(name) <= 1 + short(name).chars().count() / 3 || name.starts_with(&unknown);
    known.iter().copied().min_by_key(|name| distance(name)).filter(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_near_with_one_wrong_letter_in_three_or_as_a_beginning() {
        let known = ["search", "highs", "cbc", "external:glpsol", "external:highs"];
        for (unknown, near) in [
            ("hihgs", Some("highs")),
            ("HiGHS", Some("highs")),
            ("sea", Some("search")),
            ("glpsol", Some("external:glpsol")),
            ("external:hihgs", Some("external:highs")),
            ("gurobi", None),
            ("gurobi_cl", None),
            ("nothing", None),
        ] {
            assert_eq!(nearest(unknown, &known), near, "{unknown}");
        }
        assert_eq!(nearest("a", &[]), None);
    }
}
