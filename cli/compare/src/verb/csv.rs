//! The table of `tumble compare` for programs: comma-separated values, in which a number is a number, in the unit that its column names.

use crate::{LeftOut, Row, Spread, Summary};
use tumble_cli::failure::Failure;
use tumble_model::model::Sense;

/// A line for each model and configuration, and one for each part of the grid that is left out.
pub(super) fn text(summary: &Summary, left_out: &[LeftOut]) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut lines = summary.rows.iter().map(Line::of).chain(left_out.iter().map(Line::without));
    lines.try_for_each(|line| writer.serialize(line)).map_err(Failure::usage)?;
    let bytes = writer.into_inner().map_err(Failure::usage)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[derive(Default, serde::Serialize)]
struct Line<'a> {
    model: &'a str,
    method: &'a str,
    encoding: Option<&'a str>,
    lowering: Option<&'a str>,
    backend: Option<&'a str>,
    /// Whether these are runs of the linear relaxation, if there are any.
    relaxation: Option<bool>,
    threads: Option<u32>,
    time_limit_seconds: Option<String>,
    memory_limit_bytes: Option<u64>,
    runs: usize,
    proved: usize,
    /// `mixed` if the runs ended differently, `left-out` if there is none.
    status: String,
    /// Why runs failed or are left out.
    reason: Option<&'a str>,
    sense: Option<Sense>,
    objective: Option<i64>,
    bound: Option<i64>,
    gap: Option<String>,
    variables: Option<usize>,
    constraints: Option<usize>,
    nonzeros: Option<usize>,
    lowered_variables: Option<usize>,
    lowered_constraints: Option<usize>,
    lowered_nonzeros: Option<usize>,
    root_bound: Option<String>,
    gap_closed: Option<String>,
    bound_ratio: Option<String>,
    integral_share: Option<String>,
    nodes: Option<String>,
    seconds_lower_quartile: Option<String>,
    seconds_median: Option<String>,
    seconds_upper_quartile: Option<String>,
}

impl<'a> Line<'a> {
    fn of(row: &'a Row) -> Self {
        let Row { configuration, size, lowered, .. } = row;
        let limit = configuration.time_limit().ok().flatten();
        let seconds = |of: fn(Spread) -> f64| plain(row.seconds.map(of));
        Self {
            model: &row.model,
            method: &configuration.method,
            encoding: configuration.encoding.as_deref(),
            lowering: configuration.lowering.as_deref(),
            backend: configuration.backend.as_deref(),
            relaxation: Some(configuration.lp_only),
            threads: configuration.threads,
            time_limit_seconds: plain(limit.map(|limit| limit.as_secs_f64())),
            memory_limit_bytes: Some(configuration.memory_limit_bytes),
            runs: row.runs,
            proved: row.proved,
            status: status(row),
            reason: row.error.as_deref(),
            sense: row.sense,
            objective: row.objective,
            bound: row.bound,
            gap: plain(row.gap()),
            variables: size.map(|size| size.variables),
            constraints: size.map(|size| size.constraints),
            nonzeros: size.map(|size| size.nonzeros),
            lowered_variables: lowered.map(|size| size.variables),
            lowered_constraints: lowered.map(|size| size.constraints),
            lowered_nonzeros: lowered.map(|size| size.nonzeros),
            root_bound: plain(row.root_bound),
            gap_closed: plain(row.gap_closed),
            bound_ratio: plain(row.bound_ratio),
            integral_share: plain(row.integral_share),
            nodes: plain(row.nodes),
            seconds_lower_quartile: seconds(|seconds| seconds.lower),
            seconds_median: seconds(|seconds| seconds.median),
            seconds_upper_quartile: seconds(|seconds| seconds.upper),
        }
    }

    fn without(left_out: &'a LeftOut) -> Self {
        Self {
            model: &left_out.model,
            method: &left_out.method,
            encoding: left_out.encoding.as_deref(),
            backend: left_out.backend.as_deref(),
            status: "left-out".into(),
            reason: Some(&left_out.why),
            ..Self::default()
        }
    }
}

/// How the runs ended: those of a relaxation alone are `solved` if there is nothing left to find out.
fn status(row: &Row) -> String {
    match row.status {
        Some(_) if row.configuration.lp_only && row.proved == row.runs => {
            if row.root_bound.is_some() { "solved" } else { "infeasible" }.into()
        }
        Some(status) => status.to_string(),
        None => "mixed".into(),
    }
}

/// The digits of a number that count; what follows is noise of floating point.
const DIGITS: usize = 9;

/// A number without an exponent; a whole one without a point.
fn plain(number: Option<f64>) -> Option<String> {
    let rounded = |number: f64| format!("{number:.*e}", DIGITS - 1).parse().unwrap_or(number);
    number.map(rounded).map(|number| number.to_string())
}
