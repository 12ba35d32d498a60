/** Errors and notes of the engine, underlined where they are, with quick fixes. */
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Problem } from '../engine/types.ts';

/** The word at a position, or one character. */
function range(doc: Text, problem: Problem): { from: number; to: number } {
  const line = doc.line(Math.min(Math.max(problem.line, 1), doc.lines));
  // Columns count characters, positions count UTF-16 units.
  const before = Array.from(line.text)
    .slice(0, problem.column - 1)
    .join('').length;
  const rest = line.text.slice(before);
  const length = /^[\p{L}\p{N}_]+/u.exec(rest)?.[0].length ?? Math.min(1, rest.length);
  if (length > 0) {
    return { from: line.from + before, to: line.from + before + length };
  }
  // At the end of a line: the last word before it.
  const start = line.text.trimEnd().search(/\S+$/);
  return { from: line.from + Math.max(start, 0), to: line.to };
}

function diagnostic(doc: Text, problem: Problem): Diagnostic {
  const place = range(doc, problem);
  const name = problem.suggestion;
  return {
    ...place,
    severity: problem.is_error ? 'error' : 'info',
    message: problem.message,
    actions:
      name === null
        ? []
        : [
            {
              name: `Replace with ${name}`,
              apply: (view, from, to) => view.dispatch({ changes: { from, to, insert: name } }),
            },
          ],
  };
}

export function showProblems(view: EditorView, problems: Problem[]): void {
  const { doc } = view.state;
  view.dispatch(
    setDiagnostics(
      view.state,
      problems.map((problem) => diagnostic(doc, problem)),
    ),
  );
}
