import { LRUCache } from 'lru-cache';
import type { ReadModel } from '@superscope/contracts/changes';
import type { Payroll } from '@superscope/domain/publishing/payroll';
import type { PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import type { ChangeCounters } from '../../changes/change-counters.js';
import type { QueryClient } from '../../platform/clickhouse/query-client.js';
import { runStatement } from '../load/run-statement.js';
import type { JoinedPlans } from './joined-plans.js';

/** A closed month of a plan as employers read it: rows that do not change until the next edition (docs/privacy.md). */
export interface Edition {
  planId: string;
  /** yyyy-MM */
  month: string;
  /** Counts from 1. */
  edition: number;
  /** Version of its rows in `member_edition`. */
  version: number;
  members: number;
  /** Sum modulo 2^64 of its members' record keys. */
  key: bigint;
  /** `yyyy-MM-dd HH:mm:ss.SSS` in UTC. Facts that were recorded by then count. */
  recordedBy: string;
  /** The rules by which it is published. */
  rules: PublishingRules;
  /** Whether its salaries and ages are public. */
  onePayroll: boolean;
}

/** Editions by plan and month. A plan without a closed month is left out. */
export class EditionCalendar {
  private readonly byPlan = new Map<string, Map<string, Edition>>();

  constructor(editions: readonly Edition[]) {
    for (const edition of editions) {
      const months = this.byPlan.get(edition.planId) ?? new Map<string, Edition>();
      this.byPlan.set(edition.planId, months.set(edition.month, edition));
    }
  }

  get planIds(): string[] {
    return [...this.byPlan.keys()];
  }

  of(planId: string, month: string): Edition | undefined {
    return this.byPlan.get(planId)?.get(month);
  }

  /** Months that at least one of the plans has closed, ascending. */
  get months(): string[] {
    return [...new Set([...this.byPlan.values()].flatMap((months) => [...months.keys()]))].sort();
  }

  /** A plan's newest closed month; null before the first. */
  newestOf(planId: string): Edition | null {
    let newest: Edition | null = null;
    for (const edition of this.byPlan.get(planId)?.values() ?? [])
      if (newest === null || edition.month > newest.month) newest = edition;
    return newest;
  }

  /** When the newest of the editions was made, as `Edition.recordedBy`; null without editions. */
  get recordedBy(): string | null {
    let newest: string | null = null;
    for (const { recordedBy } of this.all()) if (newest === null || recordedBy > newest) newest = recordedBy;
    return newest;
  }

  all(): Edition[] {
    return [...this.byPlan.values()].flatMap((months) => [...months.values()]);
  }
}

/** A closed month of a plan, without the fields that its figures are computed from. */
export type ClosedMonth = Pick<Edition, 'month' | 'edition' | 'members'>;

export function closedMonthsOf(calendar: EditionCalendar): ReadonlyMap<string, readonly ClosedMonth[]> {
  const byPlan = new Map<string, ClosedMonth[]>();
  for (const { planId, month, edition, members } of calendar.all()) {
    const months = byPlan.get(planId) ?? [];
    months.push({ month, edition, members });
    byPlan.set(planId, months);
  }
  for (const months of byPlan.values()) months.sort((a, b) => (a.month < b.month ? -1 : 1));
  return byPlan;
}

interface Kept {
  version: string;
  calendar: EditionCalendar;
}

const timeoutMs = 10_000;

/** The read models that decide which editions employers are answered from. */
export const behindEditions = ['companies', 'editions'] as const satisfies readonly ReadModel[];

/** The calendars of plans, cached until one of their editions changes. */
export class Editions {
  /** Keyed by the set of plans. There may be many sets, and reading one again is cheap. */
  private readonly kept = new LRUCache<string, Kept>({ max: 1000 });

  constructor(
    private readonly client: QueryClient,
    private readonly counters: ChangeCounters,
    /** ISO instant at which the secret was made. Months that closed earlier were published with another secret, which is lost. */
    private readonly publishedSince: () => Promise<string>,
    /** Editions of older rules are left out: employers are answered by the newest rules, past views by those of their moment. */
    private readonly fromRules: PublishingRules,
    /**
     * Their editions of when they had one employer are left out until the plan is published anew: they have exact salaries, which are no
     * business of the employer that joined.
     */
    private readonly joined: JoinedPlans,
  ) {}

  /** The calendar of some plans, or of all (null). */
  async of(planIds: readonly string[] | null): Promise<EditionCalendar> {
    const key = planIds === null ? '' : JSON.stringify(planIds);
    const version = (planIds ?? [null]).map((planId) => this.counters.of(planId, behindEditions)).join();
    const known = this.kept.get(key);
    if (known?.version === version) return known.calendar;
    const calendar = await this.read(planIds);
    this.kept.set(key, { version, calendar });
    return calendar;
  }

  /** Drops a cached calendar, because there is an edition whose change is not announced yet. */
  forget(planIds: readonly string[] | null): void {
    this.kept.delete(planIds === null ? '' : JSON.stringify(planIds));
  }

  private async read(planIds: readonly string[] | null): Promise<EditionCalendar> {
    const rows = await runStatement(
      this.client,
      {
        sql: `SELECT plan_id, formatDateTime(month, '%Y-%m'), edition, version, members,
  leftPad(lower(hex(record_key)), 16, '0'), toString(recorded_by), rules, one_payroll, payroll
FROM plan_month FINAL
WHERE members > 0 AND closed_at >= {since:DateTime64(3, 'UTC')} AND rules >= {rules:UInt8}${planIds === null ? '' : ' AND plan_id IN {plans:Array(String)}'}`,
        params: {
          rules: this.fromRules,
          since: (await this.publishedSince()).replace('T', ' ').replace('Z', ''),
          ...(planIds === null ? {} : { plans: [...planIds] }),
        },
      },
      timeoutMs,
      new AbortController().signal,
    );
    const ofOneCompany = (row: unknown[]) => row[8] !== 0 && row[9] === ('one company' satisfies Payroll);
    const joined = await this.joined([...new Set(rows.filter(ofOneCompany).map(([planId]) => String(planId)))]);
    const answered = rows.filter((row) => !ofOneCompany(row) || !joined.has(String(row[0])));
    return new EditionCalendar(
      answered.map(([planId, month, edition, version, members, key, recordedBy, rules, onePayroll]) => ({
        planId: String(planId),
        month: String(month),
        edition: Number(edition),
        version: Number(version),
        members: Number(members),
        key: BigInt(`0x${String(key)}`),
        recordedBy: String(recordedBy),
        rules: Number(rules) as PublishingRules,
        // The first rules did not ask whether employers share a payroll.
        onePayroll: Number(rules) < 2 || Number(onePayroll) === 1,
      })),
    );
  }
}
