#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Word accuracy of OCR on pages that have a text layer to compare with.

    bench/ocr_eval.py BUILD_DIR PDF...

Each PDF's first page is made a picture (pdftoppm), spoilt in several ways (ImageMagick's convert),
and read by `docdump -t -m ocr`; its words are compared with those of the page's text layer, as
multisets without case and edge punctuation. Prints precision, recall, F1 and seconds a page."""
import collections
import pathlib
import subprocess
import sys
import tempfile
import time

# name: dots per inch, arguments of convert
KINDS = {
    "clean 100 dpi": (100, []),
    "clean 150 dpi": (150, []),
    "clean 200 dpi": (200, []),
    "clean 300 dpi": (300, []),
    "150 dpi, noise, 2 degrees": (150, ["-rotate", "2", "-attenuate", "0.15", "+noise", "Gaussian",
                                        "-quality", "70"]),
    "200 dpi, shadow, blur, JPEG": (200, ["-blur", "0x0.7", "(", "+clone", "-sparse-color",
                                          "Bilinear", "0,0 white 1600,2200 gray55", ")", "-compose",
                                          "multiply", "-composite", "-quality", "45"]),
    "phone: perspective, 200 dpi": (200, ["-virtual-pixel", "white", "-distort", "Perspective",
                                          "0,0 40,20 1600,0 1560,60 0,2200 0,2200 1600,2200 1600,2150",
                                          "-quality", "70"]),
}


def words(text):
    """The words of a text as they are compared."""
    out = (word.strip(".,;:|()[]•·-–—*'\"’“”").lower() for word in text.split())
    return collections.Counter(word for word in out if any(c.isalnum() for c in word))


def run(*args):
    """Standard output of a command, or "" when it fails."""
    done = subprocess.run(args, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def measure(dump, pdf, kind, folder):
    """Common, wanted and found words, and seconds, of one page in one kind of picture."""
    dpi, spoil = KINDS[kind]
    page = folder / "page"
    run("pdftoppm", "-r", str(dpi), "-f", "1", "-singlefile", "-gray", "-png", str(pdf), str(page))
    picture = folder / ("spoilt.jpg" if spoil else "page.png")
    if spoil:
        run("convert", f"{page}.png", *spoil, str(picture))
    wanted = words(run("pdftotext", "-l", "1", str(pdf), "-"))
    start = time.monotonic()
    found = words(run(str(dump), "-t", "-m", "ocr", str(picture)))
    seconds = time.monotonic() - start
    return sum((wanted & found).values()), sum(wanted.values()), sum(found.values()), seconds


def main():
    dump = pathlib.Path(sys.argv[1]) / "tests/golden/docdump"
    print(f"{'picture':30} {'P':>6} {'R':>6} {'F1':>6} {'worst':>6} {'s/page':>7}")
    with tempfile.TemporaryDirectory() as name:
        for kind in KINDS:
            rows = [measure(dump, pdf, kind, pathlib.Path(name)) for pdf in sys.argv[2:]]
            common, wanted, found = (sum(row[i] for row in rows) for i in range(3))
            precision, recall = common / max(found, 1), common / max(wanted, 1)
            f1 = 2 * common / max(wanted + found, 1)
            worst = min(2 * row[0] / max(row[1] + row[2], 1) for row in rows)
            seconds = sum(row[3] for row in rows) / len(rows)
            print(f"{kind:30} {precision:6.3f} {recall:6.3f} {f1:6.3f} {worst:6.3f} {seconds:7.2f}")


if __name__ == "__main__":
    main()
