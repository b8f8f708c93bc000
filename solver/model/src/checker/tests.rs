//! The rules one by one: what follows and what does not. `proof/tests.rs` has random proofs.

use super::{Refusal, check};

/// Three rows that have no solution: two of three variables, and not two of them.
const STATEMENT: &str = "* comment\n+1 x1 +1 x2 +1 x3 >= 2 ;\n-1 x1 -1 x2 >= -1 ;\n+1 x1 +1 x2 -2 x3 = 0 ;\n";

/// A proof with these rules, which ends in its last row.
fn proof(rules: &str) -> String {
    format!(
        "pseudo-Boolean proof version 3.0\n% rows 1 to 4\n{rules}output NONE;\nconclusion UNSAT : -1;\nend pseudo-Boolean proof;\n"
    )
}

fn checked(statement: &str, proof: &str) -> Result<u64, String> {
    let checked = check(statement, &mut proof.as_bytes(), &|_| false);
    let checked = checked.inspect(|checked| assert_eq!(checked.lines, proof.lines().count()));
    checked.map(|checked| checked.derived).map_err(|refusal| refusal.to_string())
}

#[test]
fn proofs_that_follow_are_accepted() {
    for rules in [
        // x3 >= 1 and -2 x3 >= -1.
        "pol 1 2 +;\npol 3 2 +;\nrup >= 1 : -2 -1;\n",
        "f 4;\nrup +1 x3 >= 1 : ~ 1 2;\nrup >= 1;\n",
        "rup +1 x3 >= 1;\nrup >= 1 : -1 3 2;\n",
        // Twice x3 >= 1, with row 3: x1 + x2 >= 2.
        "pol 1 2 +;\npol -1 2 * 3 + 2 +;\n",
        // Literals, weakening, division and saturation change nothing that is needed.
        "pol 1 2 + 2 * 3 + ~x3 + x3 + x3 w s 2 *;\npol 1 2 * x3 w 2 d;\ndel id 4 -1;\npol 1 2 + 2 * 3 +;\nrup >= 1 : 2 -1;\n",
        // A new variable: x4 is x1 or x2.
        "red +1 ~x4 +1 x1 +1 x2 >= 1 : x4 -> 0;\nred +1 x4 +1 ~x1 >= 1 : x4 1;\nred +1 x4 +1 ~x2 >= 1 : x4 -> 1;\n\
         rup +1 x3 >= 1;\nrup >= 1;\n",
    ] {
        checked(STATEMENT, &proof(rules)).unwrap_or_else(|why| panic!("{rules}{why}"));
    }
}

#[test]
fn what_does_not_follow_is_refused_with_its_line() {
    for (rules, line, why) in [
        ("rup +1 x1 >= 1 : 1;\n", 3, "does not follow"),
        ("rup +1 x1 >= 1 : ~ 2;\n", 3, "does not follow"),
        ("pol 1 2 +;\n", 5, "may hold"),
        ("f 3;\n", 3, "has 4 rows, not 3"),
        ("pol 5;\n", 3, "no row 5"),
        ("pol -5;\n", 3, "no row -5"),
        ("del id 1;\npol 1;\n", 4, "was deleted"),
        ("del id 1 1;\n", 3, "no row 1"),
        ("del row 1;\n", 3, "`row` stands where `id` is expected"),
        ("pol 1 2;\n", 3, "more than one row"),
        ("pol 1 +;\n", 3, "lacks a row"),
        ("pol 1 -2 *;\n", 3, "lacks a positive number"),
        ("pol 1 0 d;\n", 3, "lacks a positive number"),
        ("pol 1 170141183460469231731687303715884105727 *;\n", 3, "128 bits"),
        ("pol 1 2 +\n", 3, "cut short"),
        ("pol 1; pol 2;\n", 3, "two rules"),
        ("rup 1 y1 >= 1;\n", 3, "no literal"),
        ("rup 1 x01 >= 1;\n", 3, "no literal"),
        ("rup 1 x1 = 1;\n", 3, "equality"),
        ("a +1 x1 >= 1;\n", 3, "not known"),
        ("red +1 x4 >= 1 : x4 -> 0;\n", 3, "does not keep row itself"),
        ("red +1 x4 >= 1 : x4 -> 1 x4 -> 1;\n", 3, "twice"),
        ("red +1 x4 >= 1;\n", 3, "`:` is missing"),
        ("conclusion UNSAT : 1;\n", 3, "not known"),
    ] {
        let refusal = checked(STATEMENT, &proof(rules)).expect_err(rules);
        assert!(refusal.contains(&format!("line {line} of the proof")) && refusal.contains(why), "{rules}{refusal}");
    }
}

