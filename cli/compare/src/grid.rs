//! From models × methods × encodings × lowerings × backends × seeds to settings, and what is left out on the way.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use itertools::Itertools as _;

use super::setting::{Configuration, Setting, Subject};
use tumble_model::control::{Bytes, Control, Interrupt};
use tumble_model::lower::{Lowering, UnknownLowering, lowering_infos};
use tumble_model::model::Capabilities;
use tumble_model::names::suggestion;
use tumble_pipeline::solve::{Asked, MODEL, Method, MethodError, SEARCH, Solver, method_names};
use tumble_puzzles::puzzle::{EncodeError, EncodingInfo, Purpose, Question};

/// The name that means all names.
const ALL: &str = "all";
/// The most runs of a grid: their list takes half a gigabyte.
pub const MAX_RUNS: usize = 1_000_000;
/// The name that means the default encoding of a backend.
const DEFAULT: &str = "default";

/// Names, or all names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// All.
    #[default]
    All,
    /// These.
    These(Vec<String>),
}

impl Names {
    /// These names; `all` among them means all.
    pub fn of(names: Vec<String>) -> Self {
        if names.is_empty() || names.iter().any(|name| name == ALL) { Self::All } else { Self::These(names) }
    }
}

/// Which ways to lower models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lowerings {
    /// Each combination of ways that applies.
    All,
    /// These.
    These(Vec<Lowering>),
}

/// One of the ways to lower models, or all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoweringName {
    /// All.
    All,
    /// This one.
    One(Lowering),
}

impl FromStr for LoweringName {
    type Err = UnknownLowering;

    fn from_str(text: &str) -> Result<Self, UnknownLowering> {
        if text == ALL { Ok(Self::All) } else { text.parse().map(Self::One) }
    }
}

impl Lowerings {
    /// These ways to lower; the default way if the list is empty, all ways if the list has `all`.
    pub fn of(names: Vec<LoweringName>) -> Self {
        let one = |name| if let LoweringName::One(lowering) = name { Some(lowering) } else { None };
        match names.into_iter().map(one).collect::<Option<Vec<Lowering>>>() {
            None => Self::All,
            Some(none) if none.is_empty() => Self::These(vec![Lowering::default()]),
            Some(these) => Self::These(these),
        }
    }
}

/// The runs to make of each model.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The methods: `search`, `model`, bounded searches. All: models, and search if the backends are all or include search.
    pub methods: Names,
    /// The backends; search may be named here too.
    pub backends: Names,
    /// The encodings: names; `default` is the default encoding of a backend, `NAME+all` is an encoding with each set of its
    /// strengthenings, `all` are all encodings without strengthenings, `all+all` all encodings with each set.
    pub encodings: Vec<String>,
    /// The lowerings.
    pub lowerings: Lowerings,
    /// The number of seeds, from 1; `None`: one run without a seed.
    pub seeds: Option<u32>,
    /// Threads of each run.
    pub threads: Option<u32>,
    /// The time limit of each run.
    pub time_limit: Option<Duration>,
    /// The memory limit of each run.
    pub memory_limit: u64,
    /// Whether only linear relaxations are solved.
    pub lp_only: bool,
}

/// Why there is no grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// A backend that is not here.
    #[error(transparent)]
    Method(#[from] MethodError),
    /// A name that no model's puzzle has.
    #[error("no {what} `{name}` for any of these models; {known}")]
    Unknown {
        /// An encoding or a method.
        what: &'static str,
        /// The name.
        name: String,
        /// The nearest name, if one is near, and the names that exist.
        known: String,
    },
    /// More than [`MAX_RUNS`].
    #[error("up to {model} there are more than {MAX_RUNS} runs: name fewer seeds, encodings or models")]
    TooManyRuns {
        /// The model with the first run that is too much.
        model: String,
    },
}

/// The runs of a grid.
#[derive(Clone, Debug, Default)]
pub struct Planned {
    /// The runs, each with the index of its model.
    pub settings: Vec<(usize, Setting)>,
    /// What is left out.
    pub left_out: Vec<LeftOut>,
}

