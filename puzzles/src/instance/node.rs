//! A part of a model file, from which serde reads a value. Every error has its place in the file, in our words.
//!
//! This is the only format from which the types of model files are made: what it asks of a type is little, so that little is compiled for
//! each type.

use std::borrow::Cow;

use serde::Deserializer;
use serde::de::{
    DeserializeSeed, Error as _, Expected, IntoDeserializer as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use toml::Spanned;
use toml::de::DeValue;

use super::InputError;
use super::at::{At, PARTS};

/// The keys that every model file has, whatever its puzzle.
pub(super) const HEAD: [&str; 2] = ["puzzle", "solve"];

/// What was read, or why it was not.
type Read<T> = Result<T, InputError>;

/// A part of a file as it was parsed.
pub(super) type Part = At<Kind>;

/// What a part is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Text(String),
    Whole(i64),
    Fraction(f64),
    Truth(bool),
    /// What no type takes, in words: a whole number with too many digits, or a date.
    Odd(String),
    List(Vec<Part>),
    Table(Vec<(At<String>, Part)>),
}

impl From<Spanned<DeValue<'_>>> for Part {
    fn from(parsed: Spanned<DeValue<'_>>) -> Self {
        let span = parsed.span();
        let value = match parsed.into_inner() {
            DeValue::String(text) => Kind::Text(text.into_owned()),
            DeValue::Integer(number) => {
                let huge = |_| Kind::Odd(format!("the number {number}, which has too many digits"));
                i64::from_str_radix(number.as_str(), number.radix()).map_or_else(huge, Kind::Whole)
            }
            // The parser knows that it is one.
            DeValue::Float(number) => Kind::Fraction(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(value) => Kind::Truth(value),
            DeValue::Datetime(_) => Kind::Odd("a date".into()),
            DeValue::Array(list) => Kind::List(list.into_iter().map(Self::from).collect()),
            DeValue::Table(table) => {
                let named = |(key, part): (Spanned<Cow<'_, str>>, _)| {
                    (At { span: key.span(), value: key.into_inner().into_owned() }, Self::from(part))
                };
                Kind::Table(table.into_iter().map(named).collect())
            }
        };
        Self { value, span }
    }
}

/// A part of a file, to be read.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) part: &'a Part,
    /// What is refused of the keys of the [`BOARD`], each with the reason.
    pub(super) refused: &'a [(&'static str, &'static str)],
    /// Whether it is the whole file, without its [`HEAD`].
    pub(super) is_file: bool,
}

/// The table some of whose keys are refused by some puzzles, by the name of its type.
const BOARD: &str = "BoardTable";

impl<'a> Node<'a> {
    fn with(self, part: &'a Part) -> Self {
        Self { part, is_file: false, ..self }
    }

    fn here(self, error: InputError) -> InputError {
        error.or_at(self.part.span.clone(), "here")
    }

    fn wrong(self, expected: &str) -> InputError {
        let found = match &self.part.value {
            Kind::Text(text) => Unexpected::Str(text),
            Kind::Whole(number) => Unexpected::Signed(*number),
            Kind::Fraction(number) => Unexpected::Float(*number),
            Kind::Truth(value) => Unexpected::Bool(*value),
            Kind::Odd(words) => Unexpected::Other(words),
            Kind::List(_) => Unexpected::Seq,
            Kind::Table(_) => Unexpected::Map,
        };
        self.here(InputError::invalid_type(found, &expected))
    }

    fn number<T: TryFrom<i64>>(self) -> Read<T> {
        let number = if let Kind::Whole(number) = self.part.value { T::try_from(number).ok() } else { None };
        let has_sign = T::try_from(-1).is_ok();
        number
            .ok_or_else(|| self.wrong(if has_sign { "a whole number" } else { "a whole number that is not negative" }))
    }

    fn truth(self) -> Read<bool> {
        if let Kind::Truth(value) = self.part.value { Ok(value) } else { Err(self.wrong("`true` or `false`")) }
    }

    fn text(self) -> Read<&'a str> {
        if let Kind::Text(text) = &self.part.value { Ok(text) } else { Err(self.wrong("a text in quotes")) }
    }

    fn list(self) -> Read<List<'a>> {
        let Kind::List(list) = &self.part.value else { return Err(self.wrong("a list")) };
        Ok(List { parts: list.iter(), node: self })
    }

    fn table(self) -> Read<Table<'a>> {
        let Kind::Table(entries) = &self.part.value else { return Err(self.wrong("a table")) };
        let own = entries.iter().filter(move |(key, _)| !self.is_file || !HEAD.contains(&&*key.value));
        Ok(Table { entries: Box::new(own), node: self, value: None })
    }

    /// Refuses other keys than the known ones, and of a board those that this puzzle refuses.
    fn check_keys(self, name: &str, known: &[&str]) -> Read<()> {
        let refused = if name == BOARD { self.refused } else { &[] };
        for (key, part) in self.table()?.entries {
            if let Some((name, why)) = refused.iter().find(|(refused, _)| *refused == key.value) {
                // A list of no blocked cells is refused nowhere.
                let part = match &part.value {
                    Kind::List(list) if *name == "blocked" => list.first(),
                    _ => Some(part),
                };
                part.map_or(Ok(()), |part| Err(InputError::of(part, *why, format!("leave `{name}` out"))))?;
            } else if !known.contains(&&*key.value) {
                let taken = known.iter().copied().filter(|key| refused.iter().all(|(refused, _)| refused != key));
                let [puzzle, solve] = HEAD.map(|key| self.is_file.then_some(key));
                let known: Vec<&str> = puzzle.into_iter().chain(taken).chain(solve).collect();
                return Err(InputError::unknown("key", &key.value, &known).or_at(key.span.clone(), ""));
            }
        }
        Ok(())
    }
}