#[test]
fn a_witness_has_to_keep_every_row() {
    let statement = "+1 x1 +1 x2 >= 1 ;\n+1 x3 +1 ~x1 >= 1 ;\n";
    // Where x1 is 1 and x2 is 0, setting x1 to 0 breaks row 1; exchanging the two does not.
    for (rule, keeps) in [
        ("red +1 ~x1 >= 1 : x1 -> 0;\n", false),
        ("red +1 x3 >= 1 : x3 -> 1;\n", true),
        ("red +1 x2 +1 ~x1 >= 1 : x1 -> x2 x2 -> x1;\n", true),
        ("red +1 x1 +1 ~x2 >= 1 : x1 -> x2 x2 -> x1;\n", false),
        ("red +1 x1 +1 ~x2 >= 1 : x1 -> x2 x2 -> x1 x3 -> 1;\n", true),
    ] {
        let refusal = checked(statement, &proof(rule)).unwrap_err();
        assert_eq!(refusal.contains("may hold"), keeps, "{rule}{refusal}");
        assert_eq!(refusal.contains("does not keep row"), !keeps, "{rule}{refusal}");
    }
}

#[test]
fn a_proof_has_a_beginning_and_an_end() {
    let whole = proof("rup +1 x3 >= 1;\nrup >= 1;\n");
    assert_eq!(checked(STATEMENT, &whole), Ok(2));
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    for kept in 0..lines.len() {
        let refusal = checked(STATEMENT, &lines[..kept].concat()).unwrap_err();
        assert!(refusal.contains("cut short"), "{refusal}");
    }
    let old = whole.replace("3.0", "2.0");
    assert!(checked(STATEMENT, &old).unwrap_err().contains("begins with"));
    let weaker = whole.replace("conclusion UNSAT : -1", "conclusion NONE");
    assert!(checked(STATEMENT, &weaker).is_err());
    let more = format!("{whole}pol 1;\n");
    assert!(checked(STATEMENT, &more).unwrap_err().contains("out of place"));
}

#[test]
fn a_statement_that_cannot_be_read_is_refused_with_its_line() {
    for row in ["+1 x1 +1 >= 1 ;", "+1 x1 >= 1", "min: +1 x1 ;", "+1 x1 <= 1 ;", "+1 x1 >= one ;", "+1 x1 >= 1 2 ;"] {
        let refusal = check(&format!("* c\n{row}\n"), &mut proof("").as_bytes(), &|_| false).unwrap_err();
        assert!(matches!(refusal, Refusal::Statement { line: 2, .. }), "{row}: {refusal}");
    }
}

#[test]
fn a_check_can_be_stopped() {
    let refusal = check(STATEMENT, &mut proof("rup >= 1;\n").as_bytes(), &|_| true).unwrap_err();
    assert!(matches!(refusal, Refusal::Stopped { line: 1 }), "{refusal}");
}

/// Rows count while they are there, with their terms.
#[test]
fn a_proof_whose_rows_take_too_much_memory_is_stopped_at_its_line() {
    let needed = std::cell::RefCell::new(Vec::new());
    let is_stopped = |memory: u64| {
        needed.borrow_mut().push(memory);
        memory > 4000
    };
    // The statement has four rows, an equality counted twice, of eleven terms: 2790 bytes.
    let rules = "rup +1 x3 >= 1;\nrup +1 x1 +1 x2 >= 1;\ndel id -1;\nrup >= 1;\n";
    check(STATEMENT, &mut proof(rules).as_bytes(), &is_stopped).unwrap();
    let steps = |memory: &[u64]| memory.windows(2).map(|pair| pair[1] as i64 - pair[0] as i64).collect::<Vec<_>>();
    // Three lines before the rules, and those after them.
    assert_eq!(steps(&needed.take())[2..6], [540, 630, -630, 450]);
    let many = "rup +1 x3 >= 1;\n".repeat(99);
    let stopped = check(STATEMENT, &mut proof(&many).as_bytes(), &is_stopped).unwrap_err();
    assert!(matches!(stopped, Refusal::Stopped { line: 6 }), "{stopped}");
}