impl Grid {
    /// The runs of some models.
    ///
    /// # Errors
    /// When a name does not exist, or a backend is not here.
    pub fn plan(&self, subjects: &[Subject]) -> Result<Planned, GridError> {
        self.check_names(subjects)?;
        let mut planned = Planned::default();
        let mut seen = BTreeSet::new();
        for (i, subject) in subjects.iter().enumerate() {
            if let Some(earlier) = subjects[..i].iter().find(|earlier| earlier.is_same(subject)) {
                let why = format!("it is the same model as {}", earlier.problem.model);
                planned.left_out.push(LeftOut::new(&subject.problem.model, MODEL, [None, None], why));
                continue;
            }
            let mut left_out = Vec::new();
            for configuration in self.configurations(subject, &mut left_out)? {
                // Two names may mean one encoding.
                if !seen.insert(setting(subject, &configuration, None)) {
                    continue;
                }
                let runs = planned.settings.len() + self.seeds.map_or(1, |seeds| seeds as usize);
                if runs > MAX_RUNS {
                    return Err(GridError::TooManyRuns { model: subject.problem.model.clone() });
                }
                planned.settings.extend(self.seeds().map(|seed| (i, setting(subject, &configuration, seed))));
            }
            planned.left_out.extend(left_out.into_iter().unique());
        }
        Ok(planned)
    }

    fn seeds(&self) -> impl Iterator<Item = Option<u32>> + use<> {
        let unseeded = self.seeds.is_none().then_some(None);
        (1..=self.seeds.unwrap_or(0)).map(Some).chain(unseeded)
    }

