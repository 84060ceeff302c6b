import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { problemOf } from '../platform/http/problem.filter.js';
import { acceptUploads, csvUploadOf } from './upload.js';

const limit = 64 * 1024;
let stop: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => stop());

/** Starts a server that reads an upload to its end, or refuses it at once. */
async function serve(refuseAtOnce: boolean, mostBytes = limit): Promise<string> {
  const server = Fastify();
  acceptUploads(server, mostBytes);
  server.post('/', async (request, reply) => {
    try {
      const upload = await csvUploadOf(request, mostBytes);
      let bytes = 0;
      try {
        for await (const chunk of upload.bytes) {
          bytes += chunk.length;
          if (refuseAtOnce) throw new Error('No.');
        }
      } finally {
        upload.discard();
      }
      return { name: upload.fileName, bytes };
    } catch (error) {
      const { status, body } = problemOf(error);
      return reply.status(status).send(body);
    }
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  stop = () => server.close();
  return url;
}

const send = async (url: string, bytes: number, name: string, type: string, field = 'file') => {
  const form = new FormData();
  form.append(field, new Blob([Buffer.alloc(bytes, 'a')], { type }), name);
  const answer = await fetch(url, { method: 'POST', body: form });
  return { status: answer.status, body: (await answer.json()) as { message?: string; bytes?: number; name?: string } };
};

describe('an upload', () => {
  it('is read as it comes', async () => {
    const url = await serve(false);
    expect(await send(url, 1000, 'fund.csv', 'text/csv')).toEqual({
      status: 200,
      body: { name: 'fund.csv', bytes: 1000 },
    });
    // The type that Windows gives CSV files if a spreadsheet is installed.
    expect((await send(url, 1000, 'FUND.CSV', 'application/vnd.ms-excel')).status).toBe(200);
    const long = await send(url, 1000, `${'f'.repeat(5_000)}.csv`, 'text/csv');
    expect([long.status, long.body.name]).toEqual([200, 'f'.repeat(255)]);
  });

  it('that is too large, of another kind or in another field is refused', async () => {
    const url = await serve(false);
    const large = await send(url, limit + 1, 'fund.csv', 'text/csv');
    expect(large.status).toBe(413);
    expect(large.body.message).toMatch(/^File: 'fund.csv' type: 'text\/csv' did not pass: 'at most/);
    expect((await send(url, 10, 'fund.xlsx', 'application/octet-stream')).status).toBe(400);
    expect((await send(url, 10, 'fund.csv', 'text/csv', 'document')).status).toBe(400);
    expect(
      (await fetch(url, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })).status,
    ).toBe(415);
  });

  const csvFile = (bytes: number) => new Blob([Buffer.alloc(bytes, 'a')], { type: 'text/csv' });
  const asking = async () => {
    const url = await serve(false);
    return async (...parts: [field: string, value: Blob | string][]) => {
      const form = new FormData();
      for (const [field, value] of parts)
        if (typeof value === 'string') form.append(field, value);
        else form.append(field, value, 'fund.csv');
      const answer = await fetch(url, { method: 'POST', body: form });
      return { status: answer.status, body: await answer.json() };
    };
  };

  it('of two files is refused, whatever the position and field of the second one', async () => {
    const ask = await asking();
    const refused = { status: 400, body: { message: 'Send one file at a time: nothing was imported.' } };
    expect(await ask(['file', csvFile(10)], ['file', csvFile(10)])).toEqual(refused);
    expect(await ask(['file', csvFile(limit)], ['other', csvFile(limit)])).toEqual(refused);
    expect((await ask(['other', csvFile(10)], ['file', csvFile(10)])).status).toBe(400);
  });

  it('of a file and a field is refused with the name of the field, because it would be ignored', async () => {
    const ask = await asking();
    const refused = { status: 400, body: { message: "This request has no 'planId'." } };
    expect(await ask(['planId', 'P1'], ['file', csvFile(10)])).toEqual(refused);
    expect(await ask(['file', csvFile(limit)], ['planId', 'P1'])).toEqual(refused);
  });

  it('that is refused at its first bytes still gets its answer', async () => {
    const url = await serve(true, 16 * 1024 ** 2);
    expect((await send(url, 8 * 1024 ** 2, 'fund.csv', 'text/csv')).status).toBe(500);
  });

  it('that is truncated or malformed is refused', async () => {
    const url = await serve(false);
    const head = 'Content-Disposition: form-data; name="file"; filename="f.csv"\r\nContent-Type: text/csv\r\n\r\n';
    const ask = async (body: string, type = 'multipart/form-data; boundary=b') =>
      (await fetch(url, { method: 'POST', body, headers: { 'Content-Type': type } })).status;
    expect(await ask(`--b\r\n${head}a,b\r\n--b--\r\n`)).toBe(200);
    expect(await ask(`--b\r\n${head}a,b\r\n`)).toBe(400);
    expect(await ask('--b--\r\n')).toBe(400);
    expect(await ask('--b')).toBe(400);
    expect(await ask('', 'multipart/form-data')).toBe(400);
    expect(await ask(`--b\r\n${head}a,b\r\n--b--\r\n`, 'multipart/form-data')).toBe(400);
  });
});
