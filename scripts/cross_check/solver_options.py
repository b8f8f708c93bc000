"""Options of the solvers, in their own words: harmless ones, and those that end runs early or spoil proofs."""

HIGHS = """
presolve=off presolve=on mip_heuristic_effort=0 mip_heuristic_effort=0.5 mip_heuristic_effort=1 parallel=off
simplex_strategy=4 simplex_scale_strategy=0 random_seed=7 mip_detect_symmetry=false mip_lp_age_limit=1
mip_pool_soft_limit=100 mip_allow_restart=false mip_pscost_minreliable=0 cost_scale_factor=5
"""
HIGHS_SPOILING = """
mip_rel_gap=0.9 mip_rel_gap=0.1 mip_abs_gap=100 mip_abs_gap=3 objective_target=50 objective_target=-5 objective_bound=30
objective_bound=5 mip_max_nodes=0 mip_max_nodes=1 mip_max_leaves=0 mip_max_stall_nodes=1 mip_max_improving_sols=1
simplex_iteration_limit=1 simplex_iteration_limit=30 ipm_iteration_limit=1 mip_feasibility_tolerance=0.1
mip_feasibility_tolerance=1e-3 primal_feasibility_tolerance=0.01 dual_feasibility_tolerance=0.01 time_limit=0.001
user_objective_scale=-4 user_bound_scale=3 small_matrix_value=1e-3
"""
CBC = """
presolve=off cuts=off heuristics=off preprocess=off preprocess=equal strategy=0 strategy=2 gomoryCuts=off
probingCuts=off randomSeed=5 nodeStrategy=depth scaling=off perturbation=off trustPseudoCosts=0 strongBranching=0
"""
CBC_SPOILING = """
ratioGap=0.9 ratioGap=0.1 allowableGap=50 allowableGap=3 increment=10 increment=2 cutoff=70 cutoff=-70 cutoff=5
maxNodes=0 maxNodes=1 maxSolutions=1 integerTolerance=0.4 primalTolerance=0.01 dualTolerance=0.01 sec=0.001
maxIterations=1 dualBound=1 objectiveScale=0.01 rhsScale=0.5 direction=maximize direction=minimize dualize=1
"""
GLPSOL = "cuts= gomory= mir= cover= clique= dfs= bfs= nopresol= noscale= bib= fpump= pcost= exact= primal="
GLPSOL_SPOILING = "mipgap=0.5 mipgap=0.05 tmlim=0 nomip= min= max= check= interior="
CP_SAT = """
linearization_level=0 linearization_level=2 cp_model_presolve=false search_branching=FIXED_SEARCH symmetry_level=0
random_seed=9 use_lns=false optimize_with_core=true cp_model_probing_level=0 interleave_search=true num_workers=2
use_feasibility_jump=false instantiate_all_variables=false optimize_with_max_hs=true
"""
CP_SAT_SPOILING = """
relative_gap_limit=0.9 relative_gap_limit=0.1 absolute_gap_limit=100 absolute_gap_limit=3 max_memory_in_mb=1
stop_after_first_solution=true stop_after_presolve=true stop_after_root_propagation=true max_number_of_conflicts=0
max_number_of_conflicts=5 max_deterministic_time=0.0001 max_time_in_seconds=0.01 use_ls_only=true use_lns_only=true
enumerate_all_solutions=true fill_tightened_domains_in_response=true only_solve_ip=true
"""
PUMPKIN = """
conflict-resolver=extended-cpip conflict-resolver=bounds-extended-cpip no-restarts=true recursive-minimisation=true
no-iterative-minimisation=true optimisation-strategy=linear-unsat-sat optimisation-strategy=linear-sat-unsat
restart-base-interval=1 restart-min-initial-conflicts=0 restart-sequence-generator-type=luby
"""
CADICAL = """
elim=false restartint=17 phase=false walk=false chrono=0 vivify=false probe=false lucky=false inprocessing=false
compact=false subsume=false reduceint=10 rephase=false stabilize=false shuffle=true bump=false otfs=false
ternary=false condition=true
"""
# By backend: harmless ones, and the others.
OPTIONS = {
    "highs": (HIGHS, HIGHS_SPOILING),
    "external:highs": (HIGHS, HIGHS_SPOILING),
    "cbc": (CBC, CBC_SPOILING),
    "external:cbc": (CBC, CBC_SPOILING),
    "external:glpsol": (GLPSOL, GLPSOL_SPOILING),
    "cp-sat": (CP_SAT, CP_SAT_SPOILING),
    "pumpkin": (PUMPKIN, ""),
    "cadical": (CADICAL, ""),
    "microlp": ("int_tol=1e-6", "int_tol=0.3 int_tol=0.45 feasibility=0.1 feasibility=1e-3"),
}
# No solver has these.
NONSENSE = ["nosuch=1", "presolve=perhaps", "mip_rel_gap=x", "ratioGap=", "=1"]


def some(random, backend):
    """Choose options of a backend, as arguments."""
    harmless, spoiling = (text.split() for text in OPTIONS.get(backend, ("", "")))
    if random.random() < 0.03 or not harmless:
        return ["--option", random.choice(NONSENSE)]
    wanted = spoiling if spoiling and random.random() < 0.65 else harmless
    chosen = random.sample(wanted, min(len(wanted), random.choice([1, 1, 1, 2, 3])))
    return [word for one in chosen for word in ("--option", one)]
