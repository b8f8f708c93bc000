//! JSON in solution files, and Gurobi's: `gurobi_cl ResultFile=FILE.json model.lp`. Variables that are 0 are left out.
//!
//! ```text
//! { "SolutionInfo": { "Status": 2, "ObjVal": 37, "MIPGap": 0, … },
//!   "Vars": [ { "VarName": "x", "X": 1 }, … ] }
//! ```

use serde_json::{Deserializer, Map, Value};

use super::lines::{character_at, first_line};
use super::{Contents, Dialect, Entry, Key, SolutionError, Stated};

pub(super) const GUROBI: Dialect = Dialect {
    name: "Gurobi",
    how: "gurobi_cl ResultFile=FILE.json model.lp",
    format: "lp",
    minimizes: false,
    trust: super::named::GUROBI_TRUST,
    is_it: |text| first_line(text).starts_with('{') && text.contains("\"SolutionInfo\""),
    read,
};

/// Gurobi's codes of a proved optimum, and of infeasibility; that of "infeasible or unbounded" too, because all variables of exported
/// models are bounded.
const OPTIMAL: i64 = 2;
const INFEASIBLE: [i64; 2] = [3, 4];
/// A larger gap between the objective and its bound is none of rounding.
const NO_GAP: f64 = 1e-9;

fn read(text: &str) -> Result<Contents, SolutionError> {
    let (file, _) = object(text, 0)?;
    let info = file.get("SolutionInfo").and_then(Value::as_object).cloned().unwrap_or_default();
    let of = |key: &str| info.get(key).and_then(number);
    let has_gap = of("MIPGap").map(|gap| gap > NO_GAP);
    let code = info.get("Status").and_then(Value::as_i64);
    // Beside another status it is not known what the bound is worth.
    let bound = of("ObjBound").or_else(|| of("ObjVal").filter(|_| has_gap == Some(false)));
    let bound = bound.filter(|_| code == Some(OPTIMAL));
    let stated = match code {
        Some(OPTIMAL) if bound.is_none() && has_gap == Some(true) => {
            Stated::Other("optimal within a gap that is not 0".to_owned())
        }
        Some(OPTIMAL) => Stated::Optimal,
        Some(code) if INFEASIBLE.contains(&code) => Stated::Infeasible,
        Some(code) => Stated::Other(format!("status {code}")),
        None => Stated::Nothing,
    };
    let entry = |variable: &Value| {
        let name = variable.get("VarName").and_then(Value::as_str);
        let value = variable.get("X").and_then(number);
        let (Some(name), Some(value)) = (name, value) else {
            return Err(wrong(format!("a variable needs a VarName and its value X: {variable}")));
        };
        Ok(Entry { key: Key::Name(name.to_owned()), value, span: 0..0 })
    };
    let variables = file.get("Vars").and_then(Value::as_array);
    let values = variables.map(|list| list.iter().map(entry).collect::<Result<_, _>>()).transpose()?;
    Ok(Contents { stated, objective: of("ObjVal"), bound, values, leaves_out_zeros: true, ..Contents::default() })
}

/// The object at byte `start` of a text, and the byte after it.
pub(super) fn object(text: &str, start: usize) -> Result<(Map<String, Value>, usize), SolutionError> {
    let mut objects = Deserializer::from_str(&text[start..]).into_iter::<Map<String, Value>>();
    let found = objects.next().unwrap_or_else(|| Ok(Map::new()));
    let end = start + objects.byte_offset();
    found.map(|object| (object, end)).map_err(|error| {
        let span = character_at(text, start, error.line(), error.column());
        let message = error.to_string();
        let why = message.rsplit_once(" at line ").map_or(&*message, |(why, _)| why);
        SolutionError { span, message: format!("not a JSON object: {why}"), label: "here" }
    })
}

/// A finite number, or one in quotation marks; what is true is 1.
pub(super) fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_f64(),
    };
    number.filter(|number| number.is_finite())
}

/// An error in what was read of a file as a whole.
pub(super) fn wrong(message: String) -> SolutionError {
    SolutionError { span: 0..0, message, label: "in this file" }
}
