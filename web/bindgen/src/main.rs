//! `bindgen IN.wasm FOLDER`: writes the engine and the JavaScript that loads it to the folder.

use std::env::args;
use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let (Some(wasm), Some(folder)) = (args().nth(1), args().nth(2)) else {
        eprintln!("usage: bindgen IN.wasm FOLDER");
        std::process::exit(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(&wasm)
        .out_name("engine")
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(&folder));
    if let Err(error) = made {
        eprintln!("{wasm}: {error:#}");
        std::process::exit(1);
    }
}
