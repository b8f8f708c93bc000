"""Directives in the pages: a line `{{name argument}}` is replaced by what it asks for."""

import re

import encoding_pages
import model_files
from program import BookError
from replays import Replays

DIRECTIVE = re.compile(r"^( *(?:- )?)\{\{(\w+)(?: ([^}]*))?\}\}$", re.MULTILINE)
# A puzzle among those of the README: its picture, its page and its task.
PUZZLE = re.compile(r'^\| <img src="docs/(\S+)".*\(docs/(puzzles/(\w+)\.md)\): (.*) \|$', re.MULTILINE)
# The page in the browser, in the folder of all pages.
PAGE = "tumble.html"
LANGUAGES = {"rs": "rust", "toml": "toml", "py": "python"}


class Directives:
    """What the directives need to know."""

    def __init__(self, program, pages, all_encodings, notebooks):
        """`notebooks` are those that have a page."""
        self.program, self.pages, self.encodings, self.notebooks = program, pages, all_encodings, notebooks
        self.replays = Replays(program, pages)

    def expanded(self, path):
        """The text of a page with its directives carried out."""
        prefix = "../" * (len(path.relative_to(self.pages).parts) - 1)
        self.has_player = False

        def replaced(match):
            indent, name, argument = match.groups()
            directive = getattr(self, f"do_{name}", None)
            if directive is None:
                raise BookError(f"{path.name}: no directive {name}")
            return directive(argument, prefix, indent)

        return DIRECTIVE.sub(replaced, path.read_text())

    def do_file(self, argument, _prefix, _indent):
        """A file of the repository as code."""
        text = (self.program.root / argument).read_text()
        return f"```{LANGUAGES[argument.rsplit('.', 1)[1]]}\n{text}```"

    def do_output(self, argument, _prefix, _indent):
        """What a command of tumble prints."""
        return f"```toml\n{self.program.run(*argument.split())}```"

    def do_picture(self, argument, prefix, _indent):
        """`MODEL: text`: a picture of the model's solution, with a text for those who do not see it."""
        return self.drawn(argument, prefix, "solution", ["solve", "--picture"])

    def do_replay(self, argument, prefix, _indent):
        """`MODEL: text`: the model's solution to be replayed, with a text for those who do not see the picture."""
        model, text = argument.split(": ", 1)
        is_first, self.has_player = not self.has_player, True
        return self.replays.figure(model, text, prefix, is_first)

    def do_page(self, argument, prefix, _indent):
        """`ADDRESS: text`: a link to the page in the browser, where the site has the page."""
        address, text = argument.split(": ", 1)
        return f"[**{text}**]({prefix}{address})" if (self.pages / PAGE).exists() else ""

    def do_instance(self, argument, prefix, _indent):
        """`MODEL: text`: a picture of the bare model."""
        return self.drawn(argument, prefix, "instance", ["render", "-o"])

    def drawn(self, argument, prefix, kind, command):
        """Draws a model by a command that takes the name of the picture last."""
        model, text = argument.split(": ", 1)
        file = f"pictures/{model.removesuffix('.toml').replace('/', '-')}-{kind}.svg"
        path = self.pages / file
        path.parent.mkdir(exist_ok=True)
        verb, option = command
        self.program.run(verb, f"models/{model}", option, str(path))
        # In a narrow window a picture shrinks until it cannot be read; then it is scrolled.
        width = min(float(re.search(r'width="([\d.]+)"', path.read_text()).group(1)), 640)
        image = f'<img style="min-width: {width:.0f}px" src="{prefix}{file}" alt="{text}">'
        return f'<div class="picture">{image}</div>'

    def puzzles(self):
        """The puzzles as the README has them: picture, page, name, task and title."""
        rows = PUZZLE.findall((self.program.root / "README.md").read_text())
        if {row["name"] for row in self.program.list("puzzles")} != {name.replace("_", "-") for _, _, name, _ in rows}:
            raise BookError("the table of README.md does not have each puzzle")
        return [(*row, (self.pages / row[1]).read_text().partition("\n")[0].removeprefix("# ")) for row in rows]

    def do_puzzles(self, _argument, _prefix, _indent):
        """All puzzles."""
        rows = [f"| ![]({picture}) | [{title}]({page}) | {task} |" for picture, page, _, task, title in self.puzzles()]
        return "\n".join(["| | puzzle | task |", "|---|---|---|", *rows])

    def do_puzzle_pages(self, _argument, _prefix, indent):
        """The puzzles as entries of the summary, with their encodings."""
        entries = []
        for _, page, name, _, title in self.puzzles():
            puzzle = name.replace("_", "-")
            entries.append(f"{indent}[{title}]({page})")
            entries += [f"    {indent}[{one.name}]({one.page})" for one in self.encodings if one.puzzle == puzzle]
        return "\n".join(entries)

    def do_encodings(self, puzzle, prefix, _indent):
        """The encodings of a puzzle."""
        return encoding_pages.table(self.encodings, puzzle, prefix)

    def do_methods(self, puzzle, _prefix, _indent):
        """The methods of a puzzle beyond those that all have."""
        rows = [
            f"| `{row['name']}` | {row['summary']} |" for row in self.program.list("methods") if row["puzzle"] == puzzle
        ]
        return "\n".join(["| `--method` | what |", "|---|---|", *rows])

    def do_result_keys(self, _argument, _prefix, _indent):
        """The keys of results as JSON."""
        return model_files.results(self.program)

    def do_notebook_pages(self, _argument, _prefix, indent):
        """The notebooks as entries of the summary."""
        return "\n".join(f"{indent}[{one.title}](notebooks/{one.name}.md)" for one in self.notebooks)

    def do_notebook_list(self, _argument, _prefix, _indent):
        """The notebooks with their questions."""
        return "\n".join(f"- [{one.title}](notebooks/{one.name}.md). {one.question}" for one in self.notebooks)
