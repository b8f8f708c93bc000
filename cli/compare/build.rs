//! Looks up the git revision.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(revision) = revision() {
        println!("cargo::rustc-env=TUMBLE_REVISION={revision}");
    }
}

/// The commit that is built, if the sources are its own repository and not a part of another one.
fn revision() -> Option<String> {
    let log = "../../.git/logs/HEAD";
    if !Path::new(log).exists() {
        return None;
    }
    println!("cargo::rerun-if-changed={log}");
    let output = std::process::Command::new("git").args(["rev-parse", "HEAD"]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
