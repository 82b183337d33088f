// SPDX-License-Identifier: Apache-2.0
// Client of vitae: one method a route, with retries and typed errors. Types: index.d.ts.

const LONG_POLL = 30; // seconds that one GET waits for the end
const MAX_PAUSE_MS = 60000;
const RETRY_SECONDS = 300;

/** Anything that this client throws. */
export class VitaeError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The service could not be reached, or the connection broke; nothing is known of the request. */
export class ConnectionFailed extends VitaeError {}

/** The request had not ended in time. It goes on: wait for `requestId` again. */
export class WaitTimeout extends VitaeError {
  constructor(requestId, seconds) {
    super(`${requestId} has not ended within ${seconds} s`);
    this.requestId = requestId;
  }
}

/** The request ended as `failed`; `answer` is its whole answer. It cost nothing. */
export class ParseFailed extends VitaeError {
  constructor(answer) {
    super(answer.error || 'the request failed');
    this.answer = answer;
    this.requestId = answer.request_id;
    this.code = answer.error_code || '';
    this.detail = answer.error_detail ?? null;
  }
}

/** There is nothing to export: the request runs, failed, or a check stopped it. */
export class NoResult extends VitaeError {
  constructor(answer) {
    super(`${answer.request_id} has no result (${answer.status})`);
    this.answer = answer;
  }
}

/** A problem (RFC 9457) that the service answered. */
export class ApiError extends VitaeError {
  constructor(status, problem, retryAfter) {
    const faults = problem.errors || [];
    const details = faults.map((f) => `; ${f.pointer}: ${f.detail}`).join('');
    super(`${status} ${problem.error_code || ''}: ${problem.detail || problem.title || 'no problem body'}${details} (request ${problem.request_id || ''})`);
    this.status = status;
    this.code = problem.error_code || '';
    this.requestId = problem.request_id || ''; // of the HTTP request: for the operator's log
    this.retryable = Boolean(problem.retryable);
    this.faults = faults;
    this.retryAfter = retryAfter;
  }
}
export class InvalidRequestError extends ApiError {}
export class AuthenticationError extends ApiError {}
export class InsufficientCreditsError extends ApiError {}
export class PermissionDeniedError extends ApiError {}
export class NotFoundError extends ApiError {}
export class ConflictError extends ApiError {}
export class ReviewChangedError extends ApiError {}
export class ExpiredError extends ApiError {}
export class RateLimitedError extends ApiError {}
export class UnavailableError extends ApiError {}

const ERRORS = {
  400: InvalidRequestError, 401: AuthenticationError, 402: InsufficientCreditsError, 403: PermissionDeniedError,
  404: NotFoundError, 409: ConflictError, 410: ExpiredError, 412: ReviewChangedError, 413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError, 429: RateLimitedError, 501: InvalidRequestError, 503: UnavailableError,
};

const pathOf = (requestId) => '/v1/parse/' + encodeURIComponent(requestId);

const batchPathOf = (batchId) => '/v1/batches/' + encodeURIComponent(batchId);

