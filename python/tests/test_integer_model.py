"""Integer models of one's own: what a solver says is what enumeration finds, and what is wrong is said."""

import itertools
import random

import numpy as np
import pytest

import tumble
from tumble import IntegerModel, total

BACKENDS = ["highs", "cp-sat", "pumpkin", "cadical"]


# Each of these adds a random constraint to a model, and returns it once more as a function of the values.


def row(model, numbers, flags, choose):
    coefficients, side = [choose.randint(-3, 3) for _ in numbers], choose.randint(-2, 4)
    terms = list(zip(coefficients, numbers, strict=True))
    wanted = total(c * x for c, x in terms) + 2 * ~flags[0]

    def left(at):
        return sum(c * at[x] for c, x in terms) + 2 * (1 - at[flags[0]])

    if choose.random() < 0.5:
        model.add((wanted <= side).only_if(~flags[1]))
        return lambda at: at[flags[1]] == 1 or left(at) <= side
    model.add(wanted.between(-side - 4, side))
    return lambda at: -side - 4 <= left(at) <= side


def implication(model, numbers, flags, choose):
    value = choose.randint(-1, 1)
    model.add((flags[2] == 1).only_if(numbers[1].is_(value)))
    return lambda at: at[numbers[1]] != value or at[flags[2]] == 1


def different(model, numbers, flags, choose):
    model.all_different(numbers)
    return lambda at: len({at[x] for x in numbers}) == len(numbers)


def tuples(model, numbers, flags, choose):
    allowed = choose.sample(list(itertools.product(range(-2, 3), range(2))), 6)
    model.table([numbers[2], flags[3]], allowed)
    return lambda at: (at[numbers[2]], at[flags[3]]) in allowed


def circuit(model, numbers, flags, choose):
    # Over three nodes, of which the last can be skipped.
    arcs = [(0, 1, flags[0]), (1, 0, flags[1]), (1, 2, ~flags[1]), (2, 0, flags[2]), (2, 2, ~flags[2])]
    model.circuit(arcs)

    def holds(at):
        used = {
            (a, b) for a, b, flag in arcs if (at[flag] if isinstance(flag, tumble.Variable) else 1 - at[flag.variable])
        }
        return used in [{(0, 1), (1, 0), (2, 2)}, {(0, 1), (1, 2), (2, 0)}]

    return holds


def enumerated(numbers, flags, holds, costs):
    """Return the best value of all assignments that satisfy what has to hold, or ``None``, and those that have it."""
    variables = numbers + flags
    every = itertools.product(*(range(x.lower, x.upper + 1) for x in variables))
    assignments = (dict(zip(variables, values, strict=True)) for values in every)
    valued = [
        (sum(c * y for c, y in zip(costs, at.values(), strict=True)), tuple(at.values()))
        for at in assignments
        if all(h(at) for h in holds)
    ]
    best = max((value for value, _ in valued), default=None)
    return best, sorted(values for value, values in valued if value == best)


@pytest.mark.parametrize("backend", BACKENDS)
def test_solvers_find_what_enumeration_finds(backend):
    found = []
    for seed in range(12):
        choose, model = random.Random(seed), IntegerModel(f"random_{seed}")
        numbers = [model.integer(f"v_{i}", choose.randint(-2, 0), choose.randint(1, 2)) for i in range(3)]
        flags = [model.binary(f"b_{i}") for i in range(4)]
        kinds = choose.sample([row, row, implication, different, tuples, circuit], 4)
        holds = [kind(model, numbers, flags, choose) for kind in kinds]
        costs = [choose.randint(-5, 5) for _ in numbers + flags]
        model.maximize(total(c * x for c, x in zip(costs, numbers + flags, strict=True)))
        answer, (best, all_best) = model.solve(backend=backend), enumerated(numbers, flags, holds, costs)
        assert answer.status == ("infeasible" if best is None else "optimal"), model
        assert answer.objective == best == answer.bound, model
        if best is not None:
            assert model.check(answer.values)
        listed = model.solutions(20, backend=backend)
        assert listed.complete == (len(all_best) <= 20), model
        values = [tuple(each[x] for x in numbers + flags) for each in listed]
        assert values == sorted(set(values)) and len(values) == min(20, len(all_best)), model
        assert set(values) <= set(all_best), model
        found.append(best)
    assert None in found and any(value is not None for value in found)


