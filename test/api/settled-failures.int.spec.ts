import { importSuccessorFilter, successorFilter } from '@superscope/api/work/successors';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import type { importsView } from '@superscope/contracts/read-models/imports';
import type { workView } from '@superscope/contracts/read-models/work';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalEngines } from '../harness/portal-engines.js';

type Work = DocumentOf<typeof workView>;
type More = Partial<Omit<Work, '_id' | 'revision'>>;
type Import = DocumentOf<typeof importsView>;

let engines: PortalEngines;
beforeAll(async () => {
  engines = await PortalEngines.start();
});
afterAll(() => engines.stop());

const at = (day: string) => new Date(`${day}T02:00:00.000Z`);

/** Whether this later work, which succeeded, leaves nothing to do for that failed one. */
async function settles(failed: Work, later: Work): Promise<boolean> {
  const work = engines.mongo.db('settled').collection<Work>('work');
  await work.deleteMany({});
  await work.insertMany([failed, later]);
  return (await work.findOne(successorFilter(failed))) !== null;
}

async function settlesImport(failed: Import, later: Import): Promise<boolean> {
  const imports = engines.mongo.db('settled').collection<Import>('imports');
  await imports.deleteMany({});
  await imports.insertMany([failed, later]);
  return (await imports.findOne(importSuccessorFilter(failed))) !== null;
}

describe('a failed batch', () => {
  const batch = (id: string, more: More): Work => ({
    _id: id,
    revision: 0,
    category: 'salesforceBatch',
    workId: id,
    kind: 'salesforceExport',
    planId: null,
    companyId: null,
    state: 'done',
    requestedAt: at('2026-04-02'),
    endedAt: at('2026-04-02'),
    start: '2026-03-01',
    end: '2026-03-31',
    ...more,
    terms: { number: id, ...more.terms },
  });
  const failed = (more: Parameters<typeof batch>[1] = {}) =>
    batch('5', { state: 'failed', endedAt: at('2026-04-01'), ...more });

  it('is settled by a later one of the same days, or of more, and by one that sends its rows again', async () => {
    expect(await settles(failed(), batch('6', {}))).toBe(true);
    expect(await settles(failed(), batch('6', { start: '2026-02-01', end: '2026-04-01' }))).toBe(true);
    expect(
      await settles(failed(), batch('6', { start: '2026-04-01', end: '2026-04-01', terms: { retryOf: '5' } })),
    ).toBe(true);
    expect(await settles(failed({ companyId: 'C1', terms: { providerId: 'P1' } }), batch('6', {}))).toBe(true);
  });

  it('is not settled by one of other days, of a part, of somebody else, that failed or that ended before', async () => {
    expect(await settles(failed(), batch('6', { start: '2026-04-01', end: '2026-04-30' }))).toBe(false);
    expect(await settles(failed(), batch('6', { end: '2026-03-30' }))).toBe(false);
    expect(await settles(failed(), batch('6', { companyId: 'C1' }))).toBe(false);
    expect(await settles(failed(), batch('6', { terms: { providerId: 'P1' } }))).toBe(false);
    expect(await settles(failed({ companyId: 'C1' }), batch('6', { companyId: 'C2' }))).toBe(false);
    expect(await settles(failed({ terms: { providerId: 'P1' } }), batch('6', { terms: { providerId: 'P2' } }))).toBe(
      false,
    );
    expect(await settles(failed(), batch('6', { terms: { retryOf: '4' } }))).toBe(false);
    expect(await settles(failed({ terms: { retryOf: '4' } }), batch('6', {}))).toBe(false);
    expect(await settles(failed(), batch('6', { state: 'failed' }))).toBe(false);
    expect(await settles(failed(), batch('6', { endedAt: at('2026-03-31') }))).toBe(false);
  });
});

