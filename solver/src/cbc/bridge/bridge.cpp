// Runs CBC for solver/src/cbc/solver.rs: the C API of CBC reports nothing during a run and cannot stop one.
//
// The events of CbcModel say when there is a new incumbent and when a node is done; at each of them the caller may stop the run.
// The callback of CbcMain1 gets no data of the caller, so everything goes through an event handler, which CBC clones with
// its models: the heuristics solve models of their own, recognised by their parent.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

#include <CbcEventHandler.hpp>
#include <CbcModel.hpp>
#include <CbcSolver.hpp>
#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>
#include <CoinMessageHandler.hpp>
#include <CoinPackedMatrix.hpp>
#include <OsiClpSolverInterface.hpp>

extern "C" {

// The same structs in Rust: solver/src/cbc/bridge.rs.

// A minimisation over `columns` columns; the matrix row by row.
struct tumble_cbc_problem {
    int32_t columns, rows;
    const int32_t *starts; // rows + 1 of them
    const int32_t *indices;
    const double *elements;
    const double *column_lower, *column_upper, *costs;
    const double *row_lower, *row_upper;
    const uint8_t *is_integer;
};

struct tumble_cbc_listener {
    void *user;
    void (*log)(void *user, const char *line);
    // A new incumbent of this objective; a value for each column, or null if they are not known.
    void (*incumbent)(void *user, double objective, const double *values);
    // Called often; `objective` and `bound` are infinite where they are not known. Not 0: stop.
    int32_t (*progress)(void *user, double objective, double bound, int64_t nodes);
};

struct tumble_cbc_answer {
    int32_t status, secondary_status;
    uint8_t is_optimal, is_infeasible, has_solution;
    double bound;
    int64_t nodes;
};

int32_t tumble_cbc_solve(const tumble_cbc_problem *problem, int32_t argument_count, const char *const *arguments,
                         const tumble_cbc_listener *listener, double *solution, tumble_cbc_answer *answer);

int32_t tumble_cbc_takes(const char *name, const char *value);
}

namespace {

// A null listener drops the lines.
class Log : public CoinMessageHandler {
public:
    explicit Log(const tumble_cbc_listener *listener) : listener_(listener) {}
    CoinMessageHandler *clone() const override { return new Log(*this); }
    int print() override {
        if (listener_ != nullptr) {
            listener_->log(listener_->user, messageBuffer());
        }
        return 0;
    }

private:
    const tumble_cbc_listener *listener_;
};

// The values of an incumbent on all columns; empty if they cannot be told. During a run CBC knows those of the presolved
// model: the integers among them are fixed in the original model, whose linear relaxation then gives the rest.
std::vector<double> values_of(const CbcModel &model, const OsiSolverInterface &original) {
    const double *best = model.bestSolution();
    const int *columns = model.originalColumns();
    const int count = model.getNumCols();
    if (best == nullptr || (columns == nullptr && count != original.getNumCols())) {
        return {};
    }
    const std::unique_ptr<OsiSolverInterface> lp(original.clone());
    for (int i = 0; i < count; ++i) {
        const int column = columns == nullptr ? i : columns[i];
        if (column >= 0 && column < lp->getNumCols() && lp->isInteger(column)) {
            const double value = std::floor(best[i] + 0.5);
            lp->setColBounds(column, value, value);
        }
    }
    lp->initialSolve();
    if (!lp->isProvenOptimal()) {
        return {};
    }
    return std::vector<double>(lp->getColSolution(), lp->getColSolution() + lp->getNumCols());
}

class Events : public CbcEventHandler {
public:
    Events(const tumble_cbc_listener *listener, const OsiSolverInterface *original)
        : listener_(listener), original_(original) {}
    CbcEventHandler *clone() const override { return new Events(*this); }
    CbcAction event(CbcEvent what) override {
        const CbcModel *model = getModel();
        const bool is_main = model != nullptr && model->parentModel() == nullptr;
        double objective = COIN_DBL_MAX, bound = -COIN_DBL_MAX;
        int64_t nodes = 0;
        if (is_main) {
            objective = model->getObjValue();
            bound = model->getBestPossibleObjValue();
            nodes = model->getNodeCount();
            if (what == solution || what == heuristicSolution) {
                const std::vector<double> values = values_of(*model, *original_);
                listener_->incumbent(listener_->user, objective, values.empty() ? nullptr : values.data());
                // CBC may lose the solution if it is stopped here; the next event comes soon.
                return noAction;
            }
        }
        return listener_->progress(listener_->user, objective, bound, nodes) != 0 ? stop : noAction;
    }

private:
    const tumble_cbc_listener *listener_;
    const OsiSolverInterface *original_;
};

int keep_going(CbcModel *, int) { return 0; }

CoinPackedMatrix matrix_of(const tumble_cbc_problem *p) {
    CoinPackedMatrix matrix(false, 0.0, 0.0);
    matrix.setDimensions(0, p->columns);
    for (int32_t row = 0; row < p->rows; ++row) {
        const int32_t start = p->starts[row];
        matrix.appendRow(static_cast<int>(p->starts[row + 1] - start), p->indices + start, p->elements + start);
    }
    return matrix;
}

// The events of a linear program: the caller may stop it at any iteration.
class LpEvents : public ClpEventHandler {
public:
    explicit LpEvents(const tumble_cbc_listener *listener) : listener_(listener) {}
    ClpEventHandler *clone() const override { return new LpEvents(*this); }
    int event(Event) override {
        return listener_->progress(listener_->user, COIN_DBL_MAX, -COIN_DBL_MAX, 0) != 0 ? 5 : -1;
    }

private:
    const tumble_cbc_listener *listener_;
};

// A model without integer columns never reaches the tree search, where the limits and the events are: Clp solves it alone.
void solve_lp(const tumble_cbc_problem *p, const tumble_cbc_listener *listener, double *solution,
              tumble_cbc_answer *answer) {
    ClpSimplex lp;
    lp.setLogLevel(0);
    lp.loadProblem(matrix_of(p), p->column_lower, p->column_upper, p->costs, p->row_lower, p->row_upper);
    LpEvents events(listener);
    lp.passInEventHandler(&events);
    lp.dual();
    answer->is_optimal = lp.isProvenOptimal();
    answer->is_infeasible = lp.isProvenPrimalInfeasible();
    answer->status = answer->is_optimal || answer->is_infeasible ? 0 : lp.status() == 5 ? 1 : 2;
    answer->secondary_status = lp.secondaryStatus();
    answer->bound = answer->is_optimal ? lp.objectiveValue() : -COIN_DBL_MAX;
    answer->nodes = 0;
    answer->has_solution = answer->is_optimal;
    if (answer->is_optimal) {
        std::memcpy(solution, lp.primalColumnSolution(), sizeof(double) * static_cast<size_t>(p->columns));
        answer->secondary_status = 0;
    }
}

void load(const tumble_cbc_problem *p, OsiClpSolverInterface &solver) {
    solver.loadProblem(matrix_of(p), p->column_lower, p->column_upper, p->costs, p->row_lower, p->row_upper);
    for (int32_t column = 0; column < p->columns; ++column) {
        if (p->is_integer[column] != 0) {
            solver.setInteger(column);
        }
    }
    solver.setObjSense(1.0);
}

} // namespace

