"""The tables that pages quote, from the records of runs: one function for each kind of table in data/quoted.toml."""

import sys
from decimal import Decimal
from fractions import Fraction
from statistics import median


def markdown(head, rows):
    """A table, with its first column to the left."""
    cells = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in cells)


def number(value):
    """A time with two digits that count; from 10 on, all of them."""
    if value >= 10:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 1 else f"{Decimal(f'{value:.2g}'):f}"


def seconds(runs):
    """The seconds that a proof took; without one, why there is none."""
    if not runs:
        return ""
    unproved = [run for run in runs if run["status"] not in ("optimal", "infeasible")]
    if unproved:
        run = unproved[0]
        if "memory" in (run["reason"] or run.get("error") or ""):
            return "out of memory"
        return f"over {run['limits']['time_seconds']:.0f}"
    return number(median(run["stats"]["total_seconds"] for run in runs))


def solver(runs, backend):
    """The name of a backend with the version that was measured."""
    names = {"highs": "HiGHS", "cbc": "CBC", "cp-sat": "CP-SAT", "cadical": "CaDiCaL", "pumpkin": "Pumpkin"}
    versions = {".".join(run["backend_version"].split(".")[:2]) for run in runs if run["backend"] == backend}
    return f"{names[backend]} {', '.join(sorted(versions))}"


def chosen(runs, **wanted):
    """The runs that have these values."""
    return [run for run in runs if all(run[key] == value for key, value in wanted.items())]


def first(runs, **wanted):
    """The first of them; without one there is no table."""
    found = chosen(runs, **wanted)
    return found[0] if found else sys.exit(f"no run with {wanted}: scripts/data --make makes those that are missing")


def size(of):
    """The size of a model, or of what it was lowered to."""
    return f"{of['variables']} × {of['constraints']}"


def encodings(table, runs):
    """A row for each encoding, with the times of several models in each cell."""

    def times(**wanted):
        return " / ".join(seconds(chosen(runs, model=model, **wanted)) for model in table["models"])

    rows = []
    for row in table["rows"]:
        stats = first(runs, encoding=row["encoding"], model=table["models"][0])["stats"]
        cells = [times(encoding=row["encoding"], backend=backend) for backend in table["columns"]]
        rows.append([row["title"], size(stats["lowered"] or stats), *cells, ""])
    # The search has no solver, and so none of their columns.
    rows.append(["none", "", *[""] * len(table["columns"]), times(method="search")])
    return markdown(["encoding", "variables × rows", *(solver(runs, name) for name in table["columns"]), "search"], rows)


def models(table, runs):
    """A row for each model, with its objective, and a column for each way."""
    rows = []
    for row in table["rows"]:
        of_model = chosen(runs, model=row["model"])
        values = sorted({run["objective"] for run in chosen(of_model, status="optimal")})
        cells = [seconds(chosen(of_model, **way(column))) for column in table["columns"]]
        rows.append([row["title"], ", ".join(map(str, values)), *cells])
    return markdown([table["row"], table["objective"], *(heading(column, runs) for column in table["columns"])], rows)


def way(column):
    return {key: value for key, value in column.items() if key != "title"}


def heading(column, runs):
    """The title of a column; one that is the name of a solver, with its version."""
    backend = column.get("backend")
    is_solver = backend and column["title"].lower() == backend
    return solver(runs, backend) if is_solver else column["title"]


def relaxation(runs, **wanted):
    """The run of a linear relaxation that has these values."""
    return first([run for run in runs if run.get("relaxation")], **wanted)


def bound(run):
    return f"{run['relaxation']['value']:.1f}"


def optimum(runs, model):
    return first(runs, model=model, status="optimal")["objective"]


def relaxations(table, runs):
    """A row for each encoding, with its size and the bounds of several models."""
    rows = []
    for row in table["rows"]:
        of_row = [relaxation(runs, encoding=row["encoding"], model=model) for model in table["models"]]
        stats = of_row[0]["stats"]
        with_cuts = size(stats) + (", and cuts" if stats["cuts"] else "")
        rows.append([f"`{row['encoding']}`", row["tour"], with_cuts, " / ".join(map(bound, of_row))])
    optima = " / ".join(str(optimum(runs, model)) for model in table["models"])
    rows.append(["optimum", "", "", optima])
    return markdown(["encoding", "the tour is", "4×4: variables × rows", "linear relaxation, max / min"], rows)


def bounds(table, runs):
    """A row for each model, with the bound of each encoding."""
    rows = []
    for row in table["rows"]:
        cells = [bound(relaxation(runs, model=row["model"], encoding=name)) for name in table["columns"]]
        rows.append([row["title"], optimum(runs, row["model"]), *cells])
    return markdown([table["row"], "optimum", *(f"`{name}`" for name in table["columns"])], rows)


