# SPDX-License-Identifier: Apache-2.0
"""Corrections of what the reader says: sheets, lines of corrections, labels as numbers, features with labels.

    test_corrections.py ROOT VITAE"""
import argparse
import os
import subprocess
import sys
import tempfile
import unittest

VITAE = sys.argv.pop(2)
ROOT = sys.argv.pop(1)
sys.path[:0] = [os.path.join(ROOT, 'tools/train')]
import corrections as c  # noqa: E402


def cell(role, section, text, anchor=-1, field='none'):
    return {'role': role, 'section': section, 'anchor': anchor, 'sure': 1.0, 'words': [[w, field] for w in text.split()]}


class Lines(unittest.TestCase):
    def test_a_line_names_the_fields_of_all_words(self):
        cells = [cell('edu_text', 'education', 'BSc in Physics York College 2003', -1)]
        c.correct(cells, '0 @0 edu_head education: degree=BSc | field=Physics | institution=York College | date=2003')
        self.assertEqual(['degree', 'none', 'field', 'institution', 'institution', 'date'], [f for _, f in cells[0]['words']])
        self.assertEqual(('edu_head', 0), (cells[0]['role'], cells[0]['anchor']))

    def test_fields_stay_with_the_role_and_go_with_it(self):
        for line, fields in (('0 = = =', ['title']), ('0 @0 job_head', ['title']), ('0 - summary summary', ['none']), ('0 - skill skills', ['skill']), ('0 !', [None])):
            cells = [cell('job_head', 'experience', 'Cook', 0, 'title')]
            c.correct(cells, line)
            self.assertEqual(fields, [f for _, f in cells[0]['words']], line)

    def test_a_range(self):
        cells = [cell('other', 'none', 'a b') for _ in range(4)]
        c.correct(cells, '1-2 @0 job_text experience')
        self.assertEqual(['other', 'job_text', 'job_text', 'other'], [x['role'] for x in cells])

    def test_what_is_no_correction_is_told(self):
        for line in ('x y', '0 @0 job_hat experience', '0 @0 job_head works', '0 = = =: colour=Cook', '0 = = =: title=Baker'):
            with self.assertRaises(ValueError, msg=line):
                c.correct([cell('job_head', 'experience', 'Cook', 0)], line)


class Whole(unittest.TestCase):
    def test_labels_come_back_as_they_were_corrected(self):
        with tempfile.TemporaryDirectory() as folder:
            at = lambda *parts: os.path.join(folder, *parts)
            for name in ('docs', 'sheets', 'fixes'):
                os.mkdir(at(name))
            with open(at('docs', 'cv.txt'), 'w') as f:
                f.write('Ada Moss\n\nExperience\nCook, Green Inn, 2019 - 2021\nFed guests\n\nSkills\nBread, Soup\n')
            open(at('docs', 'cv.words'), 'w').close()
            c.sheet(argparse.Namespace(vitae=VITAE, out=at('sheets'), documents=[at('docs', 'cv.txt')]))
            with open(at('sheets', 'cv.txt')) as f:
                number = next(l.split()[0].rstrip('?') for l in f if 'Fed guests' in l)
            with open(at('fixes', 'cv.fix'), 'w') as f:
                f.write('%s - interest interests: level=guests\n' % number)
            c.labels(argparse.Namespace(sheets=at('sheets'), fixes=at('fixes'), out=at('labels.tsv')))
            with open(at('labels.tsv')) as f:
                self.assertNotRegex(f.read().replace('cv\t', ''), '[A-Za-wyz]')  # numbers, and the x between them
            subprocess.run([VITAE, 'features', at('all'), at('docs')], check=True, stderr=subprocess.DEVNULL)
            c.apply(argparse.Namespace(labels=at('labels.tsv'), features=at('all'), out=at('some'), rest=at('rest')))
            with open(at('some'), 'rb') as f:
                data = f.read()
            (name, _, end, cells, words, first), = c.records(data)
            self.assertEqual('cv', name)
            self.assertEqual(len(data), end)
            self.assertEqual(c.ROLES.index('interest'), data[first + int(number)])
            fields = data[end - (words + 3) // 4 * 4:][:words]
            self.assertEqual(1, fields.count(c.FIELDS.index('level')))
            self.assertEqual(0, os.path.getsize(at('rest')))


if __name__ == '__main__':
    unittest.main()
