//! Best sums by the length of a board, as text and as JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::frontier::{Periodic, Repetition};

/// Best values by the length of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lengths {
    /// What a length counts, in the plural.
    pub(super) along: &'static str,
    /// The best values of all lengths.
    pub(super) best: Periodic,
    /// The lengths that were asked for, with their values; `None`: there is no solution.
    pub(super) asked: Vec<(u64, Option<i64>)>,
    /// The certificates: when the states of each case repeat.
    pub(super) repetitions: Vec<Repetition>,
}

impl Lengths {
    /// As JSON: `along`, the `preperiod`, the `period` with the `gains` of its values, the values `best` of the lengths 1, 2, … to the end of
    /// the first period (null: no solution), those that were asked for as `lengths`, and `certificates`.
    pub(super) fn numbers(&self) -> Map<String, Value> {
        let Self { along, best, asked, repetitions } = self;
        let asked = asked.iter().map(|(length, best)| json!({ "length": length, "best": best }));
        let certificate = |case: &Repetition| {
            let gained = case.gained.map(|(least, most)| json!({ "least": least, "most": most }));
            json!({ "line": case.line, "lines": case.lines, "states": case.states, "gained": gained })
        };
        let mut object = Map::new();
        object.insert("along".into(), (*along).into());
        object.insert("preperiod".into(), best.preperiod().into());
        object.insert("period".into(), best.period().into());
        object.insert("gains".into(), best.gains().collect());
        object.insert("best".into(), json!(best.values()));
        object.insert("lengths".into(), asked.collect());
        object.insert("certificates".into(), repetitions.iter().map(certificate).collect());
        object
    }

    /// The title, the period with its certificates, and a line for each length: those up to the end of the first period, and those asked for.
    pub(super) fn text(&self, title: &str) -> String {
        let Self { along, best, asked, repetitions } = self;
        let (first, period) = (best.preperiod() + 1, best.period());
        let different: BTreeSet<i64> = best.gains().flatten().collect();
        let gains = match &different.into_iter().collect::<Vec<_>>()[..] {
            [] => "there is none".into(),
            [gain] => format!("a length greater by {period} adds {gain}"),
            _ => format!(
                "a length greater by {period} adds in turn {}",
                best.gains().map(value).collect::<Vec<_>>().join(", ")
            ),
        };
        let proof = |Repetition { line, lines, states, gained, .. }: &Repetition| {
            let gained =
                gained.map(|(least, most)| if least == most { most.to_string() } else { format!("{least} to {most}") });
            let gained = gained.map(|gained| format!(", having gained {gained}")).unwrap_or_default();
            let again = line + lines;
            format!("certificate: after {line} and {again} {along} there are the same {states} states{gained}\n")
        };
        let proofs = repetitions.iter().map(proof).collect::<String>();
        let mut all: BTreeMap<u64, Option<i64>> = (1..).zip(best.values().iter().copied()).collect();
        all.extend(asked.iter().copied());
        format!("{title}\nfrom length {first} on, {gains}\n{proofs}\n{along:>17}{:>20}\n{}", "best", lines(all))
    }
}

/// Best values of some lengths, of a computation that was stopped before they repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// What a length counts, in the plural.
    pub(super) along: &'static str,
    /// The best values of the lengths 1, 2, …; `None`: there is no solution.
    pub(super) best: Vec<Option<i64>>,
}

impl Known {
    /// As JSON: `along`, and the values `best`. The keys of the period are null.
    pub(super) fn numbers(&self) -> Map<String, Value> {
        let Self { along, best } = self;
        let none = ["preperiod", "period"].map(|key| (key.to_owned(), Value::Null));
        let known = [("along", json!(along)), ("best", json!(best))].map(|(key, value)| (key.to_owned(), value));
        known.into_iter().chain(none).collect()
    }

    /// The title, and a line for each length.
    pub(super) fn text(&self, title: &str) -> String {
        let Self { along, best } = self;
        format!(
            "{title}\nstopped before the sums repeat\n\n{along:>17}{:>20}\n{}",
            "best",
            lines((1..).zip(best.iter().copied()))
        )
    }
}

/// A line for each length with its best value.
fn lines(all: impl IntoIterator<Item = (u64, Option<i64>)>) -> String {
    let line = |(length, best): (u64, Option<i64>)| format!("{length:>17}{:>20}\n", value(best));
    all.into_iter().map(line).collect()
}

fn value(value: Option<i64>) -> String {
    value.map_or_else(|| "none".into(), |value| value.to_string())
}
