//! Compiling the kernel with NVRTC, and the cache of compiled kernels.

use crate::cuda::DeviceError;
use crate::source;
use std::path::PathBuf;

/// The compiled kernel for a compute capability, from the cache or compiled now.
pub(crate) fn kernel_image(capability: (i32, i32)) -> Result<Vec<u8>, DeviceError> {
    let hash = {
        use std::hash::{Hash, Hasher};
        let mut hasher = rustc_hash::FxHasher::default();
        source::single().hash(&mut hasher);
        hasher.finish()
    };
    let (major, minor) = capability;
    let kept = cache_folder().map(|f| f.join(format!("kernel-{hash:016x}-sm{major}{minor}.cubin")));
    if let Some(image) = kept.as_ref().and_then(|path| std::fs::read(path).ok()) {
        return Ok(image);
    }
    // SAFETY: looks for the library by name and loads nothing else.
    if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        return Err(DeviceError::NoCompiler);
    }
    let image = compile(&format!("sm_{major}{minor}"))?;
    if let Some(path) = kept {
        // Written aside and renamed, so that no process reads a partial file. If it cannot be
        // cached, the next start compiles again.
        let own = path.with_extension(format!("{}", std::process::id()));
        let _ = path.parent().map(std::fs::create_dir_all);
        if std::fs::write(&own, &image).is_ok() {
            let _ = std::fs::rename(&own, &path);
        }
    }
    Ok(image)
}

/// The folder of cached kernels and calibrations.
pub fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    let base = match set("XDG_CACHE_HOME") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(set("HOME")?).join(".cache"),
    };
    Some(base.join("arcbatt"))
}

/// Compiles the kernel with NVRTC, which must be present.
pub fn compile(architecture: &str) -> Result<Vec<u8>, DeviceError> {
    use cudarc::nvrtc::{result, sys};
    let failed = |e: &dyn std::fmt::Debug| DeviceError::Compile(format!("{e:?}"));
    let text = std::ffi::CString::new(source::single()).map_err(|e| failed(&e))?;
    let program = result::create_program(&text, Some(c"arcbatt.cu")).map_err(|e| failed(&e))?;
    let mut options = vec![
        format!("--gpu-architecture={architecture}"),
        "--std=c++17".to_string(),
    ];
    if let Ok(more) = std::env::var("ARCBATT_NVRTC") {
        options.extend(more.split_whitespace().map(String::from));
    }
    // SAFETY: the program was created above and is destroyed below, after its last use.
    unsafe {
        let compiled = result::compile_program(program, &options);
        let image = match compiled {
            Err(error) => {
                let log = result::get_program_log(program).unwrap_or_default();
                let log: Vec<u8> = log.iter().map(|&c| c as u8).collect();
                let log = String::from_utf8_lossy(&log);
                Err(DeviceError::Compile(format!("{error:?}\n{log}")))
            }
            Ok(()) => {
                let mut len = 0usize;
                let size = sys::nvrtcGetCUBINSize(program, &raw mut len).result();
                let mut image = vec![0u8; len];
                let read = sys::nvrtcGetCUBIN(program, image.as_mut_ptr().cast()).result();
                size.and(read).map(|()| image).map_err(|e| failed(&e))
            }
        };
        let _ = result::destroy_program(program);
        image
    }
}
