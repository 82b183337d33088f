// SPDX-License-Identifier: Apache-2.0
// Try it: a document or text in, live progress, the result.
import * as api from './api.js';
import { h, icon, button, tabs, labelled, checkbox, select, size, plural, count } from './dom.js';
import { resultView } from './result.js';

const MAX_BYTES = 10 * 1024 * 1024;
const KINDS = 'PDF, DOCX, ODT, RTF, HTML, Markdown, text, JPG, PNG';
const STAGES = [['queued', 'Waiting'], ['extract', 'Reading text'], ['validate', 'Checking'], ['parse', 'Parsing'], ['matching', 'Matching']];

// What the person typed stays while they look at other pages.
const kept = { kind: 'file', file: null, text: '', url: '', job: '', tier: 'basic', extract: 'auto', prompt: false, extras: true, top: 3, redact: [], last: null };

// The groups of config.redact, as people call them.
const REDACT = [['name', 'Name'], ['contact', 'Contact data'], ['personal', 'Birth, nationality, family'], ['location', 'Places'], ['employer', 'Employers'], ['school', 'Schools'], ['dates', 'Dates']];

export async function render(context) {
  const stage = h('div');
  const page = h('div.try', stage);
  if (kept.last) showResult(kept.last.answer, kept.last.options);
  else showForm();
  return page;

  function showForm(message) {
    stage.replaceChildren(form(context, run, message));
  }

  function showResult(answer, options) {
    stage.replaceChildren(
      h('div.title-row', h('h1', 'Result'),
        button('Parse another', { icon: 'plus', onclick: () => { kept.last = null; showForm(); stage.querySelector('h1').focus(); } })),
      resultView(answer, options));
  }

  async function run(order) {
    const stop = new AbortController();
    const view = progress(order.name, () => { stop.abort(); showForm(); });
    stage.replaceChildren(view.el);
    // a picture of the page would show what the answer leaves out
    const pictures = order.file && !kept.redact.length ? loadPages(order.file, stop.signal).catch(() => []) : Promise.resolve([]);
    try {
      const answer = await api.parse(order.body, view.tell, stop.signal);
      if (answer.remaining_balance !== undefined && !context.session.key.test) context.setBalance(answer.remaining_balance);
      kept.last = { answer, options: { pictures, name: order.name, curl: order.curl } };
      if (stage.isConnected) showResult(answer, kept.last.options);
      stage.querySelector('h1')?.focus?.();
    } catch (e) {
      if (e.name === 'AbortError') return;
      showForm(e);
    }
  }
}

// The pages as pictures, rendered in the sandbox and kept by this page only.
async function loadPages(file, signal) {
  if (/^image\/(png|jpeg)$/.test(file.type)) return [await photograph(file)];
  if (!/\.pdf$/i.test(file.name) && file.type !== 'application/pdf') return [];
  const form = new FormData();
  form.append('file', file);
  try {
    const { pages } = await api.call('POST', 'pages', { form, signal });
    return pages.map((p) => {
      const bytes = Uint8Array.from(atob(p.picture), (c) => c.charCodeAt(0));
      return { ...p, url: URL.createObjectURL(new Blob([bytes], { type: p.type })) };
    });
  } catch (e) {
    return []; // the result shows its text instead
  }
}

// A picture is its own page. Its size in points is the service's guess, so that no place is drawn.
async function photograph(file) {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { url: URL.createObjectURL(file), width_pt: width, height_pt: height, width_px: width, height_px: height, plain: true };
}

