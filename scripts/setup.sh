# Sourced by the other scripts: installs what the build needs and the system lacks, and builds the program.
# It uses apt-get, with sudo where needed; on systems without apt-get it names the packages and stops.

# Where bindgen finds libclang.
have_libclang() {
    [ -n "${LIBCLANG_PATH:-}" ] && return 0
    local folder file
    for folder in /usr/lib/llvm-*/lib /usr/lib/*-linux-gnu /usr/lib64 /Library/Developer/CommandLineTools/usr/lib \
        /Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/lib; do
        # libclang-cpp.so is another library.
        for file in "$folder"/libclang.so* "$folder"/libclang-[0-9]*.so* "$folder"/libclang.dylib; do
            [ -e "$file" ] && return 0
        done
    done
    return 1
}

# puzzle_crates: prints the crates that puzzles share and those of the puzzles, a line for each, in the order of their dependencies.
puzzle_crates() {
    local manifest
    printf '%s\n' tumble-puzzles tumble-rolling
    for manifest in puzzles/*/Cargo.toml; do
        basename "${manifest%/Cargo.toml}" | sed 's/_/-/g; s/^/tumble-/'
    done
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# missing_packages WITH: prints the missing Debian packages on one line.
missing_packages() {
    local missing=()
    if [ "$1" = for-web ]; then
        have cc || missing+=(gcc libc6-dev)
        have node || missing+=(nodejs)
        have npm || missing+=(npm)
        have python3 || missing+=(python3)
        echo "${missing[*]}"
        return
    fi
    if [ "$1" = for-web-tests ]; then
        have node || missing+=(nodejs)
        have npm || missing+=(npm)
        have chromium-headless-shell || have chromium || missing+=(chromium-headless-shell)
        echo "${missing[*]}"
        return
    fi
    have cmake || missing+=(cmake)
    have c++ || missing+=(g++)
    have make || missing+=(make)
    have_libclang || missing+=(libclang-dev)
    # Where it is missing all works as well, but C++ is compiled again for each profile.
    have ccache || missing+=(ccache)
    if [ "$1" = for-program ]; then
        have python3 || missing+=(python3)
        echo "${missing[*]}"
        return
    fi
    compgen -G "/usr/lib*/*/libCbcSolver.so" >/dev/null || missing+=(coinor-libcbc-dev)
    if [ "$1" = with-test-tools ]; then
        have cbc || missing+=(coinor-cbc)
        have glpsol || missing+=(glpk-utils)
        have minizinc || missing+=(minizinc)
        have fzn-gecode || missing+=(flatzinc)
        have minisat || missing+=(minisat)
        have clasp || missing+=(clasp)
        have valgrind || missing+=(valgrind)
    fi
    if [ -n "$1" ]; then
        python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    fi
    echo "${missing[*]}"
}

# setup [with-test-tools|with-python|for-program|for-web|for-web-tests]: makes sure that everything is installed; for the program with its
# default features and for the page, only what each needs.
setup() {
    if ! have cargo; then
        echo "tumble is built with Rust: install it from https://rustup.rs and run this again." >&2
        exit 2
    fi
    local packages
    packages=$(missing_packages "${1:-}")
    [ -z "$packages" ] && return 0
    local run=()
    if [ "$(id -u)" -ne 0 ]; then
        run=(sudo)
    fi
    if ! have apt-get || { [ "${#run[@]}" -gt 0 ] && ! have sudo; }; then
        echo "tumble needs these packages (Debian's names): $packages" >&2
        echo "Install them with your system's package manager and run this again." >&2
        exit 2
    fi
    echo "Installing: $packages" >&2
    # shellcheck disable=SC2086  # the list is meant to be split
    # What dpkg says of each package is of no interest; errors are on standard error.
    { "${run[@]}" apt-get update -qq &&
        "${run[@]}" env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes \
            apt-get install -y -qq --no-install-recommends $packages; } >/dev/null
}

# build_tumble ROOT PROFILE: builds the program in a profile; the first time, which takes minutes, a terminal shows how far that is.
build_tumble() {
    local quiet=(--quiet)
    if [ ! -x "${CARGO_TARGET_DIR:-$1/target}/$2/tumble" ]; then
        echo "Building tumble with HiGHS and CaDiCaL: about five minutes on two cores, once." >&2
        if [ -t 2 ]; then quiet=(); fi
    fi
    cargo build --manifest-path "$1/Cargo.toml" --locked --profile "$2" --all-features ${quiet[@]+"${quiet[@]}"} >&2
}
