"""A page for each encoding: the head of its source file, and those of the files that it refers to."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import heads
import notation
from program import BookError

FILE = re.compile(r"`([\w/]+\.rs)`")
# A part may name other files; it is stated by those that it refers to in these words.
REFERENCE = re.compile(r"(?:as in|those of|see)\s+`([\w/]+\.rs)`")
# The model that a page replays.
REPLAYED = re.compile(r"\{\{replay (\S+): ")


@dataclass
class Encoding:
    """An encoding of a puzzle."""

    puzzle: str
    name: str
    summary: str
    source: Path
    strengthenings: dict = field(default_factory=dict)
    aliases: list = field(default_factory=list)
    lowerings: list = field(default_factory=list)

    @property
    def page(self):
        """The place of its page in the book."""
        return f"encodings/{self.puzzle}/{self.name}.md"

    @cached_property
    def head(self):
        """Its head without its name."""
        head = heads.read(self.source)
        prefix = f"`{self.name}`: "
        if not head.startswith(prefix):
            raise BookError(f"the head of {self.source} should begin with {prefix}")
        return capitalised(head.removeprefix(prefix))


def capitalised(text):
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]


def found(root, program):
    """All encodings of the program, each with its file."""
    sources = {}
    puzzles = root / "puzzles"
    for path in sorted(puzzles.glob("*/src/**/*.rs")):
        if "const ENCODING: Encoding<" in path.read_text():
            puzzle = path.relative_to(puzzles).parts[0]
            sources[puzzle.replace("_", "-"), path.stem.replace("_", "-")] = path
    encodings = {}
    for entry in program.list("encodings"):
        base, *added = entry["name"].split("+")
        key = entry["puzzle"], base
        alias = re.match(r"another name of ([\w-]+): (.*)", entry["summary"])
        if alias:
            encodings[entry["puzzle"], alias.group(1)].aliases.append((base, alias.group(2)))
        elif not added:
            encodings[key] = Encoding(*key, entry["summary"], sources[key])
        elif len(added) == 1:
            encodings[key].strengthenings[added[0]] = entry["summary"].removeprefix(f"{key[1]}; ")
    if sources.keys() != encodings.keys():
        raise BookError(f"files without an encoding, or the other way round: {sources.keys() ^ encodings.keys()}")
    for lowering in program.list("lowerings"):
        for name in lowering["encodings"]:
            encodings[tuple(name.split(" "))].lowerings.append(lowering)
    return list(encodings.values())


class Page:
    """The page of one encoding."""

    def __init__(self, encoding, encodings, root, program):
        """`encodings` are all of them, to which the page may link."""
        self.encoding, self.root, self.program = encoding, root, program
        self.siblings = {other.name: other for other in encodings if other.puzzle == encoding.puzzle}
        self.files = {other.source: other for other in encodings}
        self.parts = []
        self.gather(encoding.source, FILE)

    def gather(self, source, pattern):
        """Collects the files that state a part of the formulation, each once."""
        for name in pattern.findall(heads.read(source)):
            path = self.resolved(name, source)
            if path not in self.files and path not in self.parts:
                self.parts.append(path)
                self.gather(path, REFERENCE)

    def resolved(self, name, source):
        """The file that a head names: beside its own or above, or by its path in the repository or in `puzzles/src`."""
        places = [folder / name for folder in [*source.parents[:3], self.root, self.root / "puzzles/src"]]
        path = next((place for place in places if place.exists()), None)
        if path is None:
            raise BookError(f"the head of {source} names {name}, which is not there")
        return path

    def code(self, source):
        """What becomes of code in the text of a file: a link, where there is something to link to."""

        def shown(content):
            if content in self.siblings and content != self.encoding.name:
                return f"[`{content}`]({content}.md)"
            if content.startswith("docs/"):
                page = content.removeprefix("docs/")
                return f"[{page.removesuffix('.md')}](../../{page})"
            if not content.endswith(".rs"):
                return f"`{content}`"
            path = self.resolved(content, source)
            if path in self.files:
                return f"[`{self.files[path].name}`]({self.files[path].name}.md)"
            if path in self.parts:
                return f"[{title(path)}](#{title(path).lower().replace(' ', '-')})"
            return f"`{path.relative_to(self.root)}`"

        return shown

    def model(self):
        """A model file that the encoding fits, first that of the puzzle's page, and the size of the model as rows."""
        folder = self.root / "models" / self.encoding.puzzle.replace("-", "_")
        page = self.root / f"docs/puzzles/{folder.name}.md"
        first = self.root / "models" / REPLAYED.search(page.read_text()).group(1)
        for path in [first, *sorted(folder.glob("*.toml"))]:
            model = str(path.relative_to(self.root))
            try:
                exported = self.program.run("export", model, "--encoding", self.encoding.name, "-o", "-")
            except BookError:
                continue
            return model, re.search(r"size: (.*)", exported).group(1)
        raise BookError(f"no model fits {self.encoding.name}")

    def markdown(self):
        """The whole page."""
        encoding = self.encoding
        model, size = self.model()
        lines = [
            f"# {encoding.name}",
            f"{capitalised(encoding.summary)}.",
            f"This is an encoding of [{encoding.puzzle}](../../puzzles/{encoding.puzzle.replace('-', '_')}.md). "
            f"Its source is `{encoding.source.relative_to(self.root)}`.",
            f"```text\ntumble solve --encoding {encoding.name} {model}\n"
            f"tumble export --encoding {encoding.name} {model} -o {encoding.name}.lp\n```",
            f"As rows, the model of this file has {size}.",
            "## Formulation",
            self.text(encoding.head, encoding.source),
        ]
        for part in self.parts:
            lines += [f"## {title(part)}", self.text(heads.read(part), part)]
        return "\n\n".join([*lines, *self.strengthenings(), *self.lowerings(), *self.aliases()]) + "\n"

    def text(self, head, path):
        """The text of a file's head."""
        try:
            return heads.markdown(head, self.code(path))
        except (BookError, notation.NotationError) as error:
            raise BookError(f"{path}: {error}") from error

    def strengthenings(self):
        """What may be added to the encoding's name."""
        if not self.encoding.strengthenings:
            return []
        rows = [f"| `{self.encoding.name}+{name}` | {what} |" for name, what in self.encoding.strengthenings.items()]
        return ["## Strengthenings", "\n".join(["| name | adds |", "|---|---|", *rows])]

    def lowerings(self):
        """How what is no row in the model becomes rows."""
        if not self.encoding.lowerings:
            return []
        rows = [
            f"| `{one['name']}` | {one['summary']} | {one['default_for'] or ''} |" for one in self.encoding.lowerings
        ]
        kinds = ", ".join(dict.fromkeys(one["name"].split("=")[0] for one in self.encoding.lowerings))
        text = f"The model has constraints that are no rows: {kinds}. Backends that do not take them get rows instead."
        return ["## Lowerings", text, "\n".join(["| `--lowering` | how | default for |", "|---|---|---|", *rows])]

    def aliases(self):
        """Other names."""
        return [f"`{name}` is another name of it: {why}." for name, why in self.encoding.aliases]


def title(path):
    """The heading of a part."""
    return capitalised(path.stem.replace("_", " "))


def table(encodings, puzzle, prefix):
    """The encodings of a puzzle with links to their pages."""
    rows = []
    for one in encodings:
        added = ", ".join(f"`+{name}`" for name in one.strengthenings)
        if one.puzzle == puzzle:
            rows.append(f"| [`{one.name}`]({prefix}{one.page}) | {one.summary} | {added} |")
    if not rows:
        raise BookError(f"no encodings of {puzzle}")
    return "\n".join(["| encoding | what | strengthenings |", "|---|---|---|", *rows])
