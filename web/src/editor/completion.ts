/** Completion of primitives, constants and variables. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { language } from '../state.ts';
import { describe } from './docs.ts';

let options: Completion[] | undefined;

function languageOptions(): Completion[] {
  const known = language.value;
  if (options === undefined && known !== null) {
    const info = (completion: Completion) => describe(completion.label);
    options = [
      ...known.primitives.map((primitive) => ({
        label: primitive.name,
        type: 'function',
        detail: `(${primitive.parameters.join(', ')})`,
        info,
      })),
      ...known.constants.map((constant) => ({
        label: constant.name,
        type: 'constant',
        detail: constant.value,
        boost: -1,
        info,
      })),
    ];
  }
  return options ?? [];
}

/** The variables that are assigned above the cursor, and the parameters. */
function variables(text: string): Completion[] {
  const names = new Set<string>();
  for (const [, name] of text.matchAll(/^[ \t]+(\w+)[ \t]*=(?!=)/gm)) {
    names.add(name as string);
  }
  for (const [, list] of text.matchAll(/^def \w+\(([^)]*)\)/gm)) {
    for (const name of (list as string).split(',')) {
      names.add(name.trim());
    }
  }
  return [...names].filter((name) => name !== '').map((label) => ({ label, type: 'variable', boost: 2 }));
}

function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/\w+/);
  if (word === null && !context.explicit) {
    return null;
  }
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, (word?.from ?? context.pos) - line.from);
  // A new name: of a function, a parameter, a variable.
  if (/^\s*def\b/.test(before) || before.includes('#') || (before.trim() === '' && !context.explicit)) {
    const isReturn = 'return'.startsWith(word?.text ?? '');
    return isReturn && before.trim() === '' && before !== ''
      ? {
          from: word?.from ?? context.pos,
          options: [{ label: 'return', type: 'keyword' }],
          validFor: /^\w*$/,
        }
      : null;
  }
  const above = context.state.sliceDoc(0, line.from);
  return {
    from: word?.from ?? context.pos,
    options: [...variables(above), ...languageOptions()],
    validFor: /^\w*$/,
  };
}

export const completion = () =>
  autocompletion({ override: [complete], icons: false, maxRenderedOptions: 60 });
