//! The kernels compile for every supported architecture.
//!
//! NVRTC is not installed everywhere, so `cargo test` skips this test; `.ci/nvrtc` installs NVRTC and
//! runs it. Without NVRTC it fails and says what to do.

use arcbatt_gpu::nvrtc::compile;

/// T4, A100, L4, H100 and H200; later GPUs run the code of the last.
const ARCHITECTURES: [&str; 4] = ["sm_75", "sm_80", "sm_89", "sm_90"];

#[test]
#[ignore = "needs NVRTC: .ci/nvrtc runs it"]
fn every_architecture_compiles() {
    // SAFETY: looks for the library by name and loads nothing else.
    let installed = unsafe { cudarc::nvrtc::sys::is_culib_present() };
    assert!(
        installed,
        "NVRTC is not installed, so the kernels cannot be compiled; run .ci/nvrtc, which installs it \
         from PyPI"
    );
    // Each takes 10 to 20 s, on a core of its own.
    let compiled = std::thread::scope(|scope| {
        let one = |architecture| scope.spawn(move || compile(architecture));
        let threads = ARCHITECTURES.map(one);
        threads.map(|thread| thread.join().expect("no panic in a compiler"))
    });
    for (architecture, compiled) in ARCHITECTURES.into_iter().zip(compiled) {
        let image = compiled.unwrap_or_else(|e| panic!("{architecture}: {e}"));
        // The result is a linked image that holds the whole kernel.
        assert!(image.starts_with(b"\x7fELF"), "{architecture}");
        assert!(image.len() > 100_000, "{architecture}: {}", image.len());
    }
}
