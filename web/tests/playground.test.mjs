// The playground in a browser, opened from the disk.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Replaces the program by typing. */
async function type(page, text) {
  await page.getByRole('textbox', { name: 'Program' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  // As pasted: the editor indents typed lines itself.
  await page.keyboard.insertText(text);
}

const summary = (page, text) => page.locator('.summary', { hasText: text }).waitFor();

/** The cells of a picture in the table. */
const value = (page, label) => page.locator(`td button[title="Enlarge ${label}"]`);
const cells = (page, label) => value(page, label).locator('canvas').first().getAttribute('data-cells');

/** Opens a built-in task by searching for it. */
async function choose(page, id) {
  await page.getByRole('button', { name: 'Tasks…' }).click();
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill(id);
  await page.getByRole('button', { name: id }).first().click();
  await page.locator('.task-bar h2', { hasText: id }).waitFor();
}

test('a typed program shows the value of every line on every pair', async () => {
  const page = await open(browser);
  await choose(page, 'half_turn');
  await summary(page, '0 of 3 demonstrations right');
  await type(page, 'def solve(I):\n    x1 = hmirror(I)\n    x2 = vmirror(x1)\n    return x2\n');
  await summary(page, 'Fits: 3 of 3 demonstrations right');
  const input = await cells(page, 'input of train 1');
  assert.equal(await cells(page, 'x2 on train 1'), [...input].reverse().join(''));
  assert.equal(await cells(page, 'answer on train 2'), await cells(page, 'expected on train 2'));
  assert.equal(await page.locator('thead .status-ok').count(), 3);
  // The answers of the tests are hidden until they are asked for.
  assert.equal(await value(page, 'expected on test 1').count(), 0);
  await page.getByRole('button', { name: 'Test outputs' }).click();
  await summary(page, 'Solved: 3 of 3 demonstrations right, 1 of 1 test');
  assert.deepEqual(page.errors, []);
});

test('wrong cells are marked, and failing lines say why', async () => {
  const page = await open(browser);
  await choose(page, 'half_turn');
  await type(page, 'def solve(I):\n    return hmirror(I)\n');
  await summary(page, '0 of 3');
  const note = await page.locator('tr.output td .note').first().textContent();
  assert.match(note, /^wrong: \d+ cells? differs?$/);
  await type(
    page,
    'def solve(I):\n    x1 = palette(I)\n    x2 = difference(x1, x1)\n    x3 = first(x2)\n    return canvas(x3, UNITY)\n',
  );
  await page.locator('tr td .failed').first().waitFor();
  assert.match(await page.locator('tr td .failed').first().textContent(), /there is no element/);
  assert.deepEqual(page.errors, []);
});

test('an error is underlined, and fixed with one click', async () => {
  const page = await open(browser);
  await choose(page, 'half_turn');
  await type(page, 'def solve(I):\n    x1 = hmirror(I)\n    return rot91(x1)\n');
  const mark = page.locator('.cm-lintRange-error');
  await mark.waitFor();
  assert.equal(await mark.textContent(), 'rot91');
  await summary(page, '1 error; the lines above it are shown');
  // The line above is still drawn.
  await value(page, 'x1 on train 1').waitFor();
  await mark.hover();
  await page.getByText('unknown name `rot91`').first().waitFor();
  await page.getByRole('button', { name: /Replace with rot90/ }).click();
  await page.locator('.cm-content', { hasText: 'rot90(x1)' }).waitFor();
  await mark.waitFor({ state: 'detached' });
  assert.deepEqual(page.errors, []);
});

test('names are completed, with signature and drawn example', async () => {
  const page = await open(browser);
  await type(page, 'def solve(I):\n    x1 = ');
  await page.keyboard.type('hmir');
  await page.locator('.cm-tooltip-autocomplete', { hasText: 'hmirror' }).waitFor();
  await page.locator('.cm-completionInfo canvas').first().waitFor();
  // Not Enter, which the editor takes for a new line while the list is brought up to date.
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'hmirror' }).first().click();
  await page.locator('.cm-content', { hasText: 'x1 = hmirror' }).waitFor();
  await type(page, 'def solve(I):\n    return objects(I, T, F, T)\n');
  await page.getByText('objects', { exact: true }).first().hover();
  await page.locator('.cm-tooltip-hover canvas').first().waitFor();
  assert.deepEqual(page.errors, []);
});