def width_and_sense(line):
    """Of a table of tours, whose model is called rows_3_max.toml."""
    _, width, sense = line["command"].split()[2].removesuffix(".toml").rsplit("_", 2)
    return int(width), sense


def lengths(_, lines):
    """The best sums of boards of any length: a row for each command."""
    rows = []
    for line in lines:
        result, (width, sense) = line["result"], width_and_sense(line)
        certificate = result["certificates"][0]
        rows.append(
            [
                f"{width}, smallest" if sense == "min" else width,
                f"{certificate['states']:,}",
                f"{certificate['line']}, {certificate['lines']}",
                result["preperiod"] + 1,
                result["period"],
                ", ".join(map(str, sorted(set(result["gains"])))),
                f"{result['lengths'][0]['best']:,}",
                number(line["seconds"]),
            ]
        )
    head = ["rows", "states", "certificate: T and P", "best sums: from", "period", "gain", "4·10⁹ columns", "seconds"]
    return markdown(head, rows)


def gains(_, lines):
    """What tours gain per cell in the long run: a row for each width, a column for each sense."""
    found = {}
    for line in lines:
        result, (width, sense) = line["result"], width_and_sense(line)
        found[width, sense] = Fraction(sum(result["gains"]), len(result["gains"]) * result["period"] * width)
    widths = sorted({width for width, _ in found})
    rows = [[width, found[width, "max"], found[width, "min"]] for width in widths]
    return markdown(["width", "largest sum", "smallest sum"], rows)


def of_puzzle(lines, puzzle):
    """What was tabulated, as columns × rows, and the result, for each table of a puzzle."""
    for line in lines:
        _, of, what, *_ = line["command"].split()
        if of == puzzle:
            yield what.removesuffix(".toml").rsplit("_", 1)[-1].replace("x", " × "), line["result"]


def trays(_, lines):
    """The farthest trays from a start: a row for each size."""
    rows = []
    for size, result in of_puzzle(lines, "cube-tray"):
        *_, last = histogram = result["histogram"]
        rows.append([size, f"{result['states']:,}", f"{sum(histogram):,}", len(histogram) - 1, f"{last:,}"])
    return markdown(["tray", "arrangements", "reached", "farthest", "so far away"], rows)


def games(_, lines):
    """The hardest games of Tatham's Cube: a row for each size."""
    rows = []
    for size, result in of_puzzle(lines, "tatham-cube"):
        *_, last = starts = result["white_starts"]
        rows.append([size, f"{result['white_starts_up_to_symmetry']:,}", len(starts) - 1, f"{last:,}"])
    return markdown(["board", "games", "fewest rolls of the hardest", "games so hard"], rows)


def best_sums(table, lines):
    """The best sums of die tours: a row for each number of rows, a column for each number of columns."""
    wanted = chosen(lines, variant=table["variant"], objective=table["objective"])
    found = {(line["columns"], line["rows"]): line.get("value", "none") for line in wanted}
    sides = range(1, table["sides"] + 1)
    rows = [[f"**{row}**", *(found[column, row] for column in sides)] for row in sides]
    return markdown(["rows, columns", *sides], rows)


def cycles(table, lines):
    """The numbers of columns of boards with two rolling cycles: a row for each number of rows, a column for each meaning or die."""
    columns = table["columns"]

    def cell(rows, column):
        of = {
            line["list"]: line
            for line in lines
            if (line["rows"], line["meaning"], line.get("labels")) == (rows, column["meaning"], column.get("labels"))
        }
        if "all" in of:
            return numbers(of["all"])
        if "none_up_to" in of:
            return f"none up to {of['none_up_to']['columns']}"
        return "not searched" if "first" not in of else of["first"].get("columns", "none")

    body = [[f"**{rows}**", *(cell(rows, column) for column in columns)] for rows in range(2, table["most"] + 1)]
    return markdown(["rows", *(column["title"] for column in columns)], body)


def numbers(line):
    """The numbers of a list that goes on as it was so many numbers before: up to where that begins, and three more."""
    found, up_to, period = set(line["boards"]), line["up_to"], line["period"]
    if not found:
        return "none"
    for n in range(up_to + 1, up_to + 3 * period + 1):
        if n - period in found:
            found.add(n)
    changes = [n for n in range(2, up_to + 1) if (n in found) != (n + period in found)]
    regular = sorted(n for n in found if n > max(changes, default=1))
    return ", ".join(map(str, [*sorted(found - set(regular)), *regular[:3]])) + ", …"


#: What draws a table of each kind, from its entry in data/quoted.toml and the records of its files.
KINDS = {
    kind.__name__: kind for kind in (best_sums, bounds, cycles, encodings, gains, games, lengths, models, relaxations, trays)
}
