// SPDX-License-Identifier: Apache-2.0
// Pages as pictures, drawn in the sandbox of the service and kept by this browser page only.
import * as api from './api.js';

const pictures = ({ pages }) => pages.map((p) => {
  const bytes = Uint8Array.from(atob(p.picture), (c) => c.charCodeAt(0));
  return { ...p, url: URL.createObjectURL(new Blob([bytes], { type: p.type })) };
});

// Of a document at hand. A picture that the service cannot draw is shown as it is, without places.
export async function filePages(file, signal) {
  const picture = file.type.startsWith('image/');
  if (!picture && !/\.pdf$/i.test(file.name) && file.type !== 'application/pdf') return [];
  const form = new FormData();
  form.append('file', file);
  try {
    const pages = pictures(await api.call('POST', 'pages', { form, signal }));
    return pages.length || !picture ? pages : [await photograph(file)];
  } catch (e) {
    return picture && e.name !== 'AbortError' ? [await photograph(file)] : []; // the result shows its text instead
  }
}

// Of a request whose document the operator keeps.
export async function storedPages(id) {
  try {
    return pictures(await api.get('pages/' + encodeURIComponent(id)));
  } catch {
    return [];
  }
}

async function photograph(file) {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { url: URL.createObjectURL(file), width_pt: width, height_pt: height, width_px: width, height_px: height, plain: true };
}
