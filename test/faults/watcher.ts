import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultPortal } from './fault-portal.js';
import type { Findings } from './findings.js';
import type { PortalUser } from './portal-user.js';
import type { Sent } from './sent.js';

export interface SeenPlanMonth {
  plan: string;
  month: string;
  rows: number;
  balanceCents: number;
}

const everyMs = 40;
/** Answers slower than this are logged. */
const slowSeconds = 20;
const dashboard = {
  measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.totalAssetsOwned'],
  dimensions: ['Member.planId'],
  timeDimensions: [
    { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2023-11-01', '2024-02-29'] },
  ],
};

/** Continuously reads the plan-months from the tables and the api; each must be complete at any time. */
export class Watcher {
  looks = 0;
  private goesOn = false;
  private watching: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly portal: Pick<FaultPortal, 'clickhouse'>,
    private readonly user: PortalUser,
    private readonly sent: Sent,
    private readonly findings: Findings,
    private readonly say: (text: string) => void,
  ) {}

  start(): void {
    this.goesOn = true;
    this.watching = Promise.all([
      this.repeat('the table', () => this.lookAtTable()),
      this.repeat('the dashboard', () => this.lookAtDashboard()),
    ]);
  }

  async stop(): Promise<void> {
    this.goesOn = false;
    await this.watching;
  }

  private async repeat(where: string, look: () => Promise<void>): Promise<void> {
    while (this.goesOn) {
      const began = performance.now();
      await look();
      const seconds = (performance.now() - began) / 1000;
      if (seconds > slowSeconds) this.say(`${where} took ${seconds.toFixed(0)} s to answer`);
      await delay(everyMs);
    }
  }

  private async lookAtTable(): Promise<void> {
    const seen = await planMonthsOf(this.portal).catch(() => null);
    if (seen !== null) this.judge('the table', seen);
  }

  private async lookAtDashboard(): Promise<void> {
    const search = new URLSearchParams({ query: JSON.stringify(dashboard) });
    const answer = await this.user.ask(`/cubejs-api/v1/load?${search}`, { headers: { [audienceHeader]: 'staff' } });
    if (answer?.status !== 200) return;
    const { data } = answer.body as { data?: Record<string, unknown>[] };
    if (data === undefined) return;
    const seen = data.map((row) => ({
      plan: String(row['Member.planId']),
      month: String(row['MemberSnapshot.month.month'] ?? row['MemberSnapshot.month']).slice(0, 7),
      rows: Number(row['MemberSnapshot.countMembers']),
      balanceCents: Math.round(Number(row['MemberSnapshot.totalAssetsOwned']) * 100),
    }));
    // A month without members has a row with zero members.
    const shown = seen.filter(({ rows }) => rows > 0);
    this.judge('the dashboard', shown);
  }

  private judge(where: string, seen: readonly SeenPlanMonth[]): void {
    this.looks += 1;
    for (const { plan, month, rows, balanceCents } of seen)
      if (!this.sent.isWhole(plan, month, { rows, balanceCents }))
        this.findings.note(
          'halfVisible',
          `${where} showed ${plan} ${month} with ${rows} rows of ${balanceCents} cents`,
        );
  }
}

/** Rows and balances of every plan-month in the table. */
export async function planMonthsOf({ clickhouse }: Pick<FaultPortal, 'clickhouse'>): Promise<SeenPlanMonth[]> {
  const answer = await clickhouse.query({
    query: `SELECT plan_id AS plan, substring(toString(month), 1, 7) AS month, toUInt32(count()) AS rows,
      sum(total_assets_owned_cents) AS balanceCents FROM member_snapshot FINAL GROUP BY plan_id, month`,
    format: 'JSONEachRow',
    abort_signal: AbortSignal.timeout(60_000),
  });
  return answer.json<SeenPlanMonth>();
}
