//! Performance profiles (Dolan, Moré 2002): for each configuration, the share of the runs that it proves within a factor of the fastest.

use std::collections::BTreeMap;

use super::record::Record;
use super::setting::{Configuration, labels};
use super::summary::by_model;
use tumble_puzzles::render::{ProfileCurve, ProfileScene};

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
