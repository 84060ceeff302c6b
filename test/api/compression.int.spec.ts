import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let client: ApiClient;
beforeAll(async () => {
  engines = await startWithAccounts();
  api = await startApi(engines);
  client = api.client();
  await client.signIn('staff');
});
afterAll(async () => {
  await api.stop();
  await engines.stop();
});

/** Does not use `fetch`, which decompresses. */
const asked = (path: string, encodings: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { Cookie: client.cookie, 'Accept-Encoding': encodings };
    get(`${api.url}${path}`, { headers }, resolve).on('error', reject);
  });
async function bytesOf(answer: IncomingMessage) {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

describe('answers', () => {
  it('are compressed by an encoding that the browser accepts', async () => {
    const plain = await bytesOf(await asked('/cubejs-api/v1/meta', 'identity'));
    for (const [encodings, encoding, undo] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const answer = await asked('/cubejs-api/v1/meta', encodings);
      expect(answer.headers['content-encoding']).toBe(encoding);
      const bytes = await bytesOf(answer);
      expect(bytes.length).toBeLessThan(plain.length / 5);
      expect(undo(bytes).equals(plain)).toBe(true);
    }
  });

  it('that are short or streams of events are not compressed', async () => {
    expect((await asked('/api/authentication', 'br')).headers['content-encoding']).toBeUndefined();
    const stream = await asked('/api/changes', 'br');
    expect(stream.headers['content-type']).toContain('text/event-stream');
    expect(stream.headers['content-encoding']).toBeUndefined();
    stream.destroy();
  });
});
