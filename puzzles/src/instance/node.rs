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

/// A part of a file as it was parsed.
pub(super) type Part = At<Kind>;

/// What a part is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Text(String),
    Whole(i64),
    /// A whole number with too many digits.
    Huge(String),
    Fraction(f64),
    Truth(bool),
    Date(String),
    List(Vec<Part>),
    Table(Vec<(At<String>, Part)>),
}

impl From<Spanned<DeValue<'_>>> for Part {
    fn from(parsed: Spanned<DeValue<'_>>) -> Self {
        let span = parsed.span();
        let value = match parsed.into_inner() {
            DeValue::String(text) => Kind::Text(text.into_owned()),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| Kind::Huge(number.to_string()), Kind::Whole),
            // The parser knows that it is one.
            DeValue::Float(number) => Kind::Fraction(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(value) => Kind::Truth(value),
            DeValue::Datetime(date) => Kind::Date(date.to_string()),
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

/// Keys of a table that are refused, each with the reason.
#[derive(Clone, Copy)]
pub(super) struct Refused<'a> {
    /// The table, by the name of its type.
    pub(super) table: &'static str,
    pub(super) keys: &'a [(&'static str, &'static str)],
}

/// A part of a file, to be read.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) part: &'a Part,
    pub(super) refused: Refused<'a>,
    /// Whether it is the whole file. As a table of known keys it then is without the [`HEAD`].
    pub(super) is_file: bool,
}

impl<'a> Node<'a> {
    fn with(self, part: &'a Part) -> Self {
        Self { part, is_file: false, ..self }
    }

    fn here(self, error: InputError) -> InputError {
        error.or_at(self.part.span.clone(), "here")
    }

    fn wrong(self, expected: &str) -> InputError {
        let huge;
        let found = match &self.part.value {
            Kind::Text(text) => Unexpected::Str(text),
            Kind::Whole(number) => Unexpected::Signed(*number),
            Kind::Huge(number) => {
                huge = format!("the number {number}, which has too many digits");
                Unexpected::Other(&huge)
            }
            Kind::Fraction(number) => Unexpected::Float(*number),
            Kind::Truth(value) => Unexpected::Bool(*value),
            Kind::Date(_) => Unexpected::Other("a date"),
            Kind::List(_) => Unexpected::Seq,
            Kind::Table(_) => Unexpected::Map,
        };
        self.here(InputError::invalid_type(found, &expected))
    }

    fn number<T: TryFrom<i64>>(self) -> Result<T, InputError> {
        let number = if let Kind::Whole(number) = self.part.value { T::try_from(number).ok() } else { None };
        let has_sign = T::try_from(-1).is_ok();
        number
            .ok_or_else(|| self.wrong(if has_sign { "a whole number" } else { "a whole number that is not negative" }))
    }

    fn text(self) -> Result<&'a str, InputError> {
        let Kind::Text(text) = &self.part.value else { return Err(self.wrong("a text in quotes")) };
        Ok(text)
    }

    fn list(self) -> Result<List<'a>, InputError> {
        let Kind::List(list) = &self.part.value else { return Err(self.wrong("a list")) };
        Ok(List { parts: list.iter(), node: self })
    }

    fn table(self) -> Result<Table<'a>, InputError> {
        let Kind::Table(entries) = &self.part.value else { return Err(self.wrong("a table")) };
        Ok(Table { entries: entries.iter(), skips_head: false, node: self, value: None })
    }

    /// The table of a type with these keys.
    fn table_of(self, name: &str, known: &[&str]) -> Result<Table<'a>, InputError> {
        let table = Table { skips_head: self.is_file, ..self.table()? };
        let refused = if self.refused.table == name { self.refused.keys } else { &[] };
        for (key, part) in table.entries.as_slice().iter().filter(|(key, _)| !table.skips(&key.value)) {
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
        Ok(table)
    }
}

/// Numbers by their types.
macro_rules! read_numbers {
    ($($read:ident: $visit:ident),*) => {
        $(fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
            visitor.$visit(self.number()?)
        })*
    };
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = InputError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        let read = match &self.part.value {
            Kind::Text(text) | Kind::Date(text) => visitor.visit_borrowed_str(text),
            Kind::Whole(number) => visitor.visit_i64(*number),
            Kind::Huge(_) => Err(self.wrong("a number of at most 18 digits")),
            Kind::Fraction(number) => visitor.visit_f64(*number),
            Kind::Truth(value) => visitor.visit_bool(*value),
            Kind::List(_) => visitor.visit_seq(self.list()?),
            Kind::Table(_) => visitor.visit_map(self.table()?),
        };
        read.map_err(|error| self.here(error))
    }

    read_numbers!(
        deserialize_i8: visit_i8, deserialize_i16: visit_i16, deserialize_i32: visit_i32, deserialize_i64: visit_i64,
        deserialize_u8: visit_u8, deserialize_u16: visit_u16, deserialize_u32: visit_u32, deserialize_u64: visit_u64
    );

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        let Kind::Truth(value) = self.part.value else { return Err(self.wrong("`true` or `false`")) };
        visitor.visit_bool(value)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        visitor.visit_borrowed_str(self.text()?).map_err(|error| self.here(error))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, InputError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        visitor.visit_seq(self.list()?).map_err(|error| self.here(error))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, InputError> {
        let expected = format!("a list of {length} values");
        let list = self.list().map_err(|_| self.wrong(&expected))?;
        if list.parts.len() != length {
            return Err(self.here(InputError::invalid_length(list.parts.len(), &&*expected)));
        }
        visitor.visit_seq(list).map_err(|error| self.here(error))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, InputError> {
        if name == PARTS {
            visitor.visit_seq(Parts { node: self, next: 0 })
        } else {
            self.deserialize_tuple(length, visitor)
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        visitor.visit_map(self.table()?).map_err(|error| self.here(error))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, InputError> {
        visitor.visit_map(self.table_of(name, fields)?).map_err(|error| self.here(error))
    }

    /// Only words: a model file has no other kinds of alternatives.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, InputError> {
        visitor.visit_enum(self.text()?.into_deserializer()).map_err(|error: InputError| self.here(error))
    }

    serde::forward_to_deserialize_any! { f32 f64 bytes byte_buf unit unit_struct identifier ignored_any }
}

/// The elements of a list.
struct List<'a> {
    parts: std::slice::Iter<'a, Part>,
    node: Node<'a>,
}

impl<'de> SeqAccess<'de> for List<'de> {
    type Error = InputError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, InputError> {
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

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, InputError> {
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
    entries: std::slice::Iter<'a, (At<String>, Part)>,
    skips_head: bool,
    node: Node<'a>,
    value: Option<&'a Part>,
}

impl Table<'_> {
    fn skips(&self, key: &str) -> bool {
        self.skips_head && HEAD.contains(&key)
    }
}

impl<'de> MapAccess<'de> for Table<'de> {
    type Error = InputError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, InputError> {
        while let [(key, _), ..] = self.entries.as_slice()
            && self.skips(&key.value)
        {
            self.entries.next();
        }
        let Some((key, part)) = self.entries.next() else { return Ok(None) };
        self.value = Some(part);
        let read = seed.deserialize(key.value.as_str().into_deserializer());
        read.map(Some).map_err(|error: InputError| error.or_at(key.span.clone(), "here"))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, InputError> {
        seed.deserialize(self.node.with(self.value.take().expect("a key comes before its value")))
    }
}

/// What types say of values that they do not take. The place is added by the [`Node`] of the value.
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
