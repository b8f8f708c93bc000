//! Solutions by lines `name value`, as Gurobi, cuOpt, SCIP, SYMPHONY and the MIPLIB have them.

use super::lines::{first_line, lines};
use super::{Contents, Dialect, SolutionError, Stated, Trust};

/// Gurobi: `gurobi_cl ResultFile=FILE.sol model.lp`. The file does not say how the run ended.
///
/// ```text
/// # Solution for model obj
/// # Objective value = 37
/// x 1
/// y 0
/// ```
pub(super) const GUROBI: Dialect = Dialect {
    name: "Gurobi",
    how: "gurobi_cl ResultFile=FILE.sol model.lp",
    format: "lp",
    minimizes: false,
    trust: GUROBI_TRUST,
    is_it: |text| GUROBI_HEADS.iter().any(|head| first_line(text).starts_with(head)),
    read: read_gurobi,
};

/// Its files do not tell of a gap.
pub(super) const GUROBI_TRUST: Trust = Trust::within(1e-4, "MIPGap=0", 10_000);

/// What such files begin with, of this program and of those that follow it; the last one is of starts.
const GUROBI_HEADS: [&str; 3] = ["# Solution", GUROBI_OBJECTIVE, "# MIP start"];
const GUROBI_OBJECTIVE: &str = "# Objective value";

fn read_gurobi(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents { values: Some(Vec::new()), ..Contents::default() };
    for line in lines(text) {
        if let Some(value) = line.text.strip_prefix(GUROBI_OBJECTIVE) {
            contents.objective = line.objective(value.trim_start_matches([' ', '=', ':']))?;
        } else if !line.text.starts_with('#') {
            contents.values.get_or_insert_default().extend(line.entry(&line.words())?);
        }
    }
    Ok(contents)
}

/// cuOpt: `cuopt_cli --solution-file FILE model.mps`. Without a solution the file is its first line.
///
/// ```text
/// # Status: Optimal              or FeasibleFound, Infeasible, TimeLimit, …
/// # Objective value: 37
/// x 1
/// y 0
/// ```
pub(super) const CUOPT: Dialect = Dialect {
    name: "cuOpt",
    how: "cuopt_cli --solution-file FILE model.mps",
    format: "mps",
    minimizes: false,
    trust: Trust::within(1e-4, "mip_relative_gap=0", 10_000),
    is_it: |text| first_line(text).starts_with(CUOPT_STATUS),
    read: read_cuopt,
};

const CUOPT_STATUS: &str = "# Status:";

fn read_cuopt(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents::default();
    let mut values = Vec::new();
    for line in lines(text) {
        if let Some(words) = line.text.strip_prefix(CUOPT_STATUS) {
            contents.stated = Stated::of(words.trim(), "Optimal", &["Infeasible"]);
        } else if let Some(value) = line.text.strip_prefix("# Objective value:") {
            contents.objective = line.objective(value.trim())?;
        } else if !line.text.starts_with('#') {
            values.extend(line.entry(&line.words())?);
        }
    }
    // Values are written whatever became of the run. The second word is of a solution that is not proved best.
    let is_solution = match &contents.stated {
        Stated::Optimal => true,
        Stated::Other(words) => words == "FeasibleFound",
        _ => false,
    };
    let values = Some(values).filter(|values| !values.is_empty() || contents.objective.is_some());
    Ok(if is_solution { Contents { values, ..contents } } else { Contents { beside: values, ..contents } })
}

/// SCIP and FiberSCIP: `scip -c "read model.lp" -c optimize -c "write solution FILE" -c quit`. Variables that are 0 are left out.
///
/// ```text
/// solution status: optimal solution found
/// objective value:                                   37
/// x                                                   1   (obj:3)
/// ```
/// In place of the status FiberSCIP has headings such as `[ Final Solution ]`; of several solutions the last one is best. SCIP reads files of
/// many formats: variables of OPB and CNF files are `x1`, `x2`, …, those of FlatZinc files have their names.
pub(super) const SCIP: Dialect = Dialect {
    name: "SCIP",
    how: "write solution FILE",
    format: "lp",
    minimizes: false,
    trust: Trust::up_to(100_000),
    is_it: |text| {
        let first = first_line(text);
        first.starts_with(SCIP_STATUS)
            || first.starts_with(SCIP_OBJECTIVE)
            || (first.starts_with(SCIP_HEADING) && text.lines().any(|line| line.starts_with(SCIP_OBJECTIVE)))
    },
    read: read_scip,
};

const SCIP_STATUS: &str = "solution status:";
const SCIP_OBJECTIVE: &str = "objective value:";
/// What begins a heading.
const SCIP_HEADING: &str = "[ ";

