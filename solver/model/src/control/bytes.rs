//! Amounts of memory as people write them: `512M`, `8G`, `1.5 GiB`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An amount of memory. Units are powers of 1024: `8G`, `8GB`, `8 GiB` and `8192M` are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bytes(pub u64);

/// A text that is not an amount of memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; write a number and a unit of K, M, G or T, as in 512M or 1.5G")]
pub struct UnknownSize(&'static str);

/// The least amount that needs no unit: no one means fewer bytes.
const LEAST: u64 = 1 << 20;

impl FromStr for Bytes {
    type Err = UnknownSize;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let has_unit = text.chars().any(char::is_alphabetic);
        match parse_size::Config::new().with_binary().parse_size(text.trim()) {
            Ok(0) => Err(UnknownSize("0 leaves no memory")),
            Ok(bytes) if !has_unit && bytes < LEAST => Err(UnknownSize("without a unit, the number is one of bytes")),
            Ok(bytes) => Ok(Self(bytes)),
            Err(parse_size::Error::PosOverflow) => Err(UnknownSize("more than any machine has")),
            Err(_) => Err(UnknownSize("not a size")),
        }
    }
}

/// In the largest unit that fits at least once, exact or rounded *up* to a tenth, so that a limit of the printed amount is
/// enough. Libraries round to the nearest, so none is used here.
impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [('T', 40), ('G', 30), ('M', 20), ('K', 10)];
        let Some((letter, power)) = units.into_iter().find(|(_, power)| self.0 >> power > 0) else {
            return write!(f, "{} B", self.0);
        };
        let tenths = (u128::from(self.0) * 10).div_ceil(1 << power);
        match tenths % 10 {
            0 => write!(f, "{} {letter}iB", tenths / 10),
            tenth => write!(f, "{}.{tenth} {letter}iB", tenths / 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        for (text, bytes) in [
            ("1048576", 1 << 20),
            ("12 B", 12),
            ("64K", 64 << 10),
            ("512M", 512 << 20),
            ("8G", 8 << 30),
            ("8g", 8 << 30),
            ("8 GiB", 8 << 30),
            ("8GB", 8 << 30),
            ("1.5 GiB", 3 << 29),
            (" 1.5g ", 3 << 29),
            ("2T", 2 << 40),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
        }
        for text in [
            "",
            "G",
            "0",
            "0G",
            "0.1B",
            "8",
            "1",
            "1048575",
            "0.5",
            "-1G",
            "1.5.5G",
            "8X",
            "8 G 3",
            "99999999999T",
            "18446744073709551616",
        ] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_written_in_the_unit_that_fits_and_never_too_small() {
        for (bytes, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1 KiB"),
            (4 << 30, "4 GiB"),
            ((4 << 30) + 1, "4.1 GiB"),
            (3 << 29, "1.5 GiB"),
            (u64::MAX, "16777216 TiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
    }
}