function withQuery(path, values) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== null) query.set(name, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

export class Vitae {
  #key;
  #sleep;
  #fetch;

  /** A call is repeated after 429, 503, a problem that says `retryable`, or a broken connection, until
   *  `retrySeconds` have passed: as long as `Retry-After` says, else with growing pauses, both with a
   *  random part. `retries` limits the number of repetitions, too. Creates carry an Idempotency-Key: a
   *  repetition makes no second request. `version` pins the version of the interface. */
  constructor(baseUrl, apiKey, { timeout = 60, retrySeconds = RETRY_SECONDS, retries = Infinity, version, fetch = globalThis.fetch, sleep } = {}) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.timeout = timeout;
    this.retrySeconds = retrySeconds;
    this.retries = retries;
    this.version = version;
    this.#key = apiKey;
    this.#fetch = fetch;
    this.#sleep = sleep || ((ms) => new Promise((done) => setTimeout(done, ms)));
  }

  // ---- creates ----

  async createFile(document, { filename, config, jobDescription, reference, metadata, idempotencyKey } = {}) {
    const { blob, name } = await readDocument(document);
    const build = () => { // a body can be read once: each try has its own
      const form = new FormData();
      form.set('file', blob, filename || name);
      if (config !== undefined) form.set('config', JSON.stringify(config));
      if (jobDescription !== undefined) form.set('job_description', jobDescription);
      if (reference !== undefined) form.set('reference', reference);
      if (metadata !== undefined) form.set('metadata', JSON.stringify(metadata));
      return form;
    };
    return this.#create(build, {}, idempotencyKey);
  }

  async createBatch(documents = [], { archive, items, config, jobDescription, reference, metadata, idempotencyKey } = {}) {
    const headers = { 'Idempotency-Key': idempotencyKey || uuid() };
    const shared = { config, job_description: jobDescription, reference, metadata };
    if (items !== undefined) {
      const body = JSON.stringify({ items, ...shared });
      headers['Content-Type'] = 'application/json';
      return (await this.#call('POST', '/v1/batches', { build: () => body, headers })).json();
    }
    const parts = [];
    if (archive !== undefined) parts.push(['archive', await readDocument(archive)]);
    for await (const document of documents) parts.push(['file', await readDocument(document)]);
    const build = () => {
      const form = new FormData();
      for (const [name, { blob, name: filename }] of parts) form.append(name, blob, filename);
      for (const [name, value] of Object.entries(shared)) {
        if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
      }
      return form;
    };
    return (await this.#call('POST', '/v1/batches', { build, headers })).json();
  }

  createText(text, options) {
    return this.#createInput({ type: 'text', raw_text: text }, options);
  }

  createUrl(url, options) {
    return this.#createInput({ type: 'url', data: url }, options);
  }

  createResult(result, options) {
    return this.#createInput({ type: 'result', data: result }, options);
  }

  #createInput(input, { config, jobDescription, reference, metadata, idempotencyKey } = {}) {
    if (jobDescription !== undefined) input.job_description = jobDescription;
    const body = JSON.stringify({ input, config, reference, metadata });
    return this.#create(() => body, { 'Content-Type': 'application/json' }, idempotencyKey);
  }

  async #create(build, headers, key) {
    const response = await this.#call('POST', '/v1/parse', { build, headers: { ...headers, 'Idempotency-Key': key || uuid() } });
    return response.json();
  }

  parseFile(document, options) {
    return this.#ended(this.createFile(document, options), options);
  }

  parseText(text, options) {
    return this.#ended(this.createText(text, options), options);
  }

  parseUrl(url, options) {
    return this.#ended(this.createUrl(url, options), options);
  }

  async *parseMany(documents, { parallel = 8, onProgress, ...options } = {}) {
    if (!(parallel >= 1)) throw new RangeError('parallel must be at least 1');
    let done = 0;
    let failed = 0;
    const one = async (document, index) => {
      let outcome;
      try {
        outcome = { index, document, answer: await this.parseFile(document, options), error: null };
      } catch (error) {
        failed++;
        outcome = { index, document, answer: null, error };
      }
      onProgress?.(++done, failed);
      return outcome;
    };
    const all = documents[Symbol.asyncIterator] ? documents[Symbol.asyncIterator]() : documents[Symbol.iterator]();
    const waiting = []; // in order; never more than `parallel` are under way
    for (let index = 0, next; ; index++) {
      if (waiting.length >= parallel) yield await waiting.shift();
      next = await all.next();
      if (next.done) break;
      waiting.push(one(next.value, index));
    }
    while (waiting.length) yield await waiting.shift();
  }

  async #ended(created, { wait = 120 } = {}) {
    const answer = await this.wait((await created).request_id, wait);
    if (answer.status === 'failed') throw new ParseFailed(answer);
    return answer;
  }

  // ---- requests ----

  async get(requestId, { wait = 0, reviewed = false } = {}) {
    const headers = wait ? { Prefer: `wait=${wait}` } : {};
    const path = withQuery(pathOf(requestId), { version: reviewed ? 'reviewed' : undefined });
    return (await this.#call('GET', path, { headers, extra: wait })).json();
  }

  review(requestId) {
    return this.#get(pathOf(requestId) + '/review', {});
  }

  async putReview(requestId, result, { version, ...members } = {}) {
    const body = JSON.stringify({ result, ...members });
    const headers = { 'Content-Type': 'application/json' };
    if (version) headers['If-Match'] = `"${requestId}-r${version}"`;
    return (await this.#call('PUT', pathOf(requestId) + '/review', { build: () => body, headers })).json();
  }

  async deleteReview(requestId) {
    await this.#call('DELETE', pathOf(requestId) + '/review');
  }

  async wait(requestId, seconds = 120) {
    const end = Date.now() + seconds * 1000;
    for (let pause = 100; ; ) {
      const began = Date.now();
      const answer = await this.get(requestId, { wait: Math.max(0, Math.min(LONG_POLL, Math.floor((end - began) / 1000))) });
      if (answer.status === 'completed' || answer.status === 'failed') return answer;
      if (Date.now() >= end) throw new WaitTimeout(requestId, seconds);
      if (Date.now() - began < pause) { // it answered at once: not every node can wait
        await this.#sleep(Math.min(pause, Math.max(0, end - Date.now())));
        pause = Math.min(pause * 2, 2000);
      }
    }
  }

  async export(requestId, form) {
    const response = await this.#call('GET', withQuery(pathOf(requestId), { format: form }));
    if (!response.headers.has('Content-Disposition')) throw new NoResult(await response.json());
    return response.text();
  }

  async *listRequests({ status, reference, batchId, createdAfter, createdBefore, pageSize = 100 } = {}) {
    for (let cursor; ; ) {
      const filters = { status, reference, batch_id: batchId, created_after: createdAfter, created_before: createdBefore };
      const page = await this.#get('/v1/parse', { ...filters, limit: pageSize, cursor });
      yield* page.requests;
      cursor = page.next_cursor;
      if (!cursor) return;
    }
  }

  async delete(requestId) {
    await this.#call('DELETE', pathOf(requestId));
  }

  // ---- batches ----

  getBatch(batchId) {
    return this.#get(batchPathOf(batchId), {});
  }

  async waitBatch(batchId, seconds = 600) {
    const end = Date.now() + seconds * 1000;
    for (let pause = 250; ; pause = Math.min(pause * 1.5, 5000)) {
      const batch = await this.getBatch(batchId);
      if (batch.status === 'completed') return batch;
      if (Date.now() >= end) throw new WaitTimeout(batchId, seconds);
      await this.#sleep(Math.min(pause, Math.max(0, end - Date.now())));
    }
  }

  async deleteBatch(batchId) {
    await this.#call('DELETE', batchPathOf(batchId));
  }

  // ---- matching, usage and skills ----

  async match(candidates, jobs, { topSkills = 3 } = {}) {
    const body = JSON.stringify({ candidates, jobs, top_skills: topSkills });
    const headers = { 'Content-Type': 'application/json' };
    return (await (await this.#call('POST', '/v1/match', { build: () => body, headers })).json()).matches;
  }

  usage() {
    return this.#get('/v1/usage', {});
  }

  usageHistory({ startDate, endDate, limit, offset } = {}) {
    return this.#get('/v1/usage/history', { start_date: startDate, end_date: endDate, limit, offset });
  }

  async skills(query, { limit, language } = {}) {
    return (await this.#get('/v1/skills', { q: query, limit, language })).skills;
  }

  skill(skillId, { language } = {}) {
    return this.#get('/v1/skills/' + encodeURIComponent(skillId), { language });
  }

  // ---- HTTP ----

  async #get(path, query) {
    return (await this.#call('GET', withQuery(path, query))).json();
  }

  async #call(method, path, { build, headers = {}, extra = 0 } = {}) {
    const began = Date.now();
    for (let attempt = 0, paused = 0; ; attempt++) {
      try {
        return await this.#once(method, path, build?.(), headers, this.timeout + extra);
      } catch (error) {
        const pause = pauseMs(error, attempt);
        const spent = Math.max(Date.now() - began, paused) + pause;
        if (attempt >= this.retries || spent > this.retrySeconds * 1000 || !mayRepeat(error)) throw error;
        paused += pause;
        await this.#sleep(pause);
      }
    }
  }

  async #once(method, path, body, headers, seconds) {
    let response, bytes;
    try {
      response = await this.#fetch(this.baseUrl + path, {
        method, body, headers: { Authorization: `Bearer ${this.#key}`, ...(this.version ? { 'Vitae-Version': this.version } : {}), ...headers },
        redirect: 'error', // the key would go along
        signal: AbortSignal.timeout(seconds * 1000),
      });
      bytes = await response.arrayBuffer(); // the whole: a connection that breaks off is told here
    } catch (error) {
      throw new ConnectionFailed(`${method} ${this.baseUrl}${path}: ${error.message}`, { cause: error });
    }
    if (!response.ok) throw apiError(response, bytes);
    return new Response(response.status === 204 ? null : bytes, response);
  }
}

