import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../platform/http/problem.filter.js';
import { UatHost } from './uat-host.js';

const host = (PRODUCTION_HOST?: string) =>
  new UatHost({
    PRODUCTION_HOST,
    SUPERSCOPE_PUBLIC_URL: 'https://portal.example.com',
    UAT_URL: undefined,
    UAT_TOKEN: undefined,
  });

describe('documents of another host', () => {
  it('are taken only where the production host is known, and is another one', () => {
    expect(host('production.example.com')).toMatchObject({ isProduction: false, takesDocuments: true });
    expect(host('Portal.example.com')).toMatchObject({ isProduction: true, takesDocuments: false });
    expect(host()).toMatchObject({ isProduction: false, takesDocuments: false });
  });
});

describe('the host for acceptance tests', () => {
  /** Sends a part to a host that answers like this. */
  async function sent(answer: (response: ServerResponse) => void) {
    const server = createServer((_, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const uat = new UatHost({
      PRODUCTION_HOST: 'portal.example.com',
      SUPERSCOPE_PUBLIC_URL: 'https://portal.example.com',
      UAT_URL: `http://${address}`,
      UAT_TOKEN: 'ssa_a-token',
    });
    expect(uat.host).toBe(address);
    try {
      return await uat.send({ lists: [] }, new AbortController().signal);
    } catch (error) {
      const { status, message } = error as Refusal;
      return [status, message.replace(address, 'HOST')];
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const json = (status: number, body: string) => (response: ServerResponse) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);

  it('says how much it left out', async () => {
    expect(await sent(json(200, '{"documents":0,"lists":2,"leftOut":1}'))).toBe(1);
  });

  it('is asked again later if it is away, fails or answers half, and not if it refuses', async () => {
    expect(await sent((response) => response.destroy())).toEqual([502, 'HOST does not answer.']);
    expect(await sent((response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end())).toEqual([
      502,
      'HOST does not answer.',
    ]);
    expect(await sent(json(503, '{"message":"An engine is away."}'))).toEqual([502, 'HOST failed (503).']);
    expect(await sent(json(200, '{"documents":'))).toEqual([502, 'HOST failed (200).']);
    expect(await sent(json(401, '{"message":"Please sign in."}'))).toEqual([
      409,
      'HOST refused the documents (401). Please sign in.',
    ]);
  });
});
