//! The kernel on a GPU. The driver is loaded at run time, if there is one.
//!
//! In: a batch. Out: its results, or an error, after which the caller uses the CPU.
//!
//! Never: a call into a library that is missing, which would panic.

use crate::batch::{Answers, Batch, Job, PAGE, SCRATCH, Times};
use crate::code::MOST_VALUES;
use crate::nvrtc::kernel_image;
use crate::upload::Upload;
use cudarc::driver::sys::{CUdevice_attribute, CUevent_flags, CUlimit};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaFunction, CudaSlice, CudaStream, DeviceRepr, DriverError,
    LaunchConfig, PinnedHostSlice, PushKernelArg, result,
};
use cudarc::nvrtc::Ptx;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;
use thiserror::Error;

/// Why a device cannot be used, or failed.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// No driver.
    #[error("no GPU driver (libcuda) on this machine")]
    NoDriver,
    /// NVRTC is missing, and there is no cached kernel.
    #[error(
        "no NVRTC library (libnvrtc), which compiles the kernels; it comes with CUDA or with `pip install nvidia-cuda-nvrtc-cu12`"
    )]
    NoCompiler,
    /// No device has this number.
    #[error("there is no GPU number {0}; this machine has {1}")]
    NoDevice(usize, usize),
    /// The device is too old for the kernels.
    #[error("GPU {0} has compute capability {1}.{2}; the kernels need 7.5")]
    TooOld(usize, i32, i32),
    /// The driver reports an error.
    #[error("GPU driver: {0:?}")]
    Driver(#[from] DriverError),
    /// The kernels do not compile.
    #[error("the kernels do not compile: {0}")]
    Compile(String),
}

// SAFETY: a plain struct of numbers; `layout` checks that the kernel's is the same.
unsafe impl DeviceRepr for Job {}

/// Warps per block; as in the kernel.
const WARPS: u32 = 4;
/// Words of the arena per value when sizing batches; most values need far less.
const WORDS_A_VALUE: usize = 160;
/// The largest arena in words: offsets have 31 bits.
const MOST_WORDS: usize = 1 << 31;
/// Bytes of stack per thread; functions call functions.
const STACK: usize = 14 << 10;
/// The number of concurrent launches on a device.
const LANES: usize = 6;

/// A GPU ready to run batches, also from several threads at once.
pub struct Cuda {
    context: Arc<CudaContext>,
    function: CudaFunction,
    /// The number of the device.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Its compute capability.
    pub capability: (i32, i32),
    /// Multiprocessors.
    pub processors: u32,
    /// Warps that run at once.
    pub warps: u32,
    /// Bytes of memory: free when opened, and in total.
    pub memory: (usize, usize),
    /// Seconds of opening, mostly compiling the kernel or reading it from the cache.
    pub prepared: f64,
    /// Clock cycles of all resident warps per second.
    clocks_a_second: f64,
    lanes: Mutex<Vec<Lane>>,
    lane_back: Condvar,
}

/// The stream and buffers of one launch at a time.
struct Lane {
    stream: Arc<CudaStream>,
    arena: Option<CudaSlice<u32>>,
    values: Option<CudaSlice<u32>>,
    up: Option<PinnedHostSlice<u64>>,
    down: Option<PinnedHostSlice<u64>>,
}

/// The number of devices; 0 without a driver, which is found out at once.
pub fn count() -> usize {
    if !driver_is_there() {
        return 0;
    }
    CudaContext::device_count().map_or(0, |n| n.max(0) as usize)
}

/// The name of a device, without opening it, which would take far longer.
pub fn name(index: usize) -> Option<String> {
    if index >= count() {
        return None;
    }
    let device = result::device::get(index as i32).ok()?;
    result::device::get_name(device).ok()
}