function apiError(response, bytes) {
  let problem;
  try {
    problem = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    problem = null;
  }
  const after = response.headers.get('Retry-After');
  const seconds = after !== null && /^\d+$/.test(after) ? Number(after) : null;
  return new (ERRORS[response.status] || ApiError)(response.status, problem && typeof problem === 'object' ? problem : {}, seconds);
}

function mayRepeat(error) {
  if (error instanceof ConnectionFailed) return true;
  return error instanceof ApiError && (error.retryable || [429, 502, 503, 504].includes(error.status));
}

// What Retry-After says and up to a quarter more, so that clients do not come back all at once; else
// 0.5, 1, 2 ... 8 seconds, of which half is random.
function pauseMs(error, attempt) {
  if (typeof error.retryAfter === 'number') {
    return Math.min(Math.max(error.retryAfter * 1000, 100), MAX_PAUSE_MS) * (1 + Math.random() / 4);
  }
  return Math.min(500 * 2 ** Math.min(attempt, 4), 8000) * (0.5 + Math.random() / 2);
}

// A Blob or bytes; a string is the path of a file, where there are files (not in a browser).
async function readDocument(document) {
  if (typeof document !== 'string') {
    return { blob: document instanceof Blob ? document : new Blob([document]), name: document.name || 'document' };
  }
  let fs;
  try {
    fs = await import('node:fs/promises');
  } catch {
    throw new TypeError('a document is a Blob or bytes here; there are no files to open');
  }
  return { blob: new Blob([await fs.readFile(document)]), name: document.split(/[\\/]/).pop() };
}

