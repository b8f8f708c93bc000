//! A value and its place in the file.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A value and the bytes of the file that it was read from. In a JSON schema it is the value alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Byte range in the file.
    pub span: Range<usize>,
}

/// What an [`At`] is read from: the first byte, the byte after the last one, the value.
pub(super) const PARTS: &str = "tumble::At";

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple_struct(PARTS, 3, Placed(PhantomData))
    }
}

struct Placed<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Placed<T> {
    type Value = At<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value with its place in a model file")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<At<T>, A::Error> {
        match (parts.next_element()?, parts.next_element()?, parts.next_element()?) {
            (Some(start), Some(end), Some(value)) => Ok(At { value, span: start..end }),
            _ => Err(A::Error::invalid_length(0, &self)),
        }
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
