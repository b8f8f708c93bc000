"""Writes the licences of everything that the page brings: `web_licences.py FILE`, called by `scripts/web`."""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = "wasm32-unknown-unknown"
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "THIRD_PARTY")


def metadata(*options: str) -> dict:
    command = ["cargo", "metadata", "--locked", "--format-version", "1", *options]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def linked_crates() -> list[dict]:
    """The crates in the WebAssembly: what `tumble-web` depends on, without what only compiles."""
    found = metadata("--filter-platform", TARGET)
    packages = {package["id"]: package for package in found["packages"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    open_ids = [id for id, package in packages.items() if package["name"] == "tumble-web"]
    seen: set[str] = set()
    while open_ids:
        id = open_ids.pop()
        is_macro = any("proc-macro" in target["kind"] for target in packages[id]["targets"])
        if id in seen or is_macro:
            continue
        seen.add(id)
        for dependency in nodes[id]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                open_ids.append(dependency["pkg"])
    crates = [packages[id] for id in seen if packages[id]["source"] is not None]
    return sorted(crates, key=lambda crate: (crate["name"], crate["version"]))


def texts(folder: pathlib.Path) -> list[str]:
    files = [file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES)]
    return [file.read_text(encoding="utf-8", errors="replace").strip() for file in sorted(files)]


def section(title: str, found: list[str]) -> str:
    if not found:
        # The licence is named in the title; its usual text is among the others.
        found = ["(The package has no file with its licence.)"]
    return "\n\n".join([f"{'=' * 80}\n{title}\n{'=' * 80}", *found])


def solver() -> str:
    """HiGHS itself: its licence is in the crate with its source, not in the package of npm."""
    crate = next(package for package in metadata("--all-features")["packages"] if package["name"] == "highs-sys")
    folder = pathlib.Path(crate["manifest_path"]).parent / "HiGHS"
    return section("HiGHS: MIT", texts(folder))


def npm_package() -> str:
    folder = ROOT / "web/node_modules/highs"
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    return section(f"{package['name']} {package['version']} (npm, HiGHS as WebAssembly): {package['license']}", texts(folder))


def main() -> None:
    own = section("tumble: MIT OR Apache-2.0", texts(ROOT))
    crates = linked_crates()
    rust = [
        section(
            f"{crate['name']} {crate['version']} (Rust): {crate['license'] or 'see below'}",
            texts(pathlib.Path(crate["manifest_path"]).parent),
        )
        for crate in crates
    ]
    rust.append(section("The Rust standard library: MIT OR Apache-2.0", ["See https://www.rust-lang.org/policies/licenses"]))
    parts = [own, solver(), npm_package(), *rust]
    pathlib.Path(sys.argv[1]).write_text("\n\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
