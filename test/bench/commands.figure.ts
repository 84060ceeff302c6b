import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { innerId } from '@superscope/domain/outside-id';
import { flagshipPlan } from '../demo-data/plan-blueprints.js';
import { rate, shown, whole, type Figure } from './figure.js';
import type { BenchPortal } from './bench-portal.js';
import { httpLoad, type HttpRequest } from './http-load.js';
import { spread, timed, until } from './measure.js';
import { mostRemembered } from '@superscope/event-store/appending/recent-streams';
import type { RawEventStore } from './raw-engines.js';
import type { Sizes } from './sizes.js';
import type { Work } from './work.js';

/**
 * Measures commands over HTTP. Each cancels another campaign: a check of rights, a decision and one event on disk. The projector runs on
 * the same cores. The api caches recently written streams, so cached and uncached streams are measured separately.
 */
export async function commandFigures(
  portal: BenchPortal,
  raw: RawEventStore,
  sizes: Sizes,
  work: Work,
  say: (text: string) => void,
): Promise<Figure[]> {
  const each = sizes.commands + warmUp + spare;
  await importCampaigns(portal, 'OLD', each);
  await importCampaigns(portal, 'NEW', Math.max(each, mostRemembered));
  const figures: Figure[] = [];
  for (const { set, name, leastRatio } of [
    { set: 'NEW', name: 'commands, stream in use', leastRatio: 0.3 },
    // Reading the stream costs the event store as much as the append.
    { set: 'OLD', name: 'commands, stream read first', leastRatio: 0.2 },
  ]) {
    const cancel = (n: number): HttpRequest => ({
      method: 'POST',
      path: `/api/campaigns/${innerId(platformId, campaignId(set, n))}/cancel`,
      headers: { Cookie: portal.cookie, 'X-Requested-By': 'superscope' },
    });
    let next = 0;
    const load = (amount: number) =>
      httpLoad({ origin: portal.url, connections: 32, amount, request: () => cancel(next++ % each) });
    await load(warmUp);
    let behind = 0;
    const { result } = await work.of(name, sizes.commands, async () => {
      const outcome = await load(sizes.commands);
      behind = (await timed(() => caughtUp(portal))).seconds;
      return outcome;
    });
    say(`the projector was done with ${whole(sizes.commands)} commands ${behind.toFixed(1)} s after the last answer`);
    const perSecond = result.milliseconds.length / result.seconds;
    const { p50, p95 } = spread(result.milliseconds);
    const appends = await raw.appendRate(2_000);
    figures.push(
      rate(name, perSecond, leastRatio, { perSecond: appends, done: 'appended' }),
      shown(`${name}, p95`, `${p95.toFixed(0)} ms (p50 ${p50.toFixed(0)})`),
    );
  }
  return figures;
}

/**
 * Each kind of command has its own warm-up. The api takes twice as long for a command until its code is compiled, which takes some thousand
 * commands.
 */
const warmUp = 3_800;
/** Additional campaigns, because the load generator prepares some requests without sending them. */
const spare = 200;

const { platformId, planId } = flagshipPlan;
const campaignId = (set: string, n: number) => `${set}${n}`;

/** Imports one campaign, which is one small stream, for each command. */
async function importCampaigns(portal: BenchPortal, set: string, campaigns: number): Promise<void> {
  const path = join(portal.folder, 'files', `bench-campaigns-${set}.csv`);
  const lines = Array.from(
    { length: campaigns },
    (_, n) => `${campaignId(set, n)},${planId},Newsletter,Issue ${n},2025-03-01`,
  );
  writeFileSync(path, ['campaignId,planId,campaignType,name,runDate', ...lines, ''].join('\n'));
  await portal.client.finishImport(await portal.client.startImport('campaigns', path), () => {});
}

/** Waits until every command is in the read models. */
async function caughtUp(portal: BenchPortal): Promise<void> {
  const derived = async () => {
    const answer = await portal.client.request('/api/ready');
    return answer.ok && ((await answer.json()) as { derived: boolean }).derived;
  };
  await until('The projector', derived, { withinSeconds: 120, everyMs: 100 });
}
