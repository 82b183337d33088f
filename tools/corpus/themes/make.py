#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the people of data/personas by published JSON Resume themes, with a label for each word.

    python3 tools/corpus/themes/make.py --packages FOLDER --out DIR [--docs 60] [--jobs 2] [--vitae ...] [--themes a,b]

FOLDER/NAME/node_modules holds the theme NAME (install.sh). A theme that is missing, breaks, or whose words cannot be
told is left out. DIR gets ID.pdf or ID.html, ID.words and ID.json; DIR/report.json says what became of each theme."""
import argparse
import collections
import functools
import hashlib
import json
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import chromium
import label
import page as pg
import persona as pe
import resume as rs
import words

FAMILY = [(r'even', 'even'), (r'stackoverflow', 'stackoverflow'), (r'onepage', 'onepage'), (r'material', 'material'), (r'react', 'react'), (r'modern', 'modern'), (r'pro$|professional', 'professional')]


def names():
    with open(os.path.join(HERE, 'themes.txt'), encoding='utf-8') as f:
        return [l.split()[0] for l in f if l.strip() and not l.startswith('#')]


def family(name):
    return next((f for p, f in FAMILY if re.search(p, name)), name)


@functools.lru_cache(None)
def held_families():
    """A quarter of the families, the first by hash."""
    all_of_them = sorted({family(n) for n in names()}, key=lambda f: hashlib.sha256(('theme ' + f).encode()).digest())
    return set(all_of_them[:len(all_of_them) // 4])


def split_of(name):
    return 'held' if family(name) in held_families() else 'train'


def person(people, split, rng, whole, english_share):
    mine = [(i, p) for i, p in people if (pe.split_of(i) == 'test') == (split == 'held')]
    english = [(i, p) for i, p in mine if p['x-style']['language'] == 'en']
    ident, source = rng.choice(english if rng.random() < english_share else mine)
    p = pe.recombine(ident, source, [(i, q) for i, q in mine], rng)
    p = rs.complete(pe.clean(p), rng) if whole else rs.vary(pe.clean(p), rng)
    p['x-style'] = source['x-style']
    return pe.clean(p)


class Pages:
    """Shows pages in one Chromium that reaches no network, reads and prints them."""

    def __init__(self):
        self.script = open(os.path.join(HERE, 'page.js'), encoding='utf-8').read()
        self.start()

    def start(self):
        self.c = chromium.Chromium(more=chromium.OFFLINE)
        self.c.call('Emulation.setEmulatedMedia', media='print')

    def show(self, html, lengths):
        self.c.call('Page.setDocumentContent', frameId=self.c.frame, html=html)
        for _ in range(40):
            if self.c.call('Runtime.evaluate', expression='!!document.body', returnByValue=True)['result']['value']:
                break
            time.sleep(0.05)
        r = self.c.call('Runtime.evaluate', expression='(() => {const lengths = %s; return %s})()' % (json.dumps(lengths), self.script.split('\n', 3)[3]), returnByValue=True)
        if 'exceptionDetails' in r:
            raise RuntimeError(json.dumps(r['exceptionDetails'])[:300])
        return r['result']['value']

    def pdf(self, rng):
        opt = dict(scale=rng.choice([1, 1, 0.9, 0.8, 0.75, 0.65, 1.1]))
        if rng.random() < 0.5:
            opt.update(paperWidth=8.27, paperHeight=11.69)
        margin = rng.choice([0, 0.2, 0.4, 0.4, 0.6])
        return self.c.print(marginTop=margin, marginBottom=margin, marginLeft=margin, marginRight=margin, **opt)

    def close(self):
        self.c.close()


def web_page(html):
    html = re.sub(r'(?is)<script\b.*?</script>', '', html)
    return '<!DOCTYPE html>\n' + re.sub(r'(?i)<head([^>]*)>', r'<head\1><meta charset="utf-8">', html, count=1)


def documents(name, args, people):
    """[(person, values, html, rng)] by one theme, or the reason why there are none."""
    folder = os.path.join(args.packages, name)
    if not os.path.isdir(os.path.join(folder, 'node_modules', 'jsonresume-theme-' + name)):
        return 'missing'
    out, todo, why = [], list(range(args.docs)), ''
    for whole, old in ((False, True), (True, True), (True, False)):   # some themes want every value, some nothing else
        made = []
        for k in todo:
            rng = random.Random('%s %s %d' % (args.seed, name, k))
            p = person(people, split_of(name), rng, whole, args.english)
            made.append((k, p, *rs.marked(p, rng, old), rng))
        answers = render(folder, name, [r for _, _, r, _, _ in made])
        out += [(p, values, a['html'], rng) for (_, p, _, values, rng), a in zip(made, answers) if 'html' in a]
        todo = [row[0] for row, a in zip(made, answers) if 'html' not in a]
        if not todo:
            break
        why = next((a['error'] for a in answers if 'error' in a), '')
    return out or why or 'no answer'


def render(folder, name, resumes):
    """[{html} or {error}]"""
    lines = '\n'.join(json.dumps(r, ensure_ascii=False) for r in resumes)
    try:
        done = subprocess.run(['node', '--no-warnings', os.path.join(HERE, 'render.js'), folder, 'jsonresume-theme-' + name], input=lines.encode(), capture_output=True, timeout=120, env=dict(os.environ, TZ='UTC', NODE_ENV='production', LANG='en_US.UTF-8'))
    except subprocess.TimeoutExpired:
        return [{'error': 'no end'}] * len(resumes)
    answers = [json.loads(l) for l in done.stdout.decode('utf-8', 'replace').split('\n') if l.startswith('{')]
    if len(answers) == len(resumes):
        return answers
    return [{'error': (answers or [{}])[-1].get('error') or done.stderr.decode('utf-8', 'replace')[-200:] or 'no answer'}] * len(resumes)


def one(ident, name, doc, pages, args):
    """Writes one document; the share of its letters that have a label."""
    p, values, html, rng = doc
    seen = pages.show(html, [len(v.text) for v in values])
    view = pg.Page(seen['pieces'], values, p)
    blocks = view.blocks()
    as_html = rng.random() < 0.12
    path = os.path.join(args.work, ident + ('.html' if as_html else '.pdf'))
    with open(path, 'wb') as f:
        f.write(web_page(seen['html']).encode() if as_html else pages.pdf(rng))
    dump = label.dump(args.vitae, path)
    if not dump or not dump.get('lines') or len(dump['lines']) < 4:
        return 0.0
    T, aligned, share, _ = label.align(dump, blocks)
    rows = words.rows(dump, T, aligned)
    total = sum(len(l['tokens']) for l in dump['lines'])
    known = sum(1 for o in T.owner if o is not None) / max(1, len(T.owner))
    values_share = sum(1 for v in values if id(v) in view.printed) / max(1, len(values))
    if min(share, known, len(rows) / max(1, total)) >= args.least and values_share >= 0.3:
        words.write(args.out, ident, rows, path, {'maker': 'theme/' + family(name), 'theme': name, 'split': split_of(name), 'language': p['x-style']['language'], 'result': pg.result_of(view, blocks)})
    os.unlink(path)
    return min(share, known)


def about(args, name):
    try:
        with open(os.path.join(args.packages, name, 'node_modules', 'jsonresume-theme-' + name, 'package.json'), encoding='utf-8') as f:
            d = json.load(f)
    except (OSError, ValueError):
        return {}
    lic = d.get('license') or [x.get('type') for x in d.get('licenses') or [] if isinstance(x, dict)] or None
    return {'version': d.get('version'), 'licence': lic.get('type') if isinstance(lic, dict) else lic[0] if isinstance(lic, list) else lic}


def theme(name, args, people, pages):
    docs = documents(name, args, people)
    report = dict(about(args, name), family=family(name), split=split_of(name))
    if isinstance(docs, str):
        return dict(report, why=docs[:300])
    shares, errors = [], []
    for k, d in enumerate(docs):
        ident = 'theme_%s_%03d' % (name, k)
        try:
            shares.append(one(ident, name, d, pages, args))
        except Exception as e:                             # a page that Chromium cannot show
            errors.append('%s: %s' % (type(e).__name__, e))
            if 'Chromium ended' in str(e):
                pages.start()
    mean = sum(shares) / max(1, len(shares))
    if mean < args.least:
        for f in os.listdir(args.out):
            if f.startswith('theme_%s_' % name):
                os.unlink(os.path.join(args.out, f))
    return dict(report, rendered=len(docs), share=round(mean, 3), good=sum(x >= args.least for x in shares), errors=errors[:2], **({'why': 'few words known'} if mean < args.least else {}))


def work(some, args, people, queue):
    os.nice(10)
    pages = Pages()
    for n in some:
        try:
            queue.put((n, theme(n, args, people, pages)))
        except Exception as e:
            queue.put((n, {'why': '%s: %s' % (type(e).__name__, e)}))
    pages.close()


def main():
    ap = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    ap.add_argument('--packages', required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--docs', type=int, default=60, help='by each theme')
    ap.add_argument('--english', type=float, default=0.6, help='share of the documents that are in English; the others are in any language')
    ap.add_argument('--jobs', type=int, default=2)
    ap.add_argument('--seed', default='1')
    ap.add_argument('--least', type=float, default=0.85)
    ap.add_argument('--themes', type=lambda s: s.split(','))
    ap.add_argument('--vitae')
    args = ap.parse_args()
    args.vitae = args.vitae or label.find_vitae(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
    args.packages, args.work = os.path.abspath(args.packages), args.out + '.work'
    for d in (args.out, args.work):
        os.makedirs(d, exist_ok=True)
    people, todo = pe.load(), args.themes or names()
    queue, start, report = multiprocessing.Queue(), time.time(), {}
    procs = [multiprocessing.Process(target=work, args=(todo[j::args.jobs], args, people, queue)) for j in range(args.jobs)]
    for p in procs:
        p.start()
    for k in range(len(todo)):
        name, report[name] = queue.get()
        print('%3d %-28s %s' % (k + 1, name, json.dumps(report[name])), flush=True)
    for p in procs:
        p.join()
    shutil.rmtree(args.work, ignore_errors=True)
    with open(os.path.join(args.out, 'report.json'), 'w', encoding='utf-8') as f:
        json.dump(report, f, indent=1, sort_keys=True)
    count = collections.Counter(r['split'] for r in report.values() for _ in range(r.get('good', 0)) if 'why' not in r)
    print('%d documents for training, %d held out, of %d themes, in %.0f s' % (count['train'], count['held'], sum('why' not in r for r in report.values()), time.time() - start))


if __name__ == '__main__':
    main()
