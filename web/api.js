// SPDX-License-Identifier: Apache-2.0
// Calls of the dashboard's data routes. The session is a cookie that scripts cannot see; changes
// carry the token that the session's answer gave.

// Where the service is, also below a path of another site: this file is in its folder assets.
export const ROOT = new URL('..', import.meta.url).pathname;
const BASE = ROOT + 'dashboard/api/';
let csrf = '';

export class Problem extends Error {
  constructor(status, body) {
    super(body.error || body.title || `The service answered ${status}.`);
    this.status = status;
    this.code = body.error_code || '';
    this.faults = body.errors || [];
    this.requestId = body.request_id || '';
  }
}

export async function call(method, path, { json, form, wait, raw, signal, headers: given } = {}) {
  const headers = { ...given };
  if (method !== 'GET') headers['X-CSRF-Token'] = csrf;
  if (json) headers['Content-Type'] = 'application/json';
  if (wait) headers.Prefer = `wait=${wait}`;
  let response;
  try {
    response = await fetch(BASE + path, { method, headers, signal, body: json ? JSON.stringify(json) : form, credentials: 'same-origin' });
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    throw new Problem(0, { error: 'The service cannot be reached. Check that it is running, then try again.' });
  }
  const type = response.headers.get('Content-Type') || '';
  if (response.ok && raw) return response;
  const body = type.includes('json') ? await response.json() : {};
  if (response.ok) return body;
  const problem = new Problem(response.status, body);
  if (problem.code === 'no_session' && path !== 'session')
    window.dispatchEvent(new CustomEvent('session-ended'));
  throw problem;
}

export const get = (path, options) => call('GET', path, options);
export const post = (path, json) => call('POST', path, { json: json || {} });
export const remove = (path) => call('DELETE', path);

function keep(session) {
  csrf = session.csrf;
  return session;
}
export const session = async () => keep(await get('session'));
export const signIn = async (key) => keep(await post('session', { key }));
export const signOut = () => remove('session');

export function query(values) {
  const q = new URLSearchParams();
  for (const [k, v] of Object.entries(values)) if (v) q.set(k, v);
  const text = q.toString();
  return text ? '?' + text : '';
}

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

// Creates a request and follows it to its end; told() gets every state on the way.
export async function parse(body, told, signal) {
  let answer = await call('POST', 'parse', { ...body, wait: 1, signal });
  const id = answer.request_id, warnings = answer.warnings;
  while (answer.status !== 'completed' && answer.status !== 'failed') {
    told(answer);
    const before = performance.now();
    answer = await get('parse/' + id, { wait: 1, signal });
    if (performance.now() - before < 150) await sleep(150);
  }
  if (warnings) answer.notes = warnings;
  return answer;
}
