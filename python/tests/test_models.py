"""Models: what Python adds to the command line, and that it says the same."""

import json
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import tumble

MODELS = Path(__file__).parents[2] / "models"
TOUR = {
    "puzzle": "die-tour",
    "objective": "max",
    "board": {"columns": 3, "rows": 3},
    "start": {"cell": [0, 0], "die": {"top": 1, "north": 2, "east": 3}},
}
#: Too large for any solver in the time of a test.
LARGE = {**TOUR, "board": {"columns": 12, "rows": 12}}


@pytest.fixture(scope="module")
def tour():
    return tumble.load(TOUR)


@pytest.mark.parametrize("how", [{"method": "search"}, {"backend": "highs"}, {"method": "lp-frontier"}, {}])
def test_every_way_finds_the_same(tour, how):
    result = tour.solve(**how)
    assert (result.status, result.objective, result.bound) == ("optimal", 37, 37)
    assert len(result.moves) == 8
    assert tour.check(result).objective == 37
    assert tour.check(result.moves)


def test_wrong_solutions_break_the_rules(tour):
    verdict = tour.check("NNS")
    assert not verdict
    assert "enters [0, 1] a second time" in verdict.breach
    with pytest.raises(tumble.InputError):
        tour.check({"moves": 3})


def test_all_shipped_models_load_and_are_drawn():
    files = sorted(MODELS.glob("*/*.toml"))
    assert len(files) > 30
    for file in files:
        model = tumble.load(file)
        assert model._repr_svg_().startswith("<svg")
        assert model.to_text()


def test_a_replay_is_a_page(tour, tmp_path):
    result = tour.solve()
    page = result.replay(tmp_path / "tour.html")
    assert page.startswith("<!doctype html>")
    assert result.moves in page
    assert (tmp_path / "tour.html").read_text(encoding="utf-8") == page
    assert tour.replay() != page
    with pytest.raises(tumble.InputError):
        tour.replay({"moves": "N"})


def test_an_id_is_a_model():
    game = tumble.load("c4x4:C461,3")
    assert game.puzzle == "tatham-cube"
    assert game.solve().status == "optimal"


def test_lists_and_counts(tour):
    any_tour = tumble.load({**TOUR, "objective": "any"})
    listed = any_tour.solve(solutions=100)
    assert listed.json["complete"]
    assert any_tour.count() == tumble.Count(len(listed.solutions), None, True, None)
    assert tour.count(feasible=True).solutions == len(listed.solutions)
    near = tour.solve(solutions=100, within=2)
    assert (near.json["complete"], near.json["within"]) == (True, 2)
    assert len(near.solutions) == tour.count(within=2).solutions
    with pytest.raises(tumble.InputError, match="how many are listed"):
        tour.solve(within=2)
    # Beyond what a float holds.
    board = {**TOUR, "board": {"columns": 4, "rows": 60}}
    assert tumble.load(board).count(feasible=True).solutions > 2**64


def test_formulations_are_the_models_that_files_have(tour):
    for encoding in ("arc-flow", "cp-table", "edge-flow"):
        formulation = tour.formulation(encoding)
        rows, columns = formulation.matrix.shape
        assert (rows, columns) == (len(formulation.rows), len(formulation.variables))
        assert len(set(formulation.variables)) == columns
        stats = tour.solve(backend="highs", encoding=encoding).stats
        size = stats["lowered"] or stats
        assert (size["variables"], size["constraints"], size["nonzeros"]) == (columns, rows, formulation.matrix.nnz)
        relaxed = formulation.relax()
        assert relaxed.value >= 37 - 1e-6
        assert set(relaxed.values) == set(formulation.variables)
    # With the integers it is the optimum.
    from scipy.optimize import LinearConstraint, milp

    solved = milp(
        -formulation.costs,
        integrality=formulation.integrality.astype(int),
        constraints=LinearConstraint(formulation.matrix, formulation.row_lower, formulation.row_upper),
        bounds=(formulation.lower, formulation.upper),
    )
    assert round(-solved.fun + formulation.constant) == 37
    assert np.isfinite(formulation.costs).all()


def test_files_for_other_programs(tour, tmp_path):
    path = tmp_path / "tour.lp"
    data = tour.export(path, encoding="arc-flow")
    assert path.read_bytes() == data
    assert b"encoding: arc-flow" in data
    assert b"ROWS" in tour.export(format="mps")
    with pytest.raises(tumble.InputError, match="no format `xyz`"):
        tour.export(tmp_path / "tour.xyz")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_is_read_whatever_its_encoding(tmp_path, encoding):
    file = tmp_path / "tour.toml"
    file.write_bytes((MODELS / "die_tour" / "3x3_max.toml").read_text().replace("\n", "\r\n").encode(encoding))
    assert tumble.load(file).solve().objective == 37
    file.write_bytes(b"puzzle = '\xe4'")
    with pytest.raises(tumble.InputError, match="neither UTF-8 nor UTF-16"):
        tumble.load(file)


