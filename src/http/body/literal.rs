//! JSON read to the letter: an object is an object, a name is a string, and what may be left out is never null.
//!
//! Derived readers are more lenient than the document: they take an array for an object, its members in order,
//! `{"league": null}` for the name `"league"`, and null for what is left out.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};

/// Whatever takes part in reading, to the letter: what is read from, and who is told.
pub(super) struct Literal<T> {
    part: T,
    /// Whether this is known to be there: null is then a value, where its type has one.
    there: bool,
}

impl<T> Literal<T> {
    /// To the letter.
    pub(super) const fn new(part: T) -> Self {
        Self { part, there: false }
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Literal<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.part.deserialize_any(Literal::new(visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.part.deserialize_map(Literal::new(visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_enum(String::deserialize(self.part)?.into_deserializer())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        if self.there {
            self.part.deserialize_option(Literal::new(visitor))
        } else {
            visitor.visit_some(Self {
                there: true,
                ..self
            })
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Literal<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.part.expecting(f)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<V::Value, E> {
        self.part.visit_bool(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<V::Value, E> {
        self.part.visit_i64(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<V::Value, E> {
        self.part.visit_u64(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<V::Value, E> {
        self.part.visit_f64(value)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<V::Value, E> {
        self.part.visit_str(value)
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.part.visit_unit()
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.part.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        self.part.visit_some(Literal::new(from))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<V::Value, A::Error> {
        self.part.visit_seq(Literal::new(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        self.part.visit_map(Literal::new(members))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Literal<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.part.next_element_seed(Literal::new(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.part.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Literal<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.part.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.part.next_value_seed(Literal::new(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.part.size_hint()
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Literal<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S::Value, D::Error> {
        self.part.deserialize(Literal::new(from))
    }
}
