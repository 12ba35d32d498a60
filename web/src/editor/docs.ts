/** The description of a primitive, a constant or a variable, for completion and hover. */
import { exampleOf } from '../actions.ts';
import { type ExampleRow, isPicture } from '../engine/types.ts';
import { paint } from '../grid/paint.ts';
import { result } from '../state.ts';
import { constantOf, primitiveOf } from './syntax.ts';

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  name: string,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

/** Examples are asked for once. */
const examples = new Map<string, Promise<ExampleRow[]>>();

function drawnExample(name: string): HTMLElement {
  const drawn = element('div', 'doc-example');
  let rows = examples.get(name);
  if (rows === undefined) {
    rows = exampleOf(name);
    examples.set(name, rows);
  }
  rows.then(
    (rows) => {
      for (const row of rows) {
        drawn.append(element('code', 'doc-code', row.label));
        const values = drawn.appendChild(element('div', 'doc-values'));
        for (const item of row.items) {
          if (isPicture(item)) {
            const canvas = values.appendChild(element('canvas', 'drawing'));
            paint(canvas, item, 9);
          } else {
            values.append(element('span', 'doc-text', item.text));
          }
        }
      }
    },
    // Without an example the text is still of use; the next hover asks again.
    () => examples.delete(name),
  );
  return drawn;
}

/** The description of a word of the program; nothing if it is not known. */
export function describe(word: string): HTMLElement | null {
  const primitive = primitiveOf(word);
  if (primitive !== undefined) {
    const doc = element('div', 'doc');
    doc.append(element('p', 'doc-text', primitive.doc));
    for (const signature of primitive.signatures) {
      doc.append(element('code', 'doc-code', `${primitive.name}(${signature})`));
    }
    doc.append(drawnExample(primitive.name));
    return doc;
  }
  const constant = constantOf(word);
  if (constant !== undefined) {
    return element('div', 'doc', `${constant.name} = ${constant.value} (${constant.role})`);
  }
  const line = result.value?.run.lines.find((line) => line.name === word);
  if (line === undefined) {
    return null;
  }
  const doc = element('div', 'doc');
  doc.append(element('code', 'doc-code', line.code), element('p', 'doc-text', `type: ${line.type}`));
  return doc;
}