const OWN_TASK = {
  train: [{ input: [[1, 2]], output: [[2, 1]] }],
  test: [{ input: [[3, 4]] }],
};

async function drop(page, name, text) {
  const transfer = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: 'application/json' }));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent('.app', 'drop', { dataTransfer: transfer });
}

test('a dropped file opens its tasks; a bad one says what is wrong', async () => {
  const page = await open(browser);
  await drop(page, 'mine.json', JSON.stringify(OWN_TASK));
  await page.locator('.task-bar h2', { hasText: 'mine' }).waitFor();
  await type(page, 'def solve(I):\n    return vmirror(I)\n');
  await summary(page, 'Fits: 1 of 1 demonstration right');
  assert.equal(await cells(page, 'answer on test 1'), '43');

  await drop(page, 'kaggle.json', JSON.stringify({ a1: OWN_TASK, b2: OWN_TASK }));
  await page.locator('.message', { hasText: '2 tasks in kaggle.json' }).waitFor();
  await page.locator('.task-bar h2', { hasText: 'a1' }).waitFor();

  await drop(page, 'bad.json', '{"train": 3}');
  await page.locator('.message', { hasText: 'bad.json' }).waitFor();
  assert.equal(await page.locator('.task-bar h2').textContent(), 'a1');
  assert.deepEqual(page.errors, []);
});

test('a program that takes too long is stopped, and the page goes on', async () => {
  const page = await open(browser);
  // Every run ends at the limit of cells, which takes a moment; there are too many of them.
  const pair = {
    input: [
      [1, 2],
      [3, 4],
    ],
    output: [
      [4, 3],
      [2, 1],
    ],
  };
  await drop(page, 'many.json', JSON.stringify({ train: Array(400).fill(pair), test: [pair] }));
  const slow = [
    'def solve(I):',
    '    x1 = lbind(lbind(replace, I), 0)',
    '    x2 = order(interval(1000, 300000, 1), x1)',
    '    return I',
  ];
  await type(page, `${slow.join('\n')}\n`);
  // The page answers meanwhile.
  await page.getByRole('button', { name: 'Larger cells' }).click();
  await summary(page, 'The program was stopped after 4 s');
  await choose(page, 'half_turn');
  await type(page, 'def solve(I):\n    return rot180(I)\n');
  await summary(page, 'Fits: 3 of 3');
  assert.deepEqual(page.errors, []);
});

