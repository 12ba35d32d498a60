// Draws the pictures of the documentation: `node tests/screenshots.mjs ../docs`.
import { join } from 'node:path';
import { launch, open } from './browser.mjs';

const folder = process.argv[2] ?? '.';
const program = `def solve(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = toindices(x2)
    x4 = fill(I, FIVE, x3)
    x5 = subgrid(x2, x4)
    return x5
`;
const browser = await launch();
for (const [name, options] of [
  ['playground', { colorScheme: 'light' }],
  ['playground-dark', { colorScheme: 'dark' }],
  ['playground-narrow', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
]) {
  const page = await open(browser, options);
  await page.getByRole('button', { name: 'Tasks…' }).click();
  await page.getByRole('searchbox').fill('crop_largest');
  await page.keyboard.press('Enter');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(program);
  await page.locator('.note.status-wrong').first().waitFor();
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
await browser.close();
