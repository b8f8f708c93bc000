"""Pages with formulas in their text, in the notation of the encodings: those with a line `<!-- formulas -->`."""

import re
import textwrap

import heads

MARK = "<!-- formulas -->\n"
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
# What begins a paragraph of its own without an empty line before it: an item of a list.
ITEM = re.compile(r"\n(?=(?:- |\d+\. ))")
LINK = re.compile(r"(\[[^\]]+\]\([^)]+\))")


def rendered(page):
    """The page with its formulas as elements, if it has the mark."""
    if MARK not in page:
        return page
    parts = FENCE.split(page.replace(MARK, ""))
    return "".join(part if index % 2 else text(part) for index, part in enumerate(parts))


def text(source):
    """A part of a page without blocks of code."""
    return re.sub(r"[^\n].*?(?=\n\s*\n|\Z)", lambda match: block(match.group()), source, flags=re.DOTALL)


def block(source):
    """A heading, a comment, a table, an indented block of formulas, or paragraphs."""
    if source.startswith(("#", "<!--")):
        return source
    if source.startswith("|"):
        return "\n".join(table_row(line) for line in source.split("\n"))
    if source.startswith("    "):
        return heads.rows(textwrap.dedent(source))
    return "\n".join(paragraph(part) for part in ITEM.split(source))


def paragraph(source):
    """A paragraph or an item of a list; links stay as they are."""
    pieces = LINK.split(" ".join(source.split()))
    return "".join(piece if index % 2 or not piece else spaced(piece) for index, piece in enumerate(pieces))


def spaced(source):
    """A piece of a paragraph with its formulas as elements."""
    return heads.paragraph(source, lambda content: f"`{content}`")


def table_row(line):
    """A line of a table, in whose cells a bar has to be escaped."""
    if re.fullmatch(r"[|\s:-]+", line):
        return line
    cells = re.split(r"(?<!\\)\|", line)
    return "|".join(spaced(cell.replace("\\|", "|")).replace(">|<", ">&#124;<") for cell in cells)
