#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the grammar of layouts: test_grammar.py SOURCE_ROOT VITAE

A few sampled documents are read by the engine, and its words must stand where their labels are."""
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

VITAE = sys.argv.pop(2) if len(sys.argv) > 2 else os.environ.get('VITAE', 'build/src/cli/vitae')
ROOT = sys.argv.pop(1) if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
FOLDER = os.path.join(ROOT, 'tools', 'corpus', 'grammar')
sys.path.insert(0, FOLDER)
import check

ROLES = set('other heading name label contact summary job_head job_text edu_head edu_text skill language cert project publication award reference interest member furniture'.split())
SECTIONS = set('none contact summary objective experience volunteer military education courses skills strengths languages certifications projects publications patents awards memberships interests references personal additional declaration'.split())
FIELDS = set('none title company department location date type institution degree field grade name label email phone url street city postcode region country skill group level language cert issuer'.split())


class Sampled(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        bank = os.path.join(cls.folder.name, 'bank.json')
        with open(bank, 'w') as f:
            f.write('{}')
        cls.out = os.path.join(cls.folder.name, 'a')
        cls.env = dict(os.environ, VITAE_GRAMMAR_BANK=bank)
        cls.make(cls.out)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def make(cls, out, docs=12):
        subprocess.run([sys.executable, os.path.join(FOLDER, 'make.py'), '--out', out, '--docs', str(docs), '--seed', '7', '--text', '25', '--strict', '--vitae', VITAE,
                        '--languages', 'en=4,de=2,zh=1,ja=2,ru=1'], check=True, env=cls.env, stdout=subprocess.DEVNULL)

    def documents(self):
        for name in sorted(os.listdir(self.out)):
            if name.endswith('.words'):
                stem = os.path.join(self.out, name[:-6])
                yield stem, next(stem + e for e in ('.pdf', '.txt', '.md', '.html') if os.path.exists(stem + e))

    def test_the_engine_reads_the_words_where_their_labels_are(self):
        for stem, doc in self.documents():
            dump = json.loads(subprocess.run([VITAE, 'parse', '--dump', 'doc', doc], capture_output=True, check=True).stdout)
            found, words, used, labels, odd = check.compare(dump, list(check.read_words(stem + '.words')))
            self.assertGreater(words, 10, doc)
            self.assertGreater(found, 0.9 * words, f'{doc}: {odd}')
            self.assertGreater(used, 0.97 * labels, f'{doc}: {odd}')

    def test_labels_are_of_the_known_kinds(self):
        for stem, _ in self.documents():
            with open(stem + '.words', encoding='utf-8') as f:
                rows = [line.rstrip('\n').split('\t') for line in f]
            self.assertEqual({len(r) for r in rows}, {11}, stem)
            self.assertLessEqual({r[5] for r in rows}, ROLES)
            self.assertLessEqual({r[6] for r in rows}, SECTIONS)
            self.assertLessEqual({r[9] for r in rows}, FIELDS)
            with open(stem + '.json', encoding='utf-8') as f:
                made = json.load(f)
            self.assertIn(made['split'], ('train', 'held'))
            self.assertTrue(made['maker'].startswith('grammar/'))

    def test_a_seed_makes_the_same_documents(self):
        again = os.path.join(self.folder.name, 'b')
        self.make(again, 4)
        for name in os.listdir(again):
            with open(os.path.join(again, name), 'rb') as a, open(os.path.join(self.out, name), 'rb') as b:
                self.assertEqual(a.read(), b.read(), name)


class Forms(unittest.TestCase):
    """The forms of forms.py, drawn by themselves; no engine."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        os.environ['VITAE_GRAMMAR_BANK'] = os.path.join(cls.folder.name, 'bank.json')
        with open(os.environ['VITAE_GRAMMAR_BANK'], 'w') as f:
            f.write('{}')
        sys.path.insert(1, os.path.dirname(FOLDER))
        import degrees, document, forms, text, world
        cls.builders = {}
        cls.degrees, cls.document, cls.forms, cls.text, cls.world = degrees, document, forms, text, world

    def builder(self, lang, seed):
        if lang not in self.builders:
            doc = self.document.Document(f'forms {lang}', lang)
            doc.noise = None
            doc.sample()
            self.builders[lang] = doc.b
        b = self.builders[lang]
        b.rng = b.dates.rng = random.Random(seed)
        b.narrow, b.mask_pair, b.w.blank, b.job_form, b.edu_dates, b.edu_date_form = False, None, None, None, 'span', b.dates
        return b

    def runs(self, items):
        """(field, text, label) of each run of flowables, rows and what stands at the right among them."""
        for item in items:
            for cell in getattr(item, 'cells', ()):
                yield from self.runs(cell[1])
            for text, field, _, label in list(getattr(item, 'runs', ())) + list(getattr(item, 'right', None) or ()):
                yield field, text, label or item.label

    def test_degree_and_field_of_study_part_where_the_pattern_says(self):
        for lang in self.degrees.PATTERNS:
            for seed in range(40):
                rng = random.Random(seed)
                runs, degree, field = self.degrees.pair(rng, self.world.world(lang))
                printed = ''.join(t for t, _ in runs)
                self.assertTrue(degree or field, lang)
                self.assertFalse(set(printed) & set('[]{}\0'), printed)
                self.assertEqual([t for t, f in runs if f == 'degree'], [degree] if degree else [], printed)
                self.assertEqual([t for t, f in runs if f == 'field'], [field] if field else [], printed)
        exact = {('en', '[BSc (Hons)] in {Law}'): [('BSc (Hons)', 'degree'), (' in ', None), ('Law', 'field')], ('de', '[Abitur]'): [('Abitur', 'degree')], ('zh', '{法学}（[本科]）'): [('法学', 'field'), ('（', None), ('本科', 'degree'), ('）', None)]}
        for (lang, pattern), runs in exact.items():
            kept = self.degrees.PATTERNS[lang]
            self.degrees.PATTERNS[lang] = [pattern]
            try:
                self.assertEqual(self.degrees.pair(random.Random(1), self.world.world(lang))[0], runs)
            finally:
                self.degrees.PATTERNS[lang] = kept

    def test_every_form_of_jobs_prints_its_gold(self):
        for lang in ('en', 'de', 'ja', 'zh'):
            for seed, name in enumerate(sorted(n for n in dir(self.forms.Forms) if n.startswith('jobs_'))):
                b = self.builder(lang, seed)
                b.gold['experience'].clear()
                runs = list(self.runs(getattr(b, name)('experience', 3, 'full-time')))
                heads = [(f, t) for f, t, label in runs if f]
                printed = lambda field: {t.casefold() for f, t in heads if f == field}
                for job in b.gold['experience']:
                    for field in ('title', 'company'):
                        if job[field]:
                            self.assertIn(job[field].casefold(), printed(field), f'{name} {lang}')
                items = {label[2] for f, t, label in runs if f == 'company' or f == 'title'}
                self.assertEqual(len(items), len([j for j in b.gold['experience'] if j['company'] or j['title']]), f'{name} {lang}')
                self.assertLessEqual({label[0] for f, t, label in runs if f}, {'job_head'}, f'{name} {lang}')

    def test_every_form_of_studies_prints_its_gold(self):
        for lang in ('en', 'de', 'ja', 'es'):
            for seed, name in enumerate(sorted(n for n in dir(self.forms.Forms) if n.startswith('studies_'))):
                b = self.builder(lang, seed)
                b.gold['education'].clear()
                runs = list(self.runs(getattr(b, name)('education', 3)))
                for study in b.gold['education']:
                    for key, field in (('institution', 'institution'), ('degree', 'degree'), ('field_of_study', 'field')):
                        if study[key]:
                            self.assertIn(study[key], {t for f, t, _ in runs if f == field}, f'{name} {lang}')
                self.assertLessEqual({label[0] for f, _, label in runs if f in ('degree', 'institution', 'field', 'grade')}, {'edu_head'}, name)

    def test_certificates_have_a_number_each_and_print_their_names(self):
        for lang in ('en', 'de', 'fr', 'ja', 'nl'):
            for seed in range(20):
                b = self.builder(lang, seed)
                b.gold['certifications'].clear()
                runs = list(self.runs(b.more_certs()))
                names = [t for f, t, _ in runs if f == 'cert']
                self.assertEqual(sorted(names), sorted(c['name'] for c in b.gold['certifications']))
                self.assertEqual(len({label[2] for f, _, label in runs if f == 'cert'}), len(names))

    def test_letters_of_words_are_no_places_for_names(self):
        b = self.builder('de', 1)
        self.assertEqual(b.named_after('Führerschein Klasse B'), 'Führerschein Klasse B')
        self.assertEqual(b.named_after('Förderpreis'), 'Förderpreis')
        self.assertRegex(b.named_after('S认证'), '.认证$')

    def test_what_is_no_job_is_not_in_the_gold_of_jobs(self):
        for role, section in (('project', 'projects'), ('member', 'memberships'), ('award', 'awards')):
            b = self.builder('en', 5)
            b.gold['experience'].clear()
            roles = {label[0] for _, _, label in self.runs(b.entries_as_jobs(role, section))}
            self.assertEqual((roles, b.gold['experience']), ({role}, []))

    def test_records_as_text_keep_the_labels_of_their_values(self):
        doc = self.document.Document('records', 'en')
        row = lambda x, y, role, item, field, word: (0, x, y, x + 30, y + 10, role, 'experience', item, 0, field, word)
        lines = [[[row(50, 10, 'heading', -1, 'none', 'Work')]], [[row(50, 30, 'job_head', 0, 'title', 'Cook')], [row(300, 30, 'job_head', 0, 'date', '2019'), row(332, 30, 'job_head', 0, 'date', '–'), row(364, 30, 'job_head', 0, 'date', '2021')]],
                 [[row(50, 45, 'job_head', 0, 'company', 'Acme')]], [[row(50, 60, 'job_text', 0, 'none', 'Baked'), row(82, 60, 'job_text', 0, 'none', 'bread')]]]
        for seed in range(12):
            writer = self.text.Records(random.Random(seed), doc)
            printed = writer.text(lines)
            for word in ('Work', 'Cook', '2019', '2021', 'Acme', 'Baked bread'):
                self.assertIn(word, printed)
            tokens = [{'page': 0, 'box': [0, 0, 1, 1], 'text': t} for t in printed.split()]
            got = {r[10]: (r[5], r[9]) for r in self.text.align(tokens, writer.rows)}
            self.assertEqual((got['Cook'], got['Acme'], got['2021'], got['bread']), (('job_head', 'title'), ('job_head', 'company'), ('job_head', 'date'), ('job_text', 'none')), printed)