    fn check_names(&self, subjects: &[Subject]) -> Result<(), GridError> {
        let puzzles = || subjects.iter().map(|subject| subject.problem.puzzle);
        let infos: Vec<EncodingInfo> = puzzles().flat_map(|puzzle| (puzzle.encodings)()).collect();
        let known: Vec<&str> = [ALL, DEFAULT].into_iter().chain(infos.iter().map(|info| info.name)).unique().collect();
        for name in self.encodings.iter().filter(|name| *name != DEFAULT && base(name) != ALL) {
            let is_known = |subject: &Subject| {
                let all = name.ends_with("+all");
                let name = if all { base(name) } else { name };
                !matches!(subject.problem.instance.fits(name), Err(EncodeError::Unknown { .. }))
            };
            if !subjects.iter().any(is_known) {
                let known = suggestion(name, &known);
                return Err(GridError::Unknown { what: "encoding", name: name.clone(), known });
            }
        }
        let known: Vec<&str> = puzzles().flat_map(method_names).unique().collect();
        let Names::These(methods) = &self.methods else { return Ok(()) };
        match methods.iter().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => {
                Err(GridError::Unknown { what: "method", name: name.clone(), known: suggestion(name, &known) })
            }
        }
    }

    /// The searches, and whether there are models.
    fn methods(&self) -> (Vec<&str>, bool) {
        match (&self.methods, &self.backends) {
            (Names::All, Names::These(names)) if names.iter().all(|name| name != SEARCH) => (Vec::new(), true),
            (Names::All, _) => (vec![SEARCH], true),
            (Names::These(names), _) => {
                let searches = names.iter().map(String::as_str).filter(|name| *name != MODEL).unique();
                (searches.collect(), names.iter().any(|name| name == MODEL))
            }
        }
    }

    /// The backends, search aside.
    fn backends(&self) -> Result<Vec<Solver>, MethodError> {
        let Names::These(names) = &self.backends else { return Ok(Solver::all().collect()) };
        let named = names.iter().unique().map(|name| Method::named(name).map(|method| method.solver()));
        named.filter_map(Result::transpose).collect()
    }

    fn configurations(&self, subject: &Subject, left_out: &mut Vec<LeftOut>) -> Result<Vec<Configuration>, GridError> {
        let model = &subject.problem.model;
        let mut leave_out = |method: &str, encoding: Option<&str>, backend: Option<&str>, why: String| {
            left_out.push(LeftOut::new(model, method, [encoding, backend], why));
        };
        let (searches, models) = self.methods();
        let backends = self.backends()?;
        let mut list = Vec::new();
        self.add_searches(subject, &searches, &backends, &mut list, &mut leave_out);
        for &Solver { entry, backend } in backends.iter().filter(|_| models) {
            let (name, capabilities) = (entry.name, backend.capabilities());
            if self.lp_only && !capabilities.relaxations {
                leave_out(MODEL, None, Some(name), "it does not solve linear relaxations".into());
                continue;
            }
            for (encoding, fits) in self.encodings(subject, capabilities) {
                if let Err(error) = fits {
                    leave_out(MODEL, Some(&encoding), None, error);
                    continue;
                }
                let lowerings = self.lowerings(subject, &encoding, capabilities);
                if lowerings.is_empty() {
                    leave_out(MODEL, Some(&encoding), Some(name), "no lowering that is named applies to it".into());
                }
                list.extend(lowerings.into_iter().map(|lowering| Configuration {
                    encoding: Some(encoding.clone()),
                    lowering: Some(lowering.to_string()),
                    ..self.configuration(MODEL, Some(name))
                }));
            }
        }
        Ok(list)
    }

    /// Adds the searches of these names.
    fn add_searches(
        &self,
        subject: &Subject,
        names: &[&str],
        backends: &[Solver],
        list: &mut Vec<Configuration>,
        leave_out: &mut impl FnMut(&str, Option<&str>, Option<&str>, String),
    ) {
        let instance = &*subject.problem.instance;
        let own = (subject.problem.puzzle.searches)();
        for &name in names {
            let is_fit = instance.fit(name, Question::Best);
            match (is_fit, own.iter().find(|search| search.name == name)) {
                (Err(why), _) => leave_out(name, None, None, why.into()),
                // Its optimum is what the values of relaxations are compared with.
                (Ok(_), Some(search)) if self.lp_only && !search.takes_programs && instance.sense().is_some() => {
                    list.push(Configuration { lp_only: false, ..self.configuration(name, None) });
                }
                _ if self.lp_only => leave_out(name, None, None, "it is no linear relaxation".into()),
                (Ok(_), Some(search)) if search.takes_programs => {
                    for &solver in backends {
                        let (method, backend) = (Some(name), Some(solver.entry.name));
                        let asked = Asked { method, backends: Some(Method::Model(solver)).into(), ..Asked::default() };
                        match asked.method(&subject.problem, Question::Best) {
                            Ok(_) => list.push(self.configuration(name, backend)),
                            Err(why) => leave_out(name, None, backend, why.to_string()),
                        }
                    }
                }
                (Ok(_), _) => list.push(self.configuration(name, None)),
            }
        }
    }

    fn configuration(&self, method: &str, backend: Option<&str>) -> Configuration {
        Configuration {
            method: method.to_owned(),
            encoding: None,
            lowering: None,
            backend: backend.map(str::to_owned),
            threads: self.threads,
            time_limit: self.time_limit.map(|limit| humantime::format_duration(limit).to_string()),
            memory_limit_bytes: self.memory_limit,
            lp_only: self.lp_only,
        }
    }

    /// The encodings of a model's puzzle by their canonical names, each once, and why one cannot be used: it does not fit, or the puzzle
    /// has no encoding of the name.
    fn encodings(&self, subject: &Subject, capabilities: Capabilities) -> Vec<(String, Result<(), String>)> {
        let instance = &*subject.problem.instance;
        let infos = (subject.problem.puzzle.encodings)();
        let control =
            Control::new(self.time_limit, Interrupt::default(), &|_| ()).with_memory_limit(Bytes(self.memory_limit));
        let of = |name: &String| -> Vec<String> {
            if name == DEFAULT {
                return vec![instance.best_encoding(Purpose::Backend(capabilities)).unwrap_or_else(|_| name.clone())];
            }
            let (base, suffixes) = name.split_at(base(name).len());
            let chosen = infos.iter().filter(|info| base == ALL || info.is_called(base));
            let found: Vec<String> = match suffixes {
                "+all" => chosen.flat_map(EncodingInfo::names).collect(),
                _ => chosen.filter_map(|info| info.canonical(suffixes)).collect(),
            };
            // A name of another puzzle stands for itself.
            if found.is_empty() { vec![name.clone()] } else { found }
        };
        let with_fit = |name: String| {
            let fits = match instance.fits(&name) {
                Err(_) if name == DEFAULT => Err(EncodeError::NoEncodings.to_string()),
                Err(EncodeError::Unknown { .. }) => {
                    Err(format!("{} has no encoding of this name", subject.problem.puzzle.name))
                }
                Err(error) => Err(error.to_string()),
                // Where a limit hides how large the model is, the run says so.
                Ok(_) => match instance.has_model(&name, &control) {
                    Err(error @ EncodeError::TooLarge { .. }) => Err(error.to_string()),
                    _ => Ok(()),
                },
            };
            (name, fits)
        };
        self.encodings.iter().flat_map(of).unique().map(with_fit).collect()
    }

    /// The lowerings of an encoding that a backend with these capabilities needs.
    fn lowerings(&self, subject: &Subject, encoding: &str, capabilities: Capabilities) -> Vec<Lowering> {
        let infos = (subject.problem.puzzle.encodings)();
        let info = infos.iter().find(|info| info.name == base(encoding));
        let kinds = info.into_iter().flat_map(|info| info.constraints).filter(|kind| !capabilities.takes(**kind));
        let kinds: Vec<_> = kinds.copied().collect();
        match &self.lowerings {
            // One that chooses a way for what is not there would be refused.
            Lowerings::These(list) => list.iter().filter(|one| one.applies_to(&kinds)).cloned().collect(),
            Lowerings::All => {
                let ways = kinds.iter().map(|kind| {
                    lowering_infos().into_iter().filter(|way| way.kind == *kind).map(|way| way.name).collect::<Vec<_>>()
                });
                let combined = ways.multi_cartesian_product().filter_map(|ways| ways.join(",").parse().ok());
                let combined: Vec<Lowering> = combined.collect();
                if combined.is_empty() { vec![Lowering::default()] } else { combined }
            }
        }
    }
}

