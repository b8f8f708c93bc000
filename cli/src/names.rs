//! Arguments whose values are names in the registries: shells complete them and the help lists them. Any other text is accepted
//! here and refused later, when the model is known and the message can be better.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser, ValueParser};
use clap::{Arg, Command};
use itertools::Itertools as _;

use tumble_model::lower::{Lowering, lowering_infos};
use tumble_model::model::ConstraintKind;
use tumble_pipeline::solve::{SEARCH, encoding_names, method_names};
use tumble_puzzles::puzzle::{EncodingInfo, Ids};
use tumble_puzzles::registry::Registry;
use tumble_solver as backend;

/// What `tumble schema` describes besides the model files of puzzles.
pub(crate) const RESULT: &str = "result";

/// A text argument with suggested values.
#[derive(Clone)]
struct Offering(Vec<PossibleValue>);

impl TypedValueParser for Offering {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// Reads any text, and offers these values.
pub fn offering(values: Vec<PossibleValue>) -> ValueParser {
    Offering(values).into()
}

/// Adds the suggested values to the arguments of a command that take names.
pub(crate) fn with_names(command: Command, registry: &Registry) -> Command {
    let ids: Vec<Ids> = registry.puzzles().filter_map(|puzzle| puzzle.ids).collect();
    let ids: Vec<String> = ids.iter().map(|ids| format!("{} such as {}", ids.what, ids.example)).collect();
    let ids = ids.join(", ");
    command.mut_args(|argument| match argument.get_id().as_str() {
        "models" if !ids.is_empty() => argument.help(format!("Model files, or {ids}; `-` is standard input")),
        "ids" if !ids.is_empty() => {
            argument.help(format!("In place of models: a file of {ids}, one per line; `-` is standard input"))
        }
        "backend" | "backends" => {
            // Where a list is read, it may be `all`.
            let is_list = argument.get_value_delimiter().is_some();
            argument.value_parser(backends(is_list))
        }
        "method" | "methods" => argument.value_parser(methods(registry)).hide_possible_values(true),
        "puzzle" => argument.value_parser(offering(puzzles(registry).collect())),
        "described" => {
            let result = PossibleValue::new(RESULT).help("what a run prints as JSON");
            argument.value_parser(offering(puzzles(registry).chain([result]).collect()))
        }
        "encoding" | "encodings" => argument.value_parser(encodings(registry)).hide_possible_values(true),
        "lowering" => argument.value_parser(lowerings(registry)).hide_possible_values(true),
        _ => argument,
    })
}

fn puzzles(registry: &Registry) -> impl Iterator<Item = PossibleValue> {
    registry.puzzles().map(|puzzle| PossibleValue::new(puzzle.name))
}

fn backends(is_list: bool) -> ValueParser {
    let search = PossibleValue::new(SEARCH).help("direct search, part of tumble");
    let solvers = backend::REGISTRY.iter().map(|entry| PossibleValue::new(entry.name).help(entry.summary));
    let all = is_list.then(|| {
        PossibleValue::new("all")
            .help("every method of this build that can solve the instance; programs have to be named")
    });
    offering(std::iter::once(search).chain(solvers).chain(all).collect())
}

fn methods(registry: &Registry) -> ValueParser {
    let names = registry.puzzles().flat_map(method_names).unique();
    offering(names.map(PossibleValue::new).collect())
}

/// Each name once: some puzzles share names of encodings.
fn encodings(registry: &Registry) -> ValueParser {
    let infos: Vec<EncodingInfo> = registry.puzzles().flat_map(|puzzle| (puzzle.encodings)()).collect();
    let mut names = encoding_names(&infos);
    names.sort_unstable();
    names.dedup();
    offering(names.into_iter().map(PossibleValue::new).collect())
}

/// The lowerings that apply to some encoding.
fn lowerings(registry: &Registry) -> ValueParser {
    let is_used = |kind: &ConstraintKind| {
        registry.puzzles().flat_map(|puzzle| (puzzle.encodings)()).any(|e| e.constraints.contains(kind))
    };
    let used = lowering_infos().into_iter().filter(|info| is_used(&info.kind));
    let offering = Offering(used.map(|info| PossibleValue::new(info.name)).collect());
    offering.try_map(|text| text.parse::<Lowering>()).into()
}
