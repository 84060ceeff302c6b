import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../platform/http/public-address.js';
import { fetchDocument, type FetchSettings } from './document-fetch.js';

const host = 'files.asfa.test';
const hosts = [host, 'other.asfa.test'];

let server: Server;
let origin: string;
let settings: FetchSettings;
/** The paths that the server was asked for. */
const asked: string[] = [];

beforeAll(async () => {
  const names = hosts.map((value) => ({ type: 2 as const, value }));
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'subjectAltName', altNames: names },
    ],
  });
  server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '';
    asked.push(`${request.headers.host?.split(':')[0]}${path}`);
    const redirect = /^\/to\?(.+)$/.exec(path)?.[1];
    if (redirect !== undefined) response.writeHead(302, { location: decodeURIComponent(redirect) }).end();
    else if (path === '/round') response.writeHead(302, { location: '/round' }).end();
    else if (path === '/large.pdf') response.end(Buffer.alloc(2000));
    else if (path === '/never.pdf') response.write('%PDF');
    else if (path === '/none.pdf') response.writeHead(404).end('none');
    else response.end('%PDF-1.4');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://${host}:${(server.address() as AddressInfo).port}`;
  settings = {
    milliseconds: 30_000,
    mostBytes: 1000,
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    isAllowed: () => true,
    ca: cert,
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const fetched = (address: string, more: Partial<FetchSettings> = {}) =>
  fetchDocument(address, hosts, { ...settings, ...more });

describe('a document', () => {
  it('is fetched from a host of the list, also through a redirect', async () => {
    const { name, bytes } = await fetched(`${origin}/a%20b.pdf`);
    expect([name, Buffer.from(bytes).toString()]).toEqual(['a b.pdf', '%PDF-1.4']);
    const moved = `${origin}/moved.pdf`.replace(host, 'other.asfa.test');
    expect((await fetched(`${origin}/to?${encodeURIComponent(moved)}`)).name).toBe('moved.pdf');
    expect(asked.at(-1)).toBe('other.asfa.test/moved.pdf');
  });

  it.each([
    ['http://files.asfa.test/a.pdf', 'The address must begin with https://.'],
    ['ftp://files.asfa.test/a.pdf', 'The address must begin with https://.'],
    ['files.asfa.test/a.pdf', 'This is not the address of a document.'],
    ['https://user:secret@files.asfa.test/a.pdf', 'The address must have no user name or password.'],
    ['https://files.example.net/a.pdf', 'files.example.net is not among the hosts from which figures may be read.'],
    ['https://files.asfa.test.example.net/', 'files.asfa.test.example.net is not among the hosts'],
    ['https://127.0.0.1/a.pdf', '127.0.0.1 is not among the hosts from which figures may be read.'],
    ['https://[::1]/a.pdf', '[::1] is not among the hosts from which figures may be read.'],
  ])('is not asked for at %s', async (address, message) => {
    const before = asked.length;
    await expect(fetched(address)).rejects.toThrow(message);
    expect(asked).toHaveLength(before);
  });

  it('is not read where a redirect leads off the list, off https, or round and round', async () => {
    for (const [to, message] of [
      ['https://files.example.net/a.pdf', 'files.example.net is not among the hosts from which figures may be read.'],
      ['http://files.asfa.test/a.pdf', 'The address must begin with https://.'],
    ] as const)
      await expect(fetched(`${origin}/to?${encodeURIComponent(to)}`)).rejects.toThrow(message);
    await expect(fetched(`${origin}/round`)).rejects.toThrow('files.asfa.test redirects too often.');
  });

  it('is not read from a name that leads into a private network, now or after a redirect', async () => {
    const message = 'leads into a private network, so nothing is read from it.';
    await expect(fetched(`${origin}/a.pdf`, { isAllowed: isPublicAddress })).rejects.toThrow(message);
    const both = [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const mixed = { isAllowed: isPublicAddress, resolve: () => Promise.resolve(both) };
    await expect(fetched(`${origin}/a.pdf`, mixed)).rejects.toThrow(message);
    const moved = `${origin}/a.pdf`.replace(host, 'other.asfa.test');
    const resolve = (name: string) =>
      Promise.resolve([{ address: name === host ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
    const isAllowed = (address: string) => address === '127.0.0.1';
    const before = asked.length;
    await expect(fetched(`${origin}/to?${encodeURIComponent(moved)}`, { resolve, isAllowed })).rejects.toThrow(
      `other.asfa.test ${message}`,
    );
    expect(asked).toHaveLength(before + 1);
  });

  it('is given up when it is too large, does not come, or is not there', async () => {
    await expect(fetched(`${origin}/large.pdf`)).rejects.toThrow(/^The document is larger than /);
    await expect(fetched(`${origin}/never.pdf`, { milliseconds: 200 })).rejects.toThrow(
      /^The document did not come within /,
    );
    await expect(fetched(`${origin}/none.pdf`)).rejects.toThrow(
      'files.asfa.test has no document at this address: it answered 404.',
    );
    await expect(fetched('https://files.asfa.test:1/a.pdf')).rejects.toThrow('no connection to its host');
  });
});
