"""Replays in the pages: files that tumble writes, taken apart, so that the pages share the player and hold the data."""

import html
import re
import tempfile
from pathlib import Path

from program import BookError

PLAYER, STYLE = "player/player.js", "player/player.css"
# The only parts of their kinds in a replay file (web/player/FORMAT.md).
PARTS = {
    "data": re.compile(r'<script type="application/json" id="replay">(.*?)</script>', re.DOTALL),
    "script": re.compile(r"<script>(.*?)</script>", re.DOTALL),
    "style": re.compile(r"<style>(.*?)</style>", re.DOTALL),
    "still": re.compile(r'<div class="still">(.*?)</div>', re.DOTALL),
}
# A rem of mdBook is 10 pixels, where others have 16. Queries of the window's size know nothing of this.
REM = re.compile(r"^(?!@media)(.*)$", re.MULTILINE)
LENGTH = re.compile(r"(?<![\w.-])([\d.]+)rem\b")


class Replays:
    """Writes the player and the still pictures among the pages."""

    def __init__(self, program, pages):
        """`pages` is the folder of all pages."""
        self.program, self.pages = program, pages

    def figure(self, model, text, prefix, is_first):
        """A replay of a model's solution as HTML; the first one of a page brings the player."""
        parts = self.parts(model)
        still = f"pictures/{model.removesuffix('.toml').replace('/', '-')}-replay.svg"
        self.write(still, parts["still"])
        self.write(PLAYER, parts["script"])
        self.write(STYLE, in_book(parts["style"]))
        player = f'<link rel="stylesheet" href="{prefix}{STYLE}"><script src="{prefix}{PLAYER}" defer></script>'
        image = f'<img src="{prefix}{still}" alt="{html.escape(text)}" loading="lazy">'
        data = f'<script type="application/json">{parts["data"]}</script>'
        return f'<div class="replay">{player if is_first else ""}<div class="still picture">{image}</div>{data}</div>'

    def parts(self, model):
        """The parts of the file that replays a model's solution."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "replay.html"
            self.program.run("solve", f"models/{model}", "--picture", str(file))
            text = file.read_text()
        found = {name: pattern.findall(text) for name, pattern in PARTS.items()}
        wrong = [name for name, texts in found.items() if len(texts) != 1]
        if wrong:
            raise BookError(f"the replay of {model} has another form: {', '.join(wrong)}")
        return {name: texts[0] for name, texts in found.items()}

    def write(self, name, text):
        """Writes a file among the pages."""
        path = self.pages / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def in_book(style):
    """The style of the player with lengths as they are in mdBook's pages."""
    return REM.sub(lambda line: LENGTH.sub(lambda length: f"{float(length[1]) * 1.6:g}rem", line[0]), style)
