//! What a model file says of the cubes: their kind, the letters of their faces, and where which of several kinds lies at the start.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, IntoDeserializer as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::poses::{Cubes, Faces, Kind, PoseSet, is_letter};
use tumble_puzzles::instance::{At, Document, InputError, read_map_of_words};

/// Cubes with letters on their faces.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LetteredCube")]
pub(super) struct CubeTable {
    /// The letter of each face, the same for all cubes of this kind; faces with the same letter look alike.
    pub(super) faces: LettersTable,
}

/// What the cubes are.
#[derive(Debug)]
pub(super) enum CubesKey {
    Kind(Kind),
    /// By their names.
    Kinds(BTreeMap<String, At<CubeTable>>),
}

/// [`CubesKey`] for the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Cubes")]
#[allow(dead_code, reason = "only its schema is used")]
pub(super) enum CubesSchema {
    Kind(Kind),
    Kinds(BTreeMap<String, CubeTable>),
}

impl<'de> Deserialize<'de> for CubesKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CubesVisitor)
    }
}

/// Reads a word or tables; an untagged enum would lose the places of the tables in the file.
struct CubesVisitor;

impl<'de> Visitor<'de> for CubesVisitor {
    type Value = CubesKey;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"six-states\", \"oriented\" or tables of cubes")
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<CubesKey, E> {
        Kind::deserialize(word.into_deserializer()).map(CubesKey::Kind)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<CubesKey, A::Error> {
        BTreeMap::deserialize(MapAccessDeserializer::new(map)).map(CubesKey::Kinds)
    }
}

/// The letters of the faces of a cube.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CubeLetters")]
pub(super) struct LettersTable {
    top: At<char>,
    bottom: At<char>,
    north: At<char>,
    south: At<char>,
    east: At<char>,
    west: At<char>,
}

impl LettersTable {
    /// The letters of the faces, in the order of places.
    pub(super) fn read(&self) -> Result<Faces, InputError> {
        let faces = [&self.top, &self.bottom, &self.north, &self.south, &self.east, &self.west];
        match faces.into_iter().find(|at| !is_letter(at.value)) {
            Some(at) => {
                let message = format!("{:?} cannot be on a face", at.value.to_string());
                Err(InputError::of(at, message, "neither a letter nor a digit"))
            }
            None => Ok(faces.map(|at| at.value)),
        }
    }
}

/// By cell of the start, the poses of the cube that is named there; of the hole none.
pub(super) fn named(
    key: Option<&At<CubesKey>>,
    names: &At<String>,
    size: (usize, usize),
    cubes: &Cubes,
    document: &Document,
) -> Result<Vec<PoseSet>, InputError> {
    let Some(CubesKey::Kinds(known)) = key.map(|at| &at.value) else {
        return Err(InputError::of(names, "only cubes of several kinds have names", "there are no [cubes.NAME]"));
    };
    let rows = read_map_of_words(names, document)?;
    if (rows[0].len(), rows.len()) != size {
        let message = format!("this drawing is {} × {}, the start {} × {}", rows[0].len(), rows.len(), size.0, size.1);
        return Err(InputError::of(names, message, "not the size of the start"));
    }
    let all: Vec<&str> = known.keys().map(String::as_str).collect();
    let kinds = cubes.kinds();
    let poses = |word: At<String>| match all.iter().position(|&name| name == word.value) {
        Some(kind) => Ok(kinds[kind]),
        None if word.value.chars().all(|letter| letter == '_') => Ok(0),
        None => Err(InputError::of(&word, format!("there is no cube `{}`", word.value), "not in [cubes]").suggest(
            "cube",
            &word.value,
            &all,
        )),
    };
    rows.into_iter().flatten().map(poses).collect()
}