/// What is read in one way.
macro_rules! read {
    ($($read:ident: $visit:ident($value:ident)),*) => {
        $(fn $read<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            visitor.$visit(self.$value()?).map_err(|error| self.here(error))
        })*
    };
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = InputError;

    read!(
        deserialize_i8: visit_i8(number), deserialize_i16: visit_i16(number), deserialize_i32: visit_i32(number),
        deserialize_i64: visit_i64(number), deserialize_u8: visit_u8(number), deserialize_u16: visit_u16(number),
        deserialize_u32: visit_u32(number), deserialize_u64: visit_u64(number), deserialize_bool: visit_bool(truth),
        deserialize_str: visit_borrowed_str(text), deserialize_string: visit_borrowed_str(text),
        deserialize_char: visit_borrowed_str(text), deserialize_seq: visit_seq(list), deserialize_map: visit_map(table)
    );

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match &self.part.value {
            Kind::Text(_) => self.deserialize_str(visitor),
            Kind::Whole(_) => self.deserialize_i64(visitor),
            Kind::Fraction(number) => visitor.visit_f64(*number).map_err(|error| self.here(error)),
            Kind::Truth(_) => self.deserialize_bool(visitor),
            Kind::Odd(words) => Err(self.here(InputError::invalid_type(Unexpected::Other(words), &visitor))),
            Kind::List(_) => self.deserialize_seq(visitor),
            Kind::Table(_) => Self { is_file: false, ..self }.deserialize_map(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &str, visitor: V) -> Read<V::Value> {
        if name == PARTS {
            visitor.visit_seq(Parts { node: self, next: 0 })
        } else {
            visitor.visit_newtype_struct(self)
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Read<V::Value> {
        let expected = format!("a list of {length} values");
        match self.list().map_err(|_| self.wrong(&expected))?.parts.len() {
            found if found == length => self.deserialize_seq(visitor),
            found => Err(self.here(InputError::invalid_length(found, &&*expected))),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(self, name: &str, fields: &[&str], visitor: V) -> Read<V::Value> {
        self.check_keys(name, fields)?;
        self.deserialize_map(visitor)
    }

    /// Only words: a model file has no other kinds of alternatives.
    fn deserialize_enum<V: Visitor<'de>>(self, _: &str, _: &[&str], visitor: V) -> Read<V::Value> {
        visitor.visit_enum(self.text()?.into_deserializer()).map_err(|error: InputError| self.here(error))
    }

    serde::forward_to_deserialize_any! { f32 f64 bytes byte_buf unit unit_struct tuple_struct identifier ignored_any }
}

/// The elements of a list.
struct List<'a> {
    parts: std::slice::Iter<'a, Part>,
    node: Node<'a>,
}

impl<'de> SeqAccess<'de> for List<'de> {
    type Error = InputError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        self.parts.next().map(|part| seed.deserialize(self.node.with(part))).transpose()
    }
}

/// The [`PARTS`] of a value with its place.
struct Parts<'a> {
    node: Node<'a>,
    next: u8,
}

impl<'de> SeqAccess<'de> for Parts<'de> {
    type Error = InputError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        self.next += 1;
        let span = &self.node.part.span;
        match self.next {
            1 => seed.deserialize(span.start.into_deserializer()),
            2 => seed.deserialize(span.end.into_deserializer()),
            _ => seed.deserialize(self.node),
        }
        .map(Some)
    }
}

/// The keys of a table, and their values.
struct Table<'a> {
    entries: Box<dyn Iterator<Item = &'a (At<String>, Part)> + 'a>,
    node: Node<'a>,
    value: Option<&'a Part>,
}

impl<'de> MapAccess<'de> for Table<'de> {
    type Error = InputError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        let Some((key, part)) = self.entries.next() else { return Ok(None) };
        self.value = Some(part);
        let read = seed.deserialize(key.value.as_str().into_deserializer());
        read.map(Some).map_err(|error: InputError| error.or_at(key.span.clone(), "here"))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<S::Value> {
        seed.deserialize(self.node.with(self.value.take().expect("a key comes before its value")))
    }
}

/// What types say of values that they do not take. The place is added by the `Node` of the value.
impl serde::de::Error for InputError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Bool(value) => format!("`{value}`"),
            Unexpected::Signed(number) => format!("the number {number}"),
            Unexpected::Float(number) => format!("the number {number:?}"),
            Unexpected::Str(text) => format!("the text {text:?}"),
            Unexpected::Seq => "a list".into(),
            Unexpected::Map => "a table".into(),
            other => other.to_string(),
        };
        Self::new(format!("expected {expected}, not {found}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::new(format!("expected {expected}, not of {length}"))
    }

    fn unknown_variant(variant: &str, known: &'static [&'static str]) -> Self {
        Self::unknown("value", variant, known)
    }
}
