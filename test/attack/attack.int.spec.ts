import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, testPassword } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { runAttacks } from './attack-run.js';
import { newestClosedMonth } from './attacked-fund.js';
import { reportText, type AttackReport } from './report.js';

let engines: PortalEngines;
let projector: Projector;
let api: Awaited<ReturnType<typeof startApi>>;
let report: AttackReport;

beforeAll(async () => {
  engines = await PortalEngines.start('attack');
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines);
  report = await runAttacks({
    seed: 1,
    sizes: [8, 25, 60],
    months: 15,
    rounds: 60,
    isBrief: true,
    lastMonth: newestClosedMonth(new Date()),
    url: api.url,
    password: testPassword,
    say: () => {},
  });
}, 360_000);
afterAll(async () => {
  await api?.stop();
  await projector?.stop();
  await engines?.stop();
});

it('an employer who combines all answers about small plans learns no member’s secret', () => {
  expect(report.missed, reportText(report)).toEqual([]);
});

it('every attack got answers, so that it could have succeeded', () => {
  const claimed = report.scores.filter(({ groups, members, balances }) => {
    const told = Object.values(members).some(({ guesses }) => guesses.made > 0);
    return groups.claimed > 0 || told || balances.wrong + balances.within20 > 0;
  });
  expect(new Set(claimed.map(({ attack }) => attack)).size).toBeGreaterThan(3);
  expect(report.compared).toBeGreaterThan(50);
});
