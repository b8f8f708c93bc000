//! Amounts of memory as people write them: `512M`, `8G`, `1.5 GiB`.

use std::fmt;
use std::str::FromStr;

/// An amount of memory. Units are powers of 1024: `8G`, `8 GiB` and `8192M` are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

/// A text that is no amount of memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; write a whole number and a unit of K, M, G or T, as in 512M or 8G")]
pub struct UnknownSize(&'static str);

/// The units with their bytes as a power of two, the largest first.
const UNITS: [(char, u32); 4] = [('T', 40), ('G', 30), ('M', 20), ('K', 10)];

impl FromStr for Bytes {
    type Err = UnknownSize;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let unit = text[digits.len()..].trim_start().to_ascii_uppercase();
        let power = match unit.as_str() {
            "" | "B" => 0,
            unit => {
                let known = |&&(letter, _): &&(char, u32)| {
                    unit.strip_prefix(letter).is_some_and(|rest| rest.is_empty() || rest == "IB")
                };
                UNITS.iter().find(known).ok_or(UnknownSize("not a size"))?.1
            }
        };
        if digits.is_empty() || digits.contains(|c: char| !c.is_ascii_digit()) {
            return Err(UnknownSize("not a whole number"));
        }
        let too_large = UnknownSize("more than any machine has");
        // Digits only: the one thing that can go wrong is the size.
        let number: u64 = digits.parse().map_err(|_| too_large.clone())?;
        match number.checked_mul(1 << power) {
            Some(0) => Err(UnknownSize("nothing fits into no memory")),
            Some(bytes) => Ok(Self(bytes)),
            None => Err(too_large),
        }
    }
}

/// In the largest unit of which there is at least one: exact, or rounded up to a tenth.
impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((letter, power)) = UNITS.iter().find(|(_, power)| self.0 >> power > 0) else {
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
            ("1", 1),
            ("12 B", 12),
            ("64K", 64 << 10),
            ("512M", 512 << 20),
            ("8G", 8 << 30),
            ("8g", 8 << 30),
            ("8 GiB", 8 << 30),
            ("2T", 2 << 40),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
        }
        for text in ["", "G", "0", "0G", "-1G", "1.5G", "8GB", "8X", "8 G 3", "99999999999T", "18446744073709551616"] {
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
