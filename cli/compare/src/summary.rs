//! The records of a file, by model and by configuration: medians, quartiles, shifted geometric means, and performance profiles (Dolan, Moré
//! 2002), for each configuration the share of the runs that it proves within a factor of the fastest.

use std::collections::BTreeMap;
use std::fmt;

use itertools::Itertools as _;
use serde::Serialize;

use super::record::{Ending, Record};
use super::setting::{Configuration, labels};
use tumble_model::model::{Sense, Size};
use tumble_pipeline::solve::{Statement, compare_statements};
use tumble_puzzles::render::{ProfileCurve, ProfileScene};

/// What to show of some records.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Pairs of runs of one model that cannot both be right.
    pub contradictions: Vec<Contradiction>,
    /// Runs that failed: the model, the configuration in words and the error, each once.
    pub failures: Vec<(String, String, String)>,
    /// By model and configuration.
    pub rows: Vec<Row>,
    /// By configuration, over all models.
    pub totals: Vec<Total>,
}

/// Two runs that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The model.
    pub model: String,
    /// The two statements.
    pub what: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.model, self.what)
    }
}

/// The runs of a model by a configuration, whatever their seeds.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The model.
    pub model: String,
    /// How it is solved.
    pub configuration: Configuration,
    /// The same in words, which no other row of the model has.
    #[serde(skip)]
    pub label: String,
    /// The number of runs.
    pub runs: usize,
    /// The number of runs that proved their answer.
    pub proved: usize,
    /// How they ended, if all ended alike.
    pub status: Option<Ending>,
    /// Why the first of those that failed did.
    pub error: Option<String>,
    /// Whether the objective is to be large or small.
    pub sense: Option<Sense>,
    /// The best objective found.
    pub objective: Option<i64>,
    /// The tightest bound proved.
    pub bound: Option<i64>,
    /// The size of the model as built.
    pub size: Option<Size>,
    /// The size of the model that the backend got.
    pub lowered: Option<Size>,
    /// The median of the bounds after the root node.
    pub root_bound: Option<f64>,
    /// The part of the distance from the weakest root bound of all configurations to the optimum that this root bound closes, from 0 to 1.
    pub gap_closed: Option<f64>,
    /// If only relaxations are solved: the mean of value / optimum.
    pub bound_ratio: Option<f64>,
    /// If only relaxations are solved: the mean share of integer variables that are integral.
    pub integral_share: Option<f64>,
    /// The median of nodes.
    pub nodes: Option<f64>,
    /// Seconds; a run without a proof counts as its time limit.
    #[serde(skip)]
    pub seconds: Option<Spread>,
}

impl Row {
    /// The distance of the bound from the objective, as a share of the objective; `None` if the share is not known.
    pub fn gap(&self) -> Option<f64> {
        let (objective, bound) = (self.objective? as f64, self.bound? as f64);
        let gap = (bound - objective).abs();
        if gap == 0.0 { Some(0.0) } else { Some(gap / objective.abs()).filter(|gap| gap.is_finite()) }
    }
}

/// All runs of a configuration.
#[derive(Clone, Debug)]
pub struct Total {
    /// How models are solved.
    pub configuration: Configuration,
    /// The same in words, which no other total has.
    pub label: String,
    /// The number of runs.
    pub runs: usize,
    /// The number of runs that proved their answer.
    pub proved: usize,
    /// The shifted geometric mean of seconds; a run without a proof counts as its time limit.
    pub seconds: Option<f64>,
    /// The shifted geometric mean of nodes, over the runs that proved their answer.
    pub nodes: Option<f64>,
    /// The mean of the gap closed.
    pub gap_closed: Option<f64>,
}

/// The words for all configurations.
type Labels<'a> = BTreeMap<&'a Configuration, String>;

/// Its seconds; without a proof, its time limit.
fn charged(record: &Record) -> Option<f64> {
    let limit = record.setting.configuration.time_limit().ok().flatten().map(|limit| limit.as_secs_f64());
    if record.is_complete() { record.seconds() } else { limit.or(record.seconds()) }
}