def test_a_save_file_of_the_game_is_a_model(tmp_path):
    game = tumble.load(" c4x4:C461,3 ")
    assert game.name == "c4x4:C461,3"
    fields = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", "Cube"),
        ("CPARAMS", "c4x4"),
        ("DESC", "C461,3"),
        ("NSTATES", "3"),
        ("STATEPOS", "3"),
        ("MOVE", "D"),
        ("MOVE", "D"),
    ]
    file = tmp_path / "game.sav"
    file.write_text("".join(f"{key:8}:{len(value)}:{value}\n" for key, value in fields))
    assert game.solve().objective == 9
    assert tumble.load(file).solve().objective == 7


@pytest.mark.parametrize("source", ["https://example.org/cube.html#c4x4:C461,3", "Cube: c4x4:C461,3"])
def test_links_of_the_game_are_ids(source):
    assert tumble.load(source).solve().objective == 9


@pytest.mark.parametrize("source", ["c4x4#123", "t1x2:25,0", "c8x8:0,0", "c4x4", "x/cube.html#c4x4%23123"])
def test_what_looks_like_an_id_gets_the_message_of_an_id(source):
    with pytest.raises(tumble.InputError):
        tumble.load(source)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({**TOUR, "board": {"columns": 0, "rows": 3}}, "columns"),
        ({**TOUR, "puzle": 1}, "puzle"),
        ("models/none.toml", "models/none.toml"),
    ],
)
def test_what_is_wrong_is_said_as_on_the_command_line(source, message):
    with pytest.raises((tumble.InputError, OSError), match=message):
        tumble.load(source)


def test_wrong_names_are_refused(tour):
    with pytest.raises(tumble.InputError, match="no backend `gurobi`"):
        tour.solve(backend="gurobi")
    with pytest.raises(tumble.InputError, match="no encoding `arc-flaw`"):
        tour.solve(backend="highs", encoding="arc-flaw")
    with pytest.raises(tumble.InputError, match="has no method `guess`"):
        tour.solve(method="guess")
    with pytest.raises(tumble.InputError, match="time_limit"):
        tour.solve(time_limit=-1)


def test_what_is_not_given_is_as_the_file_says(tour):
    solve = '[solve]\nbackend = "highs"\nencoding = "arc-flow"\ntime-limit = "50s"\nthreads = 1\nseed = 7\n'
    text = f"{tour.text}\n{solve}"
    report = tumble.Model(text).solve().json
    assert (report["backend"], report["encoding"], report["seed"], report["threads"]) == ("highs", "arc-flow", 7, 1)
    assert report["limits"]["time_seconds"] == 50
    given = tumble.Model(text).solve(method="search", threads=2, time_limit=40).json
    assert (given["backend"], given["threads"], given["limits"]["time_seconds"]) == ("search", 2, 40)
    with pytest.raises(tumble.InputError, match="(?s)arc-flaw.*no such encoding"):
        tumble.Model(text.replace("arc-flow", "arc-flaw")).solve()
    with pytest.raises(tumble.InputError, match="(?s)at most 64 threads.*threads = 70"):
        tumble.Model(text.replace("threads = 1", "threads = 70"))


def test_limits_are_kept():
    start = time.monotonic()
    result = tumble.load(LARGE).solve(backend="highs", encoding="arc-flow", time_limit=1)
    assert time.monotonic() - start < 10
    assert result.status in ("feasible", "unknown")
    assert "time limit" in result.reason


def test_the_interpreter_is_free_while_a_solver_works():
    from threading import Thread

    thread = Thread(target=tumble.load(LARGE).solve, kwargs={"backend": "highs", "time_limit": 2})
    thread.start()
    turns, last, longest = 0, time.monotonic(), 0.0
    while thread.is_alive():
        time.sleep(0.001)
        now = time.monotonic()
        turns, last, longest = turns + 1, now, max(longest, now - last)
    assert turns > 100
    assert longest < 1


