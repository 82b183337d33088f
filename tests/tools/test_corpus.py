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
sys.path.insert(1, os.path.join(ROOT, 'tools', 'corpus', 'themes'))
import check
import compose as co
import docx
import label
import page
import persona as pe
import plain
import resume
import text_forms
import words


def style(**kw):
    base = dict(lang='en', date_form='Mon YYYY', range_sep=' – ', present='Present', since=False, same_year=False, short_year=False, from_to=False)
    base.update(kw)
    return NS(**base)


def dumped(*lines):
    return {'lines': [{'text': l, 'page': 0, 'tokens': [{'text': t, 'page': 0, 'box': [40 * j, 12 * i, 40 * j + 38, 12 * i + 10]} for j, t in enumerate(l.split())]} for i, l in enumerate(lines)]}


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
        self.assertEqual(doc.order[0], {'text': 'Cook 2019', 'role': 'job_begin', 'item': 0, 'group': 0, 'fields': [{'field': 'title', 'text': 'Cook'}, {'field': 'date', 'text': '2019'}]})

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


class Words(unittest.TestCase):
    ORDER = [{'role': 'name', 'text': 'Mara Lind', 'fields': [{'field': 'name', 'text': 'Mara Lind'}]},
             {'role': 'heading', 'text': 'Work'},
             {'role': 'job_begin', 'item': 0, 'group': 0, 'part': 0, 'section': 'work', 'text': 'Senior Pastry Cook | Blue Cedar Foods Jan 2019 – Present',
              'fields': [{'field': 'title', 'text': 'Senior Pastry Cook'}, {'field': 'company', 'text': 'Blue Cedar Foods'}, {'field': 'date', 'text': 'Jan 2019 – Present'}]},
             {'role': 'heading', 'text': 'More'},
             {'role': 'job_begin', 'item': 1, 'group': 1, 'part': 1, 'section': 'volunteer', 'text': 'Treasurer', 'fields': [{'field': 'title', 'text': 'Treasurer'}]},
             {'role': 'language', 'part': 2, 'section': 'languages', 'group': 2, 'text': 'Dutch, French',
              'fields': [{'field': 'language', 'text': 'Dutch', 'group': 2}, {'field': 'language', 'text': 'French', 'group': 3}]}]
    DOC = ('Mara Lind', 'Work', 'Senior Pastry Cook | Blue Cedar Foods', 'Jan 2019 – Present', 'More', 'Treasurer', 'Dutch, French', 'zzzz')

    def rows(self):
        T, blocks, _, _ = label.align(dumped(*self.DOC), self.ORDER)
        return {r[10]: r[5:10] for r in words.rows(dumped(*self.DOC), T, blocks)}

    def test_each_word_has_its_labels(self):
        rows = self.rows()
        self.assertEqual(rows['Mara'], ['name', 'none', '-1', '-1', 'name'])
        self.assertEqual(rows['Pastry'], ['job_head', 'experience', '0', '0', 'title'])
        self.assertEqual(rows['Treasurer'], ['job_head', 'volunteer', '1', '1', 'title'])

    def test_signs_are_of_a_field_only_inside_it(self):
        rows = self.rows()
        self.assertEqual((rows['|'][4], rows['–'][4]), ('none', 'date'))

    def test_a_heading_has_the_section_below_it(self):
        rows = self.rows()
        self.assertEqual((rows['Work'][:2], rows['More'][:2]), (['heading', 'experience'], ['heading', 'volunteer']))

    def test_a_section_without_heading_stands_under_none(self):
        self.assertEqual(self.rows()['Dutch,'], ['language', 'languages', '2', '-1', 'language'])
        self.assertEqual(self.rows()['French'][2], '3')

    def test_what_is_unknown_has_no_row(self):
        self.assertNotIn('zzzz', self.rows())

    def test_labels_are_carried_over_to_another_form_of_the_text(self):
        T, blocks, _, _ = label.align(dumped(*self.DOC), self.ORDER)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'a.words')
            with open(path, 'w', encoding='utf-8') as f:
                f.writelines('\t'.join(r) + '\n' for r in words.rows(dumped(*self.DOC), T, blocks))
            doc = dumped('> Mara Lind Work', '> Senior Pastry', '> Cook | Blue Cedar Foods Jan 2019 – Present')
            T, blocks, _, _ = label.align(doc, text_forms.blocks_of(path))
            rows = {r[10]: r[5:10] for r in words.rows(doc, T, blocks)}
        self.assertEqual(rows['Cook'], ['job_head', 'experience', '0', '0', 'title'])
        self.assertEqual(rows['Work'], ['heading', 'experience', '-1', '0', 'none'])


