//! Constructors of sets of cells: a bitset if it fits, else a sorted list.

use crate::dsl::cx::Cx;
use crate::dsl::fail::Fail;
use crate::dsl::sets::sorted_set;
use crate::dsl::sets::wide_bitset::WideBitset;
use crate::dsl::value::Value;
use crate::grid::{BoundingBox, Cells, Color, Object};

impl<'a> Cx<'a> {
    /// The set of the given cells.
    #[inline]
    pub fn indices(&self, cells: Cells<'a>) -> Value<'a> {
        if cells.is_empty() {
            Value::EMPTY_SET
        } else {
            Value::Indices(self.arena().alloc(cells))
        }
    }

    /// The set of the given pairs, which may repeat.
    pub fn indices_of(
        &self,
        cells: impl Iterator<Item = (i32, i32)> + Clone,
    ) -> Result<Value<'a>, Fail> {
        let (mut bounds, mut count) = (BoundingBox::EMPTY, 0);
        // `for_each` is faster than a loop for nested iterators.
        cells.clone().for_each(|(i, j)| {
            bounds.add(i, j);
            count += 1;
        });
        if count == 0 {
            return Ok(Value::EMPTY_SET);
        }
        self.reserve(count)?;
        if let Some(height) = bounds.word_rows() {
            let (top, left) = (bounds.top, bounds.left);
            let rows = self.blank(height)?;
            cells.for_each(|(i, j)| rows[(i - top) as usize] |= 1 << (j - left));
            return Ok(self.indices(Cells::tight(top, left, rows)));
        }
        if let Some(mut bitset) = WideBitset::new(self, &bounds, count)? {
            cells.for_each(|(i, j)| bitset.insert(i, j));
            let items = bitset.pairs(self)?;
            return Ok(sorted_set::from_sorted_pairs(self, items));
        }
        sorted_set::pairs(self, cells, count)
    }

    /// The object of the given coloured cells, which may repeat.
    pub fn object_of(
        &self,
        cells: impl Iterator<Item = (i32, i32, i32)> + Clone,
    ) -> Result<Value<'a>, Fail> {
        let (mut bounds, mut count) = (BoundingBox::EMPTY, 0);
        let mut colors: [Color; Object::MAX_COLORS] = [0; Object::MAX_COLORS];
        let mut used = 0;
        let mut fits = true;
        for (c, i, j) in cells.clone() {
            bounds.add(i, j);
            count += 1;
            match Color::try_from(c) {
                Ok(c) if colors[..used].contains(&c) => {}
                Ok(c) if used < Object::MAX_COLORS => {
                    colors[used] = c;
                    used += 1;
                }
                _ => fits = false,
            }
        }
        if count == 0 {
            return Ok(Value::EMPTY_SET);
        }
        self.reserve(count)?;
        if let Some(height) = bounds.word_rows().filter(|_| fits) {
            let (top, left) = (bounds.top, bounds.left);
            let colors = self.arena().alloc_slice_copy(&colors[..used]);
            colors.sort_unstable();
            let planes = self.blank(height * used)?;
            for (c, i, j) in cells {
                // Every colour was added above.
                let k = colors.iter().position(|&o| o as i32 == c).unwrap_or(0);
                planes[k * height + (i - top) as usize] |= 1 << (j - left);
            }
            return self.bitset(top, left, height, colors, planes);
        }
        sorted_set::cells(self, cells, count)
    }

    /// The set of bit planes of `height` rows, one per colour, ascending; without colours, one plane
    /// of pairs. Drops empty planes and rows. Height and columns are within the limits of [`Cells`].
    pub(in crate::dsl) fn bitset(
        &self,
        top: i32,
        left: i32,
        height: usize,
        colors: &'a [Color],
        planes: &'a mut [u64],
    ) -> Result<Value<'a>, Fail> {
        match colors {
            [] => return Ok(self.indices(Cells::tight(top, left, planes))),
            [_] => return Ok(self.one_color(colors, Cells::tight(top, left, planes))),
            _ => {}
        }
        let union = self.blank(height)?;
        let (mut kept, mut twice) = (0, 0);
        for plane in planes.chunks_exact(height.max(1)) {
            let mut any = 0;
            for (all, &row) in union.iter_mut().zip(plane) {
                any |= row;
                twice |= *all & row;
                *all |= row;
            }
            kept += (any != 0) as usize;
        }
        let untrimmed = height;
        let shape = Cells::tight(top, left, union);
        if shape.is_empty() {
            return Ok(Value::EMPTY_SET);
        }
        let count = match twice {
            0 => shape.count,
            // Some cell has two colours.
            _ => planes.iter().map(|row| row.count_ones()).sum(),
        };
        let (skip, first) = ((shape.left - left) as u32, (shape.top - top) as usize);
        let height = shape.height();
        if kept == colors.len() && skip == 0 && height == untrimmed {
            return Ok(Value::Object(self.arena().alloc(Object {
                shape,
                count,
                colors,
                planes,
            })));
        }
        let mut kept_colors = self.reserve_list::<Color>(kept)?;
        let mut kept_planes = self.reserve_list::<u64>(kept * height)?;
        for (&color, plane) in colors.iter().zip(planes.chunks_exact(untrimmed)) {
            if plane.iter().any(|&row| row != 0) {
                kept_colors.push(color);
                kept_planes.extend(plane[first..first + height].iter().map(|row| row >> skip));
            }
        }
        if kept == 1 {
            return Ok(self.one_color(kept_colors.into_bump_slice(), shape));
        }
        Ok(Value::Object(self.arena().alloc(Object {
            shape,
            count,
            colors: kept_colors.into_bump_slice(),
            planes: kept_planes.into_bump_slice(),
        })))
    }

    /// The object of one colour with the given cells.
    #[inline]
    pub fn one_color(&self, color: &'a [Color], shape: Cells<'a>) -> Value<'a> {
        debug_assert_eq!(color.len(), 1);
        if shape.is_empty() {
            return Value::EMPTY_SET;
        }
        Value::Object(self.arena().alloc(Object {
            shape,
            count: shape.count,
            colors: color,
            planes: shape.rows,
        }))
    }
}
