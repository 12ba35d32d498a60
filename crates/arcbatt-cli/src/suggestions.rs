//! Suggestions for a misspelled name.

use strsim::damerau_levenshtein;

/// The most suggestions.
const MOST: usize = 5;
/// Longer names are not compared.
const LONGEST: usize = 100;

/// Names similar to `name` or containing it, the most similar first.
pub fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let name = name.to_lowercase();
    let most = (name.chars().count() / 3).max(1);
    let mut found: Vec<(usize, bool, &str)> = names
        .filter(|other| other.len() <= LONGEST)
        .filter_map(|other| {
            let lower = other.to_lowercase();
            let distance = damerau_levenshtein(&name, &lower);
            let within = name.len() > 2 && lower.contains(&name)
                // Skip short names that are contained by chance, such as ONE in xylophone.
                || name.contains(&lower) && lower.len() * 2 > name.len();
            (distance <= most || within).then_some((distance, within, other))
        })
        .collect();
    found.sort();
    // Keep only names about as close as the best one.
    let best = found.first().map_or(0, |(distance, ..)| *distance);
    found.retain(|(distance, within, _)| *within || *distance <= best + 1);
    found.truncate(MOST);
    found.into_iter().map(|(.., other)| other).collect()
}

/// `; did you mean a, b or c?`, or nothing.
pub fn did_you_mean<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    match nearest(name, names).as_slice() {
        [] => String::new(),
        [one] => format!("; did you mean {one}?"),
        [several @ .., last] => {
            format!("; did you mean {} or {last}?", several.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_and_partial_names_are_found() {
        let names = ["objects", "hmirror", "vmirror", "fill", "T"];
        assert_eq!(nearest("objecst", names.into_iter()), ["objects"]);
        let tasks = ["gravity_left", "gravity_down", "gravity_down_twice"];
        let near = nearest("gravity_dwon", tasks.into_iter());
        assert_eq!(near, ["gravity_down"]);
        assert_eq!(nearest("mirror", names.into_iter()), ["hmirror", "vmirror"]);
        assert!(nearest("gravitate", names.into_iter()).is_empty());
        assert!(nearest(&"x".repeat(1 << 20), names.into_iter()).is_empty());
        assert_eq!(
            did_you_mean("mirror", names.into_iter()),
            "; did you mean hmirror or vmirror?"
        );
    }
}
