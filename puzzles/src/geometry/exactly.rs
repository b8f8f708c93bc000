//! Lists of a fixed length in files.

use std::fmt;

use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A list of exactly `N` whole numbers. Some formats hand the first values of a longer list to an array of serde, and drop the rest: here a
/// longer list is refused like a shorter one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exactly<const N: usize>(pub [i64; N]);

impl<'de, const N: usize> Deserialize<'de> for Exactly<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(N, Values)
    }
}

struct Values<const N: usize>;

impl<'de, const N: usize> Visitor<'de> for Values<N> {
    type Value = Exactly<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {N} values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Exactly<N>, A::Error> {
        let mut values = [0; N];
        for (length, value) in values.iter_mut().enumerate() {
            *value = list.next_element()?.ok_or_else(|| A::Error::invalid_length(length, &self))?;
        }
        let mut length = N;
        while list.next_element::<IgnoredAny>()?.is_some() {
            length += 1;
        }
        if length == N { Ok(Exactly(values)) } else { Err(A::Error::invalid_length(length, &self)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_another_length_are_refused() {
        #[derive(Debug, Deserialize)]
        struct File {
            pair: Exactly<2>,
        }
        let read = |list: &str| toml::from_str::<File>(&format!("pair = {list}")).map(|file| file.pair.0);
        assert_eq!(read("[3, -4]"), Ok([3, -4]));
        for (list, length) in [("[]", 0), ("[3]", 1), ("[3, 4, 5]", 3), ("[3, 4, \"x\", []]", 4)] {
            let message = read(list).unwrap_err().to_string();
            assert!(message.contains(&format!("invalid length {length}, expected a list of 2 values")), "{message}");
        }
    }
}