/// Records by model, each with a name of its own, by name.
pub(super) fn by_model(records: &[Record]) -> Vec<(String, Vec<&Record>)> {
    let groups =
        grouped(records.iter(), |record| (record.setting.model_sha256.clone(), record.setting.puzzle_options.clone()));
    // The same file may have been found under several paths.
    let name = |records: &[&Record]| records.iter().map(|record| &record.model).min().cloned().unwrap_or_default();
    let names = groups.values().map(|records| name(records)).counts();
    let mut models: Vec<(String, Vec<&Record>)> = Vec::new();
    for ((digest, options), records) in groups {
        let name = name(&records);
        let options = options.iter().map(|(option, value)| format!(" --{option} {value}")).join("");
        let digest = digest.get(..8).unwrap_or(&digest);
        let is_unique = names[&name] == 1;
        models.push((if is_unique { name } else { format!("{name}{} ({digest})", options.trim_end()) }, records));
    }
    models.sort_by(|(a, _), (b, _)| a.cmp(b));
    models
}

fn grouped<'a, K: Ord>(
    records: impl Iterator<Item = &'a Record>,
    key: impl Fn(&Record) -> K,
) -> BTreeMap<K, Vec<&'a Record>> {
    let mut groups: BTreeMap<K, Vec<&Record>> = BTreeMap::new();
    records.for_each(|record| groups.entry(key(record)).or_default().push(record));
    groups
}

