// Opens the page in chromium.
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The page as one file, opened from the disk. */
export const page = pathToFileURL(
  resolve(root, process.env.ARCBATT_PAGE ?? 'target/web/dist/index.html'),
).href;

export const launch = () =>
  chromium.launch({
    executablePath: process.env.ARCBATT_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });

/** A new window with the page, ready to use. Errors in its console fail the test that opened it. */
export async function open(browser, options = {}) {
  const { url = page, ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...rest });
  context.setDefaultTimeout(20_000);
  const opened = await context.newPage();
  const errors = [];
  opened.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  opened.on('pageerror', (error) => errors.push(String(error)));
  await opened.goto(url);
  await opened.locator('.summary', { hasText: /\S/ }).waitFor();
  return Object.assign(opened, { errors });
}
