//! Flat tables as Parquet files, with a checksum.
//!
//! In: columns and facts (names and texts). Out: the bytes of one file that polars, DuckDB and others
//! read; and back. The same table always has the same bytes.
//!
//! Reading does not trust the file: the checksum finds damage before anything is parsed; compressed
//! files and more rows than expected are rejected, so memory is bounded by the size of the file.

use bytes::Bytes;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::ColumnReader;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The fact that holds the checksum of the file. It is the last one.
const CHECKSUM: &str = "arcbatt.checksum";

/// The length of a checksum as text.
const DIGITS: usize = 64;

/// The values of a column; `None` is null.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    Text(Vec<Option<ByteArray>>),
    Int(Vec<Option<i64>>),
    Float(Vec<Option<f64>>),
    Bool(Vec<Option<bool>>),
}

/// A column and its name.
pub(super) type Column = (&'static str, Values);

/// Columns of one length, and facts about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Table {
    pub columns: Vec<Column>,
    pub facts: Vec<(String, String)>,
}

/// A column of texts.
pub(super) fn texts<'t>(values: impl Iterator<Item = Option<&'t str>>) -> Values {
    Values::Text(values.map(|text| text.map(ByteArray::from)).collect())
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Values::Text(values) => values.len(),
            Values::Int(values) => values.len(),
            Values::Float(values) => values.len(),
            Values::Bool(values) => values.len(),
        }
    }

    /// A column without rows, of the same type.
    fn empty(&self) -> Self {
        match self {
            Values::Text(_) => Values::Text(Vec::new()),
            Values::Int(_) => Values::Int(Vec::new()),
            Values::Float(_) => Values::Float(Vec::new()),
            Values::Bool(_) => Values::Bool(Vec::new()),
        }
    }

    fn schema(&self, name: &str) -> Result<Type, ParquetError> {
        let (physical, logical) = match self {
            Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Values::Int(_) => (Physical::INT64, None),
            Values::Float(_) => (Physical::DOUBLE, None),
            Values::Bool(_) => (Physical::BOOLEAN, None),
        };
        Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()
    }
}

impl Table {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, values)| values.len())
    }

    /// A text; `None` if it is null or not UTF-8, or the column has no texts.
    pub fn text(&self, name: &str, row: usize) -> Option<&str> {
        match self.values(name)? {
            Values::Text(values) => values.get(row)?.as_ref()?.as_utf8().ok(),
            _ => None,
        }
    }

    /// A whole number.
    pub fn int(&self, name: &str, row: usize) -> Option<i64> {
        match self.values(name)? {
            Values::Int(values) => *values.get(row)?,
            _ => None,
        }
    }

    /// A number.
    pub fn float(&self, name: &str, row: usize) -> Option<f64> {
        match self.values(name)? {
            Values::Float(values) => *values.get(row)?,
            _ => None,
        }
    }

    /// A truth value; null is false.
    pub fn bool(&self, name: &str, row: usize) -> bool {
        match self.values(name) {
            Some(Values::Bool(values)) => values.get(row).copied().flatten() == Some(true),
            _ => false,
        }
    }

    fn values(&self, name: &str) -> Option<&Values> {
        let found = self.columns.iter().find(|(known, _)| *known == name);
        found.map(|(_, values)| values)
    }

    fn schema(&self) -> Result<Type, ParquetError> {
        let fields = self.columns.iter();
        let fields = fields.map(|(name, values)| values.schema(name).map(Arc::new));
        Type::group_type_builder("arcbatt")
            .with_fields(fields.collect::<Result<_, _>>()?)
            .build()
    }

    /// The bytes of the file.
    pub fn write(&self) -> Result<Vec<u8>, ParquetError> {
        let zeros = "0".repeat(DIGITS);
        let facts = self
            .facts
            .iter()
            .map(|(name, value)| (name.as_str(), value));
        let facts = facts.chain([(CHECKSUM, &zeros)]);
        let facts = facts.map(|(name, value)| KeyValue::new(name.to_owned(), value.clone()));
        let properties = WriterProperties::builder()
            .set_created_by("arcbatt".to_owned())
            .set_compression(Compression::UNCOMPRESSED)
            // Many candidates have equal answers, which should be in the file once.
            .set_dictionary_page_size_limit(256 << 20)
            .set_statistics_enabled(EnabledStatistics::None)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(Some(facts.collect()))
            .build();
        let mut bytes = Vec::new();
        let schema = Arc::new(self.schema()?);
        let mut file = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties))?;
        let mut group = file.next_row_group()?;
        for (_, values) in &self.columns {
            match values {
                Values::Text(values) => put::<ByteArrayType>(&mut group, values)?,
                Values::Int(values) => put::<Int64Type>(&mut group, values)?,
                Values::Float(values) => put::<DoubleType>(&mut group, values)?,
                Values::Bool(values) => put::<BoolType>(&mut group, values)?,
            }
        }
        group.close()?;
        file.close()?;
        let at = checksum_at(&bytes).ok_or(ParquetError::General("no checksum".to_owned()))?;
        let digits = blake3::hash(&bytes).to_hex();
        bytes[at..at + DIGITS].copy_from_slice(digits.as_bytes());
        Ok(bytes)
    }
}

fn put<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
    values: &[Option<T::T>],
) -> Result<(), ParquetError> {
    let levels: Vec<i16> = values.iter().map(|v| v.is_some().into()).collect();
    let known: Vec<T::T> = values.iter().flatten().cloned().collect();
    let column = group.next_column()?;
    let mut column = column.ok_or(ParquetError::General("no column".to_owned()))?;
    column
        .typed::<T>()
        .write_batch(&known, Some(&levels), None)?;
    column.close()
}

