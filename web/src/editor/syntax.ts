/** The syntax of programs: a small part of Python, with the names of the language. */
import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { language } from '../state.ts';

const KEYWORDS = new Set(['def', 'return', 'lambda', 'if', 'else', 'for', 'in', 'import', 'from', 'None']);

interface State {
  /** Whether the next name is that of a function being defined. */
  defines: boolean;
}

/** `_f` and the like select a variant of a primitive; the name before is known. */
export function primitiveOf(word: string) {
  const primitives = language.value?.primitives ?? [];
  const find = (name: string) => primitives.find((primitive) => primitive.name === name);
  return find(word) ?? find(word.replace(/_[a-z]$/, ''));
}

export const constantOf = (word: string) =>
  language.value?.constants.find((constant) => constant.name === word);

const parser: StreamParser<State> = {
  name: 'solver',
  startState: () => ({ defines: false }),
  token(stream, state) {
    if (stream.eatSpace()) {
      return null;
    }
    if (stream.match(/^#.*/)) {
      return 'comment';
    }
    if (stream.match(/^("""|''')/)) {
      return 'string';
    }
    if (stream.match(/^("[^"]*"?|'[^']*'?)/)) {
      return 'string';
    }
    if (stream.match(/^\d+/)) {
      return 'number';
    }
    const name = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u) as RegExpMatchArray | null;
    if (name === null) {
      stream.next();
      return null;
    }
    const word = name[0];
    if (state.defines) {
      state.defines = false;
      return 'definition';
    }
    if (KEYWORDS.has(word)) {
      state.defines = word === 'def';
      return 'keyword';
    }
    if (primitiveOf(word) !== undefined) {
      return 'primitive';
    }
    return constantOf(word) !== undefined ? 'constant' : 'variable';
  },
  tokenTable: {
    definition: tags.definition(tags.function(tags.variableName)),
    primitive: tags.function(tags.variableName),
    constant: tags.constant(tags.variableName),
    variable: tags.variableName,
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{'] } },
};

const style = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: tags.function(tags.variableName), color: 'var(--code-primitive)' },
  { tag: tags.definition(tags.function(tags.variableName)), fontWeight: '600' },
  { tag: tags.constant(tags.variableName), color: 'var(--code-constant)' },
  { tag: tags.number, color: 'var(--code-constant)' },
  { tag: tags.string, color: 'var(--code-comment)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
]);

export const syntax = (): Extension => [StreamLanguage.define(parser), syntaxHighlighting(style)];
