//! Rows in the format of PostgreSQL's binary `COPY`.

use bytes::{BufMut, BytesMut};
use postgres_types::{IsNull, ToSql, Type};

use super::StoreError;
use super::columns::to_i64;
use crate::proof::Stored;
use crate::rules::ids::GameId;

/// The signature, no flags, no header extension.
const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
/// A row of −1 columns ends the data.
const TRAILER: i16 = -1;
/// The columns of an event: game, version, body, hash.
const EVENT_COLUMNS: i16 = 4;

/// Events, encoded.
pub(super) struct EventCopy {
    data: BytesMut,
}

impl EventCopy {
    /// No events yet.
    pub(super) fn new() -> Self {
        Self {
            data: BytesMut::from(HEADER),
        }
    }

    /// Adds an event.
    pub(super) fn push(&mut self, game: GameId, event: &Stored) -> Result<(), StoreError> {
        self.data.put_i16(EVENT_COLUMNS);
        self.column(&game.0, &Type::UUID)?;
        self.column(&to_i64(event.version), &Type::INT8)?;
        self.column(&event.body.as_str(), &Type::TEXT)?;
        self.column(&event.hash.0.0.as_slice(), &Type::BYTEA)
    }

    /// How many bytes it holds.
    pub(super) fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether it holds no event.
    pub(super) fn is_empty(&self) -> bool {
        self.data.len() == HEADER.len()
    }

    /// The whole data; afterwards it holds no events.
    pub(super) fn take(&mut self) -> BytesMut {
        let mut data = std::mem::replace(&mut self.data, BytesMut::from(HEADER));
        data.put_i16(TRAILER);
        data
    }

    /// A column: its length in bytes, then its bytes; the length of null is −1.
    fn column(&mut self, value: &impl ToSql, kind: &Type) -> Result<(), StoreError> {
        let mut bytes = BytesMut::new();
        let null = value
            .to_sql(kind, &mut bytes)
            .map_err(|_| StoreError::Driver("a value cannot be encoded"))?;
        let length = match null {
            IsNull::Yes => -1,
            IsNull::No => {
                i32::try_from(bytes.len()).map_err(|_| StoreError::Driver("a value is too long"))?
            }
        };
        self.data.put_i32(length);
        self.data.put_slice(&bytes);
        Ok(())
    }
}
