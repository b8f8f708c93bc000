"""Limits are taken as people write them, and what is wrong is said in their words."""

import threading
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import tumble
from tumble.limits import Limits

MODELS = Path(__file__).parents[2] / "models"


@pytest.fixture(scope="module")
def tour():
    return tumble.load(MODELS / "die_tour/3x3_max.toml")


@pytest.fixture
def paint():
    model = tumble.IntegerModel("paint")
    model.maximize(model.integer("x", 0, 3))
    return model


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        (5, 5),
        (0.25, 0.25),
        ("5s", 5),
        ("1h 30min", 5400),
        ("250ms", 0.25),
        (timedelta(minutes=2), 120),
        (np.float64(1.5), 1.5),
        (np.int64(3), 3),
        (Fraction(1, 2), 0.5),
        (0, 0),
    ],
)
def test_times_are_read(written, seconds):
    assert Limits(time_limit=written).time_limit == seconds


@pytest.mark.parametrize(
    ("written", "size"),
    [("1M", 2**20), ("1.5 GiB", 3 * 2**29), (1000, 1000), (8e9, 8 * 10**9), (np.int64(7), 7)],
)
def test_sizes_are_read(written, size):
    assert Limits(memory_limit=written).memory_limit == size


WRONG = {
    "time_limit: `5`: time unit needed": {"time_limit": "5"},
    "time_limit: `soon`: ": {"time_limit": "soon"},
    "time_limit: -1 is no time: write a number of seconds, a text": {"time_limit": -1},
    "time_limit: -1.0 is no time": {"time_limit": timedelta(seconds=-1)},
    "time_limit: nan is no time": {"time_limit": float("nan")},
    "time_limit: True is no time": {"time_limit": True},
    r"time_limit: \[1\] is no time": {"time_limit": [1]},
    "time_limit: ": {"time_limit": 1e300},
    "memory_limit: `much`: not a size": {"memory_limit": "much"},
    "memory_limit: `0`: 0 leaves no memory": {"memory_limit": "0"},
    "memory_limit: 0 is not a number from 1": {"memory_limit": 0},
    "memory_limit: 0.5 is no whole number": {"memory_limit": 0.5},
    "memory_limit: 36893488147419103232 is not a number": {"memory_limit": 2**65},
    "threads: 0 is not a number from 1 to ": {"threads": 0},
    "threads: '2' is no whole number": {"threads": "2"},
    "threads: 1000000 is not": {"threads": 1_000_000},
}
SEEDS = {
    "seed: -1 is not a number from 0 to 4294967295": {"seed": -1},
    "seed: 4294967296 is not": {"seed": 2**32},
    "seed: 1.5 is no whole number": {"seed": 1.5},
}


@pytest.mark.parametrize(("message", "wrong"), [*WRONG.items(), *SEEDS.items()])
def test_what_the_command_line_refuses_is_refused(tour, paint, message, wrong):
    calls = [lambda: tour.solve(**wrong), lambda: paint.solve(**wrong)]
    if "seed" not in wrong:
        calls += [lambda: tour.count(**wrong), lambda: tumble.compare(tour, backends="search", **wrong)]
        calls += [lambda: tumble.table("4x4", "tatham-cube", **wrong)]
    for call in calls:
        with pytest.raises(tumble.InputError, match=f"^{message}"):
            call()


def test_other_numbers_are_refused_too(tour):
    wrong = {
        "solutions: 0 is not a number from 1 to": lambda: tour.solve(solutions=0),
        "solutions: -1 is not": lambda: tour.solve(solutions=-1),
        "horizon: -1 is not": lambda: tour.export(encoding="time-indexed", horizon=-1),
        "horizon: 'x' is no whole number": lambda: tour.formulation("time-indexed", horizon="x"),
        "seeds: 0 is not": lambda: tumble.compare(tour, seeds=0),
        "jobs: 0 is not": lambda: tumble.compare(tour, jobs=0),
    }
    for message, call in wrong.items():
        with pytest.raises(tumble.InputError, match=f"^{message}"):
            call()


