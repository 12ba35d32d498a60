//! What could pay on a GPU: a priority and a sentence.
//!
//! A share of the time is not enough: a call that is short and a batch that is small cost more on
//! the way to the device and back than they take here.

use crate::text::{count, time};

/// The way to a GPU and back, in nanoseconds.
const ROUND_TRIP: f64 = 200_000.0;
/// Calls shorter than this are done before a device has fetched its arguments.
const SHORT: f64 = 1_000.0;

/// What is known of a primitive.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'n> {
    /// Its name.
    pub name: &'n str,
    /// Its own time, in percent of the busy time of all threads.
    pub percent: f64,
    /// Calls.
    pub calls: f64,
    /// Its own time a call, in nanoseconds.
    pub own_ns: f64,
    /// Calls that are ready at once.
    pub batch: f64,
}

/// `HIGH`, `MEDIUM`, `LOW` or nothing, and why.
pub fn priority(candidate: &Candidate) -> (&'static str, String) {
    let Candidate {
        name,
        percent,
        calls,
        own_ns,
        batch,
    } = *candidate;
    let level = match percent {
        10.0.. => "HIGH",
        5.0.. => "MEDIUM",
        1.0.. => "LOW",
        _ => return ("", String::new()),
    };
    let (calls, one) = (count(calls), time(own_ns));
    if own_ns < SHORT {
        let why = format!(
            "{name} is {percent:.1} % of the time, but that is {calls} calls of {one}: too short \
             to move"
        );
        return ("", why);
    }
    let work = batch * own_ns;
    let (ready, work_text) = (count(batch), time(work));
    if work < ROUND_TRIP {
        let why = format!(
            "{name} is {percent:.1} % of the time, but only {ready} calls of {one} are ready at \
             once: {work_text} of work for a round trip of {}",
            time(ROUND_TRIP)
        );
        return ("", why);
    }
    let why = format!(
        "{name} is {percent:.1} % of the time in {calls} calls of {one}; batches of {ready} hold \
         {work_text} of work"
    );
    (level, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOW: Candidate = Candidate {
        name: "objects",
        percent: 30.0,
        calls: 1e4,
        own_ns: 50_000.0,
        batch: 1_000.0,
    };

    #[test]
    fn shares_make_the_level() {
        let level = |percent| priority(&Candidate { percent, ..SLOW }).0;
        assert_eq!(level(10.1), "HIGH");
        assert_eq!(level(7.0), "MEDIUM");
        assert_eq!(level(1.0), "LOW");
        assert_eq!(level(0.9), "");
    }

    #[test]
    fn a_million_short_calls_are_no_candidate() {
        let (level, why) = priority(&Candidate {
            calls: 1e6,
            own_ns: 50.0,
            ..SLOW
        });
        assert_eq!(level, "");
        assert!(why.contains("1.0 M calls of 50 ns: too short"), "{why}");
    }

    #[test]
    fn a_small_batch_is_no_candidate() {
        let (level, why) = priority(&Candidate { batch: 3.0, ..SLOW });
        assert_eq!(level, "");
        assert!(why.contains("round trip of 200.0 µs"), "{why}");
    }
}
