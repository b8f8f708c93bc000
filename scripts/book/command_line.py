"""The reference of the command line, from the program's own help texts."""

import html
import re

from program import BookError

# A line that begins an entry: an option, an argument or a command, with its text on the same line or below.
ENTRY = re.compile(r"^ {2,6}(-\S.*?|[<\[]\S.*?|[a-z-]+)(?: {2,}(\S.*))?$")
VALUE = re.compile(r"^ +- (\S+): +(.*)$")
SECTION = re.compile(r"^(\w[\w ]*):$")


def page(program):
    """The whole page."""
    top = Help(program.run("--help"))
    commands = [name for name, _ in top.sections["Commands"] if name != "help"]
    lines = ["# Command line", top.text, code(top.usage), commands_table(top, "tumble"), *top.markdown("Options")]
    lines += ["## Exit codes", exit_codes(top.rest)]
    for command in commands:
        lines += section(program, [command], 2)
    return "\n\n".join(lines) + "\n"


def section(program, words, level):
    """A command, and its commands."""
    text = Help(program.run(*words, "--help"))
    lines = [f"{'#' * level} tumble {' '.join(words)}", text.text, code(text.usage)]
    for name in ("Arguments", "Options"):
        lines += text.markdown(name)
    for name, _ in text.sections.get("Commands", []):
        if name != "help":
            lines += section(program, [*words, name], level + 1)
    return lines


def commands_table(text, program):
    """The commands with links to their sections."""
    entries = [entry for entry in text.sections["Commands"] if entry[0] != "help"]
    rows = [f"| [`{name}`](#{program}-{name}) | {meaning(lines)} |" for name, lines in entries]
    return "\n".join(["| command | what |", "|---|---|", *rows])


def code(usage):
    """A usage line."""
    return f"```text\n{usage}\n```"


def exit_codes(lines):
    """The table of exit codes, and what is said below it."""
    rows, text, seen = [], [], False
    for line in lines:
        match = re.match(r"^ {2}(\d+) +(.*)$", line)
        if match:
            rows.append(f"| {match.group(1)} | {match.group(2)} |")
            seen = True
        elif seen and line.strip():
            text.append(line.strip())
    if not rows:
        raise BookError("the help names no exit codes")
    return "\n".join(["| code | meaning |", "|---|---|", *rows]) + "\n\n" + " ".join(text)


class Help:
    """A help text: what the command does, its usage, and the entries of its sections."""

    def __init__(self, text):
        """Reads a text as the program prints it."""
        before, after = text.split("\nUsage: ", 1)
        self.text = "\n\n".join(" ".join(part.split()) for part in before.split("\n\n"))
        self.usage, *lines = after.splitlines()
        self.sections, self.rest, entries = {}, [], None
        for line in lines:
            match = SECTION.match(line)
            if match and match.group(1) != "Exit codes":
                entries = self.sections[match.group(1)] = []
            elif line and not line.startswith(" "):
                entries = None
            if entries is None:
                self.rest.append(line)
            elif not match:
                self.add(entries, line)

    @staticmethod
    def add(entries, line):
        """Takes a line to the entries of a section."""
        match = ENTRY.match(line)
        if match:
            entries.append((match.group(1), [match.group(2) or ""]))
        elif entries:
            entries[-1][1].append(line.strip() if not VALUE.match(line) else line)

    def markdown(self, name):
        """A section as a list of definitions."""
        entries = [entry for entry in self.sections.get(name, []) if entry[0] not in ("help", "-h, --help")]
        if not entries:
            return []
        items = []
        for term, lines in entries:
            items.append(f"<dt><code>{html.escape(term)}</code></dt>\n<dd>\n\n{meaning(lines)}\n\n</dd>")
        return [f"**{name}**", "<dl>\n" + "\n".join(items) + "\n</dl>"]


def meaning(lines):
    """The text of an entry, with its possible values as a list."""
    parts, values = [""], []
    for line in lines:
        value = VALUE.match(line)
        if value:
            values.append([value.group(1), value.group(2)])
        elif not line:
            parts.append("")
        elif values and not line.startswith("["):
            values[-1][1] += f" {line}"
        elif line != "Possible values:":
            parts[-1] = f"{parts[-1]} {line}".strip()
    texts = [escaped(part) for part in parts if part]
    if values:
        texts.insert(1, "\n".join(f"- `{name}`: {escaped(text)}" for name, text in values))
    return "\n\n".join(texts)


def escaped(text):
    """Text for people as Markdown: what is in backticks stays code."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(
        piece if index % 2 else re.sub(r"([<>*_\[\]])", r"\\\1", piece) for index, piece in enumerate(pieces)
    )
