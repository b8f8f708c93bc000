//! The tables of `tumble compare` for people.

use comfy_table::{CellAlignment, ContentArrangement, Row as Line, Table, presets};
use itertools::Itertools as _;

use crate::{LeftOut, Origin, Record, Row, Spread, Summary, Total};
use tumble_model::model::Size;
use tumble_pipeline::report::Status;

/// The mark for a value that is not known.
const NOTHING: &str = "–";

/// Tables as aligned text.
pub(super) fn text(summary: &Summary, records: &[Record], left_out: &[LeftOut]) -> String {
    let plain = |title: &str, mut table: Table| {
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        format!("{title}\n\n{}\n", table.trim_fmt())
    };
    let pages = pages(summary, &plain).into_iter();
    pages.chain(below(summary, left_out, records)).join("\n")
}

/// Tables as Markdown.
pub(super) fn markdown(summary: &Summary, records: &[Record], left_out: &[LeftOut]) -> String {
    let marked = |title: &str, mut table: Table| {
        table.load_style(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
        format!("## {title}\n\n{}\n", right_aligned(&table.trim_fmt()))
    };
    let pages = pages(summary, &marked).into_iter();
    pages.chain(below(summary, left_out, records)).join("\n")
}

/// Tables for LaTeX with its package booktabs, each with its title over its head; the other lines are comments.
pub(super) fn latex(summary: &Summary, records: &[Record], left_out: &[LeftOut]) -> String {
    let pages = pages(summary, &tabular).into_iter();
    let comment = |text: String| text.lines().map(|line| format!("% {line}\n")).join("");
    pages.chain(below(summary, left_out, records).map(comment)).join("\n")
}

fn tabular(title: &str, mut table: Table) -> String {
    let line = |line: &Line| line.cell_iter().map(|cell| in_latex(&cell.content())).join(" & ") + " \\\\\n";
    let count = table.column_count();
    let columns = "r".repeat(count.saturating_sub(1));
    let title = format!("\\multicolumn{{{count}}}{{l}}{{{}}} \\\\\n", in_latex(title));
    let head = table.header().map(line).unwrap_or_default();
    let lines = table.row_iter().map(line).join("");
    format!(
        "\\begin{{tabular}}{{l{columns}}}\n\\toprule\n{title}\\midrule\n{head}\\midrule\n{lines}\\bottomrule\n\\end{{tabular}}\n"
    )
}

/// A text in which no character has a meaning for LaTeX.
fn in_latex(text: &str) -> String {
    let of = |character| match character {
        '\\' => r"\textbackslash{}".to_owned(),
        '~' => r"\textasciitilde{}".to_owned(),
        '^' => r"\textasciicircum{}".to_owned(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!(r"\{character}"),
        '×' => r"$\times$".to_owned(),
        '–' => "--".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(of).collect()
}

/// Marks all columns of a Markdown table but the first as aligned to the right, in the line below its head.
fn right_aligned(table: &str) -> String {
    let mark = |(i, line): (usize, &str)| match line.split_once("-|-") {
        Some((first, others)) if i == 1 => format!("{first}-|-{}", others.replace("-|", ":|")),
        _ => line.to_owned(),
    };
    table.lines().enumerate().map(mark).join("\n")
}

/// A table for each model, and one over all models if there are several: of the runs, and then of the linear relaxations, whose values and
/// times cannot be compared with those of the runs.
fn pages(summary: &Summary, draw: &dyn Fn(&str, Table) -> String) -> Vec<String> {
    let of_kind = |lp_only: bool| {
        let kind = if lp_only { ": linear relaxations" } else { "" };
        let page = |title: &str, table: Table| draw(&format!("{title}{kind}"), table);
        let models = summary.rows.iter().filter(|row| row.configuration.lp_only == lp_only).chunk_by(|row| &row.model);
        let models = models.into_iter().map(|(model, rows)| (model, rows.collect::<Vec<&Row>>()));
        let table = |rows: &[&Row]| if lp_only { relaxations(rows) } else { runs(rows) };
        let mut pages: Vec<String> = models.map(|(model, rows)| page(model, table(&rows))).collect();
        if pages.len() > 1 {
            let totals = summary.totals.iter().filter(|total| total.configuration.lp_only == lp_only);
            pages.push(page("All models", over_all(totals, if lp_only { "solved" } else { "proved" })));
        }
        pages
    };
    [false, true].into_iter().flat_map(of_kind).collect()
}

/// What is left out of the tables, what their columns mean, and where the runs were made.
fn below(summary: &Summary, left_out: &[LeftOut], records: &[Record]) -> impl Iterator<Item = String> {
    let left_out = (!left_out.is_empty()).then(|| left_out.iter().map(|left| format!("- {left}\n")).join(""));
    let [has_runs, has_relaxations] =
        [false, true].map(|lp_only| summary.rows.iter().any(|row| row.configuration.lp_only == lp_only));
    let has_several_models = !summary.rows.iter().map(|row| &row.model).all_equal();
    let legend = [
        (has_runs, "closed: how far the root bound goes from the weakest one of the table to the optimum.\n"),
        (has_relaxations, "integral: the share of the integer variables with integral values.\n"),
        (has_several_models, "seconds and nodes of all models: geometric means, shifted by 1 and by 10.\n"),
    ];
    let legend: String = legend.into_iter().filter(|(is_shown, _)| *is_shown).map(|(_, line)| line).collect();
    left_out.into_iter().chain([legend + &origins(records)])
}

fn table(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.set_header(heads);
    table.add_rows(rows);
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    table
}

/// Linear relaxations.
fn relaxations(rows: &[&Row]) -> Table {
    let heads = ["configuration", "variables × rows", "lowered", "value", "value / optimum", "integral", "seconds"];
    table(
        &heads,
        rows.iter().map(|row| {
            let [built, lowered] = sizes(row);
            let value = row.root_bound.map_or_else(nothing, |bound| format!("{bound:.3}"));
            let ratio = row.bound_ratio.map_or_else(nothing, |ratio| format!("{ratio:.3}"));
            let (configuration, integral) = (row.label.clone(), percent(row.integral_share));
            vec![configuration, built, lowered, value, ratio, integral, time(row)]
        }),
    )
}

fn runs(rows: &[&Row]) -> Table {
    let heads = ["configuration", "answer", "variables × rows", "lowered", "root bound", "closed", "nodes", "seconds"];
    table(
        &heads,
        rows.iter().map(|row| {
            let [built, lowered] = sizes(row);
            let root = row.root_bound.map_or_else(nothing, |bound| format!("{bound:.2}"));
            let nodes = row.nodes.map_or_else(nothing, |nodes| format!("{nodes:.0}"));
            let configuration = row.label.clone();
            let closed = percent(row.gap_closed);
            vec![configuration, answer(row), built, lowered, root, closed, nodes, time(row)]
        }),
    )
}

/// All models together; `ended` says of how many runs there is nothing left to find out.
fn over_all<'a>(totals: impl Iterator<Item = &'a Total>, ended: &str) -> Table {
    let heads = ["configuration", ended, "seconds", "nodes", "closed"];
    table(
        &heads,
        totals.map(|total| {
            let proved = format!("{} of {}", total.proved, total.runs);
            let nodes = total.nodes.map_or_else(nothing, |nodes| format!("{nodes:.0}"));
            let time = total.seconds.map_or_else(nothing, seconds);
            vec![total.label.clone(), proved, time, nodes, percent(total.gap_closed)]
        }),
    )
}

fn nothing() -> String {
    NOTHING.to_owned()
}

/// The size as built, and that after lowering if it differs.
fn sizes(row: &Row) -> [String; 2] {
    [size(row.size), size(row.lowered.filter(|lowered| Some(*lowered) != row.size))]
}

/// Variables × rows.
fn size(size: Option<Size>) -> String {
    size.map_or_else(nothing, |size| format!("{} × {}", size.variables, size.constraints))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(nothing, |share| format!("{:.0} %", 100.0 * share))
}

/// `optimal 66`, `feasible 60, gap 3.0 %`, `2 of 3 proved`, `unknown`.
fn answer(row: &Row) -> String {
    let Some(ending) = row.status else { return format!("{} of {} proved", row.proved, row.runs) };
    let word = ending.status().map_or_else(|| "failed".into(), |status| status.to_string());
    let shown = ending.status().is_some_and(|status| matches!(status, Status::Optimal | Status::Feasible));
    match row.objective.filter(|_| shown) {
        Some(objective) => format!("{word} {objective}{}", gap(row).unwrap_or_default()),
        None => word,
    }
}

/// How far the bound is from an objective that is not proved, as a share of the objective.
fn gap(row: &Row) -> Option<String> {
    let is_open = row.status?.status() == Some(Status::Feasible);
    row.gap().filter(|_| is_open).map(|gap| format!(", gap {:.1} %", 100.0 * gap))
}

/// Three digits that count.
fn seconds(seconds: f64) -> String {
    match seconds {
        ..0.0095 => format!("{seconds:.4}"),
        ..0.95 => format!("{seconds:.3}"),
        ..9.5 => format!("{seconds:.2}"),
        ..95.0 => format!("{seconds:.1}"),
        _ => format!("{seconds:.0}"),
    }
}

/// The median, and of several runs the quartiles.
fn time(row: &Row) -> String {
    let Some(Spread { lower, median, upper }) = row.seconds else { return nothing() };
    let median = seconds(median);
    if row.runs == 1 { median } else { format!("{median} [{}, {}]", seconds(lower), seconds(upper)) }
}

/// What the numbers mean, and where they come from.
fn origins(records: &[Record]) -> String {
    let place = |Origin { machine, tumble, revision, jobs, .. }: &Origin| {
        let revision = revision.as_deref().map(|revision| format!(" ({})", revision.get(..12).unwrap_or(revision)));
        let gib = machine.memory_bytes as f64 / f64::from(1 << 30);
        let jobs = if *jobs > 1 { format!(", {} at a time", crate::runs(*jobs)) } else { String::new() };
        let cpu = if machine.cpu.is_empty() { &machine.architecture } else { &machine.cpu };
        let cores = machine.cores;
        let system = &machine.system;
        format!("tumble {tumble}{} on {cpu}, {cores} cores, {gib:.0} GiB, {system}{jobs}", revision.unwrap_or_default())
    };
    let places = records.iter().map(|record| place(&record.origin)).counts();
    let places = places.into_iter().sorted().map(|(place, runs)| format!("{}: {place}\n", crate::runs(runs)));
    let limits = records.iter().filter_map(|record| record.setting.configuration.time_limit.clone()).unique().sorted();
    let limits = limits.map(|limit| format!("A run without a proof counts as its time limit, {limit}.\n"));
    limits.chain(places).collect()
}
