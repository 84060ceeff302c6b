import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PortalClient } from '@superscope/local/portal-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { generateDemoData, type DemoData } from '../demo-data/generate-demo-data.js';
import { openRealEngines } from './engines.js';
import { RealPortal } from './real-portal.js';
import { shownFigures } from './shown-figures.js';

const password = 'quiet-harbour-41x';
const planIds = ['TWR.P0001', 'TWR.P0002'];
const smallFund = { size: 'demo', plans: 2, members: 60, months: 3, assetMonths: 1, seed: 5 } as const;

/** Many processes start at once, on a possibly busy machine. */
const patience = 300_000;

const { engines, names, close } = await openRealEngines();

describe(`the whole product on ${names.join(', ') || 'the embedded engines'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'superscope-fund-'));
  let fund: DemoData;
  let portal: RealPortal;
  let staff: PortalClient;
  let embedded: RealPortal;
  let dateRange: [string, string];

  beforeAll(async () => {
    fund = await generateDemoData({ ...smallFund, outDir: folder });
    const last = new Date(`${fund.asAt}-01T00:00:00Z`);
    const day = (months: number, days: number) =>
      new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + months, days)).toISOString().slice(0, 10);
    dateRange = [day(-2, 1), day(1, 0)];
    embedded = await RealPortal.start({}, password);
    portal = await RealPortal.start(engines, password);
  }, patience);

  afterAll(async () => {
    await portal?.stop();
    await embedded?.stop();
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    "takes a fund's files, and shows the figures that the embedded engines show",
    async () => {
      const ofEmbedded = await imported(embedded, fund);
      staff = await imported(portal, fund);
      const figuresOf = (client: PortalClient) => shownFigures(client, planIds, dateRange);
      // Partitions have no common order, so an import can end before the figures that it changes are known to be stale.
      await vi.waitFor(async () => expect(await figuresOf(staff)).toEqual(await figuresOf(ofEmbedded)), {
        timeout: patience,
        interval: 500,
      });
      await vi.waitUntil(() => isDerived(staff), { timeout: patience, interval: 100 });
      const shown = await figuresOf(staff);
      expect(shown).toEqual(await figuresOf(ofEmbedded));
      expect(shown[`score of ${planIds[0]}`]).toMatchObject({ score: expect.any(Number) });
      expect((shown['members.csv'] as string[]).length).toBeGreaterThan(60);
    },
    2 * patience,
  );

  it('was fed from those engines', async () => {
    const feed = engines.kafka
      ? { kind: 'kafka', partitions: 6, projectors: 2 }
      : { kind: 'direct', partitions: 1, projectors: 1 };
    await vi.waitFor(async () => expect(await portal.feed()).toEqual(feed), { timeout: 60_000, interval: 200 });
  });

  it('rebuilds its read models from the first event, and proves them equal', async () => {
    const before = await shownFigures(staff, planIds, dateRange);
    expect(await portal.rebuild()).toMatch(/^Equal at .* switched in/m);
    expect(await shownFigures(staff, planIds, dateRange)).toEqual(before);
  });

  it('did so without a process that ended or a logged error', () => {
    expect([...portal.unexpectedEnds(), ...portal.loggedErrors()]).toEqual([]);
  });
});

/** Imports every file in order, and returns a client signed in as the first Admin. */
async function imported({ url }: RealPortal, { files }: DemoData): Promise<PortalClient> {
  const client = new PortalClient(url);
  await client.signIn('admin', password);
  for (const { table, path } of files) await client.finishImport(await client.startImport(table, path), () => {});
  return client;
}

const isDerived = async (client: PortalClient): Promise<boolean> =>
  ((await (await client.request('/api/ready')).json()) as { derived: boolean }).derived;