fn setting(subject: &Subject, configuration: &Configuration, seed: Option<u32>) -> Setting {
    Setting {
        model_sha256: subject.digest.clone(),
        puzzle_options: subject.options.clone(),
        configuration: configuration.clone(),
        seed,
    }
}

/// The name of an encoding without strengthenings.
fn base(name: &str) -> &str {
    name.split('+').next().unwrap_or(name)
}

/// Runs that are not made, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeftOut {
    /// The model.
    pub model: String,
    /// The method.
    pub method: String,
    /// The encoding; `None` if all encodings are left out, or the method has none; without a backend too, all of a model.
    pub encoding: Option<String>,
    /// The backend; `None` if the reason holds for each.
    pub backend: Option<String>,
    /// Why.
    pub why: String,
}

impl LeftOut {
    /// What a model's method leaves out, for a reason: an encoding and a backend.
    pub(super) fn new(model: &str, method: &str, [encoding, backend]: [Option<&str>; 2], why: String) -> Self {
        let [encoding, backend] = [encoding, backend].map(|name| name.map(str::to_owned));
        Self { model: model.to_owned(), method: method.to_owned(), encoding, backend, why }
    }
}

impl fmt::Display for LeftOut {
    /// `4x4.toml: arc-flow on cbc is left out: …`, `4x4.toml is left out: …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, method, encoding, backend, why } = self;
        let way = encoding.as_ref().or((method != MODEL).then_some(method));
        let parts = [way, backend.as_ref()].into_iter().flatten().map(String::as_str).collect::<Vec<_>>();
        let part = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(" on ")) };
        write!(f, "{model}{part} is left out: {why}")
    }
}
