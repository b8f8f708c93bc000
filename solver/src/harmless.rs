//! Options of solvers under which a proof stays a proof: see [`Backend::keeps_proofs`](super::Backend::keeps_proofs).

/// Whether a name is in a list of names, whatever its case. A name of the list that ends with `*` stands for all names that begin so.
pub(super) fn is_among(name: &str, names: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    names.iter().any(|known| {
        let known = known.to_ascii_lowercase();
        known.strip_suffix('*').map_or(name == known, |beginning| name.starts_with(beginning))
    })
}

/// Options that leave proofs and bounds what they are: with a gap, or at one of these limits, HiGHS still reports its bound. Tolerances,
/// scalings, cutoffs and targets are not among them.
#[cfg(any(feature = "external", feature = "highs"))]
pub(super) const HIGHS: &[&str] = &[
    "ipm_iteration_limit",
    "ipx_iteration_limit",
    "log_*",
    "mip_abs_gap",
    "mip_allow_*",
    "mip_detect_symmetry",
    "mip_heuristic_*",
    "mip_improving_solution_*",
    "mip_ipm_solver",
    "mip_lp_age_limit",
    "mip_lp_solver",
    "mip_max_*",
    "mip_min_*",
    "mip_pool_*",
    "mip_pscost_minreliable",
    "mip_rel_gap",
    "mip_report_level",
    "mip_root_*",
    "output_flag",
    "parallel",
    "pdlp_iteration_limit",
    "presolve",
    "random_seed",
    "run_crossover",
    "simplex_crash_strategy",
    "simplex_dual_edge_weight_strategy",
    "simplex_iteration_limit",
    "simplex_max_concurrency",
    "simplex_min_concurrency",
    "simplex_primal_edge_weight_strategy",
    "simplex_strategy",
    "simplex_update_limit",
    "solver",
    "threads",
    "time_limit",
    "timeless_log",
];

/// Parameters that leave proofs and bounds what they are. Only whole names count here, though CBC takes shorter ones. Tolerances, cutoffs,
/// increments and what fixes variables are not among them, nor are limits: at one of its own limits CBC may say "infeasible". Nor is its
/// preprocessing, under which it calls values optimal that are not.
#[cfg(any(feature = "cbc", feature = "external"))]
pub(super) const CBC: &[&str] = &[
    "allowableGap",
    "cliqueCuts",
    "combineSolutions",
    "costStrategy",
    "cutDepth",
    "cutsOnOff",
    "Dins",
    "DivingCoefficient",
    "DivingFractional",
    "DivingGuided",
    "DivingLineSearch",
    "DivingPseudoCost",
    "DivingSome",
    "DivingVectorLength",
    "feasibilityPump",
    "flowCoverCuts",
    "gomoryCuts",
    "greedyHeuristic",
    "heuristicsOnOff",
    "knapsackCuts",
    "latwomirCuts",
    "liftAndProjectCuts",
    "logLevel",
    "log",
    "mixedIntegerRoundingCuts",
    "nodeStrategy",
    "passCuts",
    "passFeasibilityPump",
    "passTreeCuts",
    "presolve",
    "probingCuts",
    "proximitySearch",
    "randomCbcSeed",
    "randomSeed",
    "randomizedRounding",
    "ratioGap",
    "reduceAndSplitCuts",
    "Rens",
    "Rins",
    "roundingHeuristic",
    "strongBranching",
    "threads",
    "timeMode",
    "trustPseudoCosts",
    "twoMirCuts",
    "zeroHalfCuts",
];

/// Parameters of every run of CBC: time on the clock, a search to the end, and no preprocessing, since it loses solutions.
#[cfg(any(feature = "cbc", feature = "external"))]
pub(super) const CBC_ALWAYS: [(&str, &str); 4] =
    [("timeMode", "elapsed"), ("ratioGap", "0"), ("allowableGap", "0"), ("preprocess", "off")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_and_by_their_beginning() {
        let names = ["randomSeed", "mip_heuristic_*"];
        for (name, known) in [("randomseed", true), ("MIP_heuristic_effort", true), ("random", false), ("mip_", false)]
        {
            assert_eq!(is_among(name, &names), known, "{name}");
        }
    }
}
