//! Conflicts: of things that have no solution together, some that have none and of which each is needed.
//!
//! Source: U. Junker, *QuickXplain: preferred explanations and relaxations for over-constrained problems*, AAAI 2004.

/// A question about some of the things, of which each is kept or not.
pub type Question<'a, E> = dyn FnMut(&[bool]) -> Result<bool, E> + 'a;

/// Of things that have no solution together, the numbers of some that have none: in ascending order, and none if there is no solution without
/// any of them. `has_none`: whether it is proved that those that are kept have no solution. The first things are preferred. If each answer is right,
/// each of them is [needed](is_minimal); where a question is left open, there may be things among them that are not, but they have no solution in
/// any case.
///
/// # Errors
/// Those of the questions.
pub fn conflict<E>(things: usize, has_none: &mut Question<'_, E>) -> Result<Vec<usize>, E> {
    let mut has_none = |kept: &[usize]| has_none(&mask(things, kept));
    if has_none(&[])? {
        return Ok(Vec::new());
    }
    let all: Vec<usize> = (0..things).collect();
    let mut found = needed(&[], false, &all, &mut has_none)?;
    found.sort_unstable();
    Ok(found)
}

/// Whether each of these things is needed for them to have no solution. `has_one`: whether those that are kept are known to have a solution.
///
/// # Errors
/// Those of the questions.
pub fn is_minimal<E>(things: usize, conflict: &[usize], has_one: &mut Question<'_, E>) -> Result<bool, E> {
    let mut is_minimal = true;
    for &thing in conflict {
        let mut others = mask(things, conflict);
        others[thing] = false;
        is_minimal &= has_one(&others)?;
    }
    Ok(is_minimal)
}

fn mask(things: usize, kept: &[usize]) -> Vec<bool> {
    let mut mask = vec![false; things];
    for &thing in kept {
        mask[thing] = true;
    }
    mask
}

/// Of `things`, those that are needed beside the `kept` ones, where all of both have no solution. `has_grown`: `kept` is not known to have one.
fn needed<E>(
    kept: &[usize],
    has_grown: bool,
    things: &[usize],
    has_none: &mut dyn FnMut(&[usize]) -> Result<bool, E>,
) -> Result<Vec<usize>, E> {
    if has_grown && has_none(kept)? {
        return Ok(Vec::new());
    }
    if things.len() < 2 {
        return Ok(things.to_vec());
    }
    let (first, last) = things.split_at(things.len() / 2);
    let of_last = needed(&[kept, first].concat(), true, last, has_none)?;
    let of_first = needed(&[kept, &of_last].concat(), !of_last.is_empty(), first, has_none)?;
    Ok([of_first, of_last].concat())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn a_conflict_has_no_solution_and_needs_each_of_its_things() {
        // Sets of things that have no solution, as bits: whatever has one of them has none.
        for seed in 1..400_u32 {
            let cores: Vec<u32> =
                (0..=seed % 3).map(|i| (seed.wrapping_mul(2_654_435_761) >> (5 * i)) & 0x3ff).collect();
            let bits = |kept: &[bool]| (0..10).filter(|&thing| kept[thing]).fold(0, |bits, thing| bits | 1 << thing);
            let has_none = |kept: &[bool]| cores.iter().any(|core| core & !bits(kept) == 0);
            let Ok(found) = conflict(10, &mut |kept| Ok::<_, Infallible>(has_none(kept)));
            assert!(has_none(&mask(10, &found)), "{cores:?} {found:?}");
            for thing in &found {
                let others: Vec<usize> = found.iter().copied().filter(|other| other != thing).collect();
                assert!(!has_none(&mask(10, &others)), "{cores:?} {found:?} {thing}");
            }
            let Ok(is_minimal) = is_minimal(10, &found, &mut |kept| Ok::<_, Infallible>(!has_none(kept)));
            assert!(is_minimal, "{cores:?} {found:?}");
        }
    }
}
