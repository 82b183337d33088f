#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the grammar of layouts: test_grammar.py SOURCE_ROOT VITAE

A few sampled documents are read by the engine, and its words must stand where their labels are."""
import json
import os
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


if __name__ == '__main__':
    unittest.main()
