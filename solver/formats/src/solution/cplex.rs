//! CPLEX: `write FILE.sol` in its interactive optimizer writes XML.
//!
//! ```text
//! <CPLEXSolution version="1.2">
//!  <header objectiveValue="37" solutionStatusValue="101" solutionStatusString="integer optimal solution" …/>
//!  <variables>
//!   <variable name="x" index="0" value="1"/>
//! ```
//! With `set output writelevel` 2 and 4 the continuous variables are left out, with 3 and 4 those that are 0.
//!
//! A pool of solutions is in an element `CPLEXSolutions`; the incumbent is the first of them.

use roxmltree::{Document, Node, ParsingOptions};

use super::lines::character_at;
use super::{Contents, Dialect, Entry, Key, SolutionError, Stated, Trust};

pub(super) const DIALECT: Dialect = Dialect {
    name: "CPLEX",
    how: "write FILE.sol",
    format: "lp",
    minimizes: false,
    trust: Trust { without_gap: Some("set mip tolerances mipgap 0"), ..Trust::up_to(10_000) },
    is_it: |text| text.trim_start().starts_with('<'),
    read,
};

/// Codes of a proved optimum: of a linear program, and of an integer one.
const OPTIMAL: [&str; 2] = ["1", "101"];
/// Codes of infeasibility; that of "infeasible or unbounded" too, because all variables of exported models are bounded.
const INFEASIBLE: [&str; 4] = ["3", "4", "103", "119"];

/// The write level of a file without the variables that are 0.
const NONZEROS: &str = "3";
/// That of a file with all variables, and what is said of others; a file may not tell its level.
const ALL: &str = "1";
const LACKS: &str =
    "a CPLEX file of writeLevel 2 or 4 lacks the continuous variables: write it after `set output writelevel 1`";

fn read(text: &str) -> Result<Contents, SolutionError> {
    // Each element is more than a byte, so this is no limit for what may be read.
    let options =
        ParsingOptions { nodes_limit: u32::try_from(text.len()).unwrap_or(u32::MAX), ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        let span = character_at(text, 0, place.row as usize, place.col as usize);
        SolutionError { span, message: format!("not XML: {error}"), label: "here" }
    })?;
    let Some(solution) = document.descendants().find(|node| node.has_tag_name("CPLEXSolution")) else {
        return Err(error(document.root_element(), "there is no element CPLEXSolution"));
    };
    let mut contents = Contents { values: Some(Vec::new()), ..Contents::default() };
    if let Some(header) = child(solution, "header") {
        let level = header.attribute("writeLevel").unwrap_or_default();
        contents.leaves_out_zeros = level == NONZEROS;
        contents.lacks = (level != ALL).then_some(LACKS);
        contents.stated = stated(header);
        contents.objective = header.attribute("objectiveValue").map(|value| number(header, value)).transpose()?;
    }
    let variables = child(solution, "variables").into_iter().flat_map(|list| list.children());
    for variable in variables.filter(|node| node.has_tag_name("variable")) {
        let (Some(name), Some(value)) = (variable.attribute("name"), variable.attribute("value")) else {
            return Err(error(variable, "a variable needs a name and a value"));
        };
        let value = number(variable, value)?;
        let entry = Entry { key: Key::Name(name.to_owned()), value, span: span(variable) };
        contents.values.get_or_insert_default().push(entry);
    }
    Ok(contents)
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name(name))
}

fn stated(header: Node<'_, '_>) -> Stated {
    match header.attribute("solutionStatusValue") {
        Some(code) if OPTIMAL.contains(&code) => Stated::Optimal,
        Some(code) if INFEASIBLE.contains(&code) => Stated::Infeasible,
        _ => header.attribute("solutionStatusString").map_or(Stated::Nothing, |words| Stated::Other(words.to_owned())),
    }
}

fn number(node: Node<'_, '_>, text: &str) -> Result<f64, SolutionError> {
    let value = text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    value.ok_or_else(|| error(node, format!("`{text}` is not a number")))
}

/// The beginning of an element.
fn span(node: Node<'_, '_>) -> std::ops::Range<usize> {
    let range = node.range();
    let text = &node.document().input_text()[range.clone()];
    let end = text.find('>').map_or(text.len(), |end| end + 1);
    range.start..range.start + end
}

fn error(node: Node<'_, '_>, message: impl Into<String>) -> SolutionError {
    SolutionError { span: span(node), message: message.into(), label: "this element" }
}
