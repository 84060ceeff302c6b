import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, testPassword } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { runAttacks } from './attack-run.js';
import { newestClosedMonth } from './attacked-fund.js';
import { reportText, type AttackReport } from './report.js';

/**
 * The longer form attacks more members over more months, with chains that are three times as long as those of `npm run attack`, up to the
 * newest month. The shorter form always attacks the same figures.
 */
const isLong = process.env['SUPERSCOPE_LONG'] === 'true';
const effort = isLong
  ? {
      sizes: [8, 25, 60, 260, 300],
      severalAt: 3,
      months: 36,
      lastMonth: newestClosedMonth(new Date()),
      rounds: 6_000,
      isBrief: false,
    }
  : { sizes: [8, 25, 60], severalAt: 1, months: 15, lastMonth: '2026-10', rounds: 60, isBrief: true };

let engines: PortalEngines;
let projector: Projector;
let api: Awaited<ReturnType<typeof startApi>>;
let report: AttackReport;

beforeAll(
  async () => {
    engines = await PortalEngines.start('attack');
    projector = await engines.projector();
    await projector.start();
    api = await startApi(engines);
    report = await runAttacks({
      seed: 1,
      sizes: effort.sizes,
      severalAt: effort.severalAt,
      months: effort.months,
      rounds: effort.rounds,
      isBrief: effort.isBrief,
      lastMonth: effort.lastMonth,
      url: api.url,
      password: testPassword,
      say: () => {},
    });
  },
  isLong ? 7_200_000 : 600_000,
);
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
