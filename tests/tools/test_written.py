# SPDX-License-Identifier: Apache-2.0
"""The written documents: their marks are right; variants keep the labels; labels survive corrections by a person.

    test_written.py ROOT"""
import glob
import os
import random
import sys
import unittest

ROOT = sys.argv.pop(1)
sys.path[:0] = [os.path.join(ROOT, 'tools/corpus')]
import written as w  # noqa: E402

PAGE = ('<html><style>job{color:red}</style><body><nm>Ada Moss</nm><hd s="experience">Work</hd>'
        '<job><t>Cook</t>, <c>Inn</c> <d>2019 - 2021</d><x>Fed the guests of 2019.</x></job></body></html>')


def read(source, is_html=True):
    reader = w.Reader(source, is_html)
    pieces, faults = w.pieces_of(reader.root, is_html)
    return reader.root, [(p.node[1].strip(), p.role, p.section, p.field) for p in pieces if any(c.isalnum() for c in p.node[1])], reader.faults + faults


class Marks(unittest.TestCase):
    def test_every_document_of_the_tree_is_marked_rightly(self):
        paths = sorted(p for form in ('html', 'md', 'txt') for p in glob.glob(os.path.join(ROOT, 'data/documents/*/*.' + form)))
        self.assertGreater(len(paths), 300)
        for path in paths:
            with open(path, encoding='utf-8') as f:
                _, pieces, faults = read(f.read(), path.endswith('.html'))
            self.assertEqual([], faults, path)
            self.assertTrue(pieces, path)

    def test_what_each_part_is(self):
        _, pieces, faults = read(PAGE)
        self.assertEqual([], faults)
        self.assertEqual([('Ada Moss', 'name', 'none', 'name'), ('Work', 'heading', 'experience', None), ('Cook', 'job_head', 'experience', 'title'),
                          ('Inn', 'job_head', 'experience', 'company'), ('2019 - 2021', 'job_head', 'experience', 'date'),
                          ('Fed the guests of 2019.', 'job_text', 'experience', None)], pieces)

    def test_faults_are_named(self):
        for source, fault in (('<body>loose words</body>', 'no mark'), ('<job><t>Cook</job>', 'ends before'), ('<hd s="works">A</hd>', 'no section'),
                              ('<x>alone</x>', 'outside of an item'), ('<p k="jub">A</p>', 'no mark "jub"'), ('<job>A', 'is not closed'), ('</vol><oth>A</oth>', 'ends nothing')):
            self.assertIn(fault, ' '.join(read(source)[2]), source)

    def test_text_keeps_what_is_no_mark(self):
        root, pieces, faults = read('<oth># CV <b> 3 < 4</oth>\n', False)
        self.assertEqual([], faults)
        self.assertEqual('# CV <b> 3 < 4\n', w.source_of(root, False))


class Variants(unittest.TestCase):
    def test_the_same_words_become_the_same_again_and_labels_stay(self):
        twice = PAGE.replace('</body>', '<job><t>Cook</t> <c>Inn</c></job><awd><t>Cook</t> of the year</awd></body>')
        root, before, _ = read(twice)
        w.exchange(root, None, {'t': ['Baker'], 'c': ['Mill']}, random.Random(4))
        after = [(p.node[1].strip(), p.role, p.section, p.field) for p in w.pieces_of(root, True)[0] if any(c.isalnum() for c in p.node[1])]
        self.assertEqual([p[1:] for p in before], [p[1:] for p in after])
        titles = [t for t, role, _, field in after if field == 'title' and role == 'job_head']
        self.assertEqual(1, len(set(titles)))
        self.assertIn('Cook', [t for t, role, _, _ in after if role == 'award'])

    def test_a_template_has_other_words_and_the_same_labels(self):
        seen = set()
        for language in w.TEMPLATE:
            for seed in range(20):
                root, before, _ = read(PAGE)
                w.as_template(root, language, random.Random(seed))
                after = [(p.node[1].strip(), p.role, p.section, p.field) for p in w.pieces_of(root, True)[0] if any(c.isalnum() for c in p.node[1])]
                self.assertEqual([p[1:] for p in before], [p[1:] for p in after])
                self.assertEqual('Work', after[1][0])              # headings stay
                self.assertEqual('Fed the guests of 2019.', after[5][0])  # so do texts with years
                seen.add(after[3][0])
        self.assertIn('Company', seen)
        self.assertGreater(len(seen), 30)

    def test_plain_elements_have_no_marks(self):
        text = w.source_of(read(PAGE)[0], True, strip=True)
        for mark in list(w.BLOCKS) + list(w.FIELDS):
            self.assertNotIn('<%s>' % mark, text)
        self.assertIn('Cook', text)
        self.assertNotIn('color:red', text)


if __name__ == '__main__':
    unittest.main()