@pytest.fixture
def paint():
    """Maximize 5x + 4y over 6x + 4y <= 24 and x + 2y <= 6; the optimum of its relaxation is 21."""
    model = IntegerModel("paint")
    x, y = model.integer("x", 0, 10), model.integer("y", 0, 10)
    model.add(6 * x + 4 * y <= 24, "paint")
    model.add(x + 2 * y <= 6, "labour")
    model.maximize(5 * x + 4 * y)
    return model


def test_a_model_is_solved_checked_exported_and_relaxed(paint, tmp_path):
    x, y = paint.variables
    answer = paint.solve(backend="highs")
    assert (answer.status, answer.objective, answer[x], answer[y], answer[2 * x - y + 1]) == ("optimal", 20, 4, 0, 9)
    assert repr(answer).startswith("<paint: optimal, objective 20, by highs in ")
    assert paint.check({x: 3, y: np.int64(1)})
    assert paint.check({x: 4, y: 1}).breach == "paint: the sum is 28, outside −∞..=24"
    assert round(paint.formulation().relax().value, 6) == 21
    file = tmp_path / "paint.lp"
    paint.export(file)
    assert "paint: 6 x + 4 y <= 24" in file.read_text()
    assert paint.export(format="fzn").startswith(b"%")


def test_the_objective_may_be_replaced_and_rows_added(paint):
    x, y = paint.variables
    paint.minimize(3 - x - y)
    assert paint.solve().objective == -1
    paint.add(x == y)
    assert paint.solve().objective == -1
    paint.add(x + y >= 9)
    answer = paint.solve()
    assert (answer.status, answer.objective, answer.values) == ("infeasible", None, None)
    with pytest.raises(tumble.InputError, match="infeasible: there are no values"):
        answer[x]


def test_numbers_have_all_their_digits():
    model = IntegerModel()
    x = model.integer("x", 0, 2**53)
    model.maximize(2**8 * x)
    assert model.solve(backend="cp-sat").objective == 2**61
    assert (2**70 * x + 2**70).constant == 2**70


def test_solutions_are_listed_and_counted(paint):
    x, y = paint.variables
    paint.minimize(0)
    paint.add(x + y == 4)
    listed = paint.solutions(backend="cp-sat")
    assert [(answer[x], answer[y]) for answer in listed] == [(2, 2), (3, 1), (4, 0)]
    assert (listed.complete, listed.stop, listed[0].status, listed[-1].objective) == (True, None, "optimal", 0)
    assert repr(listed) == "<paint: 3 solutions>"
    some = paint.solutions(2, backend="pumpkin")
    assert (len(some), some.complete, repr(some)) == (2, False, "<paint: 2 solutions, there may be more>")
    assert paint.count(backend="cp-sat") == tumble.Count(3, 0, True, None)
    paint.maximize(x)
    assert paint.count(backend="cp-sat") == tumble.Count(1, 4, True, None)
    stopped = paint.count(backend="pumpkin", time_limit=0)
    assert (stopped.solutions, stopped.complete, stopped.stop) == (0, False, "the time limit")
    paint.add(x + y >= 5)
    assert paint.count() == tumble.Count(0, None, True, None)
    for wrong in [0, -1, 2.5]:
        with pytest.raises(tumble.InputError, match="limit"):
            paint.solutions(wrong)


def test_a_limit_stops_a_solver():
    # Pigeons: no solver finds out within the limit.
    model = IntegerModel("pigeons")
    for pigeon in range(40):
        model.integer(f"hole_{pigeon}", 0, 38)
    for a, b in itertools.combinations(model.variables, 2):
        model.table([a, b], [(i, j) for i in range(39) for j in range(39) if i != j])
    answer = model.solve(backend="pumpkin", time_limit=1.0)
    assert answer.status == "unknown"
    assert answer.json["stop"]


