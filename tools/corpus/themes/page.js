// SPDX-License-Identifier: Apache-2.0
// Runs in the page: lists what is visible, piece by piece, with the value that each piece is of, then takes the marks
// of the values out of the page. Answers {pieces: [{text, block, value, tag, inside: [element, ...]}], html}.
(() => {
  const BEGIN = '\u2061', END = '\u2064', MARKS = /[\u2061-\u2064]/g, MARK = /[\u2061-\u2064]/;
  const hidden = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'TITLE', 'HEAD']);
  const number = new Map();
  const id = (e) => (number.has(e) ? number : number.set(e, number.size)).get(e);
  const pieces = [];
  let value = -1, left = 0, breaks = 0;

  const visible = (node) => {
    const r = document.createRange();
    r.selectNodeContents(node);
    if (![...r.getClientRects()].some((b) => b.width > 0 && b.height > 0)) return false;
    for (let e = node.parentElement; e; e = e.parentElement) {
      const s = getComputedStyle(e);
      if (s.visibility === 'hidden' && e === node.parentElement || parseFloat(s.opacity) < 0.05) return false;
    }
    return true;
  };
  const blockOf = (node) => {
    let e = node.parentElement;
    while (e.parentElement && /^(inline|contents|ruby)/.test(getComputedStyle(e).display)) e = e.parentElement;
    return e;
  };
  const put = (node, text, seen) => {
    if (!text) return;
    const inside = [];
    let tag = '';
    for (let e = node.parentElement; e; e = e.parentElement) {
      inside.push(id(e));
      if (!tag && /^(H[1-6]|LEGEND|TH|DT)$/.test(e.tagName)) tag = e.tagName;
    }
    if (seen) pieces.push({ text, block: id(blockOf(node)) + '.' + breaks, value, tag, inside });
  };
  const walk = (node) => {
    for (const n of node.childNodes) {
      if (n.nodeType === 1 && !hidden.has(n.tagName)) {
        if (n.tagName === 'BR') breaks++;
        walk(n);
      } else if (n.nodeType === 3 && n.nodeValue) {
        const seen = visible(n);
        for (const part of n.nodeValue.split(/(\u2061[\u2062\u2063]{11}|\u2064)/)) {
          if (part[0] === BEGIN) {
            value = parseInt([...part.slice(1)].map((c) => (c === '\u2063' ? 1 : 0)).join(''), 2);
            left = lengths[value] * 1.3 + 8;
          } else if (part === END) {
            value = -1;
          } else {
            put(n, part.replace(MARKS, ''), seen);
            left -= value >= 0 ? part.length : 0;
            if (left < 0) value = -1;
          }
        }
        if (MARK.test(n.nodeValue)) n.nodeValue = n.nodeValue.replace(MARKS, '');
      }
    }
  };
  walk(document.body);
  for (const e of document.querySelectorAll('*')) {
    for (const a of [...e.attributes]) {
      const clean = a.value.replace(MARKS, '').replace(/%E2%81%A[1-4]/gi, '');
      if (clean !== a.value) try { e.setAttribute(a.name, clean); } catch (error) { e.removeAttribute(a.name); }
    }
  }
  document.title = document.title.replace(MARKS, '');
  for (const e of document.querySelectorAll('style')) if (MARK.test(e.textContent)) e.textContent = e.textContent.replace(MARKS, '');
  return { pieces, html: document.documentElement.outerHTML };
})()
