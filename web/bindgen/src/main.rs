//! Makes, from a WebAssembly file that `rustc` wrote, the file that browsers load and the JavaScript module that loads it.
//!
//! This is what the program `wasm-bindgen` does; as a member of the workspace it has the version that the lock file says, and takes
//! fewer crates.

use std::env::args;

use anyhow::Context as _;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let [_, input, folder, name] =
        args().collect::<Vec<_>>().try_into().ok().context("usage: tumble-bindgen INPUT.wasm FOLDER NAME")?;
    Bindgen::new()
        .input_path(input)
        .out_name(&name)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
