# SPDX-License-Identifier: Apache-2.0
"""One long-lived headless Chromium, spoken to over its DevTools pipe (descriptors 3 and 4,
messages of JSON ended by a NUL byte), that prints HTML to PDF."""
import base64
import json
import os
import re
import shutil
import subprocess
import tempfile

TEX = '/usr/share/texlive/texmf-dist/fonts/'
TEX_FONTS = ['opentype/impallari', 'opentype/adobe', 'opentype/public/montserrat', 'opentype/public/raleway', 'opentype/public/libertine', 'opentype/google', 'truetype/google',
             'opentype/public/playfair', 'opentype/public/merriweather', 'truetype/sorkin', 'opentype/sorkin', 'opentype/public/cochineal', 'opentype/public/alegreya', 'truetype/public/opensans',
             'opentype/ibm', 'truetype/impallari', 'opentype/public/cabin', 'opentype/omnibus-type', 'opentype/public/nunito', 'truetype/public/poiretone', 'opentype/huerta', 'opentype/tipo', 'truetype/ascender']


def fonts_conf(folder):
    """A fontconfig file with the system's fonts and those of TeX Live."""
    path = os.path.join(folder, 'fonts.conf')
    dirs = ''.join('<dir>%s%s</dir>' % (TEX, d) for d in TEX_FONTS if os.path.isdir(TEX + d))
    dirs += '<dir>/usr/share/texmf/fonts/opentype</dir>'
    with open(path, 'w') as f:
        f.write('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include>/etc/fonts/fonts.conf</include>%s</fontconfig>' % dirs)
    return path


OFFLINE = ['--host-resolver-rules=MAP * ~NOTFOUND', '--no-proxy-server']  # for pages of others: no network


class Chromium:
    def __init__(self, path=None, more=()):
        self.dir = tempfile.mkdtemp(prefix='corpus-chromium-')
        to_child_r, to_child_w = os.pipe()
        from_child_r, from_child_w = os.pipe()

        def wire():                                        # in the child: 3 reads, 4 writes
            a, b = os.dup(to_child_r), os.dup(from_child_w)
            a, b = os.dup(a), os.dup(b)
            os.dup2(a, 3)
            os.dup2(b, 4)

        env = dict(os.environ, FONTCONFIG_FILE=fonts_conf(self.dir), HOME=self.dir)
        self.proc = subprocess.Popen([path or 'chromium', '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-extensions',
                                      '--remote-debugging-pipe', '--user-data-dir=' + self.dir, '--font-render-hinting=none', *more],
                                     preexec_fn=wire, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        os.close(to_child_r)
        os.close(from_child_w)
        self.w, self.r = to_child_w, from_child_r
        self.buf, self.n = b'', 0
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        self.session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        self.call('Page.enable')
        self.frame = self.call('Page.getFrameTree')['frameTree']['frame']['id']

    session = None

    def call(self, method, **params):
        self.n += 1
        msg = {'id': self.n, 'method': method, 'params': params}
        if self.session:
            msg['sessionId'] = self.session
        self._send(json.dumps(msg).encode() + b'\0')
        while True:
            while b'\0' not in self.buf:
                chunk = os.read(self.r, 1 << 20)
                if not chunk:
                    raise RuntimeError('Chromium ended')
                self.buf += chunk
            raw, self.buf = self.buf.split(b'\0', 1)
            m = json.loads(raw)
            if m.get('id') == self.n:
                if 'error' in m:
                    raise RuntimeError('%s: %s' % (method, m['error']))
                return m.get('result', {})

    def _send(self, data):
        while data:
            data = data[os.write(self.w, data):]

    def pdf(self, html, footer=None, letter=False, margins=None):
        """PDF bytes of an HTML page. `footer`: Chromium's footer template; CSS @page rules set the margins otherwise."""
        self.call('Page.setDocumentContent', frameId=self.frame, html=html)
        opt = {}
        if footer:
            opt.update(displayHeaderFooter=True, headerTemplate='<span></span>', footerTemplate=footer)
        return self.print(**opt)

    def print(self, **opt):
        """PDF bytes of the page that is shown."""
        opt = dict(printBackground=True, preferCSSPageSize=True, **opt)
        data = base64.b64decode(self.call('Page.printToPDF', **opt)['data'])
        return re.sub(rb'\(D:\d{14}', b'(D:20251101000000', data)   # the same document on any day

    def close(self):
        try:
            os.close(self.w)
            self.proc.terminate()
            self.proc.wait(10)
        except Exception:
            self.proc.kill()
        os.close(self.r)
        shutil.rmtree(self.dir, ignore_errors=True)
