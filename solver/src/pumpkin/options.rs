//! Pumpkin's own options: the options of its command line that make sense for tumble's models, under their names. (Its resolver
//! `all-decision` is left out: version 0.5.0 fails an assertion of its own with it.)

use pumpkin_conflict_resolvers::resolvers::{AnalysisMode, ResolutionResolver};
use pumpkin_core::optimisation::OptimisationStrategy;
use pumpkin_core::options::{ConflictResolverType, SequenceGeneratorType, SolverOptions};
use pumpkin_core::rand::SeedableRng as _;
use pumpkin_core::rand::rngs::SmallRng;

use crate::BackendError;
use crate::control::Request;

/// The version of Pumpkin's crates, which do not state it themselves.
pub(super) const VERSION: &str = env!("PUMPKIN_VERSION");

/// Its name and version, for errors.
pub(super) fn name() -> String {
    format!("Pumpkin {VERSION}")
}

/// How Pumpkin is to run.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) solver: SolverOptions,
    pub(super) strategy: OptimisationStrategy,
    recursive_minimisation: bool,
    iterative_minimisation: bool,
}

/// An option: its name, its values in words, and how a value is set. `None`: the text is no value of this option.
struct Setting {
    name: &'static str,
    values: &'static str,
    set: fn(&mut Settings, &str) -> Option<()>,
}

const SETTINGS: &[Setting] = &[
    Setting {
        name: "conflict-resolver",
        values: "one-uip, extended-cpip or bounds-extended-cpip",
        set: |settings, value| {
            settings.solver.analysis_mode = match value {
                "one-uip" => ConflictResolverType::OneUIP,
                "extended-cpip" => ConflictResolverType::ExtendedCPIP,
                "bounds-extended-cpip" => ConflictResolverType::BoundsExtendedCPIP,
                _ => return None,
            };
            Some(())
        },
    },
    Setting {
        name: "no-iterative-minimisation",
        values: "true or false",
        set: |settings, value| value.parse::<bool>().ok().map(|off| settings.iterative_minimisation = !off),
    },
    Setting {
        name: "no-restarts",
        values: "true or false",
        set: |settings, value| value.parse().ok().map(|off| settings.solver.restart_options.no_restarts = off),
    },
    Setting {
        name: "optimisation-strategy",
        values: "linear-sat-unsat or linear-unsat-sat",
        set: |settings, value| {
            settings.strategy = match value {
                "linear-sat-unsat" => OptimisationStrategy::LinearSatUnsat,
                "linear-unsat-sat" => OptimisationStrategy::LinearUnsatSat,
                _ => return None,
            };
            Some(())
        },
    },
    Setting {
        name: "recursive-minimisation",
        values: "true or false",
        set: |settings, value| value.parse().ok().map(|on| settings.recursive_minimisation = on),
    },
    Setting {
        name: "restart-base-interval",
        values: "a number of conflicts, at least 1",
        set: |settings, value| {
            let interval = value.parse().ok().filter(|&interval| interval > 0);
            interval.map(|interval| settings.solver.restart_options.base_interval = interval)
        },
    },
    Setting {
        name: "restart-min-initial-conflicts",
        values: "a number of conflicts",
        set: |settings, value| {
            let conflicts = value.parse().ok();
            conflicts.map(|least| settings.solver.restart_options.min_num_conflicts_before_first_restart = least)
        },
    },
    Setting {
        name: "restart-sequence-generator-type",
        values: "constant or luby",
        set: |settings, value| {
            settings.solver.restart_options.sequence_generator_type = match value {
                "constant" => SequenceGeneratorType::Constant,
                "luby" => SequenceGeneratorType::Luby,
                _ => return None,
            };
            Some(())
        },
    },
];

impl Settings {
    /// The settings of a request.
    ///
    /// # Errors
    /// When there is no such option, or not with this value.
    pub(super) fn new(request: &Request<'_>) -> Result<Self, BackendError> {
        let mut settings = Self {
            solver: SolverOptions::default(),
            strategy: OptimisationStrategy::default(),
            recursive_minimisation: false,
            iterative_minimisation: true,
        };
        if let Some(seed) = request.seed {
            settings.solver.random_generator = SmallRng::seed_from_u64(seed.into());
        }
        for (name, value) in &request.options {
            let refused = |why: String| BackendError::refused(self::name(), name, value, why);
            let setting = SETTINGS.iter().find(|setting| setting.name == name).ok_or_else(|| {
                let known: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
                refused(format!("there is no such option; there are {}", known.join(", ")))
            })?;
            (setting.set)(&mut settings, value).ok_or_else(|| refused(format!("its value is {}", setting.values)))?;
        }
        Ok(settings)
    }

    /// The resolver of conflicts.
    pub(super) fn resolver(&self) -> ResolutionResolver {
        let mode = match self.solver.analysis_mode {
            ConflictResolverType::OneUIP | ConflictResolverType::NoLearning => AnalysisMode::OneUIP,
            ConflictResolverType::AllDecision => AnalysisMode::AllDecision,
            ConflictResolverType::ExtendedCPIP => AnalysisMode::CPIP,
            ConflictResolverType::BoundsExtendedCPIP => AnalysisMode::BoundsCPIP,
        };
        ResolutionResolver::new(mode, self.recursive_minimisation, self.iterative_minimisation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(options: &[(&str, &str)]) -> Result<Settings, BackendError> {
        let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        Settings::new(&Request { seed: Some(7), options, ..Request::unlimited() })
    }

    #[test]
    fn seeds_and_options_reach_the_solver() {
        let settings = settings(&[
            ("conflict-resolver", "extended-cpip"),
            ("no-restarts", "true"),
            ("restart-base-interval", "9"),
            ("restart-base-interval", "10"),
        ])
        .unwrap();
        assert_eq!(settings.solver.random_generator, SmallRng::seed_from_u64(7));
        assert_eq!(settings.solver.analysis_mode, ConflictResolverType::ExtendedCPIP);
        assert!(settings.solver.restart_options.no_restarts);
        assert_eq!(settings.solver.restart_options.base_interval, 10);
    }

    #[test]
    fn options_that_pumpkin_does_not_have_are_refused() {
        for (name, value) in [("threads", "2"), ("no-restarts", "perhaps"), ("restart-base-interval", "0"), ("", "")] {
            let error = settings(&[(name, value)]).unwrap_err();
            assert!(matches!(error, BackendError::Option { .. }), "{name}={value}: {error}");
        }
    }
}