class Theme(unittest.TestCase):
    PERSON = {'basics': {'name': 'Mara Lind', 'label': 'Cook', 'email': 'mara@example.com'}, 'skills': [{'name': 'Bread', 'keywords': ['Rye']}],
              'work': [{'name': 'Blue Cedar', 'position': 'Baker', 'startDate': '2019-03', 'highlights': ['Baked bread']}, {'name': 'Old Mill', 'position': 'Cook', 'startDate': '2015-01', 'endDate': '2019-02'}]}

    def page(self, *blocks):
        """A page of blocks: (text, name of the value or None, tag); all in one element."""
        _, values = resume.marked(self.PERSON, random.Random(1))
        by = {(v.section, v.index, v.key): k for k, v in enumerate(values)}
        pieces = [dict(text=t, block='%d.0' % k, value=by[v] if v else -1, tag=tag, inside=[k + 10, 1]) for k, (t, v, tag) in enumerate(blocks)]
        view = page.Page(pieces, values, self.PERSON)
        return view, view.blocks()

    BLOCKS = [('Mara Lind', None, 'H1'), ('mara@example.com', None, ''), ('Where I worked', None, 'H2'), ('Baker', ('work', 0, 'position'), 'H3'), ('March 2019 – Present 2 years', None, ''), ('Blue Cedar', ('work', 0, 'name'), ''),
              ('Cook', ('work', 1, 'position'), 'H3'), ('Old Mill', ('work', 1, 'name'), ''), ('2015 – 2019', None, ''), ('Skills', None, 'H2'), ('Bread', ('skills', 0, 'name'), '')]

    def test_values_headings_dates_and_contact_data_are_told(self):
        _, blocks = self.page(*self.BLOCKS)
        self.assertEqual([b['role'] for b in blocks], ['name', 'contact', 'heading', 'job_head', 'job_head', 'job_head', 'job_head', 'job_head', 'job_head', 'heading', 'skill'])
        self.assertEqual([(s['text'], s.get('field')) for s in blocks[4]['spans']], [('March 2019 – Present', 'date'), (' 2 years', None)])
        self.assertEqual(blocks[8]['spans'][0]['group'], blocks[7]['spans'][0]['group'])

    def test_a_date_that_the_theme_made_up_is_a_date(self):
        _, blocks = self.page(('Baker', ('work', 0, 'position'), 'H3'), ('Nov 2026', None, ''), ('Blue Cedar', ('work', 0, 'name'), ''))
        self.assertEqual((blocks[1]['role'], blocks[1]['spans'][0]['field']), ('job_head', 'date'))

    def test_gold_has_what_the_page_shows(self):
        view, blocks = self.page(*self.BLOCKS)
        result = page.result_of(view, blocks)
        self.assertEqual([(j['title'], j['start_date'], j['end_date'], j['current'], j['highlights']) for j in result['experience']],
                         [('Baker', '2019-03', None, True, []), ('Cook', '2015', '2019', False, [])])
        self.assertEqual((result['personal_info']['label'], result['personal_info']['email'], result['skills']), (None, 'mara@example.com', ['Bread']))

    def test_marks_hold_the_number_of_the_value(self):
        out, values = resume.marked(self.PERSON, random.Random(1))
        text = out['work'][1]['name']
        self.assertEqual(values[int(text[1:12].replace('\u2062', '0').replace('\u2063', '1'), 2)].text, 'Old Mill')
        self.assertEqual(out['work'][1]['startDate'], '2015-01')

    def test_dates_as_themes_print_them(self):
        rows = {'May 1, 2022 to Jul 3, 2023': ['May 1, 2022 to Jul 3, 2023'], '2013-06 to Present': ['2013-06 to Present'], "Sep '19 – now": ["Sep '19 – now"], 'Nov, 2016 - Present 10 years': ['Nov, 2016 - Present'],
                '2015年4月 - 現在': ['2015年4月 - 現在'], 'four of 12 shifts': []}
        for text, found in rows.items():
            self.assertEqual([m.group(0) for m in page.date_word().finditer(text)], found, text)


if __name__ == '__main__':
    unittest.main()