/// Whether the driver's library can be loaded. It is not initialised, which would take long.
pub fn driver_is_there() -> bool {
    if cfg!(target_os = "linux") && !std::path::Path::new("/dev/nvidiactl").exists() {
        return false;
    }
    // SAFETY: looks for the library by name and loads nothing else.
    unsafe { cudarc::driver::sys::is_culib_present() }
}

impl Cuda {
    /// Opens a device: compiles the kernel or reads it from the cache.
    pub fn open(index: usize) -> Result<Self, DeviceError> {
        let started = Instant::now();
        if !driver_is_there() {
            return Err(DeviceError::NoDriver);
        }
        let devices = count();
        if index >= devices {
            return Err(DeviceError::NoDevice(index, devices));
        }
        let context = CudaContext::new(index)?;
        let capability = context.compute_capability()?;
        if capability < (7, 5) {
            return Err(DeviceError::TooOld(index, capability.0, capability.1));
        }
        context.set_limit(CUlimit::CU_LIMIT_STACK_SIZE, STACK)?;
        let image = kernel_image(capability)?;
        let module = context.load_module(Ptx::from_binary(image))?;
        let function = module.load_function("arcbatt_wave")?;
        let processors = context
            .attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?
            .max(1) as u32;
        let most_warps = context
            .attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)?
            / 32;
        let kilohertz = context.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE)?;
        let memory = context.mem_get_info()?;
        let blocks =
            function.occupancy_max_active_blocks_per_multiprocessor(32 * WARPS, 0, None)?;
        Self {
            name: context.name()?,
            context,
            function,
            index,
            capability,
            processors,
            warps: processors * blocks.max(1) * WARPS,
            memory,
            prepared: started.elapsed().as_secs_f64(),
            clocks_a_second: f64::from(kilohertz)
                * 1e3
                * f64::from(processors)
                * f64::from(most_warps),
            lanes: Mutex::default(),
            lane_back: Condvar::new(),
        }
        .with_lanes()
    }

    fn with_lanes(self) -> Result<Self, DeviceError> {
        let mut lanes = Vec::with_capacity(LANES);
        for _ in 0..LANES {
            let stream = self.context.new_stream()?;
            lanes.push(Lane {
                stream,
                arena: None,
                values: None,
                up: None,
                down: None,
            });
        }
        // No other thread has it yet.
        *self.lanes.lock().unwrap_or_else(PoisonError::into_inner) = lanes;
        Ok(self)
    }

    /// Runs a batch and calls `read` with its results.
    pub fn run(&self, batch: &Batch, read: &mut dyn FnMut(&Answers)) -> Result<(), DeviceError> {
        // Packing needs no device, so it runs while other launches use it.
        let upload = Upload::new(batch, self.warps as usize);
        let mut lane = {
            let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                match lanes.pop() {
                    Some(lane) => break lane,
                    None => {
                        let wait = self.lane_back.wait(lanes);
                        lanes = wait.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            }
        };
        let done = self.run_on(&mut lane, batch, &upload, read);
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        lanes.push(lane);
        drop(lanes);
        self.lane_back.notify_one();
        done
    }

    fn run_on(
        &self,
        lane: &mut Lane,
        batch: &Batch,
        upload: &Upload,
        read: &mut dyn FnMut(&Answers),
    ) -> Result<(), DeviceError> {
        self.context.bind_to_thread()?;
        let stream = lane.stream.clone();
        let waves = &upload.waves;
        let mark = || stream.record_event(Some(CUevent_flags::CU_EVENT_DEFAULT));
        let begun = mark()?;
        let uploaded = upload.words.len();
        let mut pinned = self.pinned(&mut lane.up, uploaded)?;
        pinned.as_mut_slice()?[..uploaded].copy_from_slice(&upload.words);
        // SAFETY: all of it is written by the copy that follows.
        let up = unsafe { stream.alloc::<u64>(uploaded) }?;
        let base = address(&up, &stream);
        // SAFETY: the page-locked memory is kept until the stream has been waited for.
        unsafe {
            result::memcpy_htod_async(base, &pinned.as_slice()?[..uploaded], stream.cu_stream())
        }?;
        // Zeroed: outcomes, spent steps and cells, counters, clocks.
        let outcomes = batch.outcomes as usize;
        let clocks = if batch.clocks { 512 } else { 0 };
        let counters_len = 2 + waves.len().div_ceil(2);
        let down_len = outcomes + 2 * batch.groups.len() + counters_len + clocks;
        let down = stream.alloc_zeros::<u64>(down_len)?;
        let (table, room) = batch.room_for_grids();
        let keys = stream.alloc_zeros::<u64>(table)?;
        // SAFETY: only words that the kernel wrote are read back.
        let grids = unsafe { stream.alloc::<u32>(room.max(1)) }?;
        let pages = stream.alloc_zeros::<u32>(2 * self.warps as usize)?;
        let inputs = batch.shared.words.len().next_multiple_of(4);
        let scratch = inputs + self.warps as usize * SCRATCH as usize;
        let page = PAGE as usize;
        let wanted = scratch + (self.warps as usize) * page + WORDS_A_VALUE * batch.kept();
        let arena = enough(&mut lane.arena, wanted.min(self.arena_words()), &stream)?;
        // SAFETY: the inputs were uploaded above, and the arena has room for them at its start.
        unsafe {
            let (to, from) = (address(&arena, &stream), base + upload.shared);
            result::memcpy_dtod_async(to, from, 4 * batch.shared.words.len(), stream.cu_stream())
        }?;
        // Leaves and samples come first, then the values of steps.
        let given = batch.code.leaves.len() + batch.samples.len();
        let values = enough(&mut lane.values, 8 * (given + batch.values()), &stream)?;
        let leaves = address(&values, &stream);
        // SAFETY: leaves and samples are adjacent in the upload, 32 bytes each.
        unsafe {
            result::memcpy_dtod_async(leaves, base + upload.leaves, 32 * given, stream.cu_stream())
        }?;
        let ready = mark()?;
        let out = address(&down, &stream);
        let spent = out + 8 * outcomes as u64;
        let counters = spent + 16 * batch.groups.len() as u64;
        let job = Job {
            steps: base + upload.steps,
            first_items: base + upload.first_items,
            waves: base + upload.wave_list,
            leaves,
            samples: leaves + (upload.samples - upload.leaves),
            lists: base + upload.lists,
            groups: base + upload.groups,
            outcomes: out,
            values: leaves + 32 * given as u64,
            arena: address(&arena, &stream),
            pages: address(&pages, &stream),
            page: counters,
            next: counters + 16,
            spent,
            keys: if batch.keep_grids {
                address(&keys, &stream)
            } else {
                0
            },
            grids: address(&grids, &stream),
            used: counters + 8,
            clocks: match batch.clocks {
                true => counters + 8 * counters_len as u64,
                false => 0,
            },
            scratch: scratch as u32,
            page_words: PAGE,
            pages_count: (arena.len().min(MOST_WORDS).saturating_sub(scratch) / page) as u32,
            table_mask: table as u32 - 1,
            grids_size: room as u32,
            test: batch.test as u32,
            waves_count: waves.len() as u32,
            first_scratch: inputs as u32,
            leaves_count: batch.code.leaves.len() as u32,
            samples_count: (batch.samples.len() / 4) as u32,
        };
        for (number, wave) in waves.iter().enumerate() {
            let blocks = (self.warps / WARPS).min(wave.items.div_ceil(WARPS));
            let config = LaunchConfig {
                grid_dim: (blocks.max(1), 1, 1),
                block_dim: (32 * WARPS, 1, 1),
                shared_mem_bytes: 0,
            };
            let number = number as u32;
            // SAFETY: every pointer of the job is to device memory that outlives the launch, and
            // has the size that the kernel derives from the other fields.
            unsafe {
                stream
                    .launch_builder(&self.function)
                    .arg(&job)
                    .arg(&number)
                    .launch(config)
            }?;
        }
        let ran = mark()?;
        let mut pinned_down = self.pinned(&mut lane.down, down_len)?;
        // SAFETY: the page-locked memory is kept until the stream has been waited for.
        unsafe {
            let to = &mut pinned_down.as_mut_slice()?[..down_len];
            result::memcpy_dtoh_async(to, out, stream.cu_stream())
        }?;
        let done = mark()?;
        stream.synchronize()?;
        let words = &pinned_down.as_slice()?[..down_len];
        let spent_at = outcomes + 2 * batch.groups.len();
        let used = (words[spent_at + 1] as u32 as usize).min(room);
        let kept = match used {
            0 => Vec::new(),
            used => stream.clone_dtoh(&grids.slice(0..used))?,
        };
        stream.synchronize()?;
        let clocks = &words[spent_at + counters_len..];
        let seconds = |from: &CudaEvent, to| from.elapsed_ms(to).map(|ms| f64::from(ms) * 1e-3);
        let kernel = seconds(&ready, &ran)?;
        let times = Times {
            up: seconds(&begun, &ready)?,
            kernel,
            down: seconds(&ran, &done)?,
            bytes: (8 * uploaded as u64, 8 * down_len as u64 + 4 * used as u64),
            clocks: clocks.as_chunks::<2>().0.to_vec(),
            warp_cycles: match batch.clocks {
                true => (kernel * self.clocks_a_second) as u64,
                false => 0,
            },
        };
        read(&Answers {
            outcomes: &words[..outcomes],
            spent: words[outcomes..spent_at].as_chunks::<2>().0,
            grids: &kept,
            times,
        });
        lane.up = Some(pinned);
        lane.down = Some(pinned_down);
        lane.arena = Some(arena);
        lane.values = Some(values);
        // The buffers of the launch live until here.
        drop((up, down, keys, grids, pages));
        Ok(())
    }

    /// The largest arena of a lane in words; all lanes share half of the memory.
    fn arena_words(&self) -> usize {
        (self.memory.0 / (8 * LANES)).min(MOST_WORDS)
    }

    /// The largest number of kept values of a batch that fit into memory.
    pub fn capacity(&self) -> usize {
        let own = self.warps as usize * (SCRATCH + PAGE) as usize;
        (self.arena_words().saturating_sub(own) / WORDS_A_VALUE).clamp(1, MOST_VALUES)
    }

    /// Page-locked memory of at least `len` words; reuses `kept` if it is large enough.
    fn pinned(
        &self,
        kept: &mut Option<PinnedHostSlice<u64>>,
        len: usize,
    ) -> Result<PinnedHostSlice<u64>, DeviceError> {
        match kept.take() {
            Some(memory) if memory.len() >= len => Ok(memory),
            _ => {
                let len = len.next_power_of_two().max(1 << 12);
                // SAFETY: integers of any bits are valid.
                Ok(unsafe { self.context.alloc_pinned_with_flags(len, 0) }?)
            }
        }
    }
}

/// Device memory of at least `words` words, uninitialised; reuses `kept` if it is large enough.
fn enough(
    kept: &mut Option<CudaSlice<u32>>,
    words: usize,
    stream: &Arc<CudaStream>,
) -> Result<CudaSlice<u32>, DeviceError> {
    match kept.take() {
        Some(memory) if memory.len() >= words => Ok(memory),
        old => {
            drop(old);
            // SAFETY: the kernel reads only words that it wrote.
            Ok(unsafe { stream.alloc::<u32>(words) }?)
        }
    }
}

/// The address of device memory.
fn address<T>(memory: &CudaSlice<T>, stream: &Arc<CudaStream>) -> u64 {
    use cudarc::driver::DevicePtr;
    memory.device_ptr(stream).0
}
