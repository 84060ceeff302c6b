import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { cleanPdf } from '@superscope/api/platform/pdf/clean-pdf';
import { pageEvent } from '@superscope/contracts/page-event';
import { shownContent } from '@superscope/contracts/rendering';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isRunning } from '../../libs/embedded/running-processes.mjs';
import { processesBelow } from '../harness/processes-below.js';
import { rendererSecret, startRenderer } from '../harness/renderer.js';
import { attachedTo } from '../pdf/attached-to.js';
import { drawn } from '../pdf/drawn.js';
import { pageLabels } from '../pdf/page-labels.js';
import { pdfUaProblems } from '../pdf/pdf-ua-rules.js';

interface Seen {
  path: string;
  authorization: string | undefined;
}

const seenBy = ({ url = '', headers }: IncomingMessage): Seen => ({ path: url, authorization: headers.authorization });
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listening = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

/** A page that requests files from the portal and from another server, and then sends `message`. */
const page = (elsewhere: string, message: object) => `<!doctype html><html lang="en-AU"><title>Page</title>
<link rel="stylesheet" href="${elsewhere}/style.css">
<body><main data-file data-page-label="S4"><h1>Members</h1><table><tr><th>A &amp; B</th><td>1</td></tr></table></main>
<img src="${elsewhere}/picture.png">
<script>
  const asked = ['/api/plan', '/cubejs-api/v1/load', '/assets/a.js', '/api/changes', '${elsewhere}/api/plan', '${elsewhere}/x'];
  Promise.allSettled(asked.map((address) => fetch(address))).then((answers) => {
    document.title = answers.map(({ status }) => status).join(' ');
    const socket = new WebSocket('${elsewhere.replace('http', 'ws')}/socket');
    socket.onclose = () =>
      document.dispatchEvent(new CustomEvent('${pageEvent}', { detail: ${JSON.stringify(message)} }));
  });
</script>`;

/** A page that asks for a file by the name of what it is to show. */
const showing = `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1><p>Text</p></main>
<script>
  fetch('/assets/' + encodeURIComponent(window['${shownContent}'].premium)).then(() =>
    document.dispatchEvent(new CustomEvent('${pageEvent}', { detail: { state: 'ready', said: null } })));
</script>`;

/** A page with a table, a link to a part of it and one to the web. */
const tagged = `<!doctype html><html lang="en-AU"><title>Fees</title><main><h1>Fees</h1><p><a href="#table">The table</a></p>
<p><a href="https://www.apra.gov.au/">APRA</a></p>
<table id="table"><thead><tr><th scope="col">Option</th><th scope="col">Fee</th></tr></thead><tbody><tr><td>Growth</td><td>0.8%</td></tr></tbody></table></main>
<script>
  document.dispatchEvent(new CustomEvent('${pageEvent}', { detail: { state: 'ready', said: null } }));
</script>`;

let portal: Server;
let elsewhere: Server;
let renderer: Awaited<ReturnType<typeof startRenderer>>;
let outside: Seen[] = [];
let inside: Seen[] = [];
const messages: Record<string, object> = {
  '/ready': { state: 'ready', said: null },
  '/failed': { state: 'failed', said: '' },
  '/failed-page': { state: 'failed', said: 'The page Trends did not load.' },
  '/keeps': {
    state: 'ready',
    said: null,
    figures: [
      { question: { name: 'load', of: { b: 1, a: 2 } }, answer: { members: 14 } },
      { question: { name: 'campaigns', of: null }, answer: [] },
    ],
  },
  '/empty': { state: 'empty', said: 'No figures yet.' },
  '/too-tall': { state: 'refused', said: 'Minutes does not fit on its sheet.' },
};

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    outside.push(seenBy(request));
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
  });
  elsewhere.on('upgrade', (request, socket) => {
    outside.push(seenBy(request));
    socket.destroy();
  });
  await listening(elsewhere);
  portal = createServer((request, response) => {
    inside.push(seenBy(request));
    const whole = { '/shows': showing, '/tagged': tagged }[request.url ?? ''];
    if (whole !== undefined) return response.writeHead(200, { 'Content-Type': 'text/html' }).end(whole);
    const message = messages[request.url ?? ''];
    if (message === undefined) return response.writeHead(request.url === '/refused' ? 401 : 200).end();
    return response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(addressOf(elsewhere), message));
  });
  await listening(portal);
  renderer = await startRenderer({ portalUrl: addressOf(portal) });
});

