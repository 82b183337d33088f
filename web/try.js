// SPDX-License-Identifier: Apache-2.0
// Try it: a document or text in, live progress, the result.
import * as api from './api.js';
import { h, icon, button, tabs, table, named, status, stateOf, foreign, labelled, checkbox, select, size, plural, count, notify } from './dom.js';
import { resultView } from './result.js';
import { filePages } from './pages.js';
import { viewOptions } from './requests.js';

const MAX_BYTES = 10 * 1024 * 1024, MOST_FILES = 200, AT_ONCE = 3;
const KINDS = 'PDF, DOCX, ODT, RTF, HTML, Markdown, text, JPG, PNG';
const FOLDER = 'webkitdirectory' in HTMLInputElement.prototype;
const STAGES = [['queued', 'Waiting'], ['extract', 'Reading text'], ['validate', 'Checking'], ['parse', 'Parsing'], ['matching', 'Matching']];

// What the person typed stays while they look at other pages.
const kept = { kind: 'file', file: null, batch: null, text: '', url: '', job: '', tier: 'basic', extract: 'auto', prompt: false, extras: true, top: 3, redact: [], last: null };

// The groups of config.redact, as people call them.
const REDACT = [['name', 'Name'], ['contact', 'Contact data'], ['personal', 'Birth, nationality, family'], ['location', 'Places'], ['employer', 'Employers'], ['school', 'Schools'], ['dates', 'Dates']];

export async function render(context) {
  const stage = h('div');
  const page = h('div.try', stage);
  const id = context.rest[0];
  if (id === 'files' && kept.batch) showBatch(kept.batch);
  else if (kept.last && (!id || id === kept.last.answer.request_id)) showResult(kept.last.answer, kept.last.options);
  else if (!await reopened(id)) showForm();
  return page;

  // The address of a result: a reload, or a link, finds it again.
  async function reopened(request) {
    if (!request || request === 'files') return false;
    try {
      const answer = await api.get('parse/' + encodeURIComponent(request));
      if (answer.status !== 'completed' && answer.status !== 'failed') return false;
      showResult(answer, await viewOptions(context, answer));
      return true;
    } catch {
      return false; // erased, or of another account
    }
  }

  function showForm(message) {
    stage.replaceChildren(form(context, run, message));
  }

  function address(part) { history.replaceState(null, '', '#/try' + (part ? '/' + part : '')); }

  function again() {
    kept.last = kept.batch = null;
    address('');
    context.setTitle('Try it');
    showForm();
    stage.querySelector('h1').focus();
  }

  function showResult(answer, options) {
    if (answer.request_id) address(answer.request_id);
    stage.replaceChildren(resultView(answer, { ...options, ontitle: (text) => context.setTitle(text), actions: [button('Parse another', { icon: 'plus', onclick: again })] }));
  }

  function showBatch(batch) {
    address('files');
    stage.replaceChildren(batch.draw(), h('div.row.end.after', button('Parse more', { icon: 'plus', onclick: again })));
  }

  async function run(order) {
    if (order.files) {
      kept.batch = new Batch(context, order.files, order.config, order.job);
      showBatch(kept.batch);
      kept.batch.run();
      return;
    }
    const stop = new AbortController();
    const view = progress(order.name, () => { stop.abort(); showForm(); });
    stage.replaceChildren(view.el);
    // a picture of the page would show what the answer leaves out
    const pictures = order.file && !kept.redact.length ? filePages(order.file, stop.signal).catch(() => []) : Promise.resolve([]);
    try {
      const answer = await api.parse(order.body, view.tell, stop.signal);
      if (answer.remaining_balance !== undefined && !context.session.key.test) context.setBalance(answer.remaining_balance);
      const options = await viewOptions(context, answer);
      kept.last = { answer, options: { ...options, pictures: order.file ? pictures : options.pictures, name: order.name, curl: order.curl } };
      if (stage.isConnected) showResult(answer, kept.last.options);
      stage.querySelector('h1')?.focus?.();
    } catch (e) {
      if (e.name === 'AbortError') return;
      showForm(e);
    }
  }
}

// Several files: a few at a time, each with what became of it. It goes on while other pages are shown.
class Batch {
  constructor(context, files, config, job) {
    Object.assign(this, { context, config, job });
    this.heads = ['File', 'State', 'Candidate', ...(job ? [['Score', 'num']] : [])];
    this.rows = files.map((file) => ({ file, word: file.size > MAX_BYTES ? 'larger than 10 MB' : 'waiting', bad: file.size > MAX_BYTES, ended: file.size > MAX_BYTES }));
    this.stop = new AbortController();
    this.body = h('tbody');
    this.bar = h('progress', { max: files.length, 'aria-label': 'Files done' });
    this.word = h('p', { role: 'status' });
  }

