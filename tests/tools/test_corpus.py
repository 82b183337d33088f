#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the corpus generator that need no browser, TeX or office: test_corpus.py SOURCE_ROOT"""
import os
import random
import sys
import tempfile
import unittest
from types import SimpleNamespace as NS

ROOT = sys.argv.pop(1) if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
sys.path.insert(0, os.path.join(ROOT, 'tools', 'corpus'))
import check
import compose as co
import docx
import label
import persona as pe
import plain


def style(**kw):
    base = dict(lang='en', date_form='Mon YYYY', range_sep=' – ', present='Present', since=False, same_year=False, short_year=False, from_to=False)
    base.update(kw)
    return NS(**base)


def dumped(*lines):
    return {'lines': [{'text': l, 'tokens': [{'text': t} for t in l.split()]} for l in lines]}


class Dates(unittest.TestCase):
    def test_gold_has_the_precision_that_is_printed(self):
        rows = [('2019-03', 'Mon YYYY', 'en', 'Mar 2019', '2019-03'), ('2019-03', 'YYYY', 'en', '2019', '2019'), ('2019', 'MM/YYYY', 'de', '2019', '2019'),
                ('2019-03', 'MM.YYYY', 'de', '03.2019', '2019-03'), ('2019-03', 'Season YYYY', 'en', 'Spring 2019', '2019'), ('2019-03', 'Month YYYY', 'fr', 'mars 2019', '2019-03')]
        for iso, form, lang, text, gold in rows:
            self.assertEqual(co.one_date(iso, form, lang), (text, gold), form)

    def test_ranges(self):
        self.assertEqual(co.range_text(style(), '2019-03', '2020-01', False), ('Mar 2019 – Jan 2020', '2019-03', '2020-01', False))
        self.assertEqual(co.range_text(style(), '2019-03', None, True), ('Mar 2019 – Present', '2019-03', None, True))
        self.assertEqual(co.range_text(style(date_form='YYYY'), '2019-03', '2019-11', False), ('2019', '2019', None, False))
        self.assertEqual(co.range_text(style(date_form='YYYY', short_year=True), '2011', '2013', False), ('2011–13', '2011', '2013', False))
        self.assertEqual(co.range_text(style(same_year=True), '2020-06', '2020-08', False), ('Jun – Aug 2020', '2020-06', '2020-08', False))


class Gold(unittest.TestCase):
    def test_only_what_is_printed(self):
        doc = co.Doc()
        doc.record('job_begin', [co.R('Cook', 'title', [(('experience', 'a', 'title'), 'Cook')])], [co.R('2019', 'date', [(('experience', 'a', 'start_date'), '2019')])], ('experience', 'a'))
        job = doc.result['experience'][0]
        self.assertEqual((job['title'], job['start_date'], job['company'], job['end_date']), ('Cook', '2019', None, None))
        self.assertEqual(doc.order[0], {'text': 'Cook 2019', 'role': 'job_begin', 'item': 0, 'fields': [{'field': 'title', 'text': 'Cook'}, {'field': 'date', 'text': '2019'}]})

    def test_separators_of_missing_parts_are_dropped(self):
        text = lambda form, **parts: [co.text_of(l) for l, r in co.fill(form, {k: [co.R(v, k)] for k, v in parts.items()})]
        self.assertEqual(text('{n}, {i} ({d})', n='CPA', i='Board', d='2019'), ['CPA, Board (2019)'])
        self.assertEqual(text('{n}, {i} ({d})', n='CPA', d='2019'), ['CPA (2019)'])
        self.assertEqual(text('{n} – {i}, {d}', n='CPA', i='Board'), ['CPA – Board'])

    def test_documents_show_their_gold(self):
        people = pe.load()
        pool = [x for x in people if pe.split_of(x[0]) == 'train']
        with tempfile.TemporaryDirectory() as folder:
            for n, (module, name) in enumerate([(plain, k) for k in plain.LAYOUTS] + [(docx, k) for k in docx.LAYOUTS if k[0] == 'd'] * 2):
                row = NS(name=name, **module.LAYOUTS[name])
                rng = random.Random(n)
                ident, source = rng.choice(pool)
                p = pe.clean(pe.recombine(ident, source, pool, rng))
                S = co.complete_style(co.make_style(p, rng, row))
                doc, path = co.Doc(), os.path.join(folder, '%d.%s' % (n, row.ext))
                row.make(doc, S, p, path, None)
                self.assertEqual(check.missing(doc.order, path), [], name)
                self.assertEqual(doc.result['personal_info']['name'], p['basics']['name'])


class Split(unittest.TestCase):
    def test_every_person_in_one_split_and_none_empty(self):
        splits = [pe.split_of(i) for i, _ in pe.load()]
        for s in ('train', 'tune', 'test'):
            self.assertGreater(splits.count(s), 10)


class Align(unittest.TestCase):
    ORDER = [{'role': 'heading', 'text': 'Experience'},
             {'role': 'job_begin', 'item': 0, 'text': 'Senior Pastry Cook, Blue Cedar Foods Jan 2019 – Present',
              'fields': [{'field': 'title', 'text': 'Senior Pastry Cook'}, {'field': 'company', 'text': 'Blue Cedar Foods'}, {'field': 'date', 'text': 'Jan 2019 – Present'}]},
             {'role': 'job_text', 'item': 0, 'text': 'Baked two thousand croissants every single morning'},
             {'role': 'furniture', 'text': 'Page 1 of 1', 'repeat': True}]

    def test_wrapped_and_torn_lines(self):
        doc = dumped('Jan 2019 – Present', 'E X P E R I E N C E', 'Senior Pastry Cook, Blue', 'Cedar Foods', 'Baked two thousand croissants every', 'single morning', 'Page 1 of 2')
        T, blocks, share, start = label.align(doc, self.ORDER)
        lines, lost = label.label(doc, T, blocks)
        self.assertEqual(share, 1.0)
        self.assertEqual([l['role'] for l in lines], ['job_begin', 'heading', 'job_head', 'job_head', 'job_text', 'job_text', 'furniture'])
        self.assertEqual(lines[0]['tokens'], ['date'] * 4)
        self.assertEqual(lines[2]['tokens'], ['title', 'title', 'title', 'company'])
        self.assertEqual(lines[3]['tokens'], ['company', 'company'])

    def test_foreign_text_stays_without_label(self):
        doc = dumped('Experience', 'Quite another resume altogether')
        T, blocks, share, _ = label.align(doc, self.ORDER)
        lines, lost = label.label(doc, T, blocks)
        self.assertLess(share, 0.3)
        self.assertEqual(lines[1]['role'], 'other')

    def test_order_score(self):
        self.assertEqual(label.order_score([0, 5, 9]), (1.0, 1.0))
        self.assertEqual(label.order_score([9, 5, 0]), (0.0, 0.0))


if __name__ == '__main__':
    unittest.main()
