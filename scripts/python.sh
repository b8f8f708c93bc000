# Sourced by the scripts that install Python packages.

# install_packages FOLDER REQUIREMENTS: installs packages without their dependencies into a virtual environment, if they are not there;
# REQUIREMENTS has one on each line. Calls the function `finish`, if the script defines it, before the installation counts as done.
install_packages() {
    local folder=$1 requirements=$2
    # Written last, so an installation that was interrupted is begun anew.
    local installed=$folder/installed
    [ "$(cat "$installed" 2>/dev/null || true)" = "$requirements" ] && return 0
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
        echo "This needs Python 3.9 or later with venv and pip (Debian: python3-venv)." >&2
        exit 2
    fi
    echo "Installing ${requirements%%=*} in $folder" >&2
    python3 -m venv --clear "$folder"
    # The arguments are words: one for each requirement.
    # shellcheck disable=SC2086
    "$folder/bin/pip" --disable-pip-version-check install --quiet --no-deps --only-binary :all: $requirements >&2
    if declare -F finish >/dev/null; then
        finish
    fi
    echo "$requirements" >"$installed"
}
