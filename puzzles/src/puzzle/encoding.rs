//! Encodings: the entries of a puzzle's table of encodings, and their names.
//!
//! An encoding says whether it fits an instance, and ranks itself for a backend. A backend for which no encoding of the puzzle fits is left
//! out of `--backend all` and of cross-checks.

use std::fmt::{self, Debug};

use serde::Serialize;

use super::formulation::{check_built, refuse_too_large};
use super::{EncodeError, Encoded, Puzzle};
use crate::control::{Control, until_stopped};
use crate::model::{Capabilities, ConstraintKind, Model};
use crate::names::suggestion;

/// An encoding of a puzzle.
pub struct Encoding<P: Puzzle> {
    info: EncodingInfo,
    staged: bool,
    fits: fn(&P) -> Result<(), &'static str>,
    rank: fn(&P, Capabilities) -> u8,
    size: fn(&P, Chosen) -> u128,
    build: fn(&P, Chosen, Model) -> Encoded<P::Solution>,
}

/// Another name of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// The reason for it, in a few words.
    pub why: &'static str,
}

/// Optional rows or variables of an encoding, selected by a suffix of its name, as in `face-digit+parity`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Strengthening {
    /// The suffix without the plus sign.
    pub name: &'static str,
    /// What it adds, in one line.
    pub summary: &'static str,
    /// Whether the encoding has it if none is named.
    pub by_default: bool,
}

/// The strengthenings in the requested name, as in `face-digit+parity`: ask by [`Chosen::has`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    of: &'static [Strengthening],
    bits: u32,
}

impl Chosen {
    /// The strengthenings of an encoding that a suffix such as `+squares+twocycles` names, in any order.
    fn named(of: &'static [Strengthening], suffixes: &str) -> Option<Self> {
        let mut chosen = Self { of, bits: 0 };
        for suffix in suffixes.split('+').skip(1) {
            let bit = 1 << of.iter().position(|one| one.name == suffix)?;
            if chosen.bits & bit != 0 {
                return None;
            }
            chosen.bits |= bit;
        }
        Some(chosen)
    }

    /// The strengthenings that an encoding has if none is named.
    fn by_default(of: &'static [Strengthening]) -> Self {
        let bits = of.iter().enumerate().fold(0, |bits, (i, one)| bits | u32::from(one.by_default) << i);
        Self { of, bits }
    }

    /// Whether a strengthening is chosen.
    pub fn has(self, strengthening: &Strengthening) -> bool {
        self.of.iter().position(|other| other == strengthening).is_some_and(|i| self.bits >> i & 1 == 1)
    }

    /// The suffix of the canonical name: `+squares+twocycles`, in alphabetical order.
    fn suffix(self) -> String {
        let mut names: Vec<&str> = self.of.iter().filter(|one| self.has(one)).map(|one| one.name).collect();
        names.sort_unstable();
        names.iter().flat_map(|name| ["+", name]).collect()
    }
}

