import { calendarStream, closeMonths, openMonth } from '@superscope/domain/calendar/calendar';
import { campaignStream, cancelCampaign, recordCampaign, recordEngagement } from '@superscope/domain/campaign/campaign';
import { benchmarksStream, publishBenchmarks } from '@superscope/domain/dated-figures/dated-figures';
import { memberStream, recordActivity, recordMember, requestContact } from '@superscope/domain/member/member';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { closePlan, countByDates, planStream, publishPlan, reopenPlan } from '@superscope/domain/plan/plan';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { referenceBenchmarks } from '@superscope/domain/scoring/reference-figures';
import { seededRandom } from '@superscope/domain/seeded-random.fixture';
import type { PortalEngines } from './portal-engines.js';
import { byTest, SamplePlan } from './sample-plan.js';

const months = ['2025-11', '2025-12', '2026-01'];
const begin = Date.parse('2026-02-01T00:00:00.000Z');
const statuses = ['Open', 'Contacted', 'Closed'];
const states = ['NSW', 'VIC', 'TAS', null];
const member = 8;
/** Days of joining and leaving, around the ends of the months. */
const dates: readonly (readonly [joined: string | null, exited: string | null])[] = [
  [null, null],
  ['2021-05-01', '2025-11-10'],
  ['2021-05-01', '2025-12-30'],
  ['2021-05-01', '2025-12-31'],
  ['2025-12-31', null],
  ['2026-01-01', '2026-01-15'],
];

/**
 * A plan with a random history by a seed: imports of months that replace each other or are withdrawn, revised details and dates, a change
 * of how its members count, requests, activities, campaigns, benchmarks and closings. No two steps have the same instant.
 */
export class RandomHistory {
  /** Instants of the steps so far, ascending. */
  readonly instants: string[] = [];
  private readonly random: () => number;
  private readonly plan: SamplePlan;
  private readonly imports = new Map<string, string[]>(months.map((month) => [month, []]));
  private readonly ran = new Set<string>();
  private isClosed = false;

  constructor(
    private readonly engines: PortalEngines,
    planId: string,
    seed: number,
  ) {
    this.random = seededRandom(seed);
    this.plan = new SamplePlan(engines.store, engines.identity, planId);
  }

  /** Records the plan as an earlier release did, its members and a first month. */
  async begin(): Promise<void> {
    this.plan.countsByDates = false;
    this.plan.at = this.next();
    await this.plan.figures();
    await this.plan.register(member);
    this.plan.at = this.next();
    await this.import('2025-12');
  }

  async steps(count: number): Promise<void> {
    for (let step = 0; step < count; step += 1) {
      this.plan.at = this.next();
      await this.pick(this.possible())();
    }
  }

  pick<Of>(from: readonly Of[]): Of {
    return from[Math.floor(this.random() * from.length)]!;
  }

  /** The next instant, a minute to a week after the previous step. */
  private next(): string {
    const last = Date.parse(this.instants.at(-1) ?? new Date(begin).toISOString());
    const instant = new Date(last + 60_000 + Math.floor(this.random() * 3 * 86_400_000)).toISOString();
    this.instants.push(instant);
    return instant;
  }

  private possible(): (() => Promise<unknown>)[] {
    const { store } = this.engines;
    const { planId, memberIds, at } = this.plan;
    const i = Math.floor(this.random() * member);
    const memberId = memberIds[i]!;
    const day = at!.slice(0, 10);
    const transactMember = (decision: Parameters<typeof store.transact<never, never>>[2]) =>
      store.transact(memberStream as never, memberId, decision, byTest(at));
    const campaignId = `TWR.K${1 + Math.floor(this.random() * 2)}`;
    const campaign = { campaignId, planId, campaignType: 'Nomination', runDate: '2025-12-01', name: `Named at ${at}` };
    const transactCampaign = (decision: unknown) =>
      store.transact(campaignStream, campaignId, decision as typeof cancelCampaign, byTest(at));
    const activity = {
      effectiveDate: '2025-12-20',
      consultant: null,
      valid: null,
      outcome: null,
      amountCents: null,
      personal: { notes: null, fundName: null },
    };
    const revised = { ...this.plan.member(i), addressState: this.pick(states) };
    const amounts = referenceBenchmarks.map((row) => ({ ...row, amountCents: row.amountCents + this.instants.length }));
    const withdrawable = months.filter((month) => this.imports.get(month)!.length > 0);
    return [
      ...[0, 1, 2].map(() => () => this.import(this.pick(months))),
      ...(withdrawable.length === 0 ? [] : [() => this.withdraw(this.pick(withdrawable))]),
      () => transactMember(recordMember(revised, '2025-12-15') as never),
      () => this.plan.dates(i, ...this.pick(dates)),
      () => store.transact(planStream, planId, countByDates('Members count by their dates.'), byTest(at)),
      () => transactMember(requestContact('2025-12-10T00:00:00.000Z', 'insurance', this.pick(statuses)) as never),
      () => transactMember(recordActivity('ConsultationPerformed', activity, day) as never),
      () => transactMember(recordActivity('SignedIn', activity, day) as never),
      () => {
        this.ran.add(campaignId);
        return transactCampaign(recordCampaign(campaign));
      },
      ...(this.ran.has(campaignId)
        ? [
            () => transactCampaign(cancelCampaign),
            () =>
              transactCampaign(
                recordEngagement(`import-${this.instants.length}`, [[memberId, 'Sent', '2025-12-01T01:00:00.000Z']]),
              ),
          ]
        : []),
      () => store.transact(benchmarksStream, '', publishBenchmarks(amounts), byTest(at)),
      () => store.transact(planStream, planId, publishPlan, byTest(at)),
      () => {
        this.isClosed = !this.isClosed;
        return store.transact(planStream, planId, this.isClosed ? closePlan(day) : reopenPlan, byTest(at));
      },
      () => store.transact(calendarStream, '', openMonth(day.slice(0, 7)), byTest(at)),
      () => store.transact(calendarStream, '', closeMonths(day), byTest(at)),
    ];
  }

  /** Imports all members or all but one, each with a balance that no earlier import had. */
  private async import(month: string): Promise<void> {
    const without = this.pick([...this.plan.memberIds, null, null]);
    const balance = 20_000 + 1_000 * this.instants.length;
    const id = await this.plan.month(
      month,
      balance,
      this.plan.memberIds.filter((memberId) => memberId !== without),
    );
    this.imports.get(month)!.push(id);
  }

  private withdraw(month: string): Promise<unknown> {
    const { planId, at } = this.plan;
    const id = this.imports.get(month)!.pop()!;
    const decision = withdrawSnapshots(planId, month, id);
    return this.engines.store.transact(memberSnapshotsStream, planMonthId(planId, month), decision, byTest(at));
  }
}