describe('a failed document', () => {
  const document = (id: string, more: More): Work => ({
    _id: id,
    revision: 0,
    category: 'report',
    workId: id,
    kind: 'policyCommitteeReport',
    planId: 'T.K1',
    companyId: 'T.E1',
    state: 'done',
    requestedAt: at('2026-04-05'),
    endedAt: at('2026-04-05'),
    ...more,
    terms: { period: 'months3', audience: 'employer', ...more.terms },
  });
  const failed = (more: Parameters<typeof document>[1] = {}) =>
    document('w1', { state: 'failed', requestedAt: at('2026-04-01'), endedAt: at('2026-04-01'), ...more });

  it('is settled by the same one that was made later, whoever’s template serves it', async () => {
    expect(await settles(failed(), document('w2', { terms: { templateId: 't1' } }))).toBe(true);
  });

  it('is not settled by one of another period, audience, employer, plan or kind', async () => {
    expect(await settles(failed(), document('w2', { terms: { period: 'months12' } }))).toBe(false);
    expect(await settles(failed(), document('w2', { terms: { audience: 'staff' } }))).toBe(false);
    expect(await settles(failed(), document('w2', { terms: { engagedOnly: 'true' } }))).toBe(false);
    expect(await settles(failed(), document('w2', { companyId: 'T.E2' }))).toBe(false);
    expect(await settles(failed(), document('w2', { planId: 'T.K2' }))).toBe(false);
    expect(await settles(failed(), document('w2', { kind: 'pcmReport' }))).toBe(false);
  });

  it('is not settled by the same request once another month is closed, which makes another report', async () => {
    const asked = (day: string) => document('w2', { requestedAt: at(day), endedAt: at(day) });
    expect(await settles(failed(), asked('2026-04-06'))).toBe(true);
    expect(await settles(failed(), asked('2026-04-08'))).toBe(false);
    expect(await settles(failed(), asked('2026-05-01'))).toBe(false);
  });

  it('of a past moment is settled whenever its view is shown, and by no other view', async () => {
    const past = { kind: 'reportAsItStood', terms: { viewId: 'v1' } };
    const later = { ...past, requestedAt: at('2026-06-01'), endedAt: at('2026-06-01') };
    expect(await settles(failed(past), document('w2', later))).toBe(true);
    expect(await settles(failed(past), document('w2', { ...later, terms: { viewId: 'v2' } }))).toBe(false);
  });
});

describe('a failed import', () => {
  const imported = (id: string, more: Partial<Import>): Import =>
    ({
      _id: id,
      importId: id,
      table: 'members',
      platformId: 'T',
      planId: null,
      fileSha256: 'other',
      fileName: 'members_202603.csv',
      state: 'completed',
      acceptedAt: at('2026-04-05'),
      ...more,
    }) as Import;
  const failed = (more: Partial<Import> = {}) =>
    imported('i1', { state: 'failed', fileSha256: 'march', acceptedAt: at('2026-04-01'), ...more });

  it('is settled by a later one of the same file, and of one that was mended under a name that tells its month', async () => {
    expect(await settlesImport(failed(), imported('i2', { fileSha256: 'march', fileName: 'again.csv' }))).toBe(true);
    expect(await settlesImport(failed(), imported('i2', {}))).toBe(true);
  });

  it('is not settled by that of another month, platform or table, that failed or that began before', async () => {
    expect(await settlesImport(failed(), imported('i2', { fileName: 'members_202604.csv' }))).toBe(false);
    // Each month's file has this name.
    const fileName = 'members.csv';
    expect(await settlesImport(failed({ fileName }), imported('i2', { fileName }))).toBe(false);
    expect(await settlesImport(failed(), imported('i2', { platformId: 'U' }))).toBe(false);
    expect(await settlesImport(failed(), imported('i2', { table: 'campaigns' }))).toBe(false);
    expect(await settlesImport(failed(), imported('i2', { state: 'failed' }))).toBe(false);
    expect(await settlesImport(failed(), imported('i2', { acceptedAt: at('2026-03-31') }))).toBe(false);
  });
});
