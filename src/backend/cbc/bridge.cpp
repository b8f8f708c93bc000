// Runs CBC for src/backend/cbc/solver.rs: the C API of CBC reports nothing during a run and cannot stop one.
//
// The events of CbcModel say when there is a new incumbent and when a node is done; at each of them the caller may stop the run.
// The callback of CbcMain1 gets no data of the caller, so everything goes through an event handler, which CBC clones with
// its models: the heuristics solve models of their own, recognised by their parent.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

#include <CbcEventHandler.hpp>
#include <CbcModel.hpp>
#include <CbcSolver.hpp>
#include <CoinMessageHandler.hpp>
#include <CoinPackedMatrix.hpp>
#include <OsiClpSolverInterface.hpp>

extern "C" {

// The same structs in Rust: src/backend/cbc/bridge.rs.

// A minimisation over `columns` columns; the matrix row by row.
struct tumble_cbc_problem {
    int32_t columns, rows;
    const int64_t *starts; // rows + 1 of them
    const int32_t *indices;
    const double *elements;
    const double *column_lower, *column_upper, *costs;
    const double *row_lower, *row_upper;
    const uint8_t *is_integer;
};

struct tumble_cbc_listener {
    void *user;
    void (*log)(void *user, const char *line);
    // A new incumbent of this objective.
    void (*incumbent)(void *user, double objective);
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

class Log : public CoinMessageHandler {
public:
    explicit Log(const tumble_cbc_listener *listener) : listener_(listener) {}
    CoinMessageHandler *clone() const override { return new Log(*this); }
    int print() override {
        listener_->log(listener_->user, messageBuffer());
        return 0;
    }

private:
    const tumble_cbc_listener *listener_;
};

class Events : public CbcEventHandler {
public:
    explicit Events(const tumble_cbc_listener *listener) : listener_(listener) {}
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
                listener_->incumbent(listener_->user, objective);
            }
        }
        return listener_->progress(listener_->user, objective, bound, nodes) != 0 ? stop : noAction;
    }

private:
    const tumble_cbc_listener *listener_;
};

int keep_going(CbcModel *, int) { return 0; }

void load(const tumble_cbc_problem *p, OsiClpSolverInterface &solver) {
    CoinPackedMatrix matrix(false, 0.0, 0.0);
    matrix.setDimensions(0, p->columns);
    for (int32_t row = 0; row < p->rows; ++row) {
        const int64_t start = p->starts[row];
        matrix.appendRow(static_cast<int>(p->starts[row + 1] - start), p->indices + start, p->elements + start);
    }
    solver.loadProblem(matrix, p->column_lower, p->column_upper, p->costs, p->row_lower, p->row_upper);
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
        Log log(listener);
        OsiClpSolverInterface solver;
        solver.passInMessageHandler(&log);
        load(problem, solver);
        CbcModel model(solver);
        model.passInMessageHandler(&log);
        model.solver()->passInMessageHandler(&log);
        CbcSolverUsefulData data;
        CbcMain0(model, data);
        Events events(listener);
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
