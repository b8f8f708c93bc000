//! `tumble schema`, `tumble completions` and `tumble man`: tumble described to editors, shells and readers.

use crate::{Program, Verb};
use clap::ArgMatches;
use clap_complete::Shell;
use serde_json::{Value, json};

use super::failure::{Exit, Failure};
use super::{names, output};
use tumble_pipeline::report;
use tumble_puzzles::puzzle::PuzzleEntry;

/// The arguments of `tumble schema`.
#[derive(clap::Args, Debug)]
pub struct SchemaArgs {
    /// The puzzle whose model files are described, or `result`: what `tumble solve --format json` and `--json-stream` print. Without
    /// this argument: the model files of all puzzles.
    #[arg(value_name = "PUZZLE")]
    described: Option<String>,
}

/// The arguments of `tumble completions`.
#[derive(clap::Args, Debug)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Verb for SchemaArgs {
    const NAME: &'static str = "schema";
    const ABOUT: &'static str = "Print the JSON schema of model files, or of results";
    const READS_MODELS: bool = false;

    /// Prints one schema for all model files: the `puzzle` key picks the branch.
    fn run(&self, program: &Program<'_>, _: &ArgMatches) -> Result<Exit, Failure> {
        let schema = match &self.described {
            Some(name) if name == names::RESULT => report::schema().into(),
            Some(name) => (program.registry.named(name)?.schema)(),
            None => json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": "tumble model file",
                "oneOf": program.registry.puzzles().map(branch).collect::<Vec<_>>(),
            }),
        };
        output::print(&format!("{schema:#}\n"))?;
        Ok(Exit::Answered)
    }
}

/// A puzzle's schema as a branch of the common one. Its own id keeps its references local.
fn branch(entry: &PuzzleEntry) -> Value {
    let mut schema = (entry.schema)();
    schema.as_object_mut().map(|keys| keys.remove("$schema"));
    schema["$id"] = format!("tumble:{}", entry.name).into();
    schema
}

impl Verb for CompletionsArgs {
    const NAME: &'static str = "completions";
    const ABOUT: &'static str = "Print a completion script for a shell";
    const READS_MODELS: bool = false;

    fn run(&self, program: &Program<'_>, _: &ArgMatches) -> Result<Exit, Failure> {
        let mut command = program.command();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "tumble", &mut script);
        output::print(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Answered)
    }
}

/// The arguments of `tumble man`.
#[derive(clap::Args, Debug)]
pub struct ManArgs {
    /// The command whose page is printed. Without this argument: the main page.
    command: Option<String>,
}

impl Verb for ManArgs {
    const NAME: &'static str = "man";
    const ABOUT: &'static str = "Print the manual page of tumble or of one command";
    const READS_MODELS: bool = false;

    fn run(&self, program: &Program<'_>, _: &ArgMatches) -> Result<Exit, Failure> {
        let mut command = program.command();
        command.build();
        if let Some(name) = &self.command {
            let unknown = || Failure::usage(format!("no command `{name}`: see `tumble --help`"));
            command = command.find_subcommand(name).ok_or_else(unknown)?.clone();
        }
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        output::print(&String::from_utf8_lossy(&page))?;
        Ok(Exit::Answered)
    }
}