// Whether CBC has a parameter of this name that takes this value: 0; 1 if there is none; 2 if the name is a command; 3 if the
// value is wrong. By itself CBC prints a line about it and goes on.
int32_t tumble_cbc_takes(const char *name, const char *value) {
    try {
        OsiClpSolverInterface solver;
        CbcModel model(solver);
        model.setLogLevel(0);
        CbcSolverUsefulData data;
        CbcMain0(model, data);
        for (const CbcOrClpParam &parameter : data.parameters_) {
            if (parameter.matches(name) != 1) {
                continue;
            }
            // The ranges of the codes: reals, integers, keywords, commands.
            const int type = parameter.type();
            char *end = nullptr;
            if (type <= 100) {
                const double number = std::strtod(value, &end);
                return end != value && *end == 0 && parameter.checkDoubleParameter(number) == 0 ? 0 : 3;
            }
            if (type <= 200) {
                std::strtol(value, &end, 10);
                return end != value && *end == 0 ? 0 : 3;
            }
            return type > 400 ? 2 : parameter.parameterOption(value) >= 0 ? 0 : 3;
        }
        return 1;
    } catch (...) {
        return 1;
    }
}

// Solves the problem. `solution` has room for a value for each column, and is filled if there is an incumbent.
// Returns 0, or 1 if CBC threw an exception, whose text is then the last line of the log.
int32_t tumble_cbc_solve(const tumble_cbc_problem *problem, int32_t argument_count, const char *const *arguments,
                         const tumble_cbc_listener *listener, double *solution, tumble_cbc_answer *answer) {
    try {
        if (std::find(problem->is_integer, problem->is_integer + problem->columns, 1) ==
            problem->is_integer + problem->columns) {
            solve_lp(problem, listener, solution, answer);
            return 0;
        }
        // The linear programs have thousands of lines that say nothing.
        Log lp_log(nullptr), log(listener);
        OsiClpSolverInterface solver;
        solver.passInMessageHandler(&lp_log);
        load(problem, solver);
        CbcModel model(solver);
        model.passInMessageHandler(&log);
        CbcSolverUsefulData data;
        data.noPrinting_ = false; // the parameter `log` decides
        CbcMain0(model, data);
        Events events(listener, &solver);
        model.passInEventHandler(&events);
        // CBC wants its arguments writable.
        std::vector<const char *> argv(arguments, arguments + argument_count);
        CbcMain1(argument_count, argv.data(), model, keep_going, data);
        answer->status = model.status();
        answer->secondary_status = model.secondaryStatus();
        answer->is_optimal = model.isProvenOptimal();
        answer->is_infeasible = model.isProvenInfeasible();
        answer->bound = model.getBestPossibleObjValue();
        answer->nodes = model.getNodeCount();
        const double *best = model.bestSolution();
        answer->has_solution = best != nullptr;
        if (best != nullptr) {
            std::memcpy(solution, best, sizeof(double) * static_cast<size_t>(problem->columns));
        }
        return 0;
    } catch (const CoinError &error) {
        listener->log(listener->user, error.message().c_str());
    } catch (const std::exception &error) {
        listener->log(listener->user, error.what());
    } catch (...) {
        listener->log(listener->user, "an exception of unknown type");
    }
    return 1;
}
