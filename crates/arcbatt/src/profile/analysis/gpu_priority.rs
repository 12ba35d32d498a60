//! Rates how much a primitive would gain from a GPU: a priority and a sentence.
//!
//! A large share of the time is not enough: short calls and small batches cost more in transfer than
//! they take on the CPU.

use crate::text::{counted_short, time};

/// A round trip to a GPU, in nanoseconds.
const ROUND_TRIP: f64 = 200_000.0;
/// Calls shorter than this, in nanoseconds, end before a GPU has fetched its arguments.
const SHORT: f64 = 1_000.0;

/// The measured load of a primitive.
#[derive(Clone, Copy, Debug)]
pub struct PrimitiveLoad<'n> {
    /// Its name.
    pub name: &'n str,
    /// Its own time, in percent of the busy time of all threads.
    pub percent: f64,
    /// Number of calls.
    pub calls: f64,
    /// Its own time per call, in nanoseconds.
    pub own_ns: f64,
    /// Calls ready at the same time, on average.
    pub batch: f64,
}

/// `HIGH`, `MEDIUM`, `LOW` or an empty text, and the reason.
pub fn priority(load: &PrimitiveLoad) -> (&'static str, String) {
    let PrimitiveLoad {
        name,
        percent,
        calls,
        own_ns,
        batch,
    } = *load;
    let level = match percent {
        10.0.. => "HIGH",
        5.0.. => "MEDIUM",
        1.0.. => "LOW",
        _ => return ("", String::new()),
    };
    let (calls, one) = (counted_short(calls, "call"), time(own_ns));
    if own_ns < SHORT {
        let why = format!(
            "{name} takes {percent:.1} % of the time, but in {calls} of {one}: too short to \
             move"
        );
        return ("", why);
    }
    let work = batch * own_ns;
    let (ready, work_text) = (counted_short(batch, "call"), time(work));
    if work < ROUND_TRIP {
        let why = format!(
            "{name} takes {percent:.1} % of the time, but in batches of only {ready} of {one} that \
             are ready at once: {work_text} of work for a round trip of {}",
            time(ROUND_TRIP)
        );
        return ("", why);
    }
    let why = format!(
        "{name} takes {percent:.1} % of the time in {calls} of {one}; a batch of {ready} \
         holds {work_text} of work"
    );
    (level, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOW: PrimitiveLoad = PrimitiveLoad {
        name: "objects",
        percent: 30.0,
        calls: 1e4,
        own_ns: 50_000.0,
        batch: 1_000.0,
    };

    #[test]
    fn the_share_sets_the_level() {
        let level = |percent| priority(&PrimitiveLoad { percent, ..SLOW }).0;
        assert_eq!(level(10.1), "HIGH");
        assert_eq!(level(7.0), "MEDIUM");
        assert_eq!(level(1.0), "LOW");
        assert_eq!(level(0.9), "");
    }

    #[test]
    fn short_calls_do_not_pay() {
        let (level, why) = priority(&PrimitiveLoad {
            calls: 1e6,
            own_ns: 50.0,
            ..SLOW
        });
        assert_eq!(level, "");
        assert!(why.contains("1.0 M calls of 50 ns: too short"), "{why}");
    }

    #[test]
    fn small_batches_do_not_pay() {
        let (level, why) = priority(&PrimitiveLoad { batch: 3.0, ..SLOW });
        assert_eq!(level, "");
        assert!(why.contains("round trip of 200.0 µs"), "{why}");
    }
}
