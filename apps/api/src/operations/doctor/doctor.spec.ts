import { createServer, type Server } from 'node:https';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doctorAreaNames, doctorAreas, worstOf } from '@superscope/contracts/doctor';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupCheck, newestIn } from './backup-checks.js';
import { certificateEnd, endOfFile } from './certificate-end.js';
import { certificateCheck, mongoEndpoint } from './certificate-checks.js';
import { clockCheck } from './clock-checks.js';
import { diskCheck } from './disk-checks.js';
import { askEventStore } from './event-store-http.js';
import { eventStoreAddress } from './event-store-url.js';
import { listed } from './findings.js';
import { headCheck } from './history-checks.js';
import { versionCheck } from './known-engines.js';
import { reportLines } from './report-lines.js';

const now = new Date('2026-11-26T01:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const gigabyte = 1024 ** 3;

describe('an engine', () => {
  const real = (version: string) => ({ version, isEmbedded: false });

  it('that the portal brings along is named as embedded', () => {
    const check = versionCheck('MongoDB', { version: '7.0.0', isEmbedded: true }, now);
    expect(check).toMatchObject({ state: 'well', said: expect.stringMatching(/^Embedded .*MIT/) });
  });

  it.each([
    ['MongoDB', '8.0.26', 'well', /known to work and supported until 2029-10-31.*Server Side Public License/],
    ['ClickHouse', '26.3.17.110', 'well', /Apache License 2\.0/],
    ['Kafka', '4.2', 'well', /Kafka 4\.2, known to work/],
    ['Event store', '24.10.14', 'attention', /known to work, but its maker's support ended on 2026-10-31/],
    ['Event store', '26.0.3', 'attention', /^KurrentDB 26\.0\.3 \(Kurrent License.*not among the releases/],
    ['MongoDB', '8.2.1', 'attention', /not among the releases known to work.*MongoDB 7\.0 and MongoDB 8\.0/],
    ['ClickHouse', '26.30.1', 'attention', /not among the releases/],
  ] as const)('%s %s is %s', (name, version, state, said) => {
    expect(versionCheck(name, real(version), now)).toMatchObject({ state, said: expect.stringMatching(said) });
  });

  it('that its maker sells is named so', () => {
    const sold = versionCheck('MongoDB', { ...real('8.0.1'), isCommercial: true }, now);
    expect(sold.said).toContain('a commercial licence');
  });
});

describe('a check of', () => {
  it.each([
    [50, 100, 'well'],
    [19, 100, 'attention'],
    [4, 100, 'broken'],
    [0.4, 1, 'broken'],
  ])('a disk with %d of %d GB free is %s', (free, total, state) => {
    expect(diskCheck({ of: 'Data folder', free: free * gigabyte, total: total * gigabyte }).state).toBe(state);
  });

  it.each([
    [null, 'attention', 'No backup is known.'],
    [hoursAgo(30), 'well', 'The newest backup is 30 hours old.'],
    [hoursAgo(37), 'attention', 'The newest backup is 37 hours old.'],
    [hoursAgo(80), 'attention', 'The newest backup is 3 days old.'],
  ])('the newest backup of %s is %s', (at, state, said) => {
    expect(backupCheck(at, now)).toMatchObject({ state, said });
  });

  it('the newest file of a folder, or one file, gives the time of a backup', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'superscope-backups-'));
    expect(await newestIn(folder)).toBeNull();
    expect(await newestIn(join(folder, 'none'))).toBeNull();
    for (const [name, at] of [
      ['older', hoursAgo(50)],
      ['newer', hoursAgo(20)],
    ] as const) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), at, at);
    }
    expect(await newestIn(folder)).toEqual(hoursAgo(20));
    expect(await newestIn(join(folder, 'older'))).toEqual(hoursAgo(50));
    rmSync(folder, { recursive: true });
  });

  it.each([
    [null, null, 'attention', /No head is signed/],
    [{ at: hoursAgo(20), heads: 1, difference: null }, null, 'well', /20 hours ago \(one head\)/],
    [{ at: hoursAgo(50), heads: 3, difference: null }, null, 'attention', /2 days ago \(3 heads\)/],
    [{ at: hoursAgo(1), heads: 3, difference: 'block 2' }, null, 'broken', /differs/],
    [{ at: hoursAgo(9), heads: 3, difference: null }, hoursAgo(3), 'broken', /failed 3 hours ago/],
    [{ at: hoursAgo(1), heads: 3, difference: null }, hoursAgo(3), 'well', /60 minutes ago/],
  ])('a history with %o, failed at %s, is %s', (last, failedAt, state, said) => {
    expect(headCheck(last, failedAt, now)).toMatchObject({ state, said: expect.stringMatching(said) });
  });

  it.each([
    [900, 0, 'well', 'Within a second.'],
    [-90_000, 0, 'attention', 'At least 90 s behind.'],
    [90_000, 2_000, 'attention', 'At least 88 s ahead.'],
    [1_400, 500, 'well', 'Within a second.'],
    [660_000, 0, 'broken', 'At least 660 s ahead.'],
  ])('a clock %d ms ahead, known to %d ms, is %s', (ahead, knownTo, state, said) => {
    expect(clockCheck('MongoDB', ahead, knownTo)).toMatchObject({ state, said });
  });

  it.each([
    ['2027-01-26T00:00:00Z', 'well', 'Valid until 2027-01-26.'],
    ['2026-12-05T00:00:00Z', 'attention', 'Valid until 2026-12-05.'],
    ['2026-11-20T00:00:00Z', 'broken', 'Ended on 2026-11-20.'],
  ])('a certificate that ends at %s is %s', (end, state, said) => {
    expect(certificateCheck('Portal', new Date(end), now)).toMatchObject({ state, said });
  });
});

