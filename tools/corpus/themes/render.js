// SPDX-License-Identifier: Apache-2.0
// Renders resumes by one published JSON Resume theme: node render.js FOLDER NAME <resumes (one JSON a line) >pages.
// FOLDER holds node_modules. Prints a line of JSON for each resume: {"html": ...} or {"error": ...}.
'use strict';
const path = require('path');
const fs = require('fs');
const { pathToFileURL } = require('url');

async function load(folder, name) {
  const home = path.join(folder, 'node_modules', name);
  process.chdir(home);
  try {
    return require(home);
  } catch (error) {
    const about = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'));
    let entry = about.exports && (about.exports['.'] || about.exports);
    while (entry && typeof entry === 'object') entry = entry.import || entry.default || entry.node;
    return import(pathToFileURL(path.join(home, entry || about.module || about.main || 'index.js')).href);
  }
}

function renderer(theme) {
  for (const t of [theme, theme && theme.default, theme && theme.default && theme.default.default]) {
    if (t && typeof t.render === 'function') return t.render.bind(t);
    if (typeof t === 'function') return t;
  }
  throw new Error('no render function');
}

const write = (text) => {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
};
console.log = console.info = console.warn = console.error = () => {};
process.stdout.write = () => true;

(async () => {
  const [folder, name] = process.argv.slice(2);
  const render = renderer(await load(path.resolve(folder), name));
  for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    let answer;
    try {
      let html = await render(JSON.parse(line));
      if (html && typeof html === 'object' && html.html) html = html.html;
      answer = typeof html === 'string' ? { html } : { error: 'no text' };
    } catch (error) {
      answer = { error: String(error && error.message) };
    }
    write(JSON.stringify(answer) + '\n');
  }
  process.exit(0);
})().catch((error) => {
  write(JSON.stringify({ error: String(error && error.stack) }) + '\n');
  process.exit(1);
});