@pytest.mark.parametrize("how", ["backend='highs', encoding='arc-flow'", "method='search'"])
def test_an_interrupt_stops_a_run(how):
    script = f"""
import tumble
model = tumble.load({LARGE!r})
print("ready", flush=True)
try:
    model.solve({how}, time_limit=120)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1)
    start = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=30)[0] == "interrupted\n"
    assert child.returncode == 0
    assert time.monotonic() - start < 10


def test_progress_is_heard():
    events = []
    model = tumble.load({**TOUR, "board": {"columns": 5, "rows": 5}})
    model.solve(backend="highs", encoding="edge-cuts", progress=events.append)
    assert events
    assert {"progress", "incumbent"} & {event["event"] for event in events}

    def fails(_event):
        raise RuntimeError("of the listener")

    with pytest.raises(RuntimeError, match="of the listener"):
        model.solve(backend="highs", encoding="edge-cuts", progress=fails)


def test_models_and_results_travel(tour):
    again = pickle.loads(pickle.dumps(tour))
    assert (again.text, again.name, again.puzzle) == (tour.text, tour.name, tour.puzzle)
    result = pickle.loads(pickle.dumps(tour.solve()))
    assert json.loads(result.to_json())["objective"] == 37
    assert result._repr_html_().startswith("<figure><svg")


def test_new_models():
    first, second = (tumble.new("die-tour", columns=4, rows=4, seed=seed, blocked=2) for seed in (1, 2))
    assert first.text != second.text
    assert "tour" in first.text
    with pytest.raises(tumble.InputError, match="has no option"):
        tumble.new("die-tour", colour="red")
    with pytest.raises(tumble.InputError, match="no puzzle `chess`"):
        tumble.new("chess")


def test_tables_are_those_of_the_source():
    classic = tumble.table(tumble.load(MODELS / "cube_tray" / "classic.toml"))
    assert classic["histogram"][:6] == [1, 4, 8, 8, 16, 32]
    assert (sum(classic["histogram"]), len(classic["histogram"])) == (classic["states"], 50) == (15116544, 50)
    with pytest.raises(tumble.InputError, match="needs the name of a puzzle"):
        tumble.table("4x4")
    with pytest.raises(tumble.TumbleError, match="memory limit"):
        tumble.table("4x4", "tatham-cube", memory_limit=1000)


def test_the_catalogue():
    names = [puzzle["name"] for puzzle in tumble.puzzles()]
    assert names == sorted(folder.name.replace("_", "-") for folder in MODELS.iterdir())
    versions = {backend["name"]: backend["version"] for backend in tumble.backends()}
    assert versions["highs"]
    assert versions["search"] == tumble.__version__


def test_files_are_written_whole_or_not_at_all(tmp_path):
    model = tumble.load(MODELS / "die_tour" / "3x3_max.toml")
    page = tmp_path / "tour.html"
    page.write_text("before", encoding="utf-8")
    model.replay(path=page)
    assert 'content="tumble"' in page.read_text(encoding="utf-8")
    model.picture().save(tmp_path / "tour.svg")
    model.export(tmp_path / "tour.lp")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tour.html", "tour.lp", "tour.svg"]
    with pytest.raises(OSError, match="nowhere"):
        model.picture().save(tmp_path / "nowhere" / "tour.svg")


def program(*arguments):
    """Run the program that the package brings."""
    script = Path(sys.executable).with_name("tumble")
    return subprocess.run([script, *arguments], capture_output=True, text=True, timeout=60)


def test_the_program_solves_in_a_process_that_it_starts():
    model = MODELS / "die_tour/3x3_max.toml"
    done = program("solve", model, "--backend", "highs", "--encoding", "arc-flow", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["objective"] == 37


def test_the_program_is_also_a_module_and_returns_its_exit_codes():
    assert program("solve", MODELS / "die_tour/3x3_infeasible.toml").returncode == 1
    assert program("solve", "nowhere.toml").returncode == 2
    named = subprocess.run([sys.executable, "-m", "tumble", "--version"], capture_output=True, text=True)
    assert named.stdout == program("--version").stdout == f"tumble {tumble.__version__}\n"


def test_what_is_left_after_moves_and_why_there_is_nothing():
    tour = tumble.load(MODELS / "die_tour" / "3x3_max.toml")
    rest = tour.after("NN").after("E")
    assert (rest.solve().objective, rest.solve().moves) == (37, "ESSWN")
    assert pickle.loads(pickle.dumps(rest)).solve().moves == "ESSWN"
    assert rest.count(within=2).by_objective[37] == rest.count().solutions
    with pytest.raises(tumble.InputError, match="a second time"):
        tour.after("NS")
    with pytest.raises(tumble.InputError, match="whole models"):
        tumble.compare([rest])
    explained = tumble.load(MODELS / "die_tour" / "3x3_infeasible.toml").explain()
    assert [fact["fact"] for fact in explained["conflict"]] == ["start"]
    assert explained["changes"][0]["objective"] == 37
