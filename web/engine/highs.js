// HiGHS for tumble: runs a job that tumble wrote as JSON (web/wasm/src/highs.rs) and answers in JSON.

/** @import { CallbackData, Highs, Model, OptionValue } from "highs" */

/**
 * A mixed-integer linear program; `null` is no bound.
 * @typedef {object} Program
 * @property {boolean} maximize
 * @property {number} offset
 * @property {{ costs: number[], lower: number[], upper: number[], integrality: (0 | 1)[] }} columns
 * @property {Rows} rows
 */

/**
 * @typedef {object} Rows
 * @property {(number | null)[]} lower
 * @property {(number | null)[]} upper
 * @property {number[]} starts
 * @property {number[]} indices
 * @property {number[]} values
 */

/**
 * @typedef {object} Job
 * @property {Program} program
 * @property {number | null} seconds
 * @property {number | null} seed
 * @property {boolean} log
 */

/** @typedef {(heard: string) => void} Hear */

/** The pause between two reports of progress, in milliseconds. */
const PAUSE = 200;

/** The primal solution of a run is feasible: HiGHS's `primal_solution_status`. */
const FEASIBLE = 2;

/**
 * What tumble imports of HiGHS.
 * @param {Highs} highs
 */
export function highsHost(highs) {
    return {
        highsVersion: () => highs.version.string,
        /** @param {string} job @param {Hear} hear */
        highs: (job, hear) => JSON.stringify(run(highs, JSON.parse(job), hear)),
    };
}

/**
 * @param {Highs} highs
 * @param {Job} job
 * @param {Hear} hear
 */
function run(highs, job, hear) {
    const model = highs.createModel(modelData(highs, job.program));
    try {
        model.options.set(options(job));
        const heard = listener(hear);
        const { modelStatus } = model.run(callbacks(highs, heard.hear));
        return { ...outcome(highs, model, modelStatus), root_bound: heard.rootBound() };
    } finally {
        model.dispose();
    }
}

/** @param {Highs} highs @param {Program} program */
function modelData(highs, program) {
    const { maximize, offset, columns, rows } = program;
    const { starts, indices, values } = rows;
    const { minimize: least, maximize: most } = highs.constants.objectiveSense;
    const [numCols, numRows] = [columns.costs.length, rows.lower.length];
    return {
        offset,
        numCols,
        numRows,
        sense: maximize ? most : least,
        colCost: columns.costs,
        colLower: columns.lower,
        colUpper: columns.upper,
        integrality: columns.integrality,
        rowLower: rows.lower.map((side) => side ?? -highs.infinity),
        rowUpper: rows.upper.map((side) => side ?? highs.infinity),
        matrix: { format: /** @type {const} */ ("csr"), numCols, numRows, starts, indices, values },
    };
}

/**
 * @param {Job} job
 * @returns {Record<string, OptionValue>}
 */
function options({ seconds, seed, log }) {
    return {
        mip_rel_gap: 0,
        mip_abs_gap: 0,
        output_flag: log,
        log_to_console: false,
        ...(seconds === null ? {} : { time_limit: seconds }),
        ...(seed === null ? {} : { random_seed: seed }),
    };
}

/** @param {number | undefined} value */
function finite(value) {
    return value !== undefined && Number.isFinite(value) ? value : null;
}

/**
 * Passes events on, progress not too often, and keeps the latest bound before the first node was finished.
 * @param {Hear} hear
 */
function listener(hear) {
    /** @type {number | null} */
    let rootBound = null;
    let reported = -Infinity;
    /** @param {CallbackData} data @returns {undefined} */
    function progress(data) {
        const [primal, dual] = [finite(data.mip_primal_bound), finite(data.mip_dual_bound)];
        const nodes = Number(data.mip_node_count ?? 0);
        if (nodes === 0 && dual !== null) {
            rootBound = dual;
        }
        if (performance.now() - reported >= PAUSE) {
            reported = performance.now();
            hear(JSON.stringify({ progress: { primal, dual, nodes } }));
        }
    }
    /** @param {CallbackData} data @returns {undefined} */
    function improving(data) {
        const [objective, values] = [data.objective_function_value, Array.from(data.mip_solution ?? [])];
        hear(JSON.stringify({ improving: { objective, values } }));
    }
    /** @param {string} message @returns {undefined} */
    function log(message) {
        message.trimEnd().split("\n").forEach((line) => hear(JSON.stringify({ log: line })));
    }
    return { hear: { progress, improving, log }, rootBound: () => rootBound };
}

/** @param {Highs} highs @param {ReturnType<typeof listener>["hear"]} hear */
function callbacks(highs, hear) {
    const { logging, mipImprovingSolution, mipInterrupt } = highs.constants.callbackType;
    return {
        [logging]: (/** @type {{ message: string }} */ event) => hear.log(event.message),
        [mipImprovingSolution]: (/** @type {{ data: CallbackData }} */ event) => hear.improving(event.data),
        [mipInterrupt]: (/** @type {{ data: CallbackData }} */ event) => hear.progress(event.data),
    };
}

/** @param {Highs} highs @param {Model} model @param {number} code */
function outcome(highs, model, code) {
    const named = Object.entries(highs.constants.modelStatus).find(([, value]) => value === code);
    const hasSolution = model.info.get("primal_solution_status") === FEASIBLE;
    const nodes = Number(model.info.get("mip_node_count"));
    return {
        status: named?.[0] ?? `${code}`,
        values: hasSolution ? Array.from(model.getSolution().colValue) : null,
        bound: finite(Number(model.info.get("mip_dual_bound"))),
        // There is none if presolve solved the model.
        nodes: nodes >= 0 ? nodes : null,
    };
}