  draw() {
    const stop = button('Stop', { kind: 'quiet', onclick: () => this.stop.abort() });
    this.stopper = stop;
    const el = table('Files', this.heads, []);
    el.querySelector('tbody').replaceWith(this.body);
    this.tell();
    return h('section.card', h('div.title-row', h('h1', { tabindex: '-1' }, plural(this.rows.length, 'file')), h('div.row', stop, button('Compare them', { icon: 'scale', onclick: () => this.compare() }))), this.bar, this.word, el);
  }

  tell() {
    const done = this.rows.filter((r) => r.ended).length, failed = this.rows.filter((r) => r.bad).length;
    this.bar.value = done;
    this.word.textContent = `${done} of ${this.rows.length} done` + (failed ? `, ${failed} not parsed` : '');
    if (this.stopper) this.stopper.hidden = done === this.rows.length;
    this.body.replaceChildren(...this.rows.map((r) => named(h('tr',
      h('td.break', r.answer ? h('a', { href: '#/requests/' + r.answer.request_id }, foreign(r.file.name)) : foreign(r.file.name), h('div.soft', size(r.file.size))),
      h('td', r.answer ? status(stateOf(r.answer)) : r.bad ? h('span.bad', r.word) : h('span.soft', r.word)),
      h('td', r.answer?.result && foreign(r.answer.result.personal_info?.name || '–'), r.answer?.result?.personal_info?.label && h('div.soft', foreign(r.answer.result.personal_info.label))),
      this.job && h('td.num', r.answer?.matching?.score ?? '–')), ['File', 'State', 'Candidate', 'Score'])));
  }

  // Those that were parsed, ticked, with the job description that they were parsed with.
  async compare() {
    (await import('./compare.js')).choose(this.rows.filter((r) => r.answer).map((r) => r.answer.request_id), this.job);
    this.context.go('compare');
  }

  async run() {
    const waiting = this.rows.filter((r) => !r.ended);
    const worker = async () => { for (let r = waiting.shift(); r; r = waiting.shift()) await this.one(r); };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    this.tell();
    notify(`${this.rows.filter((r) => r.answer).length} of ${this.rows.length} files are done`);
  }

  async one(r) {
    const form = new FormData();
    form.append('file', r.file);
    form.append('config', JSON.stringify(this.config));
    if (this.job) form.append('job_description', this.job);
    try {
      this.stop.signal.throwIfAborted();
      const answer = await api.parse({ form }, (state) => { r.word = stageWord(state); this.tell(); }, this.stop.signal);
      r.answer = { request_id: answer.request_id, status: answer.status, checks: answer.checks, matching: answer.matching && { score: answer.matching.score }, result: answer.result && { personal_info: answer.result.personal_info } };
      if (answer.remaining_balance !== undefined && !this.context.session.key.test) this.context.setBalance(answer.remaining_balance);
    } catch (e) {
      r.bad = true;
      r.word = e.name === 'AbortError' ? 'stopped' : [e.message, ...(e.faults || []).map((f) => f.detail)].join(': ');
    }
    r.ended = true;
    this.tell();
  }
}

const stageAt = (state) => Math.max(0, STAGES.findIndex(([id]) => id === (state.current_stage || 'queued')));
const stageWord = (state) => `${STAGES[stageAt(state)][1]}… ${state.progress_percentage || 0} %`;

// The files of a drop, also those of folders in it.
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((e) => e.isDirectory)) return [...transfer.files];
  const files = [];
  const walk = async (entry, depth) => {
    if (files.length > MOST_FILES || entry.name.startsWith('.')) return;
    if (entry.isFile) { files.push(await new Promise((done, fail) => entry.file(done, fail))); return; }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, fail) => reader.readEntries(done, fail));
      if (!some.length || depth > 8) return;
      for (const inner of some) await walk(inner, depth + 1);
    }
  };
  for (const entry of entries) await walk(entry, 0);
  return files;
}

function progress(name, cancel) {
  const bar = h('progress', { max: 100, value: 0, 'aria-label': 'Progress' });
  const word = h('p', { role: 'status' }, 'Sending…');
  const steps = h('ol.steps', STAGES.map(([id, label]) => h('li', { data: { stage: id } }, label)));
  return {
    el: h('section.card.progress', h('h1', { tabindex: '-1' }, 'Reading ', h('bdi', name)), bar, word, steps, button('Stop waiting', { kind: 'quiet', onclick: cancel })),
    tell(state) {
      const at = stageAt(state);
      bar.value = state.progress_percentage || 3;
      word.textContent = stageWord(state);
      [...steps.children].forEach((li, i) => { li.className = i < at ? 'done' : i === at ? 'now' : ''; });
    },
  };
}

