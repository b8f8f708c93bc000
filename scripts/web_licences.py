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


def linked_crates(packages: list[dict]) -> list[dict]:
    """The crates in the WebAssembly: what `tumble-web` depends on, without what only compiles."""
    tree = ["cargo", "tree", "--locked", "--package", "tumble-web", "--target", TARGET, "--edges", "normal,no-proc-macro"]
    listed = subprocess.run([*tree, "--prefix", "none"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    names = {tuple(line.split()[:2]) for line in listed.splitlines() if line}
    crates = [crate for crate in packages if crate["source"] and (crate["name"], f"v{crate['version']}") in names]
    return sorted(crates, key=lambda crate: (crate["name"], crate["version"]))


def texts(folder: pathlib.Path) -> list[str]:
    files = [file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES)]
    return [file.read_text(encoding="utf-8", errors="replace").strip() for file in sorted(files)]


class Licences:
    """The sections of the file. A text that occurs again is named, not repeated."""

    def __init__(self) -> None:
        self.sections: list[str] = []
        self.first: dict[str, str] = {}

    def add(self, title: str, found: list[str]) -> None:
        once = [self.once(" ".join(text.split()), text, title) for text in found]
        self.sections.append("\n\n".join([f"{'=' * 80}\n{title}\n{'=' * 80}", *once]))

    def once(self, words: str, text: str, title: str) -> str:
        if words in self.first:
            return f"The same text as under: {self.first[words]}"
        self.first[words] = title
        return text


def add_crate(licences: Licences, crate: dict) -> None:
    found = texts(pathlib.Path(crate["manifest_path"]).parent)
    if not found:
        found = [f"The crate has no file with its licence. Authors: {', '.join(crate['authors']) or 'not named'}"]
    licences.add(f"{crate['name']} {crate['version']} (Rust): {crate['license'] or 'see below'}", found)


def main() -> None:
    licences = Licences()
    licences.add("tumble: MIT OR Apache-2.0", texts(ROOT))
    # HiGHS's own notices are in the crate with its source; the package of npm has its licence.
    packages = metadata("--all-features")["packages"]
    source = next(package for package in packages if package["name"] == "highs-sys")
    licences.add("HiGHS: MIT", texts(pathlib.Path(source["manifest_path"]).parent / "HiGHS"))
    folder = ROOT / "web/node_modules/highs"
    npm = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    licences.add(f"{npm['name']} {npm['version']} (npm, HiGHS as WebAssembly): {npm['license']}", texts(folder))
    for crate in linked_crates(packages):
        add_crate(licences, crate)
    licences.add("The Rust standard library: MIT OR Apache-2.0", ["See https://www.rust-lang.org/policies/licenses"])
    pathlib.Path(sys.argv[1]).write_text("\n\n\n".join(licences.sections) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