function uuid() {
  if (globalThis.crypto?.randomUUID) return globalThis.crypto.randomUUID();
  return Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join('-');
}

// ---- webhooks ----

/** The message is not from the service, or it is an old one sent again. */
export class WebhookError extends VitaeError {}

const headerOf = (headers, name) => {
  if (typeof headers.get === 'function') return headers.get(name);
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return found === undefined ? null : headers[found];
};

function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The event in `body`, when its signature is right and its time at most `tolerance` seconds away. */
export async function verifyWebhook(secret, headers, body, { tolerance = 300, now = Date.now() / 1000 } = {}) {
  const [id, stamp, signatures] = ['id', 'timestamp', 'signature'].map((part) => headerOf(headers, 'webhook-' + part));
  if (!id || !stamp || !signatures) throw new WebhookError('a webhook- header is missing');
  if (!/^\d+$/.test(stamp)) throw new WebhookError('webhook-timestamp is no number');
  if (Math.abs(now - Number(stamp)) > tolerance) throw new WebhookError('webhook-timestamp is too far from now');
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (!key) throw new WebhookError('the secret is no base64');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const raw = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const head = new TextEncoder().encode(`${id}.${stamp}.`);
  const signed = new Uint8Array(head.length + raw.length);
  signed.set(head);
  signed.set(raw, head.length);
  const { subtle } = globalThis.crypto ?? (await import('node:crypto')).webcrypto;
  const hmac = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const signature of signatures.split(' ')) {
    const given = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : null;
    if (given && await subtle.verify('HMAC', hmac, given, signed)) return JSON.parse(text); // constant time
  }
  throw new WebhookError('no signature matches');
}