fn read_scip(text: &str) -> Result<Contents, SolutionError> {
    // All variables of exported models are bounded, so "infeasible or unbounded" is infeasible.
    let infeasible = ["infeasible", "infeasible or unbounded"];
    let mut contents = Contents { leaves_out_zeros: true, ..Contents::default() };
    for line in lines(text) {
        if let Some(words) = line.text.strip_prefix(SCIP_STATUS) {
            contents.stated = Stated::of(words.trim(), "optimal solution found", &infeasible);
        } else if let Some(value) = line.text.strip_prefix(SCIP_OBJECTIVE) {
            contents.objective = line.objective(value.trim())?;
            contents.values = Some(Vec::new());
        } else if line.text.starts_with(SCIP_HEADING) {
            contents.values = None;
        } else if let Some(values) = &mut contents.values {
            let mut words = line.words();
            // The coefficient in the objective.
            words.truncate(if words.len() == 3 { 2 } else { words.len() });
            values.extend(line.entry(&words)?);
        }
    }
    Ok(contents)
}

/// SYMPHONY: `symphony -L model.lp > FILE`, or `-F model.mps`. Its output ends with the solution; variables that are 0 are left out.
///
/// ```text
/// * Optimal Solution Found                           *
/// Solution Found: Node 0, Level 0
/// Solution Cost: -37.0000000000
/// +++++++++++++++++++++++++++++++++++++++++++++++++++
/// Column names and values of nonzeros in the solution
/// +++++++++++++++++++++++++++++++++++++++++++++++++++
/// x                                                  1.0000000000
/// ```
/// The cost is that of a minimisation, also of a file that maximises.
pub(super) const SYMPHONY: Dialect = Dialect {
    name: "SYMPHONY",
    how: "symphony -L model.lp > FILE",
    format: "lp",
    minimizes: true,
    trust: Trust::up_to(10_000),
    is_it: |text| text.lines().any(|line| line.trim() == SYMPHONY_COLUMNS) || text.contains("SYMPHONY MILP Solver"),
    read: read_symphony,
};

const SYMPHONY_COLUMNS: &str = "Column names and values of nonzeros in the solution";

fn read_symphony(text: &str) -> Result<Contents, SolutionError> {
    let infeasible = ["Problem Infeasible", "Problem Found Infeasible in Preprocessing"];
    let mut contents = Contents { leaves_out_zeros: true, ..Contents::default() };
    for line in lines(text) {
        let words = line.text.trim();
        if let Some(words) = words.strip_prefix("* ").and_then(|words| words.strip_suffix('*')) {
            if contents.stated == Stated::Nothing {
                contents.stated = Stated::of(words.trim(), "Optimal Solution Found", &infeasible);
            }
        } else if let Some(cost) = words.strip_prefix("Solution Cost:") {
            contents.objective = line.objective(cost.trim())?;
        } else if words == SYMPHONY_COLUMNS {
            contents.values = Some(Vec::new());
        } else if let Some(values) = contents.values.as_mut().filter(|_| words.contains(char::is_whitespace)) {
            values.extend(line.entry(&line.words())?);
        }
    }
    Ok(contents)
}

/// The solutions of the MIPLIB, which SCIP and other programs read. Variables that are 0 are left out. The file does not say how the run
/// ended.
///
/// ```text
/// =obj= 37               or =infeas=, =unbd=, =unkn=
/// x 1                    or, with an index: 0 x 1
/// ```
/// Comments of a solver may stand before the first line.
pub(super) const MIPLIB: Dialect = Dialect {
    name: "MIPLIB",
    how: "a file that begins with =obj= and the objective",
    format: "lp",
    minimizes: false,
    trust: Trust::up_to(10_000),
    is_it: |text| {
        let first = text.lines().map(str::trim).find(|line| !is_comment(line));
        first.is_some_and(|line| MIPLIB_HEADS.iter().any(|head| line.starts_with(head)))
    },
    read: read_miplib,
};

const MIPLIB_HEADS: [&str; 4] = [MIPLIB_OBJECTIVE, "=infeas=", "=unbd=", "=unkn="];
const MIPLIB_OBJECTIVE: &str = "=obj=";

/// Whether a line before the first one says nothing.
fn is_comment(line: &str) -> bool {
    line.is_empty() || line == "c" || line.starts_with("c ")
}

fn read_miplib(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents { leaves_out_zeros: true, ..Contents::default() };
    for line in lines(text).skip_while(|line| is_comment(line.text.trim())) {
        // Some programs write no blank after the sign.
        if let Some(value) = line.text.trim_start().strip_prefix(MIPLIB_OBJECTIVE) {
            contents.objective = line.objective(value.trim())?;
            // Of several solutions the last one counts.
            contents.values = Some(Vec::new());
            continue;
        }
        match line.words().as_slice() {
            ["=infeas=", ..] => contents.stated = Stated::Infeasible,
            ["=unbd=", ..] => contents.stated = Stated::Other("unbounded".to_owned()),
            ["=unkn=", ..] => contents.stated = Stated::Other("unknown".to_owned()),
            [] => {}
            words => {
                if let [index, _, _] = words {
                    line.count(index)?;
                }
                let entry = line.entry(if words.len() == 3 { &words[1..] } else { words })?;
                contents.values.get_or_insert_default().extend(entry);
            }
        }
    }
    Ok(contents)
}
