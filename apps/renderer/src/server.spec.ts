import type { AddressInfo } from 'node:net';
import { progressHeader } from '@superscope/contracts/rendering';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { noChromium } from './problem.js';
import { rendererServer } from './server.js';

const secret = 'a-secret-of-the-renderer';
const asked = { path: '/report?plan=TWR.P0001', token: 'ssd_x', as: 'pdf' };
let server: ReturnType<typeof rendererServer> | undefined;
afterEach(() => void server?.close());

type MakesFile = Parameters<typeof rendererServer>[0]['file'];

async function start(file: MakesFile) {
  server = rendererServer({ file }, secret, pino({ level: 'silent' }));
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (body: unknown, { key = secret, signal }: { key?: string; signal?: AbortSignal } = {}) =>
    fetch(`${url}/files`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
}

describe('the renderer', () => {
  it('answers with the file, to who brings its secret', async () => {
    const post = await start(async () => ({ file: Buffer.from('%PDF-'), figures: null }));
    const answer = await post(asked);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    expect((await post(asked, { key: 'another-secret-of-somebody' })).status).toBe(401);
  });

  it('answers with both files of a document that keeps its figures', async () => {
    const post = await start(async () => ({
      file: Buffer.from('%PDF-'),
      figures: Buffer.from('{"figures":[]}'),
      pages: 24,
    }));
    const form = await (await post(asked)).formData();
    const text = (name: string) => (form.get(name) as File).text();
    expect([await text('pdf'), await text('figures'), form.get('pages')]).toEqual(['%PDF-', '{"figures":[]}', '24']);
  });

  it('says how far a named file is while it is made, to who brings its secret', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    await start(async (_, __, onProgress) => {
      onProgress?.({ done: 9, total: 24 });
      await held;
      return { file: Buffer.from('%PDF-'), figures: null };
    });
    const url = `http://127.0.0.1:${(server!.address() as AddressInfo).port}`;
    const headers = { Authorization: `Bearer ${secret}` };
    const file = fetch(`${url}/files`, {
      method: 'POST',
      headers: { ...headers, [progressHeader]: 'file-1' },
      body: JSON.stringify(asked),
    });
    const how = async (id: string, key = secret) => {
      const answer = await fetch(`${url}/progress/${id}`, { headers: { Authorization: `Bearer ${key}` } });
      return answer.ok ? await answer.json() : answer.status;
    };
    await expect.poll(() => how('file-1')).toEqual({ done: 9, total: 24 });
    expect(await how('file-2')).toBe(404);
    expect(await how('file-1', 'another-secret-of-somebody')).toBe(401);
    letGo();
    expect((await file).status).toBe(200);
    expect(await how('file-1')).toBe(404);
  });

  it('opens pages of the portal and no other address', async () => {
    const post = await start(async () => ({ file: Buffer.from('%PDF-'), figures: null }));
    for (const path of ['https://elsewhere.example/', '//elsewhere.example/', 'report', '/\\elsewhere.example'])
      expect([path, (await post({ ...asked, path })).status]).toEqual([path, 400]);
    expect((await post({ ...asked, more: 1 })).status).toBe(400);
  });

  it('says in one sentence why there is no file', async () => {
    const post = await start(async () => {
      throw noChromium();
    });
    const answer = await post(asked);
    expect(answer.status).toBe(501);
    expect(await answer.json()).toEqual({ message: noChromium().message });
  });

  it('leaves a file that nobody waits for any more', async () => {
    const leave = new AbortController();
    const left = new Promise<boolean>((resolve) => {
      void start(
        (_, gone) =>
          new Promise((__, reject) => {
            gone.addEventListener('abort', () => {
              resolve(true);
              reject(gone.reason as Error);
            });
            leave.abort();
          }),
      ).then((post) => post(asked, { signal: leave.signal }).catch(() => undefined));
    });
    expect(await left).toBe(true);
  });
});
