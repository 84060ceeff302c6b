import { AnalyticsService, type AnalyticsOptions, type Asker } from '@superscope/api/analytics/load/analytics-service';
import { ChangeCounters } from '@superscope/api/changes/change-counters';
import type { PublishingVault } from '@superscope/api/analytics/load/publishing-keys';
import type { AnalyticsRow, LoadResult } from '@superscope/contracts/analytics/answer';
import type { MeasureName } from '@superscope/contracts/analytics/names';
import type { Engine } from './query-service.js';
import { testVault } from './sample-editions.js';

export const provider: Asker = {
  role: 'ProviderRep',
  scope: { kind: 'plans', planIds: new Set(['acme', 'other', 'middle', 'small', 'tiny', 'new']) },
};
export const staff: Asker = { role: 'Staff', scope: { kind: 'all' } };

export const is = (member: string, ...values: string[]) => ({ member, operator: 'equals', values });

/** Queries the query service as an employer, for one plan or several. */
export class Asking {
  readonly versions = new ChangeCounters();
  private readonly analytics: AnalyticsService;

  constructor(engine: Engine, vault: PublishingVault = testVault, options: Partial<AnalyticsOptions> = {}) {
    const now = () => new Date('2026-06-15T02:00:00Z');
    this.analytics = new AnalyticsService(engine.queries, this.versions, vault, options, now);
  }

  async results(query: object, plans: string | string[] = 'acme', asker: Asker = provider): Promise<LoadResult[]> {
    const filters = [...((query as { filters?: object[] }).filters ?? []), is('Member.planId', ...[plans].flat())];
    return (await this.analytics.load({ ...query, filters }, asker, 'employer')).results;
  }

  async ask(query: object, plans?: string | string[], asker?: Asker): Promise<LoadResult> {
    return (await this.results(query, plans, asker))[0]!;
  }

  async rows(query: object, plans?: string | string[], asker?: Asker): Promise<AnalyticsRow[]> {
    return (await this.ask(query, plans, asker)).data;
  }

  /** Exact figures, as Staff see them. */
  async exact(query: object, plan = 'acme'): Promise<AnalyticsRow[]> {
    const filters = [...((query as { filters?: object[] }).filters ?? []), is('Member.planId', plan)];
    return (await this.analytics.load({ ...query, filters }, staff, 'staff')).results[0]!.data;
  }

  closedMonth(planId: string): Promise<string | null> {
    return this.analytics.closedMonth(planId);
  }
}

/** A measure's figure in each row as a reader sees it: a number, or the reason why it is withheld. */
export const told = ({ data, suppressed = [] }: LoadResult, measure: string): (number | string | null)[] =>
  data.map((row, at) => {
    const why = suppressed.find((each) => each.row === at && each.members.includes(measure as MeasureName));
    return why
      ? [why.because, why.least].filter((each) => each !== undefined).join(' ')
      : (row[measure] as number | null);
  });
