import type { AnalyticsRow, LoadAnswer } from '@superscope/contracts/analytics/answer';
import { findMember } from '@superscope/api/analytics/model/catalogue';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveQueries, startEngine, type Engine, type QueryService } from '../analytics/query-service.js';
import { closeMonths } from '../analytics/sample-editions.js';
import { insertRows, memberMonth } from '../analytics/sample-members.js';
import { fuzzing } from './fuzz-settings.js';
import { hugeQueries } from './huge-queries.js';
import { anyQuery } from './query-arbitraries.js';

let engine: Engine;
let service: QueryService;
const failures: string[] = [];

const months = ['2026-03', '2026-04', '2026-05'];
const pick = <Value>(i: number, ...values: Value[]): Value => values[i % values.length]!;

/** A plan with many groups of one to ten members, different months, and missing figures. */
const members = (planId: string, first: number, count: number) =>
  months.flatMap((month, m) =>
    Array.from({ length: count + m }, (_, i) =>
      memberMonth(planId, month, first + i, {
        gender: pick(i, 'Female', 'Male', 'Female', 'Male', 'Unknown'),
        age_group: pick(i >> 1, '31 - 44', '45 - 54', '31 - 44', '30 and below', '65+'),
        address_state: pick(i >> 2, 'NSW', 'VIC', 'NSW', 'TAS'),
        salary_group: pick(i >> 3, '$65k', '$100k', 'Unknown'),
        no_life_insurance: pick<0 | 1 | 2>(i >> 1, 0, 1, 0, 2),
        mobile_number_provided: pick<0 | 1>(i, 1, 1, 1, 0),
        salary_cents: i % 7 === 0 ? null : 80_000_00,
        score: i % 9 === 0 ? null : 3_000_000,
        death_cover_cents: i % 11 === 0 ? 0 : 400_000_00,
        last_sign_in_on: pick(i, '2026-05-01', '2020-01-01', '2026-03-15'),
      }),
    ),
  );

beforeAll(async () => {
  engine = await startEngine();
  await closeMonths(engine.client, [...members('own', 0, 90), ...members('others', 1_000, 40)]);
  await insertRows(engine.client, 'campaign', [
    ...['own', 'others'].map((planId) => ({
      campaign_id: `${planId}-K`,
      plan_id: planId,
      campaign_type: 'email',
      name: 'Hello',
      run_date: '2026-05-02',
      version: 1,
      is_deleted: 0,
    })),
  ]);
  const member_id = memberMonth('own', '2026-05', 1).member_id;
  await insertRows(engine.client, 'campaign_engagement', [
    { campaign_id: 'own-K', member_id, step: 'Sent', at: '2026-05-02 00:00:00.000' },
    { campaign_id: 'own-K', member_id, step: 'Open Email', at: '2026-05-03 00:00:00.000' },
  ]);
  await insertRows(engine.client, 'contact_request', [
    ...['own', 'others'].map((plan_id) => ({
      plan_id,
      member_id,
      revision: 1,
      at: '2026-05-03 00:00:00.000',
      on_date: '2026-05-03',
      reason: 'insurance',
      status: '',
    })),
  ]);
  service = await serveQueries(engine.queries, { timeoutMs: 8_000 });
  // Starting the service installed its own logger.
  Logger.overrideLogger({ log: () => {}, warn: () => {}, error: (...what) => void failures.push(what.join(' ')) });
  service.signIn('rep', { role: 'CompanyRep', scope: { kind: 'plans', planIds: new Set(['own']) } });
  service.signIn('staff', { role: 'Staff', scope: { kind: 'all' } });
});
afterAll(async () => {
  await service?.stop();
  await engine?.stop();
  Logger.overrideLogger(true);
});

interface Asked {
  query: unknown;
  by: 'rep' | 'staff';
  how: 'GET' | 'POST';
  what: 'load' | 'subscribe' | 'dry-run';
}

const longestAddress = 8_000;

async function ask({ query, by, how, what }: Asked): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: by, ...(by === 'staff' ? { 'x-audience': 'staff' } : {}) };
  const text = typeof query === 'string' ? query : (JSON.stringify(query) ?? '');
  const posted = how === 'POST' || text.length > longestAddress;
  const answer = posted
    ? await fetch(`${service.url}/${what}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: `{"queryType":"multi","query":${text === '' ? 'null' : text}}`,
        signal: AbortSignal.timeout(10_000),
      })
    : await fetch(`${service.url}/${what}?queryType=multi&query=${encodeURIComponent(Buffer.from(text).toString())}`, {
        headers,
        signal: AbortSignal.timeout(10_000),
      });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Whether a measure counts members and must not be small. Joiners and leavers are known to their employer. */
const isCountOfPeople = (name: string): boolean => {
  const member = findMember(name);
  if (member?.kind !== 'measure' || member.source === 'campaign') return false;
  const { published } = member;
  return published.as === 'headcount' || published.as === 'count';
};

function tellsOfFew(row: AnalyticsRow): string[] {
  return Object.entries(row)
    .filter(([name, value]) => isCountOfPeople(name) && typeof value === 'number' && value >= 1 && value <= 10)
    .map(([name, value]) => `${name} is ${value}`);
}

function check(asked: Asked, { status, body }: Awaited<ReturnType<typeof ask>>): void {
  const logged = failures.splice(0).join('\n');
  if (status === 400 || status === 403) {
    expect(body['error']).toEqual(expect.stringMatching(/^.{3,}/su));
    expect(String(body['error'])).not.toMatch(/DB::|ClickHouse|Exception|\.ts:|\.js:/);
    return;
  }
  expect([status, logged]).toEqual([200, '']);
  if (asked.what === 'dry-run' || asked.by === 'staff') return;
  for (const { data } of (body as unknown as LoadAnswer).results) {
    expect(data.flatMap(tellsOfFew)).toEqual([]);
    expect(data.filter((row) => Object.values(row).includes('others'))).toEqual([]);
  }
}

const asked = (by: Asked['by']): fc.Arbitrary<Asked> =>
  fc.record({
    query: anyQuery,
    by: fc.constant(by),
    how: fc.constantFrom('GET', 'POST'),
    what: fc.oneof(
      { weight: 8, arbitrary: fc.constant('load' as const) },
      fc.constantFrom('subscribe' as const, 'dry-run' as const),
    ),
  });

describe('any query to the query service', () => {
  for (const by of ['rep', 'staff'] as const)
    it(
      `of ${by} is answered or refused with a sentence, and reveals nothing confidential`,
      { timeout: 1_800_000 },
      () =>
        fc.assert(
          fc.asyncProperty(asked(by), async (each) => check(each, await ask(each))),
          fuzzing(400, by),
        ),
    );

  for (const [which, query] of Object.entries(hugeQueries))
    it(`${which} is answered or refused in time`, async () => {
      for (const by of ['rep', 'staff'] as const)
        for (const what of ['load', 'dry-run'] as const) {
          const each = { query, by, what, how: 'POST' } as const;
          check(each, await ask(each));
        }
    });
});
