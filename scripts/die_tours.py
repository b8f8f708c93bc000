"""Model files of die tours, and what tumble says of them, for the scripts that solve many."""

import json
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TUMBLE = ROOT / "scripts/tumble"
DIE = "die = { top = 1, north = 2, east = 3 }\n"
# The table [start]: from the south-west corner with this die; with this die from any cell; from there with any die of the same hand.
CORNER, ANYWHERE, ANY_DIE = f"cell = [0, 0]\n{DIE}", DIE, 'cell = [0, 0]\nhandedness = "left"\n'
# The table [tour].
CLOSED, RESTORED = "closed = true\n", "closed = true\nrestore-orientation = true\n"


class Failed(SystemExit):
    """tumble ended with an error: a script that does not expect it ends with its message."""

    def __init__(self, message, exit_code):
        super().__init__(message)
        self.exit_code = exit_code


def run(arguments, tumble):
    """The JSON that tumble prints with these arguments; it ends with 1 if there is no solution, with 3 at a limit."""
    ran = subprocess.run([tumble, *arguments, "--format", "json"], capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1, 3):
        raise Failed(f"tumble {' '.join(map(str, arguments))}: {ran.stderr}", ran.returncode)
    return json.loads(ran.stdout)


def on_text(command, text, arguments, tumble=TUMBLE):
    """What a command of tumble says of a model file with this text."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(text)
        file.flush()
        return run([command, file.name, *arguments], tumble)


def board(columns, rows, objective, start, tour=""):
    """The text of a model file."""
    size = f"[board]\ncolumns = {columns}\nrows = {rows}\n"
    return f'puzzle = "die-tour"\nobjective = "{objective}"\n{size}[start]\n{start}[tour]\n{tour}'

