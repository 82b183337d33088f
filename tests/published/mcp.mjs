// SPDX-License-Identifier: Apache-2.0
// mcp.mjs VITAE: a conversation of the published client of the Model Context Protocol with `vitae mcp`.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const vitae = process.argv[2];
const samples = new URL('../../samples/', import.meta.url).pathname;

async function conversation() {
  const client = new Client({ name: 'tests', version: '1' });
  await client.connect(new StdioClientTransport({ command: vitae, args: ['mcp'] }));
  assert.equal(client.getServerVersion().name, 'vitae');
  await client.ping();
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ['parse_resume', 'match_resume', 'search_skills']);

  const call = (name, args) => client.callTool({ name, arguments: args });
  const parsed = await call('parse_resume', { path: samples + 'resume.pdf', config: { parse: { extras: true } } });
  assert.ok(!parsed.isError);
  assert.equal(parsed.structuredContent.result.personal_info.name, 'Mara Lindqvist-Okafor');
  assert.deepEqual(JSON.parse(parsed.content[0].text), parsed.structuredContent);

  const job = await readFile(samples + 'job-description.txt', 'utf8');
  const matched = await call('match_resume', { path: samples + 'resume.pdf', job_description: job });
  assert.equal(matched.structuredContent.name, 'Mara Lindqvist-Okafor');
  assert.ok(matched.structuredContent.matching.score > 0);

  const found = await call('search_skills', { query: 'kubernet', limit: 3 });
  assert.equal(found.structuredContent.skills[0].skill, 'Kubernetes');

  for (const [name, args, says] of [
    ['parse_resume', {}, /path is missing/], ['parse_resume', { path: '/nowhere/a.pdf' }, /nowhere/],
    ['parse_resume', { path: vitae }, /./], ['parse_resume', { path: samples + 'resume.pdf', config: { parse: 1 } }, /parse/],
    ['match_resume', { path: samples + 'resume.pdf' }, /job_description/],
    ['match_resume', { path: samples + 'resume.pdf', job_description: 'short' }, /100/],
    ['search_skills', { query: 'c', limit: 1000 }, /limit/]]) {
    const failed = await call(name, args);
    assert.ok(failed.isError, `${name} ${JSON.stringify(args)}`);
    assert.match(failed.content[0].text, says);
  }
  await assert.rejects(call('rm', {}), /no tool/);
  await client.close();
}

// What a client of the library would not send.
async function odd() {
  const child = spawn(vitae, ['mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (text) => {
    child.stdin.write(text + '\n');
    return JSON.parse((await lines.next()).value);
  };
  assert.equal((await ask('{')).error.code, -32700);
  assert.equal((await ask('[]')).error.code, -32600);
  assert.equal((await ask('{"jsonrpc":"2.0","id":1,"method":"nothing"}')).error.code, -32601);
  assert.equal((await ask('x'.repeat(5 << 20))).error.code, -32700);
  assert.equal((await ask('{"jsonrpc":"2.0","method":"notifications/initialized"}\n\n{"jsonrpc":"2.0","id":"z","method":"ping"}')).id, 'z');
  const old = await ask('{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}');
  assert.equal(old.result.protocolVersion, '2024-11-05');
  child.stdin.end();
  assert.equal((await once(child, 'exit'))[0], 0);
}

await conversation();
await odd();
console.log('done');