def test_what_is_wrong_is_said(paint):
    x, y = paint.variables
    other = IntegerModel("other").binary("z")
    wrong = {
        "z is a variable of another model": lambda: paint.add(x + other <= 1),
        "there is a variable x already": lambda: paint.binary("x"),
        "there is a constraint labour already": lambda: paint.add(x <= 1, "labour"),
        "`a b` is no name of a variable": lambda: paint.binary("a b"),
        "u has no value: 2 is more than 1": lambda: paint.integer("u", 2, 1),
        r"beyond ±2\^53": lambda: paint.add(2**60 * x <= 1),
        "x is no 0/1 variable": lambda: paint.add((y <= 1).only_if(x)),
        "a tuple of 1 values for 2 variables": lambda: paint.table([x, y], [(1,)]),
        "a row is a comparison": lambda: paint.add(x + y),
        "no rows of the kind a != b": lambda: paint.add(x != y),
        "neither an expression nor an integer": lambda: x + 0.5,
        "y has no value": lambda: paint.check({x: 1}),
        "a model needs a solver": lambda: paint.solve(backend="search"),
        "no backend `nothing`": lambda: paint.solve(backend="nothing"),
        "no format `docx`": lambda: paint.export(format="docx"),
        "nodes are numbered from 0": lambda: paint.circuit([(-1, 0, y.is_(1))]),
    }
    for message, act in wrong.items():
        with pytest.raises(tumble.InputError, match=message):
            act()
    with pytest.raises(TypeError, match="between"):
        paint.add(1 <= x <= 3)
    assert paint.solve().objective == 20


def test_a_literal_that_is_refused_leaves_nothing_behind():
    model = tumble.IntegerModel("taken")
    x = model.integer("x", 0, 9)
    taken = model.binary("x_is_3")
    for _ in range(2):
        with pytest.raises(tumble.InputError, match="there is a variable x_is_3 already"):
            x.is_(3)
    z = model.integer("z", 5, 5)
    assert [v.name for v in model.variables] == ["x", "x_is_3", "z"]
    model.add(x == 4)
    model.add(taken == 1)
    answer = model.solve(backend="highs")
    assert (answer[x], answer[taken], answer[z], answer.values[z]) == (4, 1, 5, 5)
    assert x.is_(4).variable.name == "x_is_4"


def test_a_list_is_only_optimal_if_it_has_solutions():
    model = tumble.IntegerModel("small")
    x = model.integer("x", 0, 3)
    assert model.solutions(backend="highs").json["status"] == "optimal"
    stopped = model.solutions(backend="highs", time_limit=0)
    assert (len(stopped), stopped.complete, stopped.json["status"]) == (0, False, "unknown")
    model.add(2 * x == 3)
    none = model.solutions(backend="highs")
    assert (len(none), none.complete, none.json["status"]) == (0, True, "infeasible")


def test_literals_are_the_same_each_time_and_have_names(paint):
    x, _ = paint.variables
    assert x.is_(3).variable is x.is_(3).variable
    assert repr(~x.is_(3)) == "~x_is_3"
    assert [v.name for v in paint.variables] == ["x", "y", "x_is_3"]
    paint.add(x.is_(3) == 1)
    assert paint.solve()[x] == 3


def test_a_conflict_has_the_constraints_that_are_needed():
    model = IntegerModel("overfull")
    x, y, z = (model.integer(name, 0, 9) for name in "xyz")
    model.add(x + y == 12, "sum")
    model.add(x <= 4, "small")
    model.add(z >= 2, "beside")
    assert model.conflict() is None
    model.add(y <= 5, "tiny")
    for backend in BACKENDS:
        assert model.conflict(backend=backend) == tumble.Conflict(["sum", "small", "tiny"], minimal=True)
    with pytest.raises(tumble.TumbleError, match="not known"):
        model.conflict(time_limit=0)