test('a search finds a program, which goes into the editor', async () => {
  const page = await open(browser);
  await choose(page, 'half_turn');
  await page.getByRole('button', { name: 'Find a program' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('✓ fits all demonstrations').first().waitFor();
  await page.getByRole('button', { name: 'Put in the editor' }).first().click();
  await summary(page, 'Fits: 3 of 3');
  assert.match(await page.locator('.cm-content').textContent(), /def solve_half_turn/);
  assert.deepEqual(page.errors, []);
});

test('a search can be stopped', async () => {
  const page = await open(browser);
  await choose(page, 'crop_largest');
  await page.getByRole('button', { name: 'Find a program' }).click();
  await page.locator('.panel select').selectOption('300');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.panel', { hasText: 'stopped' }).waitFor();
  await page.getByRole('button', { name: 'Start' }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('an own input is painted, and the program runs on it', async () => {
  const page = await open(browser);
  await choose(page, 'half_turn');
  await type(page, 'def solve(I):\n    return vmirror(I)\n');
  await page.getByRole('button', { name: 'Draw an input' }).click();
  await page.getByLabel('rows').fill('1');
  await page.keyboard.press('Tab');
  await page.getByLabel('columns').fill('3');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('.cells').focus();
  await page.keyboard.press('5');
  await value(page, 'answer on yours').locator('canvas[data-cells="005"]').waitFor();
  // With the mouse, and undone again.
  await page.getByRole('button', { name: '2, red' }).click();
  await page.locator('.cells canvas').click({ position: { x: 30, y: 5 } });
  await value(page, 'answer on yours').locator('canvas[data-cells="025"]').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await value(page, 'answer on yours').locator('canvas[data-cells="005"]').waitFor();
  assert.deepEqual(page.errors, []);
});

test('a link holds the program and the task', async () => {
  const page = await open(browser);
  await drop(page, 'mine.json', JSON.stringify(OWN_TASK));
  await page.locator('.task-bar h2', { hasText: 'mine' }).waitFor();
  await type(page, 'def solve(I):\n    return vmirror(I)\n');
  await summary(page, 'Fits');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.locator('.message', { hasText: 'link' }).waitFor();
  const other = await open(browser, { url: page.url() });
  await other.locator('.task-bar h2', { hasText: 'mine' }).waitFor();
  await summary(other, 'Fits: 1 of 1 demonstration right');
  const damaged = await open(browser, { url: `${page.url().split('#')[0]}#p=nonsense` });
  await damaged.locator('.message', { hasText: 'The link is damaged' }).waitFor();
  assert.deepEqual([...page.errors, ...other.errors, ...damaged.errors], []);
});

test('program and pictures are downloaded', async () => {
  const page = await open(browser);
  await choose(page, 'half_turn');
  await page.getByRole('button', { name: 'Show a solver' }).click();
  await summary(page, 'Fits');
  const beginnings = { py: 'def solve_half_turn(', svg: '<svg', png: '\u0089PNG' };
  for (const [kind, beginning] of Object.entries(beginnings)) {
    await page.locator('summary', { hasText: 'Download' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `(.${kind})` }).click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), `half_turn.${kind}`);
    const text = readFileSync(await saved.path(), 'latin1');
    assert.ok(text.startsWith(beginning), `${kind}: ${text.slice(0, 20)}`);
  }
  assert.deepEqual(page.errors, []);
});

test('everything can be reached with the keyboard alone', async () => {
  const page = await open(browser);
  const press = (key) => page.keyboard.press(key);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  for (let presses = 0; (await focused()) !== 'Tasks…'; presses++) {
    assert.ok(presses < 20, 'Tab reaches the list of tasks');
    await press('Tab');
  }
  await press('Enter');
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.type('half_turn');
  await press('Enter');
  await page.locator('.task-bar h2', { hasText: 'half_turn' }).waitFor();
  const inEditor = () =>
    page.evaluate(() => document.activeElement?.classList.contains('cm-content') ?? false);
  for (let presses = 0; !(await inEditor()); presses++) {
    assert.ok(presses < 20, 'Tab reaches the editor');
    await press('Tab');
  }
  await press('Control+a');
  await page.keyboard.insertText('def solve(I):\n    return rot180(I)\n');
  await summary(page, 'Fits: 3 of 3');
  // Escape, then Tab leaves the editor.
  await press('Escape');
  await press('Tab');
  assert.equal(await inEditor(), false);
  const onValue = () => page.evaluate(() => document.activeElement?.getAttribute('title') ?? '');
  for (let presses = 0; !(await onValue()).startsWith('Enlarge'); presses++) {
    assert.ok(presses < 40, 'Tab reaches the values');
    await press('Tab');
  }
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.match(await onValue(), /^Enlarge/);
  assert.deepEqual(page.errors, []);
});

test('on a narrow screen nothing is wider than the screen', async () => {
  const page = await open(browser, { viewport: { width: 360, height: 740 } });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${width} pixels wide`);
  assert.deepEqual(page.errors, []);
});
