#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mutate.py N [SEED]: N mutated PDFs and DOCX through a started service. Every request must end, the
service must live, and its memory must not grow. Prints what happened; exit code 1 when any of it
fails. The seed decides every mutation."""
import collections
import pathlib
import random
import sys
import threading
import time
import zlib

import builders as b
import hostile

ROOT = pathlib.Path(__file__).resolve().parents[2]
THREADS, WORKERS = 4, 2
PDF_WORDS = [b"obj", b"endobj", b"stream", b"endstream", b"/Length", b"/Type", b"/Kids", b"/Parent", b"/Font", b"/Filter",
             b"/FlateDecode", b"<<", b">>", b"[", b"]", b"(", b")", b"R", b"BT", b"ET", b"Tj", b"Tf", b"q", b"Q", b"Do", b"cm", b"xref",
             b"trailer", b"0 0 R", b"1 0 R", b"-1", b"65536", b"4294967295", b"1e30", b"null", b"/Encrypt", b"/Prev 0"]
XML_WORDS = [b"<w:p>", b"</w:p>", b"<w:tbl>", b"</w:tbl>", b"<w:tr>", b"<w:tc>", b"<w:r>", b"<w:t>", b"&#0;", b"&lt;", b"]]>", b"<![CDATA[",
             b"w:val=\"99999999\"", b"<w:br w:type=\"page\"/>", b"<w:numPr>", b"<!--", b"<?x?>", b"<w:vMerge/>", b"\xff", b"<w:fldChar/>"]


def mutate_bytes(rng, data, words):
    """One to a dozen changes: bits, words of the language, pieces copied, cut or repeated."""
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 4, 12])):
        if not out:
            break
        at, n = rng.randrange(len(out)), rng.choice([1, 4, 30, 300])
        how = rng.randrange(7)
        if how == 0:
            out[at] ^= 1 << rng.randrange(8)
        elif how == 1:
            out[at:at] = rng.choice(words)
        elif how == 2:
            word = rng.choice(words)
            out[at:at + len(word)] = word
        elif how == 3:
            del out[at:at + n]
        elif how == 4:
            out[at:at] = out[at:at + n] * rng.choice([1, 2, 50])
        elif how == 5:
            to = rng.randrange(len(out))
            out[to:to + n] = out[at:at + n]
        else:
            out[at:at + 1] = str(rng.choice([0, -1, 1, 255, 65535, 2**31, 10**12])).encode()
    return bytes(out)


def numbers_of(doc):
    return sorted(doc.objects)


def mutate_pdf(rng, samples):
    """Of whole files, of packed streams under their filter, or of the objects before they are numbered."""
    how = rng.randrange(3)
    if how == 0:
        return mutate_bytes(rng, rng.choice(samples), PDF_WORDS)
    doc = b.Pdf()
    for _ in range(rng.randrange(1, 4)):
        content = mutate_bytes(rng, b.text_content(b.LINES).encode(), PDF_WORDS) if how == 1 else b.text_content(b.LINES).encode()
        packed = zlib.compress(content)
        doc.page(doc.add(f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode() + packed + b"\nendstream"))
    if how == 2:
        number = rng.choice([n for n in numbers_of(doc)])
        body = doc.objects[number]
        doc.objects[number] = mutate_bytes(rng, body if isinstance(body, bytes) else body.encode(), PDF_WORDS)
    return doc.build(broken_xref=rng.random() < 0.1)


def mutate_docx(rng, samples):
    """Of the packed file, or of a part before it is packed; now and then a lie in a ZIP header."""
    if rng.random() < 0.25:
        return mutate_bytes(rng, rng.choice(samples), PDF_WORDS)
    parts = b.docx_parts()
    name = rng.choice([n for n in parts for _ in range(6 if "document" in n else 1)])
    parts[name] = mutate_bytes(rng, parts[name].encode(), XML_WORDS)
    lies = {"crc": 7} if rng.random() < 0.05 else {"size": rng.choice([0, 2**32 - 1])} if rng.random() < 0.05 else {}
    return b.zip_of([b.Member(n, t, **lies) for n, t in parts.items()])


def document(seed, i, pdfs, docx):
    rng = random.Random(f"{seed}-{i}")
    if i % 2:
        return mutate_docx(rng, docx), "resume.docx"
    return mutate_pdf(rng, pdfs), "resume.pdf"


class Run:
    def __init__(self, service, count, seed):
        self.service, self.seed, self.count = service, seed, count
        self.answers, self.slowest, self.errors = collections.Counter(), (0, None), []
        self.next, self.lock, self.memory = 0, threading.Lock(), {}
        self.pdfs = [(ROOT / "samples/resume.pdf").read_bytes(), b.pdf(pages=2)]
        self.docx = [b.docx(), b.docx(method=0)]

    def take(self):
        with self.lock:
            i = self.next
            self.next += 1
            if i in (self.count // 10, self.count // 2, self.count - 1):
                self.memory[i] = self.service.memory() >> 20
            return i if i < self.count else None

    def send_one(self, i):
        data, name = document(self.seed, i, self.pdfs, self.docx)
        started = time.monotonic()
        answer = self.service.answer(self.service.send(data, name))
        with self.lock:
            self.answers[answer] += 1
            self.slowest = max(self.slowest, (time.monotonic() - started, i))

    def work(self):
        while (i := self.take()) is not None:
            try:
                self.send_one(i)
            except Exception as error:  # whatever it is, the run has failed and goes on
                with self.lock:
                    self.errors.append(f"document {i}: {error!r}"[:500])


def main():
    count, seed = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "1"
    service = hostile.Service(workers=WORKERS)
    run = Run(service, count, seed)
    try:
        threads = [threading.Thread(target=run.work) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        cpu, peak, ended = service.watch.end()
        alive = service.alive()
    finally:
        service.close()
    for answer, n in run.answers.most_common():
        print(f"{n:6} {answer}")
    memory = list(run.memory.values())
    died = run.answers["EXTRACTION_FAILED worker_died"] + run.answers["PARSE_FAILED worker_died"]
    print(f"{sum(run.answers.values())} of {count} ended; workers that were replaced: {ended}, documents that killed them: {died}; "
          f"slowest {run.slowest[0]:.2f} s (document {run.slowest[1]}); peak of a worker {peak >> 20} MB; worker CPU {cpu:.0f} s; "
          f"service resident at a tenth, half, end: {memory} MB; service {'alive' if alive else 'DEAD'}")
    print("\n".join(run.errors[:20]))
    grew = len(memory) > 1 and memory[-1] > 1.5 * memory[0] + 50
    return 0 if alive and not run.errors and not grew and sum(run.answers.values()) == count else 1


if __name__ == "__main__":
    sys.exit(main())
