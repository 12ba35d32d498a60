//! The kernels compile for every architecture that they are meant for.
//!
//! NVRTC is not on every machine, so `cargo test` leaves this out; `.ci/nvrtc` gets it and asks for
//! this test by name. Without NVRTC it fails, and says what to do.

use arcbatt_gpu::cuda::compile;

/// T4, A100, L4 and the like, H100 and H200; later ones take the code of the last.
const ARCHITECTURES: [&str; 4] = ["sm_75", "sm_80", "sm_89", "sm_90"];

#[test]
#[ignore = "needs NVRTC: .ci/nvrtc runs it"]
fn every_architecture_compiles() {
    // SAFETY: looks for the library by name and loads nothing else.
    let there = unsafe { cudarc::nvrtc::sys::is_culib_present() };
    assert!(
        there,
        "NVRTC IS NOT HERE, so nobody knows whether the kernels compile for a GPU; .ci/nvrtc gets it \
         from PyPI, and CONTRIBUTING.md says how to do so by hand"
    );
    // They take 10 to 20 seconds each, on a core each.
    let compiled = std::thread::scope(|scope| {
        let one = |architecture| scope.spawn(move || compile(architecture));
        let threads = ARCHITECTURES.map(one);
        threads.map(|thread| thread.join().expect("no panic in a compiler"))
    });
    for (architecture, compiled) in ARCHITECTURES.into_iter().zip(compiled) {
        let image = compiled.unwrap_or_else(|e| panic!("{architecture}: {e}"));
        // A linked image for a GPU, with all of the kernel in it.
        assert!(image.starts_with(b"\x7fELF"), "{architecture}");
        assert!(image.len() > 100_000, "{architecture}: {}", image.len());
    }
}
