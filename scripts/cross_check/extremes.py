"""Extreme values: model files in which one value is an integer at an end of some range, or a list or drawing of another length.

Every key of every schema gets its turn, nested ones and elements of lists too, in shipped models, in models of `tumble new`, and in
`RARE` of the puzzles, which have the keys that no other model has. A key in turn gets

- the ends of the ranges of integers, the limits of its schema and of puzzles, and what is one beyond them;
- as a list, one element more, one less, none, and a list in place of the first element;
- as a drawing or an id, such integers in place of a word; a word or line more or less, and nothing.

Each file is solved within 2 seconds and 1 GB, and some are also checked, counted, exported, drawn, or solved by another backend.
It is answered, or it is refused with the line that is wrong. It must be refused if its schema does not accept it, if its lines are
not equally long, or if a weight is over its limit. No run may panic, end by a signal, or take more than its memory or a second more
than its time; a run that is late is repeated once, since the machine may have been busy. What is answered passes `tumble check`.

File I of seed S is always the same. After as many files as there are keys, each key has had one value; the next files have the next
values.
"""

import copy
import json
import re
import subprocess
import tomllib
from pathlib import Path
from random import Random

from cross_check import plans
from cross_check.puzzles import PUZZLES
from cross_check.schemas import Schema, kind

ROOT = Path(__file__).resolve().parents[2]
# What is refused because of a whole instance, not of a line of its file.
NO_METHOD = "no encoding fits|the method [a-z-]+ does not fit|encoding [a-z-]+ would need (up to|more than) [0-9^]+ variables"
FOLDERS = ("models", "tests/instances")
# The ends of ranges of integers, and limits of puzzles with what is one beyond them; the limits of a key are in its schema.
ENDS = {-(2**63), 2**63, *(sign * end for sign in (1, -1) for end in (2**63 - 1, 2**62, 2**53, 2**32, 2**31))}
LIMITS = {0, *(sign * (end + more) for sign in (1, -1) for end in (2**51, 10_000) for more in (0, 1)), -1, 1, 100, 1024, 1025}
INTEGERS = sorted(ENDS | LIMITS)
# For a value of another type.
OTHERS = (0, -1, 2**63 - 1, -(2**63))
# Texts whose words or digits count.
DRAWN = ("map", "weights", "net", "id", "time-limit")
MAX_WEIGHT = 10_000
SECONDS, MEMORY, LATE = 2, 1 << 30, 1.0
EXPORT_SECONDS = 20
# How often a file is given to another command as well.
SHARE = 0.4


