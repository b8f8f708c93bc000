//! `tumble schema`, `tumble completions` and `tumble man`: tumble described to editors, shells and readers.

use clap_complete::Shell;
use serde_json::{Value, json};

use super::failure::{Exit, Failure};
use super::{names, output};
use crate::puzzle::PuzzleEntry;
use crate::registry::Registry;

#[derive(clap::Args, Debug)]
pub(super) struct SchemaArgs {
    /// The puzzle. Without this argument: all puzzles.
    puzzle: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(super) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints one schema for all model files: the `puzzle` key picks the branch.
pub(super) fn schema(registry: &Registry, args: &SchemaArgs) -> Result<Exit, Failure> {
    let schema = match &args.puzzle {
        Some(name) => Value::from((names::puzzle(registry, name)?.schema)()),
        None => json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "tumble model file",
            "oneOf": registry.puzzles().map(branch).collect::<Vec<_>>(),
        }),
    };
    output::print(&format!("{schema:#}\n"))?;
    Ok(Exit::Answered)
}

/// A puzzle's schema as a branch of the common one. Its own id keeps its references local.
fn branch(entry: &PuzzleEntry) -> Value {
    let mut schema = Value::from((entry.schema)());
    if let Value::Object(keys) = &mut schema {
        keys.remove("$schema");
        keys.insert("$id".into(), format!("tumble:{}", entry.name).into());
        // Without this a file would fit the schemas of several puzzles.
        keys["properties"]["puzzle"]["const"] = entry.name.into();
    }
    schema
}

pub(super) fn completions(args: &CompletionsArgs, mut command: clap::Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "tumble", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Answered)
}

#[derive(clap::Args, Debug)]
pub(super) struct ManArgs {
    /// The command whose page is printed. Without this argument: the main page.
    command: Option<String>,
}

pub(super) fn man(args: &ManArgs, mut command: clap::Command) -> Result<Exit, Failure> {
    command.build();
    if let Some(name) = &args.command {
        let unknown = || Failure::usage(format!("no command `{name}`: see `tumble --help`"));
        command = command.find_subcommand(name).ok_or_else(unknown)?.clone();
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    output::print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Answered)
}
