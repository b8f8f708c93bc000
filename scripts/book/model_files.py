"""The references of model files and of results, from their JSON Schemas."""

import json
import re

INTRODUCTION = """
A model file is written in [TOML](https://toml.io) and describes one instance of a puzzle. Its key `puzzle` says of
which one, and with it which other keys there are; an unknown key is an error. `tumble new PUZZLE` writes a commented
file to begin with. `tumble schema` prints the JSON Schema of what is below: with it, editors complete and check model
files.
"""
# What all puzzles share is stated once.
SHARED = "Solve"


def page(program):
    """The whole page."""
    schema = json.loads(program.run("schema"))
    puzzles = schema["oneOf"]
    lines = [
        "# Model files",
        INTRODUCTION,
    ]
    for puzzle in puzzles:
        lines += Reference(puzzle).markdown()
    shared = puzzles[0]["$defs"][SHARED]
    lines += ["## The table solve", f"The same for all puzzles. {text(shared)}", *Reference(puzzles[0]).table(shared)]
    return "\n\n".join(lines) + "\n"


def text(schema):
    """A description in one line, fit for a table."""
    return " ".join(schema.get("description", "").split()).replace("|", "\\|")


def results(program):
    """The keys of a result and of the events before it, and of the tables in it."""
    schema = json.loads(program.run("schema", "result"))
    definitions = schema["$defs"]
    report = Reference({**definitions["Report"], "$defs": definitions}, "result")
    lines = ["### Report", text(report.puzzle), *report.table(report.puzzle)]
    for name in report.tables():
        definition = definitions[name]
        lines += [f"### {report.heading(name)}", f"{report.users(name)} {text(definition)}", *report.table(definition)]
    for event in definitions["RunEvent"]["oneOf"]:
        lines += [f"### {event['properties']['event']['const'].capitalize()}", text(event), *report.table(event)]
    return "\n\n".join(lines)


class Reference:
    """The keys of one puzzle's model file."""

    def __init__(self, puzzle, name=None):
        """`puzzle` is its schema."""
        self.puzzle, self.name = puzzle, name or puzzle["properties"]["puzzle"]["const"]

    def markdown(self):
        """The puzzle's section: its keys, and a section for each table in it."""
        link = f"[{self.name}](puzzles/{self.name.replace('-', '_')}.md)"
        description = re.sub(r": tumble's model file for `[^`]*`", "", text(self.puzzle))
        lines = [f"## {self.name}", f"{description.rstrip('.')}: see {link}.", *self.table(self.puzzle)]
        for name in self.tables():
            definition = self.puzzle["$defs"][name]
            lines += [f"### {self.heading(name)}", f"{self.users(name)} {text(definition)}", *self.table(definition)]
        return lines

    def heading(self, definition):
        """A heading that no other puzzle has."""
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", definition).lower()
        return f"{words.capitalize()} ({self.name})"

    def users(self, name):
        """The keys whose value the definition describes."""
        tables = [self.puzzle, *(self.puzzle["$defs"][other] for other in self.tables())]
        keys = [
            key
            for table in tables
            for key, value in table["properties"].items()
            if f'$defs/{name}"' in json.dumps(value)
        ]
        return f"The value of {' and of '.join(f'`{key}`' for key in dict.fromkeys(keys))}."

    def tables(self):
        """The definitions that are tables, in the order in which the keys lead to them."""
        found, queue = [], [self.puzzle]
        while queue:
            for key in queue.pop(0).get("properties", {}).values():
                for name in re.findall(r'"#/\$defs/(\w+)"', json.dumps(key)):
                    definition = self.puzzle["$defs"][name]
                    if name != SHARED and name not in found and "properties" in definition:
                        found.append(name)
                        queue.append(definition)
        return found

    def table(self, schema):
        """The keys of a table."""
        required = schema.get("required", [])
        rows = []
        for key, value in schema["properties"].items():
            needed = " Required." if key in required else self.default(value)
            rows.append(f"| `{key}` | {self.type(value)} | {text(value)}{needed} |")
        return ["\n".join(["| key | type | meaning |", "|---|---|---|", *rows])]

    @staticmethod
    def default(schema):
        """What the schema states as the default."""
        return f" Default: `{json.dumps(schema['default'])}`." if schema.get("default") is not None else ""

    def type(self, schema):
        """The type of a value in words."""
        if schema is True:
            schema = {}
        if "const" in schema:
            return f"`{json.dumps(schema['const'])}`"
        if "$ref" in schema:
            return self.reference(schema["$ref"].rsplit("/", 1)[1])
        choices = [one for one in schema.get("anyOf", schema.get("oneOf", [])) if one.get("type") != "null"]
        if choices:
            return " or ".join(self.type(one) for one in choices)
        if "type" not in schema:
            return "as the puzzle writes it"
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return " or ".join(self.named(name, schema) for name in names if name != "null")

    def named(self, name, schema):
        """A type of JSON in words, with its limits."""
        if name == "array":
            least, most = schema.get("minItems"), schema.get("maxItems")
            length = f" {least}" if least is not None and least == most else ""
            return f"list of{length}: {self.type(schema['items'])}"
        if "minimum" in schema and "maximum" in schema:
            return f"{name}, {schema['minimum']} to {schema['maximum']}"
        return name

    def reference(self, name):
        """A defined type: a link to its section, or its values."""
        definition = self.puzzle["$defs"][name]
        if name == SHARED:
            return "[table](#the-table-solve)"
        if "properties" in definition:
            anchor = re.sub(r"[^\w -]", "", self.heading(name).lower()).replace(" ", "-")
            return f"[table](#{anchor})"
        return "cell `[x, y]`" if name == "Cell" else self.type(definition)