describe('an address', () => {
  it.each([
    ['esdb://admin:p%40ss@es.example:2114?tls=true&tlsCAFile=/run/ca.crt', 'es.example', 2114, true, 'admin', 'p@ss'],
    ['kurrentdb+discover://one.example:2113,two.example:2113', 'one.example', 2113, true, null, null],
    ['esdb://127.0.0.1:2113?tls=false', '127.0.0.1', 2113, false, null, null],
  ])('of an event store, %s, is read', (url, host, port, isTls, user, password) => {
    expect(eventStoreAddress(url)).toMatchObject({ host, port, isTls, user, password });
  });

  it('of an event store in another form is not read', () => expect(eventStoreAddress('es.example')).toBeNull());

  it('of a MongoDB is asked for its certificate only if it uses TLS', () => {
    expect(mongoEndpoint('MongoDB', 'mongodb://u:p@a.example:1,b.example/?tls=true')).toHaveLength(1);
    expect(mongoEndpoint('MongoDB', 'mongodb://u:p@a.example/?replicaSet=x')).toEqual([]);
    expect(mongoEndpoint('MongoDB', 'mongodb+srv://u:p@a.example/?tls=true')).toEqual([]);
  });
});

describe('a server with TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'superscope-doctor-'));
  const authorityFile = join(folder, 'ca.crt');
  const end = new Date('2030-01-01T00:00:00.000Z');
  let server: Server;
  let port = 0;
  let asked: { path: string | undefined; authorization: string | undefined }[] = [];

  beforeAll(async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      notAfterDate: end,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    writeFileSync(authorityFile, cert);
    server = createServer({ cert, key }, ({ url, headers }, response) => {
      asked.push({ path: url, authorization: headers.authorization });
      response.setHeader('Date', 'Thu, 26 Nov 2026 01:00:00 GMT');
      response.end(
        JSON.stringify({ sys: { drive: { '/data': { availableBytes: 30, totalBytes: 100, usage: '70%' } } } }),
      );
    });
    await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('shows when its certificate ends, as does the file', async () => {
    expect(await certificateEnd('localhost', port, 5_000)).toEqual(end);
    expect(endOfFile(authorityFile)).toEqual(end);
  });

  it('is asked as an event store for its time and its disks, with the password only if it is the right one', async () => {
    asked = [];
    const address = { host: 'localhost', port, isTls: true, authorityFile, user: 'admin', password: 'secret' };
    expect(await askEventStore(address, 5_000)).toEqual({
      date: now,
      disks: [{ path: '/data', free: 30, total: 100 }],
    });
    const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`;
    expect(asked).toEqual([{ path: '/stats', authorization }]);
    await expect(askEventStore({ ...address, authorityFile: null }, 5_000)).rejects.toThrow(/certificate/);
    expect(asked).toHaveLength(1);
  });
});

describe('a report', () => {
  const check = (state: 'well' | 'unknown' | 'attention' | 'broken') =>
    ({ area: 'disk', of: 'MongoDB', state, said: 'Said.', advice: state === 'well' ? null : 'Advice.' }) as const;

  it('is as bad as its worst check; what is not known does not count', () => {
    expect(worstOf([check('well'), check('unknown')])).toBe('well');
    expect(worstOf([check('attention'), check('well')])).toBe('attention');
    expect(worstOf([check('attention'), check('broken')])).toBe('broken');
  });

  it('is written by area, with what to do under what was found', () => {
    const report = {
      at: '',
      version: '0.1.0',
      state: 'attention' as const,
      checks: [check('attention'), check('well')],
    };
    expect(reportLines(report, doctorAreas, doctorAreaNames)).toEqual([
      'Free disk',
      '  ATTENTION MongoDB: Said.',
      '            Advice.',
      '  ok        MongoDB: Said.',
      '',
      'Something needs attention. (Superscope 0.1.0)',
    ]);
  });

  it('shortens long lists', () => {
    expect(listed(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d and e');
    expect(listed(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('a, b, c, d and 2 others');
  });
});
