"""What the program says about itself."""

import json
import os
import subprocess


class BookError(Exception):
    """What is wrong with the sources of the book, for those who write them."""


class Program:
    """The program tumble, run in the root of the repository."""

    def __init__(self, path, root):
        """The program at `path`, whose models are below `root`."""
        self.path, self.root = path, root

    def run(self, *arguments):
        """What a command prints; it has to succeed."""
        environment = {**os.environ, "COLUMNS": "100"}
        command = [self.path, *arguments]
        done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, check=False)
        if done.returncode > 1:
            raise BookError(f"tumble {' '.join(map(str, arguments))}: exit {done.returncode}\n{done.stderr}")
        return done.stdout

    def list(self, kind):
        """The rows of `tumble list KIND`."""
        return json.loads(self.run("list", kind, "--format", "json"))
