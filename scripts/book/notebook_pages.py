"""The notebooks as pages."""

import re
from dataclasses import dataclass

import nbformat
from nbconvert import MarkdownExporter
from traitlets.config import Config

# Of several forms of an output the first one that it has is shown.
PREFERRED = ["image/svg+xml", "image/png", "text/html", "text/markdown", "text/plain"]
# Text outputs as blocks of text, tables in one piece of HTML, and pictures with a text for those who do not see them.
TEMPLATE = """
{%- extends 'markdown/index.md.j2' -%}
{% block stream %}
```text
{{ output.text | strip_ansi | trim }}
```
{% endblock stream %}
{% block data_text scoped %}
```text
{{ output.data['text/plain'] | trim }}
```
{% endblock data_text %}
{% block data_html scoped %}
{{ output.data['text/html'] | table }}
{% endblock data_html %}
{% block data_svg %}
![What the code above draws]({{ output.metadata.filenames['image/svg+xml'] | path2url }})
{% endblock data_svg %}
{% block data_png %}
![What the code above draws]({{ output.metadata.filenames['image/png'] | path2url }})
{% endblock data_png %}
"""


@dataclass
class Notebook:
    """A notebook that has a page, with the question that it asks."""

    name: str
    title: str
    question: str


def write(path, folder):
    """Writes a notebook as a page with its pictures into a folder."""
    name = path.stem
    config = Config()
    config.NbConvertBase.display_data_priority = PREFERRED
    config.ExtractOutputPreprocessor.enabled = True
    exporter = MarkdownExporter(config=config, raw_template=TEMPLATE)
    exporter.register_filter("table", table)
    resources = {"unique_key": name, "output_files_dir": f"{name}_files"}
    page, resources = exporter.from_notebook_node(nbformat.read(path, as_version=4), resources)
    for file, content in resources["outputs"].items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
    where = (
        f"This is the notebook `notebooks/{path.name}` with its outputs. It needs the [Python package](../python.md).\n"
    )
    # Links to other notebooks and to pages of docs/ lead to their places in the book.
    page = re.sub(r"\]\((\w+)\.ipynb\)", r"](\1.md)", page).replace("](../docs/", "](../")
    title, rest = page.strip().split("\n", 1)
    (folder / f"{name}.md").write_text(f"{title}\n\n{where}\n{rest}")
    # The question that a notebook asks is printed bold where it begins.
    question = re.search(r"\*\*(.*?)\*\*", page, re.DOTALL)
    return Notebook(name, title.removeprefix("# "), " ".join(question.group(1).split()) if question else "")


def table(source):
    """A table as the page shows it: without a style of its own, and without the empty lines that would end its HTML."""
    source = re.sub(r"<style scoped>.*?</style>", "", source, flags=re.DOTALL).replace('border="1" ', "")
    return re.sub(r"\n\s*", "\n", source).replace("<div>", '<div class="table-wrapper">')