def test_limits_as_text_are_kept(tour):
    assert tour.solve(time_limit="20s", memory_limit="1G", threads=1, seed=0).objective == 37
    large = tumble.load({"puzzle": "die-tour", "objective": "max", "board": {"columns": 9, "rows": 9}})
    stopped = large.solve(backend="highs", encoding="arc-flow", time_limit=timedelta(seconds=1))
    assert "time limit" in stopped.reason
    with pytest.raises(tumble.TumbleError, match="memory limit"):
        tumble.table("4x4", "tatham-cube", memory_limit="1K")


def test_a_name_that_is_nearly_right_is_named(tour, paint):
    near = {
        "no backend `hihgs`; did you mean `highs`": lambda: tour.solve(backend="hihgs"),
        "no backend `glpsol`; did you mean `external:glpsol`": lambda: paint.solve(backend="glpsol"),
        "no encoding `arc-flaw`; did you mean `arc-flow`": lambda: tour.solve(backend="highs", encoding="arc-flaw"),
        "no encoding `edge-cut`; did you mean `edge-cuts`": lambda: tour.formulation("edge-cut"),
        "has no method `serach`; did you mean `search`": lambda: tour.solve(method="serach"),
        "no puzzle `die-tuor`; did you mean `die-tour`": lambda: tumble.new("die-tuor"),
        "die-tour has no option column; did you mean `columns`": lambda: tumble.new("die-tour", column=3),
        "no value of circuit `mzt`; did you mean `mtz`": lambda: tour.solve(backend="highs", lowering="circuit=mzt"),
        "no key `circut`; did you mean `circuit`": lambda: tour.solve(backend="highs", lowering="circut=mtz"),
        "no format `mpss`; did you mean `mps`": lambda: tour.export(format="mpss"),
        "no backend `cp_sat`.*did you mean `cp-sat`": lambda: tumble.compare(tour, backends="cp_sat"),
        "no encoding `arc-flaw` .*did you mean `arc-flow`": lambda: tumble.compare(tour, encodings="arc-flaw"),
        "sudoku-cube has no option any-asembly; did you mean `any-assembly`": lambda: tumble.load(
            MODELS / "sudoku_cube/seed.toml", any_asembly=True
        ),
    }
    for message, call in near.items():
        # Advice stands behind a message, or on a line of its own.
        with pytest.raises(tumble.InputError, match="(?s)" + message.replace("; did", ".*did")):
            call()


def test_what_is_large_is_shown_in_a_line(tour):
    relaxation = tour.formulation("arc-flow").relax()
    assert repr(relaxation).startswith("<relaxation 44.7")
    assert len(repr(relaxation)) < 80 > len(repr(tour.picture()))


def test_what_has_no_effect_on_a_search_is_refused(tour):
    for wrong in ({"encoding": "arc-flow"}, {"lowering": "circuit=mtz"}, {"options": {"depth": 3}}):
        with pytest.raises(tumble.InputError, match="direct search takes no"):
            tour.solve(backend="search", **wrong)
    with pytest.raises(tumble.InputError, match="no encoding"):
        tour.solve(backend="highs", encoding="no-such")


def test_models_are_built_and_made_within_limits(paint):
    large = tumble.load({"puzzle": "die-tour", "objective": "max", "board": {"columns": 100, "rows": 100}})
    for limits, words in (({"time_limit": 0}, "time limit"), ({"memory_limit": "1M"}, "memory limit")):
        for build in (large.export, large.formulation):
            with pytest.raises(tumble.TumbleError, match=words):
                build(encoding="arc-flow", **limits)
    with pytest.raises(tumble.TumbleError, match="time limit"):
        tumble.new("die-tour", columns=6, rows=6, seed=1, unique=True, time_limit=0)
    assert b"paint" in paint.export(time_limit=60, memory_limit="1G")
    assert paint.formulation(time_limit=60).variables == ["x"]


def test_other_threads_run_while_a_model_is_built():
    large = tumble.load({"puzzle": "die-tour", "objective": "max", "board": {"columns": 100, "rows": 100}})
    ticks, done = [], threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(1)

    other = threading.Thread(target=tick)
    other.start()
    try:
        with pytest.raises(tumble.TumbleError, match="time limit"):
            large.export(encoding="arc-flow", time_limit=0.5)
    finally:
        done.set()
        other.join()
    assert len(ticks) > 10
