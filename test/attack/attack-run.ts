import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PortalClient } from '@superscope/local/portal-client';
import { writeFund, type AttackedFund, type FundRequest } from './attacked-fund.js';
import type { Attack } from './attack.js';
import { corrected, corrections } from './attacks/corrections.attack.js';
import { joinersAndLeavers } from './attacks/joiners-and-leavers.attack.js';
import { leastSquares } from './attacks/least-squares.attack.js';
import { leaveOneOut } from './attacks/leave-one-out.attack.js';
import { overlappingFlags } from './attacks/overlapping-flags.attack.js';
import { posterior } from './attacks/posterior.attack.js';
import { scoreCounts } from './attacks/score-counts.attack.js';
import { shiftedPeriods } from './attacks/shifted-periods.attack.js';
import { subtraction } from './attacks/subtraction.attack.js';
import { unchangedGroups } from './attacks/unchanged-groups.attack.js';
import { unions } from './attacks/unions.attack.js';
import { Employer } from './employer.js';
import { facts, shareOfMembers } from './facts.js';
import { Judge, type AttackScore } from './judge.js';
import { PortalAsker } from './portal-asker.js';
import { demographicPrior } from './prior.js';
import { publishingCost, type PublishingCost } from './publishing-cost.js';
import type { AttackReport } from './report.js';
import { missedTargets } from './targets.js';
import { Truth } from './truth.js';

export interface AttackRequest extends FundRequest {
  /** Of a portal with demo accounts and nothing imported. */
  url: string;
  password: string;
  /** Rounds of the sampler. */
  rounds: number;
  isBrief?: boolean;
  say: (text: string) => void;
}

/** Fills a portal with plans and plays their employer. Plans that may have no figures are asked about only together with others. */
export async function runAttacks(request: AttackRequest): Promise<AttackReport> {
  const { url, password, say } = request;
  const folder = mkdtempSync(join(tmpdir(), 'superscope-attack-'));
  try {
    const fund = await writeFund(folder, request);
    const admin = new PortalClient(url);
    await admin.signIn('admin', password);
    for (const { table, path } of fund.files) await admin.finishImport(await admin.startImport(table, path), () => {});
    await derived(admin);
    say(`imported plans of ${request.sizes.join(', ')} members, ${request.months} months`);
    const asks = await new PortalAsker(url).signIn('providerrep', password);
    const staff = await new PortalAsker(url, 'staff').signIn('admin', password);
    const truth = new Truth(staff, fund.months);
    const mechanism = (await asks.meta()).includes(`"${shareOfMembers}"`) ? 'adjusted' : 'exact';
    const plans = [];
    for (const { planId } of fund.plans) plans.push(await truth.knowledgeOf(planId));
    const employer = new Employer(asks, mechanism, plans, fund.months, request.isBrief);
    const priorOf = demographicPrior(new Map(fund.plans.map((plan) => [plan.planId, plan.signedInShare])));
    const judge = new Judge(truth, plans, priorOf);
    const costs: PublishingCost[] = [];
    for (const plan of plans) costs.push(await publishingCost(asks, staff, plan));
    const correct = async (planId: string) => {
      const month = fund.months.at(-1)!;
      const before = (await truth.having(planId, facts.noNomination)).get(month)!;
      await correctOne(admin, fund, folder, planId);
      await derived(admin);
      truth.forget(facts.noNomination);
      const after = (await truth.having(planId, facts.noNomination)).get(month)!;
      truth.record(planId, corrected, new Set([...before].filter((member) => !after.has(member))));
    };
    const attacks: Attack[] = [
      ...[subtraction, leaveOneOut, joinersAndLeavers, scoreCounts, overlappingFlags, shiftedPeriods, unions],
      ...[unchangedGroups, leastSquares, posterior(priorOf, request.rounds), corrections(correct)],
    ];
    const scores: AttackScore[] = [];
    for (const attack of attacks) {
      const before = asks.asked;
      const claims = await attack.run(employer);
      for (const { planId } of plans) scores.push(await judge.score(attack.name, planId, claims));
      say(`${attack.name}: ${asks.asked - before} questions`);
    }
    for (const [refusal, times] of asks.refusals) say(`refused ${times} times: ${refusal}`);
    const sizes = new Map(fund.plans.map(({ planId, members }) => [planId, members]));
    return { mechanism, scores, costs, sizes, missed: missedTargets(scores, costs, sizes) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports the newest snapshot of one member again, with a nomination that was none before. */
async function correctOne(admin: PortalClient, fund: AttackedFund, folder: string, planId: string): Promise<void> {
  const { path } = fund.files.find(({ table }) => table === 'memberSnapshots')!;
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
  const names = header!.split(',');
  const at = (name: string) => names.indexOf(name);
  const ownPlan = planId.split('.')[1]!;
  const newest = fund.months.at(-1)!;
  const row = lines
    .map((line) => line.split(','))
    .find(
      (cells) =>
        cells[at('planId')] === ownPlan &&
        cells[at('asAt')]!.startsWith(newest) &&
        cells[at('beneficiaryNominationType')] === 'None',
    );
  if (!row) throw new Error(`Nobody of ${planId} has no nomination.`);
  const changed = row
    .with(at('beneficiaryNominationType'), 'Non-binding')
    .with(at('nominationDate'), `${newest}-01`)
    .with(at('totalAssetsOwned'), (1.5 * Number(row[at('totalAssetsOwned')])).toFixed(2));
  const file = join(folder, 'correction.csv');
  writeFileSync(file, `${header}\n`);
  appendFileSync(file, `${changed.join(',')}\n`);
  await admin.finishImport(await admin.startImport('memberSnapshots', file), () => {});
}

/** Waits until the figures of what was imported can be seen. */
async function derived(client: PortalClient): Promise<void> {
  for (;;) {
    const answer = await client.request('/api/ready');
    const { derived } = (await answer.json().catch(() => ({}))) as { derived?: boolean };
    if (answer.ok && derived !== false) return;
    await delay(200);
  }
}
