// Prints how fast the page is: until it can be used, and from a key press until all values are drawn,
// with the solver of every built-in task.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launch, open, page as url } from './browser.mjs';

const browser = await launch();
const starts = [];
for (let k = 0; k < 5; k++) {
  const page = await open(browser);
  starts.push(await page.evaluate(() => performance.getEntriesByName('interactive')[0].startTime));
  await page.context().close();
}
const page = await open(browser);
const ids = await page.evaluate(() => {
  document.querySelector('.toolbar button').click();
  return new Promise((done) => {
    setTimeout(
      () => done([...document.querySelectorAll('.entry .name')].map((name) => name.textContent)),
      500,
    );
  });
});
await page.keyboard.press('Escape');
const redraws = [];
for (const id of ids) {
  await page.getByRole('button', { name: 'Tasks…' }).click();
  await page.getByRole('searchbox').fill(id);
  await page.locator('.entry', { has: page.locator('.name', { hasText: new RegExp(`^${id}$`) }) }).click();
  await page.getByRole('button', { name: 'Show a solver' }).click();
  await page.locator('.summary', { hasText: 'Fits' }).waitFor();
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  const times = [];
  for (const key of ['#', 'a', 'b', 'Backspace', 'Backspace', 'Backspace']) {
    await page.evaluate(() => performance.clearMeasures('redraw'));
    await page.keyboard.press(key);
    await page.waitForFunction(() => performance.getEntriesByName('redraw').length > 0);
    times.push(await page.evaluate(() => performance.getEntriesByName('redraw')[0].duration));
  }
  times.sort((a, b) => a - b);
  redraws.push({ id, time: times[times.length >> 1] });
}
await browser.close();
redraws.sort((a, b) => a.time - b.time);
const worst = redraws.at(-1);
console.log(`usable after ${starts.map((start) => start.toFixed(0)).join(', ')} ms`);
console.log(
  `redrawn in ${redraws[redraws.length >> 1].time.toFixed(1)} ms (median of ${redraws.length} tasks)`,
);
console.log(`at most in ${worst.time.toFixed(1)} ms (${worst.id})`);
console.log(
  `the page has ${(gzipSync(readFileSync(fileURLToPath(url))).length / 1e6).toFixed(2)} MB gzipped`,
);
