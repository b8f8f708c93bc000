"""The program ``tumble``, which pip installs: ``tumble --help``, or ``python -m tumble --help``."""

from __future__ import annotations

import sys

from tumble._tumble import program


def main() -> int:
    """Run the program on the arguments of the process, and return its exit code."""
    return program(["tumble", *sys.argv[1:]], sys.executable)


if __name__ == "__main__":
    sys.exit(main())
