"""Comparisons: on threads, processes and a cluster, with nothing lost and nothing doubled."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import tumble

MODELS = Path(__file__).parents[2] / "models" / "die_tour"
FILES = [MODELS / "3x3_max.toml", MODELS / "3x3_infeasible.toml"]
GRID = {"backends": "search,highs", "encodings": "arc-flow+all,edge-cuts", "threads": 1, "progress": False}


def without_seconds(table):
    columns = ["model", "method", "encoding", "backend", "seed", "status", "objective", "variables", "root_bound"]
    rows = table[columns].astype(object).where(table[columns].notna(), None)
    return sorted(map(tuple, rows.itertuples(index=False)), key=repr)


@pytest.fixture(scope="module")
def whole():
    return tumble.compare(FILES, **GRID)


def test_a_row_for_each_run(whole):
    assert len(whole) == len(whole.records) == 12
    assert set(whole.status) == {"optimal", "infeasible"}
    assert (whole[whole.status == "optimal"].objective == 37).all()
    assert (whole.seconds > 0).all()
    assert whole.contradictions == []
    summary = whole.summary()
    assert len(summary) == 12
    assert (summary.proved == 1).all()
    assert whole.profile().svg.startswith("<svg")


def test_polars(whole):
    frame = whole.to_polars()
    assert frame.height == 12
    assert frame["objective"].max() == 37


def test_processes_find_the_same(whole, tmp_path):
    path = tmp_path / "runs.jsonl"
    with ProcessPoolExecutor(2) as executor:
        table = tumble.compare(FILES, **GRID, executor=executor, output=path)
    assert without_seconds(table) == without_seconds(whole)
    assert without_seconds(tumble.read_records(path)) == without_seconds(whole)


def test_a_killed_process_loses_nothing_that_was_recorded(whole, tmp_path):
    path = tmp_path / "runs.jsonl"
    with ProcessPoolExecutor(1) as executor:
        executor.submit(os.getpid).result()
        executor.submit(os._exit, 1)
        with pytest.raises(Exception, match="terminated"):
            tumble.compare(FILES, **GRID, executor=executor, output=path)
    before = len(path.read_text().splitlines())
    assert before < 12
    table = tumble.compare(FILES, **GRID, output=path)
    assert without_seconds(table) == without_seconds(whole)
    settings = [json.dumps(record["setting"]) for record in table.records]
    assert len(settings) == len(set(settings)) == 12


def test_a_cluster_whose_worker_is_killed(whole, tmp_path):
    distributed = pytest.importorskip("distributed")
    path = tmp_path / "runs.jsonl"
    grid = {**GRID, "seeds": 3}
    with (
        distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers = client.run(os.getpid)
        victim = next(iter(workers.values()))
        kill = f"import os, time; time.sleep(0.5); os.kill({victim}, {int(signal.SIGKILL)})"
        killer = subprocess.Popen([sys.executable, "-c", kill])
        table = tumble.compare(FILES, **grid, executor=client.get_executor(), output=path)
        killer.wait()
        assert victim not in client.run(os.getpid).values()
    assert len(table) == 36
    settings = [json.dumps(record["setting"]) for record in table.records]
    assert len(set(settings)) == 36
    assert len(path.read_text().splitlines()) == 36
    one_seed = table[table.seed == 1].assign(seed=None)
    assert without_seconds(one_seed) == without_seconds(whole)


def test_it_goes_on_after_a_kill(whole, tmp_path):
    path = tmp_path / "runs.jsonl"
    script = f"import tumble; tumble.compare({[str(file) for file in FILES]!r}, **{GRID!r}, output={str(path)!r})"
    child = subprocess.Popen([sys.executable, "-c", script])
    start = time.monotonic()
    while time.monotonic() - start < 60 and not (path.exists() and len(path.read_text().splitlines()) >= 2):
        time.sleep(0.005)
    child.kill()
    child.wait()
    assert 2 <= len(path.read_text().splitlines()) <= 12
    table = tumble.compare(FILES, **GRID, output=path)
    assert without_seconds(table) == without_seconds(whole)


def test_an_interrupt_ends_a_comparison(tmp_path):
    path = tmp_path / "runs.jsonl"
    board = {"puzzle": "die-tour", "objective": "max", "board": {"columns": 12, "rows": 12}}
    script = f"""
import tumble
try:
    tumble.compare({board!r}, backends="highs", encodings="arc-flow,arc-mtz", output={str(path)!r}, progress=False)
except KeyboardInterrupt:
    print("interrupted")
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    time.sleep(3)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=30)[0] == "interrupted\n"
    assert path.read_text() == ""


def test_contradictions_are_warned_of(whole, tmp_path):
    path = tmp_path / "wrong.jsonl"
    wrong = dict(whole.records[0], objective=36, bound=36)
    lines = [wrong, *whole.records[1:]]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.warns(UserWarning, match="CONTRADICTION on .*objective 36"):
        table = tumble.read_records(path)
    assert table.contradictions


def test_relaxations_alone(tmp_path):
    table = tumble.compare(FILES[0], backends="highs", encodings="arc-flow,edge-cuts", lp_only=True, progress=False)
    values = dict(zip(table.encoding, table.relaxation, strict=True))
    assert values["arc-flow"] > values["edge-cuts"] == pytest.approx(37)


def test_names_that_do_not_exist(tmp_path):
    with pytest.raises(tumble.InputError, match="no encoding `arc-flaw`"):
        tumble.compare(FILES, encodings="arc-flaw")
    path = tmp_path / "runs.jsonl"
    path.write_text("no record\n")
    with pytest.raises(tumble.InputError, match="line 1: not a record"):
        tumble.compare(FILES, **GRID, output=path)
    with pytest.warns(UserWarning, match="is left out"):
        tumble.compare(FILES[0], backends="highs,cadical", encodings="edge-cuts", lp_only=True, progress=False)


def test_runs_that_failed_are_named_and_made_again_if_that_is_wanted(tmp_path):
    path = tmp_path / "runs.jsonl"
    tumble.compare(FILES, **GRID, output=path)
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    records[3].update(status="error", error="no memory")
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    with pytest.warns(UserWarning, match="1 of the recorded runs failed"):
        assert "error" in set(tumble.compare(FILES, **GRID, output=path).status)
    table = tumble.compare(FILES, **GRID, output=path, retry_failed=True)
    assert len(table) == 12
    assert "error" not in set(table.status)
    assert "error" not in set(tumble.read_records(path).status)


@pytest.mark.parametrize(("name", "why"), [("notes", "not a record of a run"), ("notes.csv", "go to a .jsonl file")])
def test_a_file_of_others_is_left_as_it_is(tmp_path, name, why):
    path = tmp_path / name
    path.write_text("a diary", encoding="utf-8")
    with pytest.raises(tumble.InputError, match=why):
        tumble.compare(FILES, **GRID, output=path)
    assert path.read_text(encoding="utf-8") == "a diary"


def test_what_another_puzzle_has_is_named():
    tray = MODELS.parent / "cube_tray/2x2_flip.toml"
    with pytest.warns(UserWarning, match="arc-flow is left out: cube-tray has no encoding of this name"):
        table = tumble.compare([FILES[0], tray], backends="highs", encodings="arc-flow", progress=False)
    assert len(table) == 1