/// Where the digits of the checksum are: behind its name, the field and its length.
fn checksum_at(bytes: &[u8]) -> Option<usize> {
    const BETWEEN: [u8; 2] = [0x18, DIGITS as u8];
    let name = CHECKSUM.as_bytes();
    let mut windows = bytes.windows(name.len() + BETWEEN.len());
    let is_name = |window: &[u8]| window.starts_with(name) && window.ends_with(&BETWEEN);
    let at = windows.rposition(is_name)? + name.len() + BETWEEN.len();
    (at + DIGITS <= bytes.len()).then_some(at)
}

/// Why a file is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BadTable {
    /// It is no result of arcbatt.
    Foreign,
    /// It is cut or changed.
    Damaged(String),
}

/// Fails if a file is no table of arcbatt, or damaged. Parses nothing.
pub(super) fn verify(bytes: &[u8]) -> Result<(), BadTable> {
    if !bytes.starts_with(b"PAR1") {
        return Err(BadTable::Foreign);
    }
    let damaged = |why: &str| Err(BadTable::Damaged(why.to_owned()));
    if !bytes.ends_with(b"PAR1") || bytes.len() < 12 {
        return damaged("it ends too early");
    }
    let Some(at) = checksum_at(bytes) else {
        return Err(BadTable::Foreign);
    };
    let mut hash = blake3::Hasher::new();
    hash.update(&bytes[..at]);
    hash.update(&[b'0'; DIGITS]);
    hash.update(&bytes[at + DIGITS..]);
    match hash.finalize().to_hex().as_bytes() == &bytes[at..at + DIGITS] {
        true => Ok(()),
        false => damaged("its checksum does not fit its content"),
    }
}

/// The facts of a file that was verified.
pub(super) fn read_facts(bytes: &Bytes) -> Result<Vec<(String, String)>, BadTable> {
    guarded(|| Ok(facts_of(&SerializedFileReader::new(bytes.clone())?)))
}

/// Reads a file that was verified: the columns of `like`, with at most `most_rows` rows.
pub(super) fn read(bytes: &Bytes, like: &Table, most_rows: usize) -> Result<Table, BadTable> {
    guarded(|| {
        let file = SerializedFileReader::new(bytes.clone())?;
        let fail = |why: &str| Err(ParquetError::General(why.to_owned()));
        let metadata = file.metadata();
        if metadata.file_metadata().schema() != &like.schema()? {
            return fail("its columns are not those of this plan");
        }
        let groups = metadata.row_groups();
        let rows = groups.iter().map(|group| group.num_rows().max(0) as u64);
        if rows.fold(0, u64::saturating_add) > most_rows as u64 {
            return fail("it has more rows than the shard can have");
        }
        let mut chunks = groups.iter().flat_map(|group| group.columns());
        if chunks.any(|chunk| chunk.compression() != Compression::UNCOMPRESSED) {
            return fail("it is compressed");
        }
        let columns = like.columns.iter();
        let columns = columns.map(|(name, values)| (*name, values.empty()));
        let mut table = Table {
            columns: columns.collect(),
            facts: facts_of(&file),
        };
        for group in 0..groups.len() {
            let group = file.get_row_group(group)?;
            for (k, (_, values)) in table.columns.iter_mut().enumerate() {
                let reader = group.get_column_reader(k)?;
                take(reader, values, group.metadata().num_rows().max(0) as usize)?;
            }
        }
        let rows = table.rows();
        match table.columns.iter().all(|(_, values)| values.len() == rows) {
            true => Ok(table),
            false => fail("its columns differ in length"),
        }
    })
}

/// The file was written by us or by somebody hostile: a panic of the parser is damage, too.
fn guarded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, BadTable> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(ParquetError::General(why))) => Err(BadTable::Damaged(why)),
        Ok(Err(error)) => Err(BadTable::Damaged(error.to_string())),
        Err(_) => Err(BadTable::Damaged("it is malformed".to_owned())),
    }
}

fn facts_of(file: &SerializedFileReader<Bytes>) -> Vec<(String, String)> {
    let facts = file.metadata().file_metadata().key_value_metadata();
    let facts = facts.into_iter().flatten();
    facts
        .filter(|fact| fact.key != CHECKSUM)
        .map(|fact| (fact.key.clone(), fact.value.clone().unwrap_or_default()))
        .collect()
}

fn take(reader: ColumnReader, values: &mut Values, rows: usize) -> Result<(), ParquetError> {
    /// Rows per read: `read_records` may return fewer than asked for.
    macro_rules! take {
        ($reader:expr, $values:expr) => {{
            let mut reader = $reader;
            let (mut levels, mut known) = (Vec::new(), Vec::new());
            let mut read = 0;
            while read < rows {
                let more = reader.read_records(rows - read, Some(&mut levels), None, &mut known)?;
                if more.0 == 0 {
                    break;
                }
                read += more.0;
            }
            let mut known = known.into_iter();
            for level in levels {
                $values.push(match level {
                    0 => None,
                    _ => known.next(),
                });
            }
        }};
    }
    match (reader, values) {
        (ColumnReader::ByteArrayColumnReader(r), Values::Text(values)) => take!(r, values),
        (ColumnReader::Int64ColumnReader(r), Values::Int(values)) => take!(r, values),
        (ColumnReader::DoubleColumnReader(r), Values::Float(values)) => take!(r, values),
        (ColumnReader::BoolColumnReader(r), Values::Bool(values)) => take!(r, values),
        _ => {
            return Err(ParquetError::General(
                "a column has another type".to_owned(),
            ));
        }
    }
    Ok(())
}
