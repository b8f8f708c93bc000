"""The comment at the head of a source file as Markdown, with its formulas rendered."""

import re

import notation
from program import BookError

LABEL = re.compile(r"(\(\w+\)|opt|min|max)\s+")
# Words for the first column of the table of rows, where a row is no constraint.
SENSES = {"opt": "max or min", "min": "min", "max": "max"}
# Where a line's formula ends and that begins for which it holds; spaces after punctuation are within a formula.
GAP = re.compile(r"(?<![;,:\s])\s{2,}")
LEADS = re.compile(r"^(?:Sets(?=[:,]| as)|Variables|Sources?(?=:)|Size(?=:| of)|Formulation(?=:))", re.MULTILINE)


def read(path):
    """The text of a file's head."""
    lines = [line for line in path.read_text().splitlines() if line.startswith("//!")]
    return "\n".join(line[4:] for line in lines)


def markdown(head, code):
    """The text of a head. `code` says what becomes of code in it that is no formula."""
    output = []
    for index, part in enumerate(re.split(r"^```(?:text\n)?", head, flags=re.MULTILINE)):
        blocks = [rows(part)] if index % 2 else [paragraph(text, code) for text in paragraphs(part)]
        output += blocks
    return "\n\n".join(output)


def paragraphs(text):
    """The paragraphs of a text; one that says the size or the source among other things is divided."""
    divided = re.sub(r"(?<=\.)\s+(?=(?:Size|Source): )", "\n\n", text)
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", divided) if part.strip()]


def paragraph(text, code):
    """A paragraph with its formulas as elements."""
    kept = []

    def keep(markdown):
        kept.append(markdown)
        return chr(0xE000 + len(kept) - 1)

    def span(match):
        content = match.group(1)
        is_formula = "[" in content or re.fullmatch(r"\w['′]?", content)
        return f"⟦{content}⟧" if is_formula else keep(code(content))

    text = re.sub(r"\[`([^`\]]+)`\](\([^)]*\))?", lambda match: f"`{match.group(1)}`", text)
    text = re.sub(r"`([^`]+)`", span, text)
    text = LEADS.sub(lambda match: f"**{match.group()}**", notation.prose(text))
    return re.sub("[\ue000-\uf8ff]", lambda match: kept[ord(match.group()) - 0xE000], text)


def rows(block):
    """A block of numbered rows as a table: number, formula, for which."""
    table = []
    for line in block.rstrip("\n").split("\n"):
        if not line.strip():
            continue
        label, indent = LABEL.match(line), len(line) - len(line.lstrip())
        if indent > 8:
            # The condition of the line above goes on.
            table[-1][2] += f" {line.strip()}"
            continue
        text = line[label.end() :] if label else line.strip()
        formula, *conditions = GAP.split(text.rstrip())
        if len(conditions) > 1:
            raise BookError(f"more than one gap in the row {line!r}")
        table.append([label.group(1) if label else "", formula, *(conditions or [""])])
    body = "\n".join(row(*cells) for cells in table)
    return f'<div class="table-wrapper"><table class="rows"><tbody>\n{body}\n</tbody></table></div>'


def row(label, formula, condition):
    """A row of the table."""
    parts = re.split(r"([;,:]) {2,}", formula)
    shown = [notation.line(part) if index % 2 == 0 else f"{part}&emsp;" for index, part in enumerate(parts)]
    cells = [SENSES.get(label, label), "".join(shown), notation.prose(condition)]
    classes = ("number", "formula", "for")
    columns = "".join(f'<td class="{name}">{cell}</td>' for name, cell in zip(classes, cells, strict=True))
    return f"<tr>{columns}</tr>"
