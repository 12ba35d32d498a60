//! Vectors with a program and its inputs, and the executor that runs programs one by one.

use super::Difference;
use crate::batt::{Code, output_grid};
use crate::dsl::{Cx, Limits};
use crate::grid::{Grid, GridBuf};
use crate::program::{Program, parse_file};
use bumpalo::Bump;
use serde_json::Value as Json;

/// The answer to one input: a grid of colours, or why there is none.
pub type Answer = Result<GridBuf, String>;

/// A program, its inputs, and the answers of the reference.
#[derive(Clone, Debug)]
pub struct ProgramVector {
    /// Line in the file, from 1.
    pub line: usize,
    /// The name of the vector.
    pub id: String,
    /// The text of the program.
    pub source: String,
    /// The program.
    pub program: Program,
    /// The inputs, each both `I` and `C`; `S` is empty.
    pub inputs: Vec<GridBuf>,
    /// The answers of the reference, one per input; `None` is a failure.
    pub wanted: Vec<Option<GridBuf>>,
}

impl ProgramVector {
    pub(super) fn read(line: usize, json: &Json) -> Result<Self, String> {
        let source = json["source"].as_str().unwrap_or_default();
        let mut parsed = parse_file(source);
        if let Some(problem) = parsed.errors.first() {
            return Err(problem.to_string());
        }
        let (Some(program), true) = (parsed.programs.pop(), parsed.programs.is_empty()) else {
            return Err("one program is wanted".into());
        };
        let inputs = grids(&json["inputs"]).and_then(|inputs| inputs.into_iter().collect());
        let (Some(inputs), Some(wanted)) = (inputs, grids(&json["outputs"])) else {
            return Err("inputs and outputs are lists of grids".into());
        };
        let inputs: Vec<GridBuf> = inputs;
        if inputs.len() != wanted.len() {
            return Err(format!("{} inputs, {} outputs", inputs.len(), wanted.len()));
        }
        Ok(Self {
            line,
            id: json["id"].as_str().unwrap_or_default().to_string(),
            source: source.to_string(),
            program,
            inputs,
            wanted,
        })
    }

    /// The first answer that differs from the reference.
    pub(super) fn compare(&self, answers: &[Answer]) -> Result<(), Difference> {
        let differs = |where_: &str, wanted: String, got: String| {
            let what = format!("{}{where_}\n{}", self.id, self.source.trim_end());
            Err(Box::new([what, wanted, got]))
        };
        let (wanted, got) = (self.wanted.len(), answers.len());
        if wanted != got {
            let got = format!("{got} answers to {wanted} inputs");
            return differs("", format!("{wanted} answers"), got);
        }
        for (k, (answer, wanted)) in answers.iter().zip(&self.wanted).enumerate() {
            if answer.as_ref().ok() != wanted.as_ref() {
                let wanted = match wanted {
                    Some(grid) => format!("{grid:?}"),
                    None => "no answer".to_string(),
                };
                let got = match answer {
                    Ok(grid) => format!("{grid:?}"),
                    Err(why) => why.clone(),
                };
                return differs(&format!(", input {k}"), wanted, got);
            }
        }
        Ok(())
    }
}

/// Reads grids as rows of digits; `null` is no grid.
fn grids(json: &Json) -> Option<Vec<Option<GridBuf>>> {
    json.as_array()?
        .iter()
        .map(|grid| match grid {
            Json::Null => Some(None),
            _ => {
                let rows: Option<Vec<&str>> = grid.as_array()?.iter().map(Json::as_str).collect();
                GridBuf::from_digits(&rows?).map(Some)
            }
        })
        .collect()
}

/// Runs every program on its own, line by line.
pub fn interpret(vectors: &[ProgramVector]) -> Vec<Vec<Answer>> {
    let mut arena = Bump::new();
    let mut answer = |code: &Code, input: &GridBuf| {
        arena.reset();
        let cx = Cx::new(&arena, Limits::default());
        match code
            .inputs(&cx, &[], input)
            .and_then(|inputs| code.run(&cx, inputs))
        {
            Ok(value) => output_grid(value)
                .map(Grid::to_buf)
                .ok_or_else(|| format!("no grid of colours: {value}")),
            Err(stopped) => Err(format!("line {}: {}", stopped.line + 1, stopped.fail)),
        }
    };
    let all = |vector: &ProgramVector| {
        let code = Code::new(&vector.program);
        vector.inputs.iter().map(|i| answer(&code, i)).collect()
    };
    vectors.iter().map(all).collect()
}
