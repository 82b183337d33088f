// SPDX-License-Identifier: Apache-2.0
// What test_clients.py asks of clients/typescript: clients.mjs service URL KEY TEST_KEY | told URL |
// webhooks SECRET BODY HEADERS. It prints "done", or ends with what was wrong.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as v from '../../clients/typescript/index.js';

const root = new URL('../../', import.meta.url);
const JOB = 'We look for a senior data engineer with at least five years of experience in Python, Apache Kafka and PostgreSQL. Docker is a plus.';

const thrown = async (kind, run) => {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof kind, `${error.stack} is a ${kind.name}`);
    return error;
  }
  return assert.fail(`no ${kind.name} was thrown`);
};

async function service(url, key, testKey) {
  const vitae = new v.Vitae(url + '/', key);
  const pdf = await readFile(new URL('samples/resume.pdf', root));
  const text = await readFile(new URL('samples/resume.txt', root), 'utf8');

  for (const document of [pdf, new Blob([pdf])]) {
    const answer = await vitae.parseFile(document, { filename: 'a "b".pdf', config: { parse: { extras: true } } });
    assert.equal(answer.result.personal_info.name, 'Mara Lindqvist-Okafor');
  }
  const path = new URL('samples/resume.pdf', root).pathname;
  const own = await vitae.parseFile(path, { reference: 'c-js', metadata: { job: 7 }, config: { parse: { exras: true } } });
  assert.equal(own.result.personal_info.name, 'Mara Lindqvist-Okafor');
  assert.deepEqual([own.reference, own.client_metadata], ['c-js', { job: 7 }]);
  assert.deepEqual(own.warnings, ['unknown field /config/parse/exras is ignored; did you mean extras?']);
  await assert.rejects(vitae.parseFile('/nowhere/resume.pdf'), { code: 'ENOENT' });
  for await (const request of vitae.listRequests({ reference: 'c-js' })) assert.equal(request.request_id, own.request_id);

  const many = Array.from({ length: 15 }, (_, i) => new TextEncoder().encode(`${text}\nNumber ${i}`));
  many[4] = new Uint8Array([0, 1, 2]);
  const outcomes = [], counts = [];
  for await (const one of vitae.parseMany(many, { parallel: 4, onProgress: (...c) => counts.push(c) })) outcomes.push(one);
  assert.deepEqual(outcomes.map((o) => o.index), many.map((_, i) => i));
  assert.deepEqual(outcomes.filter((o) => o.error).map((o) => o.index), [4]);
  assert.ok(outcomes[4].error instanceof v.InvalidRequestError && outcomes[9].answer.raw_text.includes('Number 9'));
  assert.deepEqual(counts.at(-1), [15, 1]);
  const created = await vitae.createBatch([path, new Uint8Array([0, 1])], { reference: 'js-batch', metadata: { n: 1 } });
  assert.deepEqual(created.rejected.map((r) => r.error_code), ['unsupported_file_type']);
  const batch = await vitae.waitBatch(created.batch_id);
  assert.deepEqual([batch.reference, batch.counts.completed, batch.requests[0].reference], ['js-batch', 1, 'resume.pdf']);
  const items = await vitae.createBatch([], { items: [{ input: { type: 'text', raw_text: text }, reference: 'i' }] });
  assert.equal((await vitae.waitBatch(items.batch_id)).requests[0].reference, 'i');
  await vitae.deleteBatch(items.batch_id);
  await thrown(v.NotFoundError, () => vitae.getBatch(items.batch_id));
  const pinned = await thrown(v.InvalidRequestError, () => new v.Vitae(url, key, { version: '1999-01-01' }).usage());
  assert.equal(pinned.code, 'unknown_version');
  const matched = await vitae.parseFile(pdf, { jobDescription: JOB, config: { matching: { skip: false } } });
  assert.ok(matched.matching.score > 0);
  const answer = await vitae.parseText(text, { jobDescription: JOB });
  assert.equal(answer.raw_text, text);
  const again = await vitae.wait((await vitae.createResult(answer)).request_id);
  assert.deepEqual(again.result, answer.result);
  const corrected = { ...own.result, summary: 'Corrected' };
  assert.deepEqual([(await vitae.putReview(own.request_id, corrected)).version, (await vitae.get(own.request_id, { reviewed: true })).result.summary], [1, 'Corrected']);
  assert.equal((await thrown(v.ReviewChangedError, () => vitae.putReview(own.request_id, own.result))).code, 'review_changed');
  assert.deepEqual((await vitae.putReview(own.request_id, own.result, { version: 1, complete: false })).changed, []);
  assert.equal((await vitae.review(own.request_id)).version, 2);
  await vitae.deleteReview(own.request_id);
  await thrown(v.NotFoundError, () => vitae.review(own.request_id));
  const pairs = await vitae.match([{ result: answer }], [{ job_description: JOB }, { job_description: JOB, reference: 'b' }]);
  assert.deepEqual([pairs.length, pairs[1].job_reference], [2, 'b']);
  assert.equal(pairs[0].matching.score, answer.matching.score);
  const failed = await thrown(v.ParseFailed, () => vitae.parseUrl('http://127.0.0.1:1/resume.pdf'));
  assert.deepEqual([failed.code, failed.detail, failed.name], ['EXTRACTION_FAILED', 'download_blocked', 'ParseFailed']);

  const one = await vitae.createText(text, { idempotencyKey: 'order-js' });
  assert.equal((await vitae.createText(text, { idempotencyKey: 'order-js' })).request_id, one.request_id);
  await vitae.wait(one.request_id);

  const listed = [];
  for await (const request of vitae.listRequests({ status: 'completed', pageSize: 2 })) listed.push(request.request_id);
  assert.ok(listed.includes(answer.request_id) && new Set(listed).size === listed.length);
  assert.ok((await vitae.export(answer.request_id, 'markdown')).startsWith('# '));
  await vitae.delete(answer.request_id);
  await thrown(v.NotFoundError, () => vitae.get(answer.request_id));
  const short = await vitae.parseText('too short');
  await thrown(v.NoResult, () => vitae.export(short.request_id, 'csv'));

  assert.ok((await vitae.usage()).current_month.api_calls > 0);
  assert.equal((await vitae.usageHistory({ limit: 1 })).history.length, 1);
  const [skill] = await vitae.skills('kubernet', { limit: 3 });
  assert.equal((await vitae.skill(skill.skill_id)).skill, 'Kubernetes');

  const wrong = await thrown(v.InvalidRequestError, () => vitae.createText(text, { config: { parse: { skip: 'no' } } }));
  assert.deepEqual([wrong.status, wrong.code, wrong.faults[0].pointer], [400, 'invalid_request', '/config/parse/skip']);
  assert.ok(wrong.requestId.startsWith('req_') && wrong instanceof v.ApiError && wrong instanceof v.VitaeError);
  await thrown(v.AuthenticationError, () => new v.Vitae(url, 'vt_live_no').usage());
  const test = new v.Vitae(url, testKey, { retries: 0 });
  await thrown(v.InsufficientCreditsError, () => test.createText('vitae:sample/error/insufficient_credits'));
  await thrown(v.UnavailableError, () => test.createText('vitae:sample/error/queue_full'));
  const open = await test.createText('vitae:sample/parsing');
  await thrown(v.WaitTimeout, () => test.wait(open.request_id, 0.3));
}

