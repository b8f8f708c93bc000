"""Checks of the finished book: all pages are in it, links lead somewhere, and nothing is loaded from elsewhere."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

# Attributes whose address a browser loads by itself.
LOADED = {"src", "srcset", "data", "poster"}
# Attributes that name a place in a page.
NAMES = {"id", "name"}
# In the page in the browser a link may lead to a puzzle, which its script names.
PUZZLE = re.compile(r'\bname: ?"([a-z]+(?:-[a-z]+)+)"')


class Anchors(HTMLParser):
    """The links, loaded addresses and anchors of a page."""

    def __init__(self):
        """Begins with none."""
        super().__init__()
        self.links, self.loaded, self.anchors = [], [], set()

    def handle_starttag(self, tag, attrs):
        """Collects what an element refers to, and its own name."""
        for name, value in attrs:
            if name in NAMES and value:
                self.anchors.add(value)
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name == "class" and "playground" in (value or "").split():
                # mdBook's script asks this server about every page that has one.
                self.loaded.append("https://play.rust-lang.org/")
            elif name in LOADED or (name == "href" and tag != "a"):
                self.loaded.append(value or "")

    def handle_data(self, data):
        """Collects what a script calls puzzles."""
        if self.cdata_elem == "script":
            self.anchors.update(PUZZLE.findall(data))


def missing(names, book):
    """The pages that are not in the book, because its summary does not name them."""
    return [f"{name}: not in the book" for name in names if not (book / name).with_suffix(".html").is_file()]


def problems(book):
    """All that is wrong with the pages in a folder."""
    pages = {}
    for path in sorted(book.rglob("*.html")):
        pages[path.resolve()] = page = Anchors()
        page.feed(path.read_text())
    found = []
    for path, page in pages.items():
        place = path.relative_to(book.resolve())
        found += [
            f"{place}: loads {address}" for address in page.loaded if urlsplit(address).scheme not in ("", "data")
        ]
        for address in [*page.links, *page.loaded]:
            reason = broken(path, address, pages)
            if reason:
                found.append(f"{place}: {address}: {reason}")
    for path in sorted(book.rglob("*.css")):
        text = path.read_text()
        found += [f"{path.name}: loads from elsewhere" for sign in ("url(http", 'url("http', "@import") if sign in text]
    return found


def broken(path, address, pages):
    """Why a link leads nowhere; `None` if it does not, or leads to another site."""
    parts = urlsplit(address)
    if parts.scheme:
        return None if parts.scheme in ("https", "http", "data", "mailto") else "unknown kind of address"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return "no such file"
    fragment = unquote(parts.fragment)
    if fragment and target in pages and fragment not in pages[target].anchors:
        return "no such anchor"
    return None
