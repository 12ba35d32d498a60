/** The editor of the program: CodeMirror, kept in step with the state of the page. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, nextDiagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { cursorLine, result, source } from '../state.ts';
import { completion } from './completion.ts';
import { describe } from './docs.ts';
import { showProblems } from './problems.ts';
import { syntax } from './syntax.ts';

const hover = hoverTooltip((view, position) => {
  const word = view.state.wordAt(position);
  const text = word === null ? '' : view.state.sliceDoc(word.from, word.to);
  const dom = describe(text);
  return word === null || dom === null
    ? null
    : { pos: word.from, end: word.to, above: true, create: () => ({ dom }) };
});

/** After Escape, Tab leaves the editor instead of indenting; also if Escape closed a list of names. */
const leaveWithTab = keymap.of([
  {
    key: 'Escape',
    run(view) {
      view.setTabFocusMode(2_000);
      return false;
    },
  },
]);

const extensions = [
  Prec.highest(leaveWithTab),
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  bracketMatching(),
  closeBrackets(),
  indentUnit.of('    '),
  syntax(),
  completion(),
  hover,
  placeholder('def solve(I):'),
  EditorView.contentAttributes.of({ 'aria-label': 'Program', spellcheck: 'false' }),
  keymap.of([
    { key: 'F8', run: nextDiagnostic },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) {
      source.value = update.state.doc.toString();
    }
    if (update.selectionSet || update.docChanged) {
      cursorLine.value = update.state.doc.lineAt(update.state.selection.main.head).number;
    }
  }),
];

let current: EditorView | undefined;

/** Moves the cursor to a line of the program. */
export function goToLine(line: number): void {
  if (current !== undefined && line >= 1 && line <= current.state.doc.lines) {
    current.dispatch({ selection: { anchor: current.state.doc.line(line).to }, scrollIntoView: true });
    current.focus();
  }
}

export function Editor() {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new EditorView({
      state: EditorState.create({ doc: source.peek(), extensions }),
      parent: parent.current as HTMLDivElement,
    });
    current = view;
    // Programs that come from elsewhere: another task, a search, a link.
    const stopText = effect(() => {
      const text = source.value;
      if (text !== view.state.doc.toString()) {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      }
    });
    const stopProblems = effect(() => showProblems(view, result.value?.run.problems ?? []));
    return () => {
      stopText();
      stopProblems();
      view.destroy();
    };
  }, []);
  return <div class="editor" ref={parent} />;
}
