// SPDX-License-Identifier: Apache-2.0
// docs.mjs VITAE: the documentation in Chromium: widths, menu, search, tabs, copy, accessibility.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { equal, ok, startBrowser, startService } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const service = await startService(process.argv[2]);
const browser = await startBrowser();
const context = await browser.newContext({ bypassCSP: true }); // for axe; the pages' own policy is tested below
const page = await context.newPage();
const errors = [];
page.on('pageerror', (e) => errors.push(e.message));

const index = await (await fetch(service.url + '/docs/assets/search.json')).json();
const urls = [...new Set(index.map((entry) => entry.url.split('#')[0]))];
ok(urls.length > 60, `${urls.length} pages`);
for (const width of [390, 820, 1400]) {
  await page.setViewportSize({ width, height: 900 });
  for (const url of urls) {
    await page.goto(service.url + url);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    ok(wide <= width, `${url} is ${wide} px wide on ${width}`);
  }
}

// every page knows where it is
for (const url of ['/docs/quick-start', '/docs/reference/createParseRequest', '/docs/configuration']) {
  await page.goto(service.url + url);
  equal(await page.$eval('nav.side a[aria-current=page]', (a) => a.pathname), url, 'the current page');
}

// a phone's menu
await page.setViewportSize({ width: 390, height: 844 });
await page.goto(service.url + '/docs/quick-start');
ok(!(await page.isVisible('nav.side')), 'the menu is closed');
await page.click('label.menu');
await page.click('nav.side a:has-text("Webhooks")');
ok(page.url().endsWith('/docs/webhooks'), page.url());

// search by keyboard
await page.setViewportSize({ width: 1300, height: 900 });
await page.goto(service.url + '/docs');
await page.keyboard.press('/');
await page.keyboard.type('retention');
await page.waitForSelector('.find li a');
await page.keyboard.press('ArrowDown');
await page.keyboard.press('Enter');
await page.waitForURL(/docs\/.+/);
await page.goto(service.url + '/docs');
await page.fill('.find input', 'xyzzyq');
await page.waitForSelector('.find li:has-text("Nothing found")');

// tabs: one choice for all pages, also by keyboard
await page.goto(service.url + '/docs/reference/createParseRequest');
await page.click('[role=tab]:has-text("Python")');
await page.keyboard.press('ArrowRight');
equal(await page.textContent('[role=tab][aria-selected=true]'), 'TypeScript', 'the chosen language');
await page.goto(service.url + '/docs/quick-start');
ok(await page.isVisible('[data-language=TypeScript] pre'), 'the choice is kept');

// copy
await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
await page.click('.copy >> nth=0');
await page.waitForSelector('.copy:has-text("Copied")');
ok((await page.evaluate(() => navigator.clipboard.readText())).startsWith('export VITAE_URL='), 'what was copied');

// without scripts, everything reads
const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
await plain.goto(service.url + '/docs/quick-start');
ok(await plain.isVisible('[data-language=TypeScript] pre') && !(await plain.isVisible('.find')), 'it reads without scripts');

// under its own policy nothing is refused
const strict = await (await browser.newContext()).newPage();
strict.on('console', (m) => { if (m.type() === 'error') errors.push(m.text()); });
await strict.goto(service.url + '/docs/reference/getParseRequest');
await strict.fill('.find input', 'errors');
await strict.waitForSelector('.find li a');

for (const url of ['/docs/quick-start', '/docs/reference/createParseRequest', '/docs/reference/schemas', '/docs/errors']) {
  await page.goto(service.url + url);
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'] }));
  equal(found.violations.map((v) => `${v.id} ${v.nodes[0].target}`), [], `accessibility of ${url}`);
}
equal(errors, [], 'errors of scripts');
await browser.close();
await service.stop();
console.log(`done: ${urls.length} pages at three widths`);
