// `arcbatt serve`: live searches in a browser, and what is refused.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';

const command = process.env.ARCBATT ?? fileURLToPath(new URL('../../target/debug/arcbatt', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'arcbatt-serve-'));

let browser;
let server;
let url;
before(async () => {
  browser = await launch();
  server = spawn(command, ['serve', '--no-open', '--store', join(folder, 'lib.sqlite')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await new Promise((resolve, reject) => {
    server.stdout.once('data', (text) => resolve(new URL(String(text).trim())));
    server.once('exit', () => reject(new Error(`${command} serve ended: build it with cargo build`)));
  });
});
after(async () => {
  await browser?.close();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  const code = await ended;
  rmSync(folder, { recursive: true });
  assert.equal(code, 0, 'Ctrl-C ends it in order');
});

/** The status and the text of an answer. */
function ask(path, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: url.hostname, port: url.port, path, method, headers: { Host: url.host, ...headers } },
      (response) => {
        let text = '';
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const own = (path) => `${path}${url.search}`;

async function open() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(url.href);
  await page.locator('.summary', { hasText: /\S/ }).waitFor();
  await page.getByRole('button', { name: 'Runs' }).click();
  return Object.assign(page, { errors });
}

test('requests without the token, to another host or from another site are refused', async () => {
  assert.equal((await ask(own('/'))).status, 200);
  assert.match((await ask(own('/'))).headers['content-security-policy'], /default-src 'none'/);
  for (const path of [
    '/',
    '/?token=',
    '/?token=0123',
    '/api/tasks',
    '/api/live/events',
    '/api/runs/1?token=x',
  ]) {
    const answer = await ask(path);
    assert.equal(answer.status, 403, path);
    assert.match(answer.text, /^refused: the token/);
  }
  for (const Host of ['evil.example', `evil.example:${url.port}`, '127.0.0.1:1']) {
    assert.equal((await ask(own('/api/tasks'), { headers: { Host } })).status, 403, Host);
  }
  const start = { method: 'POST', body: '{"seconds": 1}', headers: { 'Content-Type': 'application/json' } };
  for (const Origin of ['http://evil.example', 'null', 'https://127.0.0.1']) {
    const headers = { ...start.headers, Origin };
    assert.equal((await ask(own('/api/live/start'), { ...start, headers })).status, 403, Origin);
  }
  assert.equal((await ask(own('/api/live'))).text, 'null', 'no search was started');
});

test('no path leads to a file', async () => {
  for (const path of [
    '/../Cargo.toml',
    '/..%2f..%2fetc/passwd',
    '/etc/passwd',
    '/api/tasks/../../etc/passwd',
    '//etc/passwd',
    '/api/runs/..%2f1',
    '/lib.sqlite',
  ]) {
    const answer = await ask(own(path));
    assert.ok([400, 404].includes(answer.status), `${path}: ${answer.status}`);
    assert.doesNotMatch(answer.text, /root:|\[workspace\]/);
  }
  const tasks = JSON.parse((await ask(own('/api/tasks'))).text);
  assert.equal(Object.keys(tasks).length, 106);
  const bad = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  for (const body of ['{"seconds": -1}', '{"seconds": 1e300}', '{"seconds": 1, "tasks": ["../x"]}']) {
    const answer = await ask(own('/api/live/start'), { ...bad, body });
    assert.equal(answer.status, 409, body);
    assert.ok(JSON.parse(answer.text).error.length > 10);
  }
});

test('a live search is watched from two tabs, survives a reload, and is stopped', async () => {
  const [first, second] = [await open(), await open()];
  await first.getByLabel('seconds per task').fill('5');
  await first.getByLabel('with a profile').check();
  await first.getByRole('button', { name: 'Start' }).click();
  const found = '.live-task.right, .live-task.fits';
  await first.locator(found).first().waitFor();
  await second.locator(found).first().waitFor();
  assert.equal(await second.locator('.live-task').count(), 106);
  await first.reload();
  await first.getByRole('button', { name: 'Runs' }).click();
  await first.locator(found).first().waitFor();
  await first.locator('.summary', { hasText: 'searching' }).waitFor();
  // One search at a time.
  const again = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"seconds": 1}' };
  assert.equal((await ask(own('/api/live/start'), again)).status, 409);
  // The attempts at the tests, then the program in the playground.
  await first.locator(found).first().click();
  await first.locator('.attempts canvas').nth(1).waitFor();
  await first.getByRole('button', { name: 'Open in the playground' }).click();
  await first.locator('.summary', { hasText: 'Fits' }).waitFor();
  await second.getByRole('button', { name: 'Stop' }).click();
  await second.locator('.summary', { hasText: 'stopped' }).waitFor();
  await second.getByRole('button', { name: 'Start' }).waitFor();
  // The store has the run.
  await second.locator('section[aria-label="Runs of the store"] select').first().selectOption('1');
  await second.locator('table.plain .status-ok').first().waitFor();
  const runs = JSON.parse((await ask(own('/api/runs'))).text);
  assert.equal(runs.length, 1);
  assert.equal(runs[0].ending, 'stopped');
  assert.ok(runs[0].fitting > 0);
  // The profile opens on a page of its own.
  const opened = second.waitForEvent('popup');
  await second.getByRole('link', { name: 'this search' }).click();
  const profile = await opened;
  await profile.locator('section#tasks tr').nth(1).waitFor();
  assert.match(await profile.title(), /Profile/);
  await profile.getByRole('heading', { name: /of 137 answers right/i }).waitFor();
  assert.equal((await ask('/profile')).status, 403);
  assert.equal((await ask(own('/profile/0'))).status, 404, 'no profile was given');
  assert.deepEqual([...first.errors, ...second.errors], []);
});
