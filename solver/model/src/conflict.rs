//! Conflicts: of things that have no solution together, some that have none and of which each is needed.
//!
//! Source: U. Junker, *QuickXplain: preferred explanations and relaxations for over-constrained problems*, AAAI 2004.

/// A question: whether it is proved that there is no solution with only these things, by their numbers.
pub type HasNone<'a, E> = dyn FnMut(&[usize]) -> Result<bool, E> + 'a;

/// Of things that have no solution together, the numbers of some that have none: in ascending order, and none if there is no solution without
/// any of them. The first things are preferred. If each answer is right, each of them is needed; where `has_none` leaves a question open, there may
/// be things among them that are not, but they have no solution in any case.
///
/// # Errors
/// Those of the questions.
pub fn conflict<E>(things: usize, has_none: &mut HasNone<'_, E>) -> Result<Vec<usize>, E> {
    if has_none(&[])? {
        return Ok(Vec::new());
    }
    let all: Vec<usize> = (0..things).collect();
    let mut found = needed(&[], false, &all, has_none)?;
    found.sort_unstable();
    Ok(found)
}

/// Of `things`, those that are needed beside the `kept` ones, where all of both have no solution. `has_grown`: `kept` is not known to have one.
fn needed<E>(
    kept: &[usize],
    has_grown: bool,
    things: &[usize],
    has_none: &mut HasNone<'_, E>,
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
            let bits = |things: &[usize]| things.iter().fold(0, |bits, thing| bits | 1 << thing);
            let mut has_none = |kept: &[usize]| Ok::<_, Infallible>(cores.iter().any(|core| core & !bits(kept) == 0));
            let Ok(found) = conflict(10, &mut has_none);
            assert_eq!(has_none(&found), Ok(true), "{cores:?} {found:?}");
            for thing in &found {
                let others: Vec<usize> = found.iter().copied().filter(|other| other != thing).collect();
                assert_eq!(has_none(&others), Ok(false), "{cores:?} {found:?} {thing}");
            }
        }
    }
}
