import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accessiblePdf } from '@superscope/renderer/pdf/accessible-pdf';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../harness/chromium.js';
import { repository } from '../harness/repository.js';
import { requireWebClient } from '../harness/require-build.mjs';
import { bookmarks } from './bookmarks.js';
import { names, shaped } from './names.js';
import { pdfUaProblems } from './pdf-ua-rules.js';
import { linesOf } from './text-of.js';
import { typedText } from './typed-text.js';

const all = [...names, ...shaped];

/** A page with the styles of the built client: a sheet for each name, in both weights. */
function pageOfNames(): string {
  const styles = readdirSync(`${repository}/apps/web/dist/assets`).filter((file) => file.endsWith('.css'));
  const links = styles.map((file) => `<link rel="stylesheet" href="/assets/${file}">`).join('');
  const sheet = (each: string, at: number) =>
    `<section class="pcr-page"><h1>Page ${at + 1}</h1><h2>Card</h2><p>${each} <b>${each}</b></p></section>`;
  return `<!doctype html><html lang="en"><title>Names</title>${links}<body class="paper">${all.map(sheet).join('')}</body></html>`;
}

const server = createServer(({ url = '' }, answer) => {
  if (url === '/') return answer.setHeader('Content-Type', 'text/html; charset=utf-8').end(pageOfNames());
  // The browser asks for a picture of the site, too.
  if (!url.startsWith('/assets/')) return answer.writeHead(404).end();
  answer.setHeader('Content-Type', url.endsWith('.css') ? 'text/css' : 'font/woff2');
  return answer.end(readFileSync(`${repository}/apps/web/dist${url}`));
});
let browser: Browser;
beforeAll(async () => {
  requireWebClient();
  browser = await openBrowser();
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await browser.close();
  server.close();
});

it('a PDF has every name in its text as it was typed, in any script, whatever fonts the machine has', async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate(async () => void (await document.fonts.ready));
  const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  const labels = all.map((_, at) => `S${at + 1}`);
  const { file } = await accessiblePdf(printed, { title: 'Names', madeAt: new Date(0), labels, attached: null });

  const typed = (await typedText(file)).join('\n');
  expect(all.filter((each) => typed.split(each).length !== 3)).toEqual([]);
  const lines = await linesOf(file);
  expect(names.filter((each) => lines.split(each).length !== 3)).toEqual([]);
  expect(await pdfUaProblems(file)).toEqual([]);
  // The headings of cards are none.
  expect(await bookmarks(file)).toEqual(all.map((_, at) => ({ title: `Page ${at + 1}`, below: 0 })));
});