function progress(name, cancel) {
  const bar = h('progress', { max: 100, value: 0, 'aria-label': 'Progress' });
  const word = h('p', { role: 'status' }, 'Sending…');
  const steps = h('ol.steps', STAGES.map(([id, label]) => h('li', { data: { stage: id } }, label)));
  return {
    el: h('section.card.progress', h('h1', { tabindex: '-1' }, 'Reading ', h('bdi', name)), bar, word, steps, button('Stop waiting', { kind: 'quiet', onclick: cancel })),
    tell(state) {
      const at = STAGES.findIndex(([id]) => id === (state.current_stage || 'queued'));
      bar.value = state.progress_percentage || 3;
      word.textContent = `${STAGES[Math.max(0, at)][1]}… ${state.progress_percentage || 0} %`;
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
  const picker = h('input.offscreen', { type: 'file', id: 'picker', 'aria-describedby': 'drop-hint', onchange: () => take(picker.files[0]) });
  const drop = h('div.drop', picker,
    h('label', { for: 'picker' }, h('span.drop-icon', icon('file')), h('span', h('strong', 'Choose a document'), ' or drop it here')),
    h('p.hint', { id: 'drop-hint' }, `${KINDS} · up to 10 MB, ${plural(context.session.account.max_pages, 'page')}`), shown);
  drop.addEventListener('dragover', (e) => { e.preventDefault(); drop.classList.add('over'); });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (e) => {
    e.preventDefault();
    drop.classList.remove('over');
    take(e.dataTransfer.files[0]);
  });

  const text = h('textarea', { rows: 12, value: kept.text, placeholder: 'Paste the text of a resume', oninput: () => { kept.text = text.value; ready(); } });
  const url = h('input', { type: 'url', value: kept.url, placeholder: 'https://example.com/resume.pdf', oninput: () => { kept.url = url.value; ready(); } });
  const job = h('textarea', { rows: 6, value: kept.job, placeholder: 'Paste a job description to match the candidate against it', oninput: () => { kept.job = job.value; ready(); } });
  const jobHint = h('span');
  const source = tabs('Source', [
    { id: 'file', label: 'Document', make: () => drop },
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
    h('fieldset.groups', h('legend', 'Leave out of the answer, and cover in its texts'),
      REDACT.map(([group, label]) => checkbox(label, { checked: kept.redact.includes(group), onchange: (e) => leaveOut(group, e.target.checked) }))));

  const el = h('form', { onsubmit: (e) => { e.preventDefault(); submit(); } },
    h('h1', { tabindex: '-1' }, 'See what vitae reads'),
    h('p.lead', 'Give it a resume. Every value comes back with its place on the page.'),
    problem && explain(problem),
    h('div.try-grid',
      h('div.stack', h('section.card', { 'aria-label': 'Resume' }, source),
        h('section.card.sample', h('div', h('h2', 'No resume at hand?'), h('p.soft', 'Look at a fictional one, with a job to match.')),
          button('Use the sample', { icon: 'eye', onclick: sample }))),
      h('div.stack', h('section.card', { 'aria-label': 'Job description' }, labelled('Job description (optional)', job, jobHint)), options,
        h('div.row.end', send))));
  if (kept.file) take(kept.file);
  ready();
  return el;

  function take(file) {
    if (!file) return;
    const tooLarge = file.size > MAX_BYTES;
    kept.file = tooLarge ? null : file;
    shown.className = 'chosen' + (tooLarge ? ' bad' : '');
    shown.replaceChildren(icon(tooLarge ? 'warn' : 'check'), h('bdi', file.name), h('span.soft', size(file.size)), tooLarge ? h('span', 'is larger than 10 MB') : '');
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
    const [resume, description] = await Promise.all([fetch('/assets/resume.pdf').then((r) => r.blob()), fetch('/assets/job-description.txt').then((r) => r.text())]);
    kept.kind = 'file';
    kept.file = new File([resume], 'mara-lindqvist' + '.pdf', { type: 'application/pdf' });
    job.value = kept.job = description.trim();
    sendFile(kept.file);
  }
}

const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
function curlJson(body) {
  return `curl ${location.origin}/v1/parse -H "Authorization: Bearer $VITAE_KEY" -H 'Content-Type: application/json' -H 'Prefer: wait=30' -d ${shell(JSON.stringify(body))}`;
}
function curlFile(name, config, job) {
  return `curl ${location.origin}/v1/parse -H "Authorization: Bearer $VITAE_KEY" -H 'Prefer: wait=30' -F ${shell('file=@' + name)} -F ${shell('config=' + JSON.stringify(config))}` + (job ? " -F 'job_description=<job.txt'" : '');
}
