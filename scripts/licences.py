"""Writes the licences of everything that a product brings: `licences.py PRODUCT FILE`. PRODUCT is `page` (scripts/web) or `program`
(scripts/archive)."""

import dataclasses
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "THIRD_PARTY")
# Solvers in C++ that crates bring: the crate, the title, the folder of the solver in the crate.
SOLVERS = {"highs-sys": ("HiGHS: MIT", "HiGHS"), "rustsat-cadical": ("CaDiCaL: MIT", "cppsrc")}


@dataclasses.dataclass(frozen=True)
class Product:
    """What depends on the crates: a package of the workspace, as `cargo tree` takes it."""

    tree: list[str]
    # The folder of HiGHS's package of npm, if the product brings it.
    npm: str | None = None
    # What the product uses and does not bring.
    remark: str | None = None


PRODUCTS = {
    "page": Product(
        ["--package", "tumble-web", "--target", "wasm32-unknown-unknown"],
        npm="web/node_modules/highs",
    ),
    "program": Product(
        ["--package", "tumble"],
        remark="CBC (EPL-2.0), CP-SAT (Apache-2.0) and the solvers that are programs are not part of this program. The program finds CP-SAT "
        "and the other programs where they are installed; CBC is linked only by a build of your own with the feature `cbc`.",
    ),
}


def cargo(*arguments: str) -> str:
    return subprocess.run(["cargo", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def all_crates() -> list[dict]:
    """The crates of the workspace and its dependencies, by name."""
    packages = json.loads(cargo("metadata", "--locked", "--format-version", "1", "--all-features"))["packages"]
    return sorted(packages, key=lambda crate: (crate["name"], crate["version"]))


def linked(product: Product, crates: list[dict]) -> list[dict]:
    """The crates in a product: its dependencies, without what only compiles."""
    listed = cargo("tree", "--locked", *product.tree, "--edges", "normal,no-proc-macro", "--prefix", "none")
    names = {tuple(line.split()[:2]) for line in listed.splitlines() if line}
    return [crate for crate in crates if crate["source"] and (crate["name"], f"v{crate['version']}") in names]


def folder(crate: dict) -> pathlib.Path:
    return pathlib.Path(crate["manifest_path"]).parent


def texts(folder: pathlib.Path) -> list[str]:
    files = [file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES)]
    return [file.read_text(encoding="utf-8", errors="replace").strip() for file in sorted(files)]


def terms(crate: dict) -> list[str]:
    """The licence of a crate. A crate without a file may be used under the MIT licence, or it is an error."""
    found = texts(folder(crate))
    if not found:
        if "MIT" not in (crate["license"] or ""):
            sys.exit(f"{crate['name']} has no file with its licence, {crate['license']}")
        mit = (ROOT / "LICENSE-MIT").read_text(encoding="utf-8")
        found = [f"Copyright: {', '.join(crate['authors']) or 'its authors'}", mit[mit.index("Permission") :].strip()]
    return found


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


def add_solvers(licences: Licences, product: Product, crates: list[dict], all_crates: list[dict]) -> None:
    for crate in crates:
        if crate["name"] in SOLVERS:
            title, inner = SOLVERS[crate["name"]]
            licences.add(title, texts(folder(crate) / inner))
    if product.npm:
        # HiGHS's own notices are in the crate with its source; the package of npm has its licence.
        source = next(crate for crate in all_crates if crate["name"] == "highs-sys")
        licences.add(SOLVERS["highs-sys"][0], texts(folder(source) / SOLVERS["highs-sys"][1]))
        npm = json.loads((ROOT / product.npm / "package.json").read_text(encoding="utf-8"))
        title = f"{npm['name']} {npm['version']} (npm, HiGHS as WebAssembly): {npm['license']}"
        licences.add(title, texts(ROOT / product.npm))


def main() -> None:
    product, file = PRODUCTS[sys.argv[1]], pathlib.Path(sys.argv[2])
    every = all_crates()
    crates = linked(product, every)
    licences = Licences()
    licences.add("tumble: MIT OR Apache-2.0", texts(ROOT))
    add_solvers(licences, product, crates, every)
    for crate in crates:
        licences.add(f"{crate['name']} {crate['version']} (Rust): {crate['license'] or 'see below'}", terms(crate))
    licences.add("The Rust standard library: MIT OR Apache-2.0", ["See https://www.rust-lang.org/policies/licenses"])
    if product.remark:
        licences.add("Not inside", [product.remark])
    file.write_text("\n\n\n".join(licences.sections) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
