// SPDX-License-Identifier: Apache-2.0
// What the browser tests share: a service of their own on a fresh data folder, Debian's Chromium,
// checks.
import { spawn, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');

export async function startService(vitae, ...flags) {
  const data = mkdtempSync(path.join(tmpdir(), 'vitae-web-'));
  const child = spawn(vitae, ['serve', '--listen', '127.0.0.1:0', '--data', data, '--create-per-minute', '0', '--read-per-minute', '0', '--log-level', 'warn', ...flags],
    { stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => child.kill('SIGKILL')); // also when a check throws: nobody stops it then
  let out = '';
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (d) => { out += d; if (out.includes('Dashboard:')) resolve(); });
    child.on('exit', (code) => reject(new Error(`vitae serve ended with ${code}`)));
  });
  const pick = (name) => new RegExp(`${name}: (\\S+)`).exec(out)[1];
  return {
    data,
    url: pick('Address'),
    key: pick('API key'),
    cli: (...args) => execFileSync(vitae, [...args, '--data', data], { encoding: 'utf8' }).trim(),
    async stop() {
      child.removeAllListeners('exit');
      const ended = new Promise((r) => child.on('exit', r));
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export async function startBrowser() {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
  if (!executablePath) throw new Error('no Chromium: run scripts/install-packages check');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--force-color-profile=srgb'] });
}

export async function signIn(page, service, key = service.key) {
  await page.goto(service.url + '/');
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

export function equal(got, want, what) {
  if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}
export function ok(value, what) {
  if (!value) throw new Error(`not so: ${what}`);
}
