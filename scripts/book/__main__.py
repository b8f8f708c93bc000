"""Builds the documentation: the pages of docs/ with those that are made from the code, by mdBook.

    python3 scripts/book TUMBLE MDBOOK SOURCE BOOK [--page FILE]

TUMBLE and MDBOOK are programs. SOURCE is a folder for the pages as Markdown, BOOK one for the site; both are made anew.
FILE is the page in the browser, in one file; the site has it if it is given.
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

import check
import command_line
import encoding_pages
import model_files
import notation
import notebook_pages
import proofs
from directives import PAGE, Directives
from program import BookError, Program

ROOT = Path(__file__).resolve().parent.parent.parent
# Pages that lie elsewhere in the repository.
ELSEWHERE = {"python.md": "python/README.md", "changelog.md": "CHANGELOG.md", "architecture.md": "ARCHITECTURE.md"}


def main():
    """Builds and checks; exits with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tumble", type=Path)
    parser.add_argument("mdbook", type=Path)
    parser.add_argument("source", type=Path)
    parser.add_argument("book", type=Path)
    parser.add_argument("--page", type=Path)
    args = parser.parse_args()
    program = Program(args.tumble.resolve(), ROOT)
    try:
        write_pages(program, args.source, args.page)
    except BookError as error:
        sys.exit(f"error: {error}")
    found = build(args.mdbook, args.source, args.book)
    found += check.missing(expected(program, args.source / "src"), args.book) + check.problems(args.book)
    for problem in found:
        print(problem, file=sys.stderr)
    sys.exit(bool(found))


def write_pages(program, source, page):
    """Writes all pages into a folder, with the page in the browser if there is one."""
    shutil.rmtree(source, ignore_errors=True)
    pages = source / "src"
    shutil.copytree(ROOT / "docs", pages, ignore=shutil.ignore_patterns("book.toml", "theme"))
    for name in ("book.toml", "theme"):
        file = ROOT / "docs" / name
        (shutil.copytree if file.is_dir() else shutil.copy)(file, source / name)
    if page:
        write(pages / PAGE, with_way_back(page.read_text()))
    for name, file in ELSEWHERE.items():
        write(pages / name, relinked((ROOT / file).read_text()))
    all_encodings = encoding_pages.found(ROOT, program)
    for encoding in all_encodings:
        write(pages / encoding.page, encoding_pages.Page(encoding, all_encodings, ROOT, program).markdown())
    write(pages / "command_line.md", command_line.page(program))
    write(pages / "model_files.md", model_files.page(program))
    (pages / "notebooks").mkdir()
    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    written = [notebook_pages.write(path, pages / "notebooks") for path in paths]
    directives = Directives(program, pages, all_encodings, written)
    for path in sorted(pages.rglob("*.md")):
        try:
            path.write_text(proofs.rendered(directives.expanded(path)))
        except notation.NotationError as error:
            raise BookError(f"{path.name}: {error}") from error


def relinked(text):
    """A page that lies elsewhere with its links to pages of the book leading to their places in it."""
    text = re.sub(r"\]\((?:\.\./)?notebooks/(\w+)\.ipynb\)", r"](notebooks/\1.md)", text)
    return re.sub(r"\]\((?:\.\./)?docs/", "](", text)


def with_way_back(page):
    """The page in the browser with its links to the documentation, which it hides where it is alone."""
    hidden = '<nav id="docs" hidden>'
    if page.count(hidden) != 1:
        raise BookError(f"the page has not one {hidden}")
    return page.replace(hidden, '<nav id="docs">')


def expected(program, pages):
    """The pages that the book has to have: those that were written, and one for each encoding and each notebook."""
    names = [str(path.relative_to(pages)) for path in sorted(pages.rglob("*.md")) if path.name != "SUMMARY.md"]
    for row in program.list("encodings"):
        if "+" not in row["name"] and not row["summary"].startswith("another name"):
            names.append(f"encodings/{row['puzzle']}/{row['name']}.md")
    names += [f"notebooks/{path.name}" for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
    return list(dict.fromkeys(name.replace(".ipynb", ".md") for name in names))


def write(path, text):
    """Writes a page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def build(mdbook, source, book):
    """Runs mdBook; returns its warnings and errors."""
    shutil.rmtree(book, ignore_errors=True)
    command = [mdbook.resolve(), "build", source, "--dest-dir", book.resolve()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).splitlines()
    found = [line for line in lines if re.search(r"\b(WARN|ERROR)\b", line)]
    return found if done.returncode == 0 else lines


if __name__ == "__main__":
    main()
