//! The kernels compile for every architecture that they are meant for.

use arcbatt_gpu::cuda::compile;

/// NVRTC is not on every machine: CONTRIBUTING says how to get it.
#[test]
#[ignore = "needs NVRTC"]
fn every_architecture_compiles() {
    for architecture in ["sm_75", "sm_80", "sm_89", "sm_90"] {
        let image = compile(architecture).unwrap_or_else(|e| panic!("{architecture}: {e}"));
        assert!(image.len() > 100_000, "{architecture}: {}", image.len());
    }
}
