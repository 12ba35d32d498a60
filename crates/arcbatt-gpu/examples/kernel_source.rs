//! Prints the kernel as one file of CUDA C++, for compilers and profilers outside this program:
//! `cargo run -p arcbatt-gpu --example kernel_source > kernel.cu`.

fn main() {
    print!("{}", arcbatt_gpu::source::single());
}