impl Summary {
    /// The summary of some records, one for each run.
    pub fn of(records: &[Record]) -> Self {
        let models = by_model(records);
        let labels = labels(records.iter().map(|record| &record.setting.configuration));
        let rows: Vec<Row> = models.iter().flat_map(|(name, records)| rows(name, records, &labels)).collect();
        let failed = records.iter().filter_map(|record| Some((record, record.error.as_ref()?)));
        let failures = failed.map(|(record, error)| {
            (record.model.clone(), labels[&record.setting.configuration].clone(), error.clone())
        });
        let contradictions = |(name, records): &(String, Vec<&Record>)| contradictions(name, records, &labels);
        Self {
            contradictions: models.iter().flat_map(contradictions).collect(),
            failures: failures.sorted().dedup().collect(),
            totals: totals(records, &rows, &labels),
            rows,
        }
    }
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

fn contradictions(model: &str, records: &[&Record], labels: &Labels<'_>) -> Vec<Contradiction> {
    // Runs of one configuration that say the same count once.
    let by = |record: &Record| labels[&record.setting.configuration].clone();
    let said =
        records.iter().filter_map(|record| Some((record.sense, Statement { by: by(record), ..record.statement()? })));
    let said: Vec<_> = said.unique_by(|(_, said)| format!("{said:?}")).collect();
    let pairs = said.iter().array_combinations();
    let found = pairs.filter_map(|[(sense, a), (_, b)]| compare_statements(*sense, a, b).err());
    let found = found.map(|error| error.to_string()).chain(relaxations_that_differ(records));
    found.map(|what| Contradiction { model: model.to_owned(), what }).collect()
}

/// Two values of one linear program count as equal if they differ by less than this share: solvers compute in floating point, and cuts that
/// are hardly violated are not added.
const NOISE: f64 = 1e-5;

/// What backends say of one linear program, that of an encoding and a lowering, if it cannot all be true.
fn relaxations_that_differ(records: &[&Record]) -> Vec<String> {
    let solved = records.iter().copied().filter(|record| record.relaxation.is_some() && record.is_complete());
    // The lowering by default depends on the backend: the report names the one that was taken. Random costs depend on the seed.
    let program = |record: &Record| {
        let lowering = record.rest.get("lowering").map(ToString::to_string);
        let seed =
            record.setting.seed.filter(|_| record.relaxation.is_some_and(|relaxation| relaxation.has_random_costs));
        (record.setting.configuration.encoding.clone(), lowering, seed)
    };
    let words = |record: &Record| {
        let value = record.relaxation.and_then(|relaxation| relaxation.value);
        let value = value.map_or_else(|| "infeasible".to_owned(), |value| value.to_string());
        format!("{} says that the linear relaxation is {value}", record.setting)
    };
    let differ = |a: &Record, b: &Record| match [a, b].map(|record| record.relaxation?.value) {
        [Some(a), Some(b)] => (a - b).abs() > NOISE * a.abs().max(b.abs()).max(1.0),
        [a, b] => a.is_some() != b.is_some(),
    };
    let pair = |records: Vec<&Record>| {
        let pair = records.iter().array_combinations().find(|[a, b]| differ(a, b));
        pair.map(|[a, b]| format!("{}, but {}", words(a), words(b)))
    };
    grouped(solved, program).into_values().filter_map(pair).collect()
}

fn rows(model: &str, records: &[&Record], labels: &Labels<'_>) -> Vec<Row> {
    let optimum = records.iter().find(|record| record.status == Ending::Optimal).and_then(|record| record.objective);
    let sign = if records[0].sense == Some(Sense::Minimize) { -1.0 } else { 1.0 };
    let optimum = optimum.map(|optimum| sign * optimum as f64);
    let weakest = |lp_only: bool| {
        let of_kind = records.iter().filter(|record| record.setting.configuration.lp_only == lp_only);
        of_kind.filter_map(|record| record.stats.root_bound).map(|bound| sign * bound).max_by(f64::total_cmp)
    };
    let closed = |bound: f64, lp_only: bool| {
        let (optimum, weakest) = (optimum?, weakest(lp_only)?);
        let whole = weakest - optimum;
        // A bound that is already the optimum leaves nothing to close.
        Some(if whole > 1e-9 { ((weakest - sign * bound) / whole).clamp(0.0, 1.0) } else { 1.0 })
    };
    let groups = grouped(records.iter().copied(), |record| record.setting.configuration.clone());
    let row = |(configuration, records): (Configuration, Vec<&Record>)| {
        let numbers = |number: &dyn Fn(&Record) -> Option<f64>| -> Vec<f64> {
            records.iter().filter_map(|record| number(record)).collect()
        };
        let median = |numbers: Vec<f64>| Spread::of(&numbers).map(|spread| spread.median);
        let root_bound = median(numbers(&|record| record.stats.root_bound));
        let signed = |number: &i64| sign * *number as f64;
        let objectives = records.iter().filter_map(|record| record.objective);
        let bounds = records.iter().filter_map(|record| record.bound);
        Row {
            model: model.to_owned(),
            runs: records.len(),
            proved: records.iter().filter(|record| record.is_complete()).count(),
            status: records.iter().map(|record| record.status).all_equal_value().ok(),
            error: records.iter().find_map(|record| record.error.clone()),
            sense: records[0].sense,
            objective: objectives.max_by(|a, b| signed(a).total_cmp(&signed(b))),
            bound: bounds.min_by(|a, b| signed(a).total_cmp(&signed(b))),
            size: records.iter().find_map(|record| record.stats.size()),
            lowered: records.iter().find_map(|record| record.stats.lowered),
            bound_ratio: mean(&numbers(&|record| {
                let relaxation = record.relaxation?;
                let own = relaxation.optimum.map(|optimum| optimum as f64);
                let known = optimum.filter(|_| !relaxation.has_random_costs).map(|optimum| sign * optimum);
                Some(relaxation.value? / own.or(known).filter(|optimum| *optimum != 0.0)?)
            })),
            integral_share: mean(&numbers(&|record| record.relaxation?.integral_share)),
            root_bound,
            gap_closed: root_bound.and_then(|bound| closed(bound, configuration.lp_only)),
            nodes: median(numbers(&|record| record.stats.nodes.map(|nodes| nodes as f64))),
            seconds: Spread::of(&numbers(&charged)),
            label: labels[&configuration].clone(),
            configuration,
        }
    };
    groups.into_iter().map(row).collect()
}

fn totals(records: &[Record], rows: &[Row], labels: &Labels<'_>) -> Vec<Total> {
    let groups = grouped(records.iter(), |record| record.setting.configuration.clone());
    let total = |(configuration, records): (Configuration, Vec<&Record>)| {
        let seconds: Vec<f64> = records.iter().filter_map(|record| charged(record)).collect();
        let proved: Vec<&&Record> = records.iter().filter(|record| record.is_complete()).collect();
        let nodes: Vec<f64> = proved.iter().filter_map(|record| Some(record.stats.nodes? as f64)).collect();
        let own = rows.iter().filter(|row| row.configuration == configuration);
        let gaps: Vec<f64> = own.filter_map(|row| row.gap_closed).collect();
        Total {
            runs: records.len(),
            proved: proved.len(),
            seconds: shifted_geometric_mean(&seconds, SECONDS_SHIFT),
            nodes: shifted_geometric_mean(&nodes, NODES_SHIFT),
            gap_closed: mean(&gaps),
            label: labels[&configuration].clone(),
            configuration,
        }
    };
    groups.into_iter().map(total).collect()
}

/// The shift of times, in seconds, as usual in benchmarks of solvers that take seconds to minutes. Without it a run of a hundredth of a
/// second would count for more than a run of a tenth.
pub const SECONDS_SHIFT: f64 = 1.0;
/// The shift of numbers of nodes.
pub const NODES_SHIFT: f64 = 10.0;

/// A median with its quartiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// A quarter is at most this.
    pub lower: f64,
    /// Half is at most this.
    pub median: f64,
    /// Three quarters are at most this.
    pub upper: f64,
}