class Faults(unittest.TestCase):
    def test_labels_that_contradict_each_other_are_told(self):
        sys.path.insert(1, os.path.dirname(FOLDER))
        import labels
        row = lambda x, role, item, heading, field, word: ['0', str(x), '10', str(x + 20), '20', role, 'experience', item, heading, field, word]
        good = [row(10, 'heading', '-1', '0', 'none', 'Work'), row(40, 'job_head', '0', '0', 'title', 'Cook'), row(70, 'job_text', '0', '0', 'none', 'Baked')]
        gold = {'experience': [{'title': 'Cook', 'company': None}]}
        self.assertEqual(list(labels.faults(good, gold)), [])
        wrong = {'field of another role': row(100, 'job_text', '0', '0', 'title', 'Chef'), 'item of two kinds': row(100, 'project', '0', '0', 'none', 'Shop'), 'head without an item': row(100, 'job_head', '-1', '0', 'none', 'at'), 'unknown word': row(100, 'jobs', '0', '0', 'none', 'at'),
                 'heading that no row prints': row(100, 'summary', '-1', '7', 'none', 'Hello'), 'two words on one spot': row(70, 'job_text', '0', '0', 'none', 'Fried'), 'columns': ['0', '1']}
        for kind, extra in wrong.items():
            self.assertIn(kind, {k for k, _ in labels.faults(good + [extra], gold)})
        self.assertEqual(list(labels.faults(good, {'experience': [{'title': 'Baker'}]})), [('value that no label shows', 'title: Baker')])


if __name__ == '__main__':
    unittest.main()
