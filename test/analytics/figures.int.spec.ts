import type { FiguresAnswer } from '@superscope/contracts/analytics/figures-answer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveQueries, startEngine, type Engine, type QueryService } from './query-service.js';
import { closeMonths } from './sample-editions.js';
import { membersOf } from './sample-members.js';

const count = 'MemberSnapshot.countMembers';
const of = (...planIds: string[]) => ({
  measures: [count],
  filters: [{ member: 'Member.planId', operator: 'equals', values: planIds }],
});

let engine: Engine;
let service: QueryService;
beforeAll(async () => {
  engine = await startEngine();
  await closeMonths(engine.client, [...membersOf('acme', '2026-05', 1, 50), ...membersOf('other', '2026-05', 101, 30)]);
  service = await serveQueries(engine.queries);
  service.signIn('rep', { role: 'CompanyRep', scope: { kind: 'plans', planIds: new Set(['acme']) } });
});
afterAll(async () => {
  await service?.stop();
  await engine?.stop();
});

const post = (path: string, body: unknown) =>
  fetch(service.url.replace('/cubejs-api/v1', path), {
    method: 'POST',
    headers: { Authorization: 'rep', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const figures = async (...queries: unknown[]) =>
  ((await (await post('/api/figures', { queries })).json()) as FiguresAnswer).answers;

describe('the questions of a screen', () => {
  it('are answered in their order, as load answers them, without repeating the query', async () => {
    const members = { ...of('acme'), dimensions: ['Member.beneficiaryNominationType'] };
    const answers = await figures(of('acme'), members);
    for (const [at, query] of [of('acme'), members].entries()) {
      const loaded = (await (await post('/cubejs-api/v1/load', { query })).json()) as Record<string, unknown>;
      const { data, suppressed, margins, figuresOf } = loaded;
      expect(answers[at]).toEqual({
        status: 200,
        figures: JSON.parse(JSON.stringify({ data, suppressed, margins, figuresOf })) as unknown,
      });
    }
  });

  it('are refused one by one', async () => {
    const [answered, foreign, unknown] = await figures(of('acme'), of('other'), { measures: ['Member.shoeSize'] });
    expect(answered).toMatchObject({ status: 200, figures: { data: [{ [count]: 50 }] } });
    expect(foreign).toMatchObject({ status: 403 });
    expect(unknown).toMatchObject({ status: 400, type: 'UserError' });
  });

  it('are at least one and at most forty', async () => {
    for (const queries of [[], Array.from({ length: 41 }, () => of('acme'))])
      expect((await post('/api/figures', { queries })).status).toBe(400);
  });
});