impl Spread {
    /// The spread of some numbers, interpolated between neighbours; `None` if there are no numbers.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the place is one of a list")]
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let at = |share: f64| {
            let place = share * last as f64;
            let below = place.floor() as usize;
            let above = (below + 1).min(last);
            (sorted[above] - sorted[below]).mul_add(place.fract(), sorted[below])
        };
        Some(Self { lower: at(0.25), median: at(0.5), upper: at(0.75) })
    }
}

/// exp(mean of ln(x + shift)) − shift; `None` if there are no numbers.
pub fn shifted_geometric_mean(numbers: &[f64], shift: f64) -> Option<f64> {
    let logs: f64 = numbers.iter().map(|number| (number + shift).ln()).sum();
    (!numbers.is_empty()).then(|| (logs / numbers.len() as f64).exp() - shift)
}

/// Shorter times are taken for this one, in seconds: the factors between them are noise.
const SHORTEST: f64 = 1e-3;

/// The profile of some records: an instance is a model with a seed, and the configuration that is fastest most often comes first. Linear
/// relaxations are left out, unless there is nothing else.
pub fn profile(records: &[Record]) -> ProfileScene {
    let lp_only = records.iter().all(|record| record.setting.configuration.lp_only);
    let mut instances: BTreeMap<(String, Option<u32>), Vec<&Record>> = BTreeMap::new();
    for (model, records) in by_model(records) {
        for record in records.into_iter().filter(|record| record.setting.configuration.lp_only == lp_only) {
            instances.entry((model.clone(), record.setting.seed)).or_default().push(record);
        }
    }
    let mut ratios: BTreeMap<&Configuration, Vec<f64>> = BTreeMap::new();
    for records in instances.values() {
        let times = records.iter().map(|record| {
            let seconds = record.seconds().filter(|_| record.is_complete());
            (&record.setting.configuration, seconds.map(|seconds| seconds.max(SHORTEST)))
        });
        let times: Vec<(&Configuration, Option<f64>)> = times.collect();
        let shortest = times.iter().filter_map(|&(_, time)| time).min_by(f64::total_cmp);
        for (configuration, time) in times {
            let ratio = time.zip(shortest).map(|(time, shortest)| time / shortest);
            ratios.entry(configuration).or_default().extend(ratio);
        }
    }
    let labels = labels(ratios.keys().copied());
    let curve = |(configuration, mut ratios): (&Configuration, Vec<f64>)| {
        ratios.sort_by(f64::total_cmp);
        ProfileCurve { name: labels[configuration].clone(), ratios }
    };
    let mut curves: Vec<ProfileCurve> = ratios.into_iter().map(curve).collect();
    let slowness = |curve: &ProfileCurve| curve.ratios.iter().map(|ratio| ratio.ln()).sum::<f64>();
    let better = |a: &ProfileCurve, b: &ProfileCurve| {
        let fastest = b.share(1.0, 1).total_cmp(&a.share(1.0, 1));
        fastest.then(b.ratios.len().cmp(&a.ratios.len())).then(slowness(a).total_cmp(&slowness(b)))
    };
    curves.sort_by(better);
    let title = format!("Share of {} proved within a factor of the fastest", crate::runs(instances.len()));
    ProfileScene { title, instances: instances.len(), curves }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_their_neighbours() {
        assert_eq!(Spread::of(&[]), None);
        assert_eq!(Spread::of(&[3.0]), Some(Spread { lower: 3.0, median: 3.0, upper: 3.0 }));
        assert_eq!(Spread::of(&[4.0, 1.0, 2.0, 3.0, 5.0]), Some(Spread { lower: 2.0, median: 3.0, upper: 4.0 }));
        assert_eq!(Spread::of(&[1.0, 2.0]), Some(Spread { lower: 1.25, median: 1.5, upper: 1.75 }));
    }

    #[test]
    fn a_shifted_mean_of_equal_numbers_is_that_number() {
        assert_eq!(shifted_geometric_mean(&[], 1.0), None);
        assert!((shifted_geometric_mean(&[7.0, 7.0], 10.0).unwrap() - 7.0).abs() < 1e-12);
        // √(2 · 8) − 1.
        assert!((shifted_geometric_mean(&[1.0, 7.0], 1.0).unwrap() - 3.0).abs() < 1e-12);
    }
}