impl<P: Puzzle> Encoding<P> {
    /// An encoding that fits every instance. `size` is an upper bound on the number of variables of the model that
    /// `build` makes for the same strengthenings; it is asked before the model is built, under the limits of the run.
    /// Both get the strengthenings of the requested name. `build` adds to an empty model, which [hears](Model::within) the limits of the run.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        size: fn(&P, Chosen) -> u128,
        build: fn(&P, Chosen, Model) -> Encoded<P::Solution>,
    ) -> Self {
        let info = EncodingInfo {
            name,
            summary,
            aliases: &[],
            strengthenings: &[],
            constraints: &[],
            cuts: false,
            tight: false,
        };
        Self { info, staged: false, fits: |_| Ok(()), rank: |_, _| 1, size, build }
    }

    /// Sets the kinds of constraint, beyond linear ones, that its models may contain.
    #[must_use]
    pub const fn with_constraints(self, constraints: &'static [ConstraintKind]) -> Self {
        Self { info: EncodingInfo { constraints, ..self.info }, ..self }
    }

    /// Declares that its models are always [relaxations](super::Formulation::is_relaxation), to which cuts are added while they are solved.
    /// A file, to which no cuts are added, gets another encoding if one fits.
    #[must_use]
    pub const fn with_cuts(self) -> Self {
        Self { info: EncodingInfo { cuts: true, ..self.info }, ..self }
    }

    /// Declares that it has [one model for each horizon](super::Horizons). A file, which has one model, gets another encoding if one fits.
    #[must_use]
    pub const fn staged(self) -> Self {
        Self { staged: true, ..self }
    }

    /// Declares that its linear relaxation, with its [cuts](super::Formulation::cuts), mostly shows by itself that nothing is better than an
    /// optimum. Certificates prefer such an encoding, because their proofs rest on linear programs then.
    #[must_use]
    pub const fn with_tight_relaxation(self) -> Self {
        Self { info: EncodingInfo { tight: true, ..self.info }, ..self }
    }

    /// Restricts it to some instances: `fits` returns `Ok` if it has a model of the instance, otherwise the reason,
    /// which is shown to the user.
    #[must_use]
    pub const fn fitting(self, fits: fn(&P) -> Result<(), &'static str>) -> Self {
        Self { fits, ..self }
    }

    /// Sets its rank. If no encoding is named, a backend gets the fitting encoding of the highest rank; of equal ranks the
    /// first in [`Puzzle::ENCODINGS`]. The default rank is 1.
    #[must_use]
    pub const fn ranked(self, rank: fn(&P, Capabilities) -> u8) -> Self {
        Self { rank, ..self }
    }

    /// Sets the strengthenings; each set of them is a name of its own.
    ///
    /// # Panics
    /// If there are more than 8, when the program is compiled.
    #[must_use]
    pub const fn with_strengthenings(self, strengthenings: &'static [Strengthening]) -> Self {
        assert!(strengthenings.len() <= 8, "each set of strengthenings is a name");
        Self { info: EncodingInfo { strengthenings, ..self.info }, ..self }
    }

    /// Sets the other names.
    #[must_use]
    pub const fn with_aliases(self, aliases: &'static [Alias]) -> Self {
        Self { info: EncodingInfo { aliases, ..self.info }, ..self }
    }

    /// Its name, without strengthenings.
    pub const fn name(&self) -> &'static str {
        self.info.name
    }
}

impl<P: Puzzle> Debug for Encoding<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoding").field("name", &self.info.name).finish_non_exhaustive()
    }
}

/// The description of an encoding, independent of any instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EncodingInfo {
    /// Its name, without strengthenings.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Its other names.
    pub aliases: &'static [Alias],
    /// Its strengthenings.
    pub strengthenings: &'static [Strengthening],
    /// The kinds of constraint, beyond linear ones, that its models may contain. Kinds that a backend does not take are lowered.
    pub constraints: &'static [ConstraintKind],
    /// Whether its models are always relaxations, to which cuts are added while they are solved.
    pub cuts: bool,
    /// Whether its linear relaxation, with its cuts, mostly shows by itself that nothing is better than an optimum.
    pub tight: bool,
}

impl EncodingInfo {
    /// Whether this is its name, or another name of it, without strengthenings.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias.name == name)
    }

    /// Its canonical name with a suffix such as `+squares+twocycles`, or an empty suffix; `None` if it has no such strengthenings.
    pub fn canonical(&self, suffixes: &str) -> Option<String> {
        let chosen = Chosen::named(self.strengthenings, suffixes)?;
        Some(format!("{}{}", self.name, chosen.suffix()))
    }

    /// All its names: one for each set of strengthenings, the empty set first.
    pub fn names(&self) -> Vec<String> {
        let sets = 0..1u32 << self.strengthenings.len();
        sets.map(|bits| format!("{}{}", self.name, Chosen { of: self.strengthenings, bits }.suffix())).collect()
    }
}

/// The descriptions of a puzzle's encodings.
pub fn encoding_infos<P: Puzzle>() -> Vec<EncodingInfo> {
    P::ENCODINGS.iter().map(|encoding| encoding.info).collect()
}

/// The place of the encoding with this name, and the strengthenings in the name.
fn named(name: &str, infos: &[EncodingInfo]) -> Result<(usize, Chosen), EncodeError> {
    let (base, suffixes) = name.split_at(name.find('+').unwrap_or(name.len()));
    let place = infos.iter().position(|info| info.is_called(base));
    let found = place.and_then(|place| Some((place, Chosen::named(infos[place].strengthenings, suffixes)?)));
    found.ok_or_else(|| {
        // Of an encoding that there is, what is wrong is what was added to it.
        let meant = place.map_or(infos, |place| &infos[place..=place]);
        let known: Vec<String> = meant.iter().flat_map(EncodingInfo::names).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        EncodeError::Unknown { name: name.to_owned(), known: suggestion(name, &known) }
    })
}

