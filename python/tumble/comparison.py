"""Comparisons: grids of runs, on this machine or on others."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from os import PathLike
from typing import TYPE_CHECKING, Any

import pandas as pd

from tumble import _tumble
from tumble.limits import U16, U32, Limits, Memory, Time, whole
from tumble.model import Model, load
from tumble.result import Picture

if TYPE_CHECKING:
    import polars

#: What can be loaded, or is a model already.
Source = Model | str | PathLike[str] | Mapping[str, Any]


class Comparison(pd.DataFrame):
    """A row for each run. :attr:`records` are the same as the command line writes them."""

    _metadata = ["_records"]
    _records: list[str]

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        # A selection of rows has no longer the records of all.
        return pd.DataFrame

    @property
    def records(self) -> list[dict[str, Any]]:
        """The records of the runs."""
        return [json.loads(record) for record in self._records]

    @property
    def contradictions(self) -> list[str]:
        """Pairs of runs that cannot both be right."""
        found: list[str] = json.loads(_tumble.summary(self._records))["contradictions"]
        return found

    def summary(self) -> pd.DataFrame:
        """Return a row for each model and configuration, seeds taken together."""
        rows = json.loads(_tumble.summary(self._records))["rows"]
        flat = pd.json_normalize(rows)
        return flat.rename(columns=lambda name: name.removeprefix("configuration.").replace(".", "_"))

    def profile(self) -> Picture:
        """Draw the performance profile of Dolan and Moré."""
        return Picture(_tumble.profile(self._records))

    def to_polars(self) -> polars.DataFrame:
        """Return the rows as a frame of Polars."""
        import polars

        return polars.from_pandas(pd.DataFrame(self))


def compare(
    models: Source | Iterable[Source],
    *,
    backends: str | Sequence[str] = "all",
    encodings: str | Sequence[str] = "all",
    methods: str | Sequence[str] = (),
    lowerings: str | Sequence[str] = (),
    seeds: int | None = None,
    threads: int | None = None,
    time_limit: Time | None = 60,
    memory_limit: Memory | None = None,
    lp_only: bool = False,
    jobs: int = 1,
    executor: Executor | None = None,
    output: str | PathLike[str] | None = None,
    retry_failed: bool = False,
    progress: bool = True,
) -> Comparison:
    """Solve models in every way that the names mean, as ``tumble compare`` does: see ``docs/compare.md``.

    The runs are made in ``jobs`` threads, or by any executor: a pool of processes, or the machines of a cluster. With
    ``output`` each is recorded in a file as soon as it is known; runs that the file has are not made again, unless they
    failed and ``retry_failed`` is set.

    >>> table = compare({"puzzle": "die-tour", "objective": "max", "board": {"columns": 2, "rows": 2}},
    ...                 backends=["search", "highs"], encodings="arc-flow,edge-cuts", progress=False)
    >>> sorted(zip(table.method, table.encoding.fillna("-"), table.objective))
    [('model', 'arc-flow', 21), ('model', 'edge-cuts', 21), ('search', '-', 21)]
    """
    whole("jobs", jobs, 1, U16)
    loaded = [model if isinstance(model, Model) else load(model) for model in _several(models)]
    planned = json.loads(
        _tumble.plan(
            Limits(time_limit, memory_limit, threads),
            [model._model for model in loaded],
            methods=_names(methods),
            backends=_names(backends),
            encodings=_names(encodings) or ["all"],
            lowerings=_names(lowerings, separated=False),
            seeds=whole("seeds", seeds, 1, U32),
            lp_only=lp_only,
        )
    )
    for left_out in planned["left_out"]:
        warnings.warn(left_out, stacklevel=2)
    journal, records = _open(output)
    wanted = {_key(setting) for _, setting in planned["settings"]}
    failed = {key for key, status in map(_ending, records) if status == "error" and key in wanted}
    if failed and retry_failed:
        records = [record for record in records if _ending(record)[0] not in failed]
    elif failed:
        warnings.warn(f"{len(failed)} of the recorded runs failed: retry_failed makes them again", stacklevel=2)
    known = {_ending(record)[0] for record in records}
    tasks = [(loaded[i], setting) for i, setting in planned["settings"] if _key(setting) not in known]
    try:
        for record in _made(tasks, jobs, executor, progress):
            if journal is not None:
                journal.add(record)
            records.append(record)
    finally:
        if journal is not None:
            journal.close()
    return _comparison(records)


def read_records(path: str | PathLike[str]) -> Comparison:
    """Read the records in a file that :func:`compare` or the command line wrote."""
    return _comparison(_tumble.records(path))


def _several(models: Source | Iterable[Source]) -> list[Source]:
    if isinstance(models, (Model, str, PathLike, Mapping)):
        return [models]
    return list(models)


def _key(setting: dict[str, Any]) -> str:
    """Return a text that is the same for equal settings."""
    return json.dumps(setting, sort_keys=True)


def _ending(record: str) -> tuple[str, str]:
    """Return what identifies the run of a record, and how it ended."""
    parsed = json.loads(record)
    return _key(parsed["setting"]), parsed["status"]


def _names(names: str | Sequence[str], separated: bool = True) -> list[str]:
    if isinstance(names, str):
        return [name.strip() for name in names.split(",")] if separated else [names]
    return list(names)


def _open(output: str | PathLike[str] | None) -> tuple[_tumble.Journal | None, list[str]]:
    if output is None:
        return None, []
    journal, records, is_torn = _tumble.Journal.open(output)
    if is_torn:
        warnings.warn(f"{output}: the last line was cut short: its run is made again", stacklevel=3)
    return journal, records


def _run(model: Model, setting: str, jobs: int, interrupt: _tumble.Interrupt | None = None) -> str | None:
    """Make a run, wherever the executor calls this."""
    return _tumble.run(model._model, setting, jobs=jobs, interpreter=sys.executable or None, interrupt=interrupt)


def _made(tasks: list[tuple[Model, Any]], jobs: int, executor: Executor | None, progress: bool) -> Iterable[str]:
    """Yield the records of runs as they end."""
    interrupt = _tumble.Interrupt()
    own = ThreadPoolExecutor(jobs) if executor is None else None
    futures: list[Future[str | None]] = []
    try:
        for model, setting in tasks:
            text = json.dumps(setting)
            # A flag reaches threads only: other processes hear of Ctrl-C themselves.
            if own is not None:
                futures.append(own.submit(_run, model, text, jobs, interrupt))
            elif executor is not None:
                futures.append(executor.submit(_run, model, text, jobs))
        failure: BaseException | None = None
        for future in _watched(as_completed(futures), len(futures), progress):
            error = future.exception()
            if error is not None:
                # Those that have ended are records first.
                failure = failure or error
                continue
            record = future.result()
            if record is not None:
                yield record
        if failure is not None:
            raise failure
    except BaseException:
        interrupt.raise_()
        for future in futures:
            future.cancel()
        raise
    finally:
        if own is not None:
            own.shutdown(wait=True, cancel_futures=True)


def _watched(futures: Iterable[Future[str | None]], total: int, progress: bool) -> Iterable[Future[str | None]]:
    """Show how many have ended, and for how long they have been made."""
    if not progress:
        return futures
    from tqdm.auto import tqdm

    # No guess of the time that is left: other runs may take a thousand times as long.
    form = "{desc}: {n_fmt} of {total_fmt} runs |{bar}| {elapsed}"
    return tqdm(futures, total=total, desc="compare", bar_format=form)


def _comparison(records: list[str]) -> Comparison:
    frame = Comparison([_row(json.loads(record)) for record in records])
    frame._records = records
    contradictions = frame.contradictions if records else []
    for contradiction in contradictions:
        warnings.warn(f"CONTRADICTION on {contradiction}", stacklevel=3)
    return frame


def _row(record: dict[str, Any]) -> dict[str, Any]:
    """Return what a table shows of a record."""
    setting, stats, origin = record["setting"], record["stats"], record["origin"]
    configuration = setting["configuration"]
    relaxation = record.get("relaxation") or {}
    lowered = stats["lowered"] or {}
    return {
        "model": record["model"],
        "puzzle": record["puzzle"],
        **{key: configuration[key] for key in ("method", "encoding", "lowering", "threads", "time_limit")},
        "backend": configuration["backend"] or "search",
        "seed": setting["seed"],
        **{key: record[key] for key in ("status", "objective", "bound")},
        **{key: stats[key] for key in ("variables", "constraints", "nonzeros")},
        **{f"lowered_{key}": lowered.get(key) for key in ("variables", "constraints", "nonzeros")},
        **{key: stats[key] for key in ("root_bound", "nodes", "cut_rounds", "cuts")},
        "seconds": relaxation.get("seconds", stats["total_seconds"]),
        "solve_seconds": stats["solve_seconds"],
        "peak_memory_bytes": stats["peak_memory_bytes"],
        "relaxation": relaxation.get("value"),
        "integral_share": relaxation.get("integral_share"),
        "relaxation_optimum": relaxation.get("optimum"),
        "error": record.get("error"),
        "started": origin["started"],
        "cpu": origin["machine"]["cpu"],
        "tumble": origin["tumble"],
        "revision": origin["revision"],
    }
