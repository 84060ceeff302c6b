import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

const build = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/build/pdf.min.mjs'));
const address = 'http://viewer.test/';

const document = `<!doctype html><title>PDF</title><body style="margin:24px;background:#e6e8e4"><h1 style="position:absolute;opacity:0">PDF</h1><canvas></canvas>
<script type="module">
  import { getDocument, GlobalWorkerOptions } from './pdf.min.mjs';
  GlobalWorkerOptions.workerSrc = './pdf.worker.min.mjs';
  const pdf = await getDocument('./file').promise;
  const page = await pdf.getPage(1);
  const viewport = page.getViewport({ scale: 0.95 });
  const canvas = window.document.querySelector('canvas');
  Object.assign(canvas, { width: viewport.width, height: viewport.height });
  await page.render({ canvas, viewport }).promise;
  window.document.documentElement.dataset.page = 'ready';
</script>`;

/** The first page of a PDF as people see it, in a tab of its own: this Chromium has no viewer. */
export async function pdfPage(of: Page, pdf: Buffer): Promise<{ viewer: Page; sheet: Locator }> {
  const viewer = await of.context().newPage();
  await viewer.route(`${address}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') await route.fulfill({ contentType: 'text/html', body: document });
    else if (name === 'file') await route.fulfill({ contentType: 'application/pdf', body: pdf });
    else await route.fulfill({ contentType: 'text/javascript', path: join(build, name) });
  });
  await viewer.goto(address);
  await viewer.locator('html[data-page=ready]').waitFor({ state: 'attached' });
  return { viewer, sheet: viewer.locator('canvas') };
}
