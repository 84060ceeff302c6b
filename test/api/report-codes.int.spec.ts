import { reportStream, report, type ReportRequest } from '@superscope/domain/report/report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

const code = 'KQM7RTWXAB34';
const engagedCode = 'KQM7RTWXAB35';
const stoppedCode = 'KQM7RTWXAB36';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;

const asked = (terms: ReportRequest['terms']): ReportRequest => ({
  kind: 'policyCommitteeReport',
  planId: 'TWR.P0001',
  companyId: 'TWR.C0001',
  terms,
});
const resultOf = (own: string) => ({
  planId: 'TWR.P0001',
  kind: 'policyCommitteeReport' as const,
  fileName: 'PolicyCommitteeReport.pdf',
  pdfSha256: 'a'.repeat(64),
  figuresSha256: 'b'.repeat(64),
  start: '2025-03-31',
  end: '2026-10-31',
  code: own,
});

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  const now = new Date().toISOString();
  const write = async (workId: string, decisions: readonly Parameters<typeof engines.store.transact>[2][]) => {
    for (const decision of decisions)
      await engines.store.transact(reportStream, workId, decision as never, byTest(now));
  };
  const begun = (workId: string, terms: ReportRequest['terms'] = { template: 'DEFAULT' }) => [
    report.request(workId, 'staff', asked(terms)),
    report.start('attempt-1', now),
  ];
  await write('work-1', [
    ...begun('work-1'),
    report.finish('attempt-1', { ...resultOf(code), pages: 24, moment: '2026-11-24T22:13:40.000Z' }),
  ] as never);
  await write('work-2', [
    ...begun('work-2', { engagedOnly: 'true' }),
    report.finish('attempt-1', resultOf(engagedCode)),
  ] as never);
  await write('work-3', [...begun('work-3'), report.stop('staff')] as never);
  await caughtUp(engines, projector);
  api = await startApi(engines, { SUPERSCOPE_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const check = (typed: string, address: string) =>
  api.client().request(`/api/reportCheck?code=${encodeURIComponent(typed)}`, {
    headers: { 'X-Forwarded-For': address },
  });

describe('the code of a report, for everybody', () => {
  it('says when and for which period it was made, and nothing of plan, employer, platform, person or place in the log', async () => {
    const { status, body } = await check(code, '192.0.2.1');
    expect([status, body]).toEqual([
      200,
      {
        madeAt: expect.any(String) as string,
        start: '2025-03-31',
        end: '2026-10-31',
        pages: 24,
        engagedOnly: false,
        moment: '2026-11-24T22:13:40.000Z',
        asItStood: false,
        pdfSha256: 'a'.repeat(64),
        figuresSha256: 'b'.repeat(64),
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/TWR|staff|work-1/);
  });

  it('is read with spaces and in small letters; of engaged members that is said, whose file need not be kept', async () => {
    expect((await check(' kqm7 rtwx-ab35 ', '192.0.2.1')).body).toMatchObject({
      engagedOnly: true,
      pages: null,
      moment: null,
    });
  });

  it('is not found of another report, of one that was never made, nor by a pattern', async () => {
    for (const other of ['ABCDEFGHJKLM', stoppedCode, 'O0I1O0I1O0I1']) {
      const { status, body } = await check(other, '192.0.2.2');
      expect([status, body]).toEqual([404, { message: 'No report has this code.' }]);
    }
    for (const pattern of ['KQM7RTWXAB3.', '.*', 'KQM7RTWXAB3[4]', '^KQM7RTWXAB3', '{"$ne":null}', 'KQM7RTWXAB34\n'])
      expect((await check(pattern, '192.0.2.2')).status).not.toBe(500);
    expect((await check('KQM7RTWXAB3.', '192.0.2.2')).status).toBe(400);
    expect((await api.client().request('/api/reportCheck?code[$ne]=x')).status).toBe(400);
  });

  it.each([
    ['192.0.5.1', '192.0.5.99', '192.0.6.1'],
    ['2001:db8:5:1::1', '2001:db8:5:1:ffff::9', '2001:db8:5:2::1'],
  ])('is guessed twenty times from the network of %s at most; right ones cost nothing', async (first, same, other) => {
    for (let right = 0; right < 25; right += 1) expect((await check(code, first)).status).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, at) => check(`ZZZZZZZZZZ${String(at + 20)}`, at % 2 === 0 ? first : same)),
    );
    const count = (of: number) => guesses.filter(({ status }) => status === of).length;
    expect(count(404) + count(429)).toBe(60);
    // On a slow machine the first wait may pass, which allows another guess.
    expect(count(404)).toBeLessThanOrEqual(22);
    const refused = await check(code, same);
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many attempts\./) as string,
    ]);
    expect((await check(code, other)).status).toBe(200);
    // Any page of the web can have a browser ask for codes. That locks nobody out of signing in.
    const signIn = await api.client().request('/api/authentication', {
      method: 'POST',
      headers: { 'X-Forwarded-For': same, 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'nobody', password: 'not the password' }),
    });
    expect(signIn.status).toBe(401);
  });
});