afterAll(async () => {
  await renderer.stop();
  for (const server of [portal, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
});

const ask = (url: string, path: string, as: string, more: object = {}) =>
  fetch(`${url}/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${rendererSecret}` },
    body: JSON.stringify({ path, token: 'ssd_of-this-document', as, ...more }),
  });

async function file(path: string, as = 'html') {
  [inside, outside] = [[], []];
  const answer = await ask(renderer.settings.RENDERER_URL, path, as);
  return { status: answer.status, text: await answer.text() };
}

describe('a page that becomes a file', () => {
  it('reaches only the portal, and sends its token with requests for figures', async () => {
    expect((await file('/ready')).status).toBe(200);
    expect(outside).toEqual([]);
    const tokens = Object.fromEntries(inside.map(({ path, authorization }) => [path, authorization]));
    expect(tokens).toMatchObject({
      '/ready': undefined,
      '/api/plan': 'Bearer ssd_of-this-document',
      '/cubejs-api/v1/load': 'Bearer ssd_of-this-document',
      '/assets/a.js': undefined,
    });
    expect(Object.keys(tokens)).not.toContain('/api/changes');
  });

  it('returns its tables as HTML without scripts or references', async () => {
    const { text } = await file('/ready');
    expect(text).toContain('<title>Members</title>');
    expect(text).toContain('<th>A &amp; B</th><td>1</td>');
    expect(text).not.toMatch(/<script|<img|<link/);
  });

  it('also returns a picture and a PDF', async () => {
    expect((await file('/ready', 'png')).text.slice(1, 4)).toBe('PNG');
    expect((await file('/ready', 'pdf')).text).toMatch(/^%PDF-/);
  });

  it('keeps its figures in a PDF that conforms to PDF/UA-1, with the same bytes for the same figures', async () => {
    const about = {
      document: 'policyCommitteeReport',
      planId: 'P1',
      companyId: null,
      terms: {},
      start: '2025-06-30',
      end: '2026-06-30',
      code: 'K7QM3R9TWX4D',
      editions: [{ month: '2026-06', edition: 2 }],
      position: 'all 5/5',
      moment: '2026-11-26T00:00:00.000Z',
    };
    const make = async (path = '/keeps') => {
      const answer = await fetch(`${renderer.settings.RENDERER_URL}/files`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${rendererSecret}` },
        body: JSON.stringify({ path, token: 'ssd_x', as: 'pdf', keeps: { title: 'A <report>', about } }),
      });
      if (!answer.ok) return { status: answer.status };
      const form = await answer.formData();
      const bytes = async (name: string) => Buffer.from(await (form.get(name) as File).arrayBuffer());
      return { status: 200, pdf: await bytes('pdf'), figures: await bytes('figures') };
    };
    const made = await make();
    expect(String(made.figures)).toBe(
      '{"code":"K7QM3R9TWX4D","companyId":null,"document":"policyCommitteeReport",' +
        '"editions":[{"edition":2,"month":"2026-06"}],"end":"2026-06-30","figures":[' +
        '{"answer":[],"question":{"name":"campaigns","of":null}},' +
        '{"answer":{"members":14},"question":{"name":"load","of":{"a":2,"b":1}}}],' +
        '"format":"superscope-figures-1","moment":"2026-11-26T00:00:00.000Z","planId":"P1","position":"all 5/5",' +
        '"start":"2025-06-30","terms":{}}',
    );
    expect(await attachedTo(made.pdf!)).toEqual({ 'figures.json': made.figures });
    expect(await pageLabels(made.pdf!)).toEqual(['S4']);
    expect(await pdfUaProblems(made.pdf!)).toEqual([]);
    expect((await make()).pdf!.equals(made.pdf!)).toBe(true);
    // A page that says no figures cannot keep them.
    expect((await make('/ready')).status).toBe(502);
  });

  it('finds what the request has it show, and becomes a PDF that conforms to PDF/UA-1', async () => {
    const answer = await fetch(`${renderer.settings.RENDERER_URL}/files`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${rendererSecret}` },
      body: JSON.stringify({
        path: '/shows',
        token: 'ssd_x',
        as: 'pdf',
        shows: { title: 'A quotation', content: { premium: '</script>$123.58' } },
      }),
    });
    expect(answer.status).toBe(200);
    expect(inside.map(({ path }) => path)).toContain(`/assets/${encodeURIComponent('</script>$123.58')}`);
    expect(await pdfUaProblems(Buffer.from(await answer.arrayBuffer()))).toEqual([]);
  });

  it('becomes a PDF that keeps its tags, contents and links when it is uploaded and written anew', async () => {
    const shows = { title: 'Fees', content: {} };
    const answer = await ask(renderer.settings.RENDERER_URL, '/tagged', 'pdf', { shows });
    const printed = Buffer.from(await answer.arrayBuffer());
    const clean = await cleanPdf('Fees.pdf', printed, new AbortController().signal);
    expect(clean).toMatchObject({ fontsEmbedded: true, notices: [], texts: [expect.stringContaining('Growth')] });
    expect(await pdfUaProblems(clean.bytes)).toEqual([]);
    const [before, after] = [await drawn(printed), await drawn(clean.bytes)];
    expect(after.pages).toEqual(before.pages);
    const roles = (structure: string[]) => structure.map((line) => /\/S \/(\w+)/.exec(line)?.[1] ?? 'content');
    expect(roles(after.structure)).toEqual(roles(before.structure));
    expect(roles(after.structure)).toEqual(expect.arrayContaining(['H1', 'Table', 'TH', 'TD', 'Link']));
    const document = await PDFDocument.load(clean.bytes);
    expect(document.catalog.has(PDFName.of('MarkInfo'))).toBe(true);
    const links = document.getPage(0).node.Annots()!;
    const targets = links.asArray().map((each) => {
      const link = document.context.lookup(each, PDFDict);
      return [link.has(PDFName.of('Dest')), link.lookup(PDFName.of('A')) instanceof PDFDict];
    });
    expect(targets).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is refused if its figures did not load, it has none, or its token is refused', async () => {
    expect(await file('/failed')).toEqual({
      status: 502,
      text: '{"message":"Some figures of this file did not load. Please try again."}',
    });
    expect(await file('/failed-page')).toEqual({
      status: 502,
      text: '{"message":"The page Trends did not load. Please try again."}',
    });
    expect(await file('/empty')).toEqual({ status: 409, text: '{"message":"No figures yet."}' });
    expect(await file('/too-tall')).toEqual({ status: 409, text: '{"message":"Minutes does not fit on its sheet."}' });
    expect((await file('/refused')).status).toBe(502);
  });
});

describe('a renderer whose supervisor is killed', () => {
  it('ends, and its browser with it', async () => {
    const supervisor = fork(fileURLToPath(new URL('./fixture-start.mjs', import.meta.url)), {
      env: { ...process.env, PORTAL_URL: addressOf(portal), RENDERER_SECRET: rendererSecret },
      silent: true,
    });
    const [url] = (await once(supervisor, 'message')) as [string];
    // The browser stays open for a while after the file.
    expect((await ask(url, '/ready', 'html')).status).toBe(200);
    const started = await processesBelow(supervisor.pid!);
    expect(started.filter(({ command }) => command.includes('--remote-debugging-pipe'))).not.toEqual([]);
    supervisor.kill('SIGKILL');
    await vi.waitUntil(() => !started.some(({ pid }) => isRunning(pid)), { timeout: 30_000 });
  });
});
