import { startService, startBrowser, signIn, root } from './harness.mjs';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
const service = await startService('/tmp/ui/vitae', '--fetch-allow', '127.0.0.1', '--keep-documents');
const dev = spawn('node', ['/tmp/ui/dev.mjs', service.url, root + '/web', '18999'], { stdio: 'inherit' });
await new Promise((r) => setTimeout(r, 600));
const real = service.url; service.url = 'http://127.0.0.1:18999';
const browser = await startBrowser();
const look = process.argv[2] || 'light', width = Number(process.argv[3] || 1280);
const context = await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme: look });
context.setDefaultTimeout(8000);
const page = await context.newPage();
page.on('pageerror', (e) => console.error('PAGEERROR', e.stack));
page.on('console', (m) => m.type() === 'error' && console.error('CONSOLE', m.text()));
const shot = (name) => page.screenshot({ path: `/tmp/ui/shots/${name}-${look}-${width}.png`, fullPage: width < 500 });
try {
  await signIn(page, service);
  await (await import(process.argv[4] || '/tmp/ui/flow.mjs')).default({ page, context, service, shot, root, readFileSync });
} catch (e) { console.error(e); await shot('failed'); }
await browser.close(); dev.kill(); await service.stop();
