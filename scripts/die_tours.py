"""Die tours from the south-west corner with top 1, north 2, east 3, for the scripts that solve many of them."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TUMBLE = ROOT / "scripts/tumble"


def solve(columns, rows, objective, arguments, tumble=TUMBLE):
    """The result of `tumble solve` with these arguments."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(
            f'puzzle = "die-tour"\nobjective = "{objective}"\n[board]\ncolumns = {columns}\nrows = {rows}\n'
            "[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n"
        )
        file.flush()
        command = [tumble, "solve", file.name, *arguments, "--format", "json"]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 3):
        sys.exit(f"{columns}x{rows} {objective} with {' '.join(arguments)}: {ran.stderr}")
    return json.loads(ran.stdout)