class Stock:
    """What the files are made of: by puzzle its schema and its models, and the keys in their turn."""

    def __init__(self, program, seed, puzzles):
        def printed(*arguments):
            return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout

        self.seed, self.schemas, self.models = seed, {}, {puzzle: [] for puzzle in puzzles}
        files = [file for folder in FOLDERS for file in sorted((ROOT / folder).glob("*/*.toml"))]
        texts = [file.read_text() for file in files]
        for puzzle in puzzles:
            self.schemas[puzzle] = Schema(json.loads(printed("schema", puzzle)))
            texts += getattr(PUZZLES[puzzle], "RARE", [])
            texts += [printed("new", puzzle, "--seed", str(one)) for one in (seed, seed + 1)]
        for model in map(tomllib.loads, texts):
            self.models.get(model["puzzle"], []).append(model)
        self.keys = [(puzzle, *key) for puzzle, schema in self.schemas.items() for key in schema.keys()]
        Random(f"{seed} keys").shuffle(self.keys)

    def make(self, number):
        """File `number`."""
        random = Random(f"{self.seed} extreme {number}")
        puzzle, path, nodes = self.keys[number % len(self.keys)]
        schema, models = self.schemas[puzzle], self.models[puzzle]
        having = [model for model in models if any(places(model, path))]
        model = copy.deepcopy(random.choice(having if having and random.random() < 0.9 else models))
        is_there = any(places(model, path))
        # A key that the model does not have is put into the first element of each list.
        place = random.choice(list(places(model, path)) or [tuple(0 if key == "[]" else key for key in path)])
        changes = list(changes_of(nodes, path[-1]))
        Random(f"{self.seed} changes of {path}").shuffle(changes)
        what, change = changes[number // len(self.keys) % len(changes)]
        put(model, place, lambda old: change(schema.example({"anyOf": nodes}) if old is None else old, random))
        is_wrong = not schema.accepts(model) or is_ragged(model) or has_heavy_weights(model)
        return File(model, place, what, is_there, is_wrong)


class File:
    """A model file with one changed value: its text, the lines of the value, and whether it has to be refused."""

    def __init__(self, model, place, what, is_there, is_wrong):
        self.is_wrong, self.change = is_wrong, f"{'.'.join(map(str, place))}: {what}"
        self.text, self.lines = "", set()
        tables = {key: value for key, value in model.items() if kind(value) == "object"}
        entries = [((key,), key, value) for key, value in model.items() if key not in tables]
        for table, values in tables.items():
            entries.append(((table,), None, table))
            entries += [((table, key), key, value) for key, value in values.items()]
        for at, key, value in entries:
            first = self.text.count("\n") + 1
            self.text += f"[{value}]\n" if key is None else f"{key} = {written(value)}\n"
            # A key that the model did not have may not go with its others, which may be named then.
            if at == place[: len(at)] or not is_there:
                self.lines.update(range(first, self.text.count("\n") + 1))


def written(value):
    """A value as TOML."""
    match kind(value):
        case "object":
            return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + " }"
        case "array":
            return "[" + ", ".join(map(written, value)) + "]"
        case "string" if "\n" in value:
            return f'"""\n{value}"""'
    return json.dumps(value, ensure_ascii=False)


def places(value, path, so_far=()):
    """The places that a path leads to in a model: names of keys, and numbers of elements."""
    if not path:
        yield so_far
    elif path[0] == "[]":
        for i, element in enumerate(value if kind(value) == "array" else []):
            yield from places(element, path[1:], (*so_far, i))
    elif kind(value) == "object" and path[0] in value:
        yield from places(value[path[0]], path[1:], (*so_far, path[0]))


def put(holder, place, change):
    """Change the value at a place, which gets the tables and lists that lead to it."""
    key, rest = place[0], place[1:]
    if kind(holder) == "array" and key == len(holder):
        holder.append(None)
    if not rest:
        holder[key] = change(holder[key] if kind(holder) == "array" else holder.get(key))
        return
    if kind(holder) == "object" and key not in holder:
        holder[key] = None
    if holder[key] is None:
        holder[key] = [] if rest[0] == 0 else {}
    put(holder[key], rest, change)


def changes_of(nodes, key):
    """What becomes of a value that its schema describes by `nodes`: (what was done, the change)."""
    kinds = {one for node in nodes for one in ([node.get("type")] if isinstance(node.get("type"), str) else node.get("type", []))}
    integers = set(OTHERS)
    if "integer" in kinds:
        limits = {node[end] + more for node in nodes for end in ("minimum", "maximum") if end in node for more in (-1, 0, 1)}
        integers = {*INTEGERS, *limits}
    for number in sorted(integers):
        yield f"{number}", lambda old, random, number=number: number
    if "array" in kinds:
        yield "one more", lambda old, random: [*old, copy.deepcopy(old[-1]) if old else 1]
        yield "one less", lambda old, random: old[:-1]
        yield "nothing", lambda old, random: []
        yield "in a list", lambda old, random: [old]
        yield "first element in a list", lambda old, random: [old[:1], *old[1:]]
        yield "first element twice as long", lambda old, random: [[*listed(old[:1]), *listed(old[:1])], *old[1:]]
    elif "string" in kinds and key in DRAWN:
        for number in INTEGERS:
            yield f"word {number}", lambda old, random, number=number: with_number(old, number, random)
        for what, change in LENGTHS.items():
            yield what, lambda old, random, change=change: "\n".join(change(old.splitlines())) + "\n" * ("\n" in old)
    elif "string" in kinds:
        yield "nothing", lambda old, random: ""
        yield "a letter more", lambda old, random: f"{old}x"


def listed(elements):
    """The elements of the lists among elements, and the others."""
    return [one for element in elements for one in (element if kind(element) == "array" else [element])]


# Other lengths of a drawing, given as lines.
LENGTHS = {
    "a word more": lambda lines: [*lines[:-1], lines[-1] + " " + lines[-1].split()[-1]] if any(lines) else ["."],
    "a word less": lambda lines: [lines[0].rstrip()[:-1].rstrip(), *lines[1:]] if lines else [],
    "a line more": lambda lines: [*lines, *lines[-1:]],
    "a line less": lambda lines: lines[1:],
    "nothing": lambda lines: [],
}


def with_number(text, number, random):
    """A text with an integer in place of some number in it, or of some word if it has no number."""
    found = list(re.finditer(r"-?\d+", text)) or list(re.finditer(r"[^\s#]+", text))
    if not found:
        return f"{number}"
    word = random.choice(found)
    return f"{text[: word.start()]}{number}{text[word.end() :]}"


def text_at(model, table, key):
    """The text at a key of a table; empty if there is none."""
    holder = model.get(table)
    text = holder.get(key) if isinstance(holder, dict) else None
    return text if isinstance(text, str) else ""


def is_ragged(model):
    """Whether the lines of a drawing are not equally long; those of a cube's net are not."""
    has_words = model.get("cubes") == "oriented" or "cube" in model
    for table, key in (("board", "map"), ("board", "weights"), ("start", "map"), ("goal", "map")):
        lines = [line.split() for line in text_at(model, table, key).splitlines()]
        in_words = has_words or key == "weights"
        if len({len(words if in_words else "".join(words)) for words in lines if words}) > 1:
            return True
    return False


def has_heavy_weights(model):
    """Whether a weight is over its limit."""
    return any(abs(int(number)) > MAX_WEIGHT for number in re.findall(r"-?\d+", text_at(model, "board", "weights")))


class Extremist:
    """Gives files with extreme values to tumble, and notes what is wrong."""

    def __init__(self, examination, stock):
        self.examination, self.stock = examination, stock

    def make(self, number):
        """Make all runs of file `number`."""
        file, random = self.stock.make(number), Random(f"{self.stock.seed} runs {number}")
        self.examination.model.write_text(file.text)
        limits = ["--time-limit", f"{SECONDS}s", "--memory-limit", f"{MEMORY >> 30}G"]
        solved = self.run(file, "solve", *limits, "--format", "json")
        if solved.code in (0, 3) and not file.is_wrong and '"solution":{' in solved.stdout:
            results = self.examination.folder / "results.jsonl"
            results.write_text(solved.stdout)
            checked = self.run(file, "check", results)
            if checked.code != 0:
                self.examination.judge(self.plan("check"), checked, [("check", f"{file.change}: {checked.text}")])
        if random.random() < SHARE:
            self.another(file, random, limits)

    def another(self, file, random, limits):
        """Give a file to another command, too."""
        folder = self.examination.folder
        backends = ["search", *(name for name in self.examination.settings.offer.backends if not name.startswith("external:"))]
        command, *arguments = random.choice(
            (
                ("solve", "-b", random.choice(backends), *limits, "--format", "json"),
                ("solve", "--all", *limits, "--format", "json"),
                ("check", "--moves", random.choice(("", "N", "E", "NESW", "U"))),
                ("count", *limits, "--format", "json"),
                ("export", "-o", folder / f"extreme.{random.choice(('lp', 'mps', 'fzn', 'cnf', 'opb'))}", "--force"),
                ("render", "-o", folder / f"extreme.{random.choice(('svg', 'html', 'txt'))}", "--force"),
            )
        )
        self.run(file, command, *arguments)

    @staticmethod
    def plan(command):
        """The plan of a run."""
        # A file is written to its end: there are megabytes of some.
        limit = EXPORT_SECONDS if command == "export" else SECONDS
        return plans.Plan("extremes", command, time_limit=limit, memory_limit=MEMORY, late=LATE, slack=0)

    def run(self, file, command, *arguments):
        """Run a command, and note what is wrong."""
        plan = self.plan(command)
        ran = self.examination.tumble(plan, command, self.examination.model, *arguments)
        found = []
        named = [int(line) for line in re.findall(r"model\.toml:(\d+):\d+", ran.stderr)]
        if ran.code == 2 and file.is_wrong and not any(line in file.lines for line in named):
            found.append(("no line", f"{file.change}, in lines {sorted(file.lines)}: {ran.text}"))
        elif file.is_wrong and ran.code != 2:
            found.append(("accepted", f"{file.change}: it ends with {ran.code}: {ran.text}"))
        elif ran.code == 2 and command == "solve" and not named and not re.search(NO_METHOD, ran.text):
            found.append(("no line", f"{file.change}: {ran.text}"))
        self.examination.judge(plan, ran, found)
        return ran
