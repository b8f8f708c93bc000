//! Looks up the versions of solvers that do not state theirs.

use std::path::Path;

/// Packages whose versions the sources read by `env!`, with the variables.
const VERSIONS: &[(&str, &str)] = &[("microlp", "MICROLP_VERSION"), ("pumpkin-core", "PUMPKIN_VERSION")];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for (package, variable) in VERSIONS {
        let version = locked(package).or_else(|| required(package));
        println!("cargo::rustc-env={variable}={}", version.expect("Cargo.toml names it"));
    }
}

/// The version that Cargo.lock has chosen. A crate that is a dependency has no such file, or one that is not used.
fn locked(package: &str) -> Option<String> {
    let lock = read("../Cargo.lock")?;
    let packages = lock.get("package")?.as_array()?;
    let found = packages.iter().find(|entry| entry.get("name").and_then(toml::Value::as_str) == Some(package))?;
    Some(found.get("version")?.as_str()?.to_owned())
}

/// The version that Cargo.toml requires.
fn required(package: &str) -> Option<String> {
    let manifest = read("Cargo.toml")?;
    let version = manifest.get("dependencies")?.get(package)?.get("version")?.as_str()?;
    Some(version.trim_start_matches('=').to_owned())
}

fn read(file: &str) -> Option<toml::Table> {
    if Path::new(file).exists() {
        println!("cargo::rerun-if-changed={file}");
    }
    std::fs::read_to_string(file).ok()?.parse().ok()
}
