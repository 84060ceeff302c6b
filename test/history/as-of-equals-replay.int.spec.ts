import type { FiguresAnswer } from '@superscope/contracts/analytics/figures-answer';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import { asOfDatabase, type AsOfView } from '@superscope/contracts/as-of-views';
import { planTables, type TableName, type ViewName } from '@superscope/contracts/read-models/read-models';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { deriveAsOf } from '@superscope/projector/history/as-of-derivation';
import { proveView } from '@superscope/projector/history/replay';
import { compare } from '@superscope/projector/rebuild/rebuild';
import type { Projector } from '@superscope/projector/runtime/projector';
import { Target } from '@superscope/projector/runtime/writing/target';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { asOfParts, asOfRunner } from '../harness/as-of-runner.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { RandomHistory } from '../harness/random-history.js';
import { caughtUp, eventually } from '../harness/set-aside.js';

const planId = 'TWR.P0001';
const month = '2025-12';
const steps = 50;
/** The number of compared positions. Each takes a view, a replay and a separate projector. */
const positions = process.env['SUPERSCOPE_LONG'] === 'true' ? 50 : 4;
/** The numbers of steps after which the portal's answers are recorded. */
const askedAfter = [10, 30];

let engines: PortalEngines;
let projector: Projector;
let api: Awaited<ReturnType<typeof startApi>>;
let auditor: ApiClient;
let history: RandomHistory;
/** The portal's answers at an instant while that was the present. */
const shown: { at: string; answer: unknown }[] = [];

beforeAll(async () => {
  engines = await PortalEngines.start('as-of-positions');
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines);
  auditor = api.client();
  await auditor.signIn('auditor');
  history = new RandomHistory(engines, planId, 20_260_301);
  await history.begin();
  for (let step = 0; step < steps; step += 1) {
    await history.steps(1);
    if (!askedAfter.includes(step + 1)) continue;
    await caughtUp(engines, projector);
    shown.push({ at: history.instants.at(-1)!, answer: await figures({}) });
  }
  await caughtUp(engines, projector);
}, 120_000);

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const questions = [
  'MemberSnapshot.countMembers',
  'MemberSnapshot.averageTotalAssetsOwned',
  'SuperScore.averageSuperScore',
].map((measure) => ({
  measures: [measure],
  filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
  timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: [`${month}-01`, `${month}-31`] }],
}));

/** A month's exact figures, as staff see them. */
async function figures(headers: Record<string, string>): Promise<unknown[]> {
  const { status, body } = await auditor.post(
    '/api/figures',
    { queries: questions },
    { 'X-Audience': 'staff', ...headers },
  );
  expect(status).toBe(200);
  const { answers } = body as unknown as FiguresAnswer;
  return answers.map((answer) => ('figures' in answer ? answer.figures.data : answer));
}

/** Runs a separate projector on the events recorded up to the moment. */
async function projectedUntil(moment: string): Promise<Target> {
  const target = engines.target('_until');
  await target.clear();
  const recorded: RecordedEvent[] = [];
  for await (const batch of engines.store.readAll({ from: null }))
    for (const event of batch) if (!isUndecodable(event) && event.metadata.at <= moment) recorded.push(event);
  const writer = engines.factsWriter(target);
  await writer.write(recorded.filter(({ type }) => writer.types().includes(type)));
  const queue = engines.derivationQueue(target);
  await queue.drained();
  await queue.stop();
  return target;
}

/** Tables of the live database, for a connection to another one. */
class Qualified extends Target {
  override table(name: TableName): string {
    return `default.${super.table(name)}`;
  }
}

const ofPlans: ViewName[] = ['plans', 'companies', 'campaigns', 'figures', 'assetPublications', 'calendar', 'closings'];

/** Instants between the history's events, in random order. */
const positionsOf = ({ instants }: RandomHistory): string[] =>
  Array.from({ length: positions }, () => new Date(Date.parse(history.pick(instants)) + 1).toISOString());

it(
  'equals at random positions, in every row, a replay and a projector that was stopped there',
  async () => {
    const parts = asOfParts(engines);
    const told = new Set<string>();
    for (const [i, moment] of ['2025-12-31T00:00:00.000Z', ...positionsOf(history)].entries()) {
      const _id = `${i}`.padStart(8, '0');
      const sum = await deriveAsOf(parts, { _id, planId, moment }, (phase) => Promise.resolve(void told.add(phase)));
      const proof = await proveView(parts, { _id, planId, moment, sum }, () => Promise.resolve());
      expect([moment, proof]).toMatchObject([moment, { differing: 0, late: 0, sum: { digest: sum.digest } }]);
      const client = parts.openDatabase(asOfDatabase(_id));
      const then = new Target(engines.mongo.db(asOfDatabase(_id)), client);
      const stopped = await projectedUntil(moment);
      const tables = planTables.map(({ table }) => table);
      const beside = new Qualified(engines.mongo.db('views'), client, '_until');
      expect([moment, await compare(then, beside, { tables, views: ofPlans })]).toEqual([moment, []]);
      await stopped.drop();
      await client.close();
    }
    expect(told).toEqual(new Set(['reading', 'copying', 'deriving', 'summing']));
  },
  60_000 * positions,
);

it('gives the answers that the portal gave when that moment was the present', async () => {
  const runner = asOfRunner(engines);
  runner.start();
  for (const { at, answer } of shown) {
    const { body } = await auditor.post('/api/history/views', { planId, moment: at });
    const { id } = body as unknown as AsOfView;
    await eventually(async () => {
      const { state, problem } = (await auditor.request(`/api/history/views/${id}`)).body as unknown as AsOfView;
      if (!['waiting', 'running', 'ready'].includes(state)) throw new Error(`${state}: ${problem}`);
      return state === 'ready';
    });
    expect([at, await figures({ [asOfHeader]: id })]).toEqual([at, answer]);
  }
  await runner.stop();
  expect(new Set(shown.map(({ answer }) => JSON.stringify(answer))).size).toBe(askedAfter.length);
}, 60_000);