function explain(problem) {
  return h('div.card.fault', { role: 'alert' }, h('h2', problem.message),
    problem.faults?.length > 0 && h('ul', problem.faults.map((f) => h('li', f.pointer ? h('code', f.pointer) : null, ' ', f.detail))),
    problem.requestId && h('p.soft', 'For the log: ', h('code', problem.requestId)));
}

function form(context, run, problem) {
  const send = h('button.primary.big', { type: 'submit' }, 'Parse');
  const shown = h('p.chosen', { 'aria-live': 'polite' });
  const picker = h('input.offscreen', { type: 'file', id: 'picker', multiple: true, 'aria-describedby': 'drop-hint', onchange: () => take([...picker.files]) });
  // what people can drop, they can also choose: by keyboard, and on a phone
  const folder = FOLDER && h('input', { type: 'file', hidden: true, webkitdirectory: true, 'aria-label': 'Folder', onchange: () => { const files = [...folder.files].filter((f) => !/(^|\/)\./.test(f.webkitRelativePath || f.name)); if (files.length) take(files); else notify('There are no files in this folder', 'bad'); } });
  const drop = h('div.drop', picker,
    h('label', { for: 'picker' }, h('span.drop-icon', icon('file')), h('span', h('strong', 'Choose documents'), ' or drop files or a folder here')),
    h('p.hint', { id: 'drop-hint' }, `${KINDS} · up to 10 MB, ${plural(context.session.account.max_pages, 'page')}`), shown);
  drop.addEventListener('dragover', (e) => { e.preventDefault(); drop.classList.add('over'); });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (e) => {
    e.preventDefault();
    drop.classList.remove('over');
    dropped(e.dataTransfer).then((files) => (files.length ? take(files) : notify('There are no files in this folder', 'bad'))).catch(() => notify('The folder cannot be read', 'bad'));
  });

  const text = h('textarea', { rows: 12, value: kept.text, placeholder: 'Paste the text of a resume', oninput: () => { kept.text = text.value; ready(); } });
  const url = h('input', { type: 'url', value: kept.url, placeholder: 'https://example.com/resume.pdf', oninput: () => { kept.url = url.value; ready(); } });
  const job = h('textarea', { rows: 6, value: kept.job, placeholder: 'Paste a job description to see how well the candidate fits', oninput: () => { kept.job = job.value; ready(); } });
  const jobHint = h('span');
  const source = tabs('Source', [
    { id: 'file', label: 'Document', make: () => h('div.stack', drop, folder && h('div.row.center', folder, button('Choose a folder', { kind: 'small', onclick: () => folder.click() }))) },
    { id: 'text', label: 'Text', make: () => labelled('Text of the resume', text) },
    { id: 'url', label: 'Web address', make: () => labelled('Address of the document', url, 'The service fetches it. Private addresses are refused.') },
  ], { selected: kept.kind, onchange: (id) => { kept.kind = id; ready(); } });

  const keep = (name) => (e) => { kept[name] = e.target.type === 'checkbox' ? e.target.checked : e.target.value; };
  const options = h('details.card.options', h('summary', 'Options'),
    h('div.grid',
      labelled('Model tier', select([['basic', 'Basic: one pass, 1 credit', kept.tier === 'basic'], ['standard', 'Standard: several readings, 3 credits', kept.tier === 'standard'], ['premium', 'Premium: standard and a language model, 4 credits', kept.tier === 'premium']], { onchange: keep('tier') })),
      labelled('Text of the document', select([['file', 'Its own text', kept.extract === 'file'], ['auto', 'Its own text, OCR where there is none', kept.extract === 'auto'], ['ocr', 'OCR of every page', kept.extract === 'ocr']], { onchange: keep('extract') }), 'OCR costs 2 credits a page.'),
      labelled('Skills in the match', select([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => [n, String(n), n === Number(kept.top)]), { onchange: keep('top') })),
      h('div.stack', checkbox('Links, projects, publications and more', { checked: kept.extras, onchange: keep('extras') }),
        checkbox('Look for prompt injections', { checked: kept.prompt, onchange: keep('prompt') }))),
    h('fieldset.groups', h('legend', 'Leave out of the result, and cover in its texts'),
      REDACT.map(([group, label]) => checkbox(label, { checked: kept.redact.includes(group), onchange: (e) => leaveOut(group, e.target.checked) }))));

  const el = h('form', { onsubmit: (e) => { e.preventDefault(); submit(); } },
    h('h1', { tabindex: '-1' }, 'See what vitae reads'),
    h('p.lead', 'Upload a resume. Every value comes back with its place on the page.'),
    problem && explain(problem),
    h('div.try-grid',
      h('div.stack', h('section.card', { 'aria-label': 'Resume' }, source),
        h('section.card.sample', h('div', h('h2', 'No resume at hand?'), h('p.soft', 'Try a fictional one with a job description.')),
          button('Use the sample', { icon: 'eye', onclick: sample }))),
      h('div.stack', h('section.card', { 'aria-label': 'Job description' }, labelled('Job description (optional)', job, jobHint)), options,
        h('div.row.end', send))));
  if (kept.file) take([].concat(kept.file));
  ready();
  return el;

  function take(files) {
    if (!files.length) return;
    const many = files.length > 1, tooMany = files.length > MOST_FILES, tooLarge = !many && files[0].size > MAX_BYTES;
    kept.file = tooLarge || tooMany ? null : many ? files : files[0];
    shown.className = 'chosen' + (tooLarge || tooMany ? ' bad' : '');
    shown.replaceChildren(icon(kept.file ? 'check' : 'warn'), many ? h('strong', plural(files.length, 'file')) : h('bdi', files[0].name), h('span.soft', size(files.reduce((n, f) => n + f.size, 0))),
      tooLarge ? h('span', 'is larger than 10 MB') : tooMany ? h('span', `at most ${MOST_FILES} at once`) : '');
    ready();
  }

  function ready() {
    const length = [...job.value].length;
    const wrong = length > 0 && (length < 100 || length > 30000);
    jobHint.textContent = length ? `${count(length)} characters; 100 to 30,000 are allowed` : '100 to 30,000 characters';
    jobHint.className = wrong ? 'bad' : '';
    const have = { file: kept.file, text: text.value.trim(), url: url.value.trim() }[kept.kind];
    send.disabled = !have || wrong;
  }

  function leaveOut(group, out) {
    kept.redact = REDACT.map(([id]) => id).filter((id) => (id === group ? out : kept.redact.includes(id)));
  }

  function config() {
    return {
      extract: { type: kept.extract },
      validate: { prompt: { skip: !kept.prompt } },
      parse: { model_tier: kept.tier, evidence: true, extras: kept.extras },
      ...(kept.redact.length ? { redact: kept.redact } : {}),
      ...(job.value ? { matching: { skip: false, top_skills: Number(kept.top) } } : {}),
    };
  }

  function submit() {
    if (kept.kind === 'file' && Array.isArray(kept.file)) return run({ files: kept.file, config: { ...config(), parse: { ...config().parse, evidence: true } }, job: job.value });
    if (kept.kind === 'file') return sendFile(kept.file);
    const input = kept.kind === 'text' ? { type: 'text', raw_text: text.value } : { type: 'url', data: url.value.trim() };
    if (job.value) input.job_description = job.value;
    const body = { input, config: config() };
    run({ name: kept.kind === 'text' ? 'the text' : input.data, body: { json: body }, curl: curlJson(body) });
  }

  function sendFile(file) {
    const data = new FormData();
    data.append('file', file);
    data.append('config', JSON.stringify(config()));
    if (job.value) data.append('job_description', job.value);
    run({ name: file.name, file, body: { form: data }, curl: curlFile(file.name, config(), job.value) });
  }

  async function sample() {
    const [resume, description] = await Promise.all([fetch(api.ROOT + 'assets/resume.pdf').then((r) => r.blob()), fetch(api.ROOT + 'assets/job-description.txt').then((r) => r.text())]);
    kept.kind = 'file';
    kept.file = new File([resume], 'mara-lindqvist' + '.pdf', { type: 'application/pdf' });
    job.value = kept.job = description.trim();
    sendFile(kept.file);
  }
}

const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
function curlJson(body) {
  return `curl ${location.origin}${api.ROOT}v1/parse -H "Authorization: Bearer $VITAE_KEY" -H 'Content-Type: application/json' -H 'Prefer: wait=30' -d ${shell(JSON.stringify(body))}`;
}
function curlFile(name, config, job) {
  return `curl ${location.origin}${api.ROOT}v1/parse -H "Authorization: Bearer $VITAE_KEY" -H 'Prefer: wait=30' -F ${shell('file=@' + name)} -F ${shell('config=' + JSON.stringify(config))}` + (job ? " -F 'job_description=<job.txt'" : '');
}