async function told(url) {
  const pauses = [];
  const vitae = new v.Vitae(url, 'key', { sleep: async (ms) => { pauses.push(ms); } });
  assert.equal((await vitae.createText('x')).request_id, 'prs_1');
  assert.ok(pauses[0] >= 7000 && pauses[0] <= 8750 && pauses[2] >= 5000 && pauses[2] <= 6250, `${pauses}`);
  assert.ok(pauses[1] > 0 && pauses[1] <= 1000);
  vitae.retries = 4;
  await thrown(v.UnavailableError, () => vitae.usage()); // five times
  assert.equal(pauses.length, 3 + 4);
  await thrown(v.InvalidRequestError, () => vitae.usage());
  vitae.retries = Infinity;
  const once = new v.Vitae(url, 'key', { retries: 0 });
  await thrown(v.ConnectionFailed, () => once.usage()); // a redirect is not followed
}

async function webhooks(secret, body, text) {
  const headers = JSON.parse(text), now = 1700000000;
  assert.equal((await v.verifyWebhook(secret, headers, body, { now: now + 299 })).type, 'parse.completed');
  const event = await v.verifyWebhook(secret, new Headers(headers), new TextEncoder().encode(body), { now });
  assert.equal(event.data.name, 'é');
  const other = 'whsec_' + btoa('another');
  for (const [s, h, b, at] of [[other, headers, body, now], [secret, headers, body + ' ', now], [secret, headers, body, now + 301],
    [secret, headers, body, now - 301], [secret, {}, body, now], [secret, { ...headers, 'Webhook-Id': '2' }, body, now],
    [secret, { ...headers, 'webhook-timestamp': 'soon' }, body, now], ['whsec_%', headers, body, now],
    [secret, { ...headers, 'webhook-signature': 'v1,%% v2,AAAA' }, body, now]])
    await thrown(v.WebhookError, () => v.verifyWebhook(s, h, b, { now: at }));
}

const [part, ...words] = process.argv.slice(2);
await { service, told, webhooks }[part](...words);
console.log('done');
