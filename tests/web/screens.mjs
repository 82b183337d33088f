// SPDX-License-Identifier: Apache-2.0
// Pictures of every page, light, dark and on a phone, to be looked at. Usage:
//   node screens.mjs VITAE OUT_DIR
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startService, startBrowser, signIn, root } from './harness.mjs';

const [vitae, out] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const DOUBTFUL = 'J. Doe x\nmaybe something 2019 - 2020\n' + readFileSync(path.join(root, 'samples/resume.txt'), 'utf8').slice(0, 600) + '\nReferences someone@else.example\n2011 - 2013 Foo bar\n';
const DOCS = ['', 'quick-start', 'parse-requests', 'errors', 'reference/createParseRequest', 'configuration', 'operations'];
const LOOKS = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', deviceScaleFactor: 2 },
  'phone-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2 },
};
const service = await startService(vitae);
const browser = await startBrowser();
for (const n of [1, 2, 3])
  service.cli('credits', 'promo', 'default', String(n * 500), '--note', `spring ${n}`);
for (const [look, options] of Object.entries(LOOKS)) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on('pageerror', (e) => console.error(look, e));
  page.on('console', (m) => m.type() === 'error' && console.error(look, m.text()));
  const shot = async (name) => {
    await page.waitForTimeout(200); // for what moves
    await page.screenshot({ path: `${out}/${name}-${look}.png`, fullPage: look.startsWith('phone') });
  };
  await page.goto(service.url + '/');
  await page.getByLabel('API key').waitFor();
  await shot('0-sign-in');
  await signIn(page, service);
  await page.getByText('See what vitae reads').waitFor();
  await shot('1-try');
  await page.getByRole('button', { name: 'Use the sample' }).click();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  await page.locator('.page img').first().waitFor({ timeout: 5000 }).catch(() => {});
  await page.getByRole('tab', { name: 'Review' }).click();
  await shot('2-result-review');
  await page.getByRole('tab', { name: 'Fields' }).click();
  await page.locator('.fields .linked').nth(6).hover();
  await shot('2-result-fields');
  for (const tab of ['Skills', 'Matching', 'JSON', 'Raw text']) {
    const el = page.getByRole('tab', { name: tab });
    if (!await el.count()) continue;
    await el.click();
    await shot('3-result-' + tab.toLowerCase().replace(' ', '-'));
  }
  await page.getByRole('tab', { name: 'Fields' }).click();
  await page.getByLabel('Hide personal data').check();
  await shot('4-result-redacted');
  await page.getByRole('button', { name: 'Parse another' }).click();
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByLabel('Text of the resume').fill(DOUBTFUL);
  await page.getByRole('button', { name: 'Parse', exact: true }).click();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  await page.getByRole('tab', { name: /^Review/ }).click();
  await page.locator('.review-what').first().focus().catch(() => {});
  await shot('2-result-doubtful');
  await page.getByRole('button', { name: 'Correct other values' }).click();
  await page.locator('[data-pointer="/personal_info/label"]').press('Enter');
  await page.getByRole('button', { name: 'Mark in the document' }).press('Enter');
  await shot('2-result-marking');
  for (const p of ['requests', 'compare', 'usage', 'transactions', 'audit', 'settings/keys', 'settings/phrases', 'settings/webhooks', 'settings/data', 'operator']) {
    await page.goto(service.url + '/#/' + p);
    await page.locator('#main h1').waitFor();
    await page.waitForTimeout(500);
    await shot('5-' + p.replace('/', '-'));
  }
  await page.goto(service.url + '/#/compare');
  await page.getByLabel('Job description').fill(readFileSync(path.join(root, 'samples/job-description.txt'), 'utf8'));
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: /^Compare \d/ }).click();
  await page.getByRole('heading', { name: 'Ranking' }).waitFor();
  await page.getByRole('heading', { name: 'Ranking' }).scrollIntoViewIfNeeded();
  await shot('6-ranking');
  for (const p of DOCS) {
    await page.goto(service.url + '/docs/' + p);
    await shot('7-docs-' + (p.replace(/.*\//, '') || 'start'));
  }
  await context.close();
}
await browser.close();
await service.stop();