/// What the model of an encoding is for, which decides what encoding is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A backend with these capabilities.
    Backend(Capabilities),
    /// A backend with these capabilities that looks for worse solutions, too: the models of a staged encoding can have them.
    Near(Capabilities),
    /// A file for a program with these capabilities. No cuts are added to it, so an encoding whose models always lack cuts, or are staged,
    /// is the last choice.
    File(Capabilities),
    /// A certificate. An encoding with a [tight relaxation](Encoding::with_tight_relaxation) comes first, and has no strengthenings, because
    /// a proof does not show what they leave out.
    Certificate,
}

/// An encoding with the selected strengthenings.
#[derive(Debug)]
pub struct Choice<P: Puzzle> {
    encoding: &'static Encoding<P>,
    chosen: Chosen,
}

impl<P: Puzzle> Choice<P> {
    /// The encoding with a name such as `face-digit+parity`.
    ///
    /// # Errors
    /// When the puzzle has no encoding of this name.
    pub fn named(name: &str) -> Result<Self, EncodeError> {
        let (place, chosen) = named(name, &encoding_infos::<P>())?;
        Ok(Self { encoding: &P::ENCODINGS[place], chosen })
    }

    /// The best encoding for a purpose, among those that fit the instance; of equally good ones the first.
    pub(super) fn best(puzzle: &P, purpose: Purpose) -> Option<Self> {
        let rank = |encoding: &Encoding<P>, capabilities| (encoding.rank)(puzzle, capabilities);
        let key = |encoding: &&'static Encoding<P>| match purpose {
            Purpose::Backend(capabilities) => (true, rank(encoding, capabilities)),
            Purpose::Near(capabilities) => (encoding.staged, rank(encoding, capabilities)),
            Purpose::File(capabilities) => (!encoding.info.cuts && !encoding.staged, rank(encoding, capabilities)),
            Purpose::Certificate => (encoding.info.tight, rank(encoding, Capabilities::LINEAR)),
        };
        let fitting = P::ENCODINGS.iter().filter(|encoding| (encoding.fits)(puzzle).is_ok());
        let encoding = fitting.rev().max_by_key(key)?;
        let chosen = match purpose {
            Purpose::Certificate => Chosen { of: encoding.info.strengthenings, bits: 0 },
            Purpose::Backend(_) | Purpose::Near(_) | Purpose::File(_) => {
                Chosen::by_default(encoding.info.strengthenings)
            }
        };
        Some(Self { encoding, chosen })
    }

    /// The canonical name.
    pub(super) fn name(&self) -> String {
        format!("{}{}", self.encoding.info.name, self.chosen.suffix())
    }

    /// Whether the encoding fits the instance.
    pub(super) fn fits(&self, puzzle: &P) -> Result<(), EncodeError> {
        (self.encoding.fits)(puzzle).map_err(|why| EncodeError::DoesNotFit { name: self.name(), why })
    }

    /// An upper bound on the number of variables of the model.
    ///
    /// # Errors
    /// When the encoding does not fit, its model would be too large, or a limit is reached.
    pub(super) fn size(&self, puzzle: &P, control: &Control<'_>) -> Result<u128, EncodeError> {
        self.fits(puzzle)?;
        let variables = until_stopped(control, || (self.encoding.size)(puzzle, self.chosen))?;
        refuse_too_large(|| self.name(), variables)?;
        Ok(variables)
    }

    /// Builds the model within the limits of a run.
    ///
    /// # Errors
    /// When the encoding does not fit, its model would be too large, or a limit is reached.
    pub fn build(&self, puzzle: &P, control: &Control<'_>) -> Result<Encoded<P::Solution>, EncodeError> {
        let variables = self.size(puzzle, control)?;
        let empty = Model::new(P::NAME).within(control);
        match until_stopped(control, || (self.encoding.build)(puzzle, self.chosen, empty))? {
            Encoded::Whole(formulation) => Ok(check_built(|| self.name(), variables, formulation)?.into()),
            other => Ok(other),
        }
    }
}
