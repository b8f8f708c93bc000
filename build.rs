//! Compiles the bridge to CBC, with the feature `cbc`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rustc-env=MICROLP_VERSION=0.6.0");
    #[cfg(feature = "cbc")]
    cbc();
}

#[cfg(feature = "cbc")]
fn cbc() {
    let bridge = "src/backend/cbc/bridge.cpp";
    println!("cargo::rerun-if-changed={bridge}");
    let library = pkg_config::Config::new().atleast_version("2.10").probe("cbc").unwrap_or_else(|error| {
        panic!("the feature `cbc` needs libcbc (Debian: coinor-libcbc-dev zlib1g-dev pkg-config):\n{error}")
    });
    // The headers of CBC warn by the hundred.
    cc::Build::new()
        .cpp(true)
        .std("c++14")
        .file(bridge)
        .includes(library.include_paths)
        .warnings(false)
        .compile("tumble_cbc");
}
