//! Downloads the real package. Run by hand, because it needs a network:
//! `cargo test --test task -- --ignored`

use arcbatt::task::{Leniency, NAMED_SETS, PullOptions, open_in, pull};
use std::time::Duration;

#[test]
#[ignore = "needs a network and a Python with pip"]
fn the_real_package_loads() {
    let cache = tempfile::TempDir::new().unwrap();
    let options = PullOptions {
        cache: cache.path().join("arcbatt"),
        python: None,
        limit: Duration::from_secs(600),
    };
    pull(&options, &mut |step| println!("{step:?}")).unwrap();
    for set in NAMED_SETS {
        let loaded = open_in(Some(&options.cache), set.name, Leniency::Strict).unwrap();
        assert_eq!(loaded.data.tasks.len(), set.tasks);
    }
}
