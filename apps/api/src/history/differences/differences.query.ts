import { Injectable } from '@nestjs/common';
import type {
  AsOfDifferences,
  DifferenceCause,
  RecordedChange,
  RecordedKind,
} from '@superscope/contracts/as-of-changes';
import { asOfDatabase, type AsOfDocument } from '@superscope/contracts/as-of-views';
import { shiftMonth } from '@superscope/domain/calendar-dates';
import { Analytics } from '../../platform/engines.module.js';
import type { Statement } from '../../analytics/statement.js';
import { clickhouseText, isoText, RecordedChanges } from '../plan-moments/recorded-changes.js';
import { causeStatement, differenceStatements, type DifferenceAsked } from './difference-statement.js';

/** Kinds of change that are listed; more are of no use to a reader. */
const mostChanges = 200;

/** Events about everybody: of imports those of the month and of the year before it, whose sums a row has. */
const aboutEverybody: readonly RecordedKind[] = [
  'snapshotsImported',
  'snapshotsWithdrawn',
  'holdingsImported',
  'holdingsWithdrawn',
  'figuresRevised',
  'assetsPublished',
];

const kindOf: Record<string, RecordedKind> = {
  MemberRegistered: 'membersRegistered',
  MemberDetailsRevised: 'detailsRevised',
  MemberMoved: 'membersMoved',
  MemberLeft: 'membersLeft',
  ContactRequested: 'contactRequested',
};

/** What of a plan-month differs between a past moment and now, and which events were recorded in between that make such differences. */
@Injectable()
export class Differences {
  constructor(
    private readonly analytics: Analytics,
    private readonly recorded: RecordedChanges,
  ) {}

  async of({ _id, planId, moment }: AsOfDocument, given: string | null): Promise<AsOfDifferences> {
    const database = asOfDatabase(_id);
    const changes = await this.recorded.of(planId, moment, { whole: true, most: mostChanges });
    const month = given ?? (await this.newestMonth(database, planId));
    const none = { membersThen: 0, membersNow: 0, onlyThen: 0, onlyNow: 0, columns: [] };
    if (month === null) return { planId, moment, month, ...none, changes };
    const asked = { planId, month, database, moment: clickhouseText(moment) };
    const statements = differenceStatements(asked);
    const [[headcounts], columns, causes] = await Promise.all([
      this.rows(statements.headcounts),
      this.rows(statements.columns),
      this.causes(asked),
    ]);
    const [onlyThen, onlyNow, both] = headcounts!.map(Number) as [number, number, number];
    const shared = changes.filter((change) => isAboutMonth(change, month));
    return {
      ...{ planId, moment, month, membersThen: onlyThen + both, membersNow: onlyNow + both, onlyThen, onlyNow },
      columns: columns.map(([name, members]) => ({
        column: String(name),
        members: Number(members),
        causes: [...shared.map((change) => causeOf(change, Number(members))), ...(causes.get(String(name)) ?? [])],
      })),
      changes,
    };
  }

  /** The newest month with figures then; where there were none, the newest now. */
  private async newestMonth(database: string, planId: string): Promise<string | null> {
    for (const from of [`${database}.member_snapshot`, 'member_snapshot']) {
      const sql = `SELECT formatDateTime(max(month), '%Y-%m'), count() FROM ${from} FINAL WHERE plan_id = {plan:String}`;
      const [row] = await this.rows({ sql, params: { plan: planId } });
      if (Number(row![1]) > 0) return String(row![0]);
    }
    return null;
  }

  private async causes(asked: DifferenceAsked): Promise<Map<string, DifferenceCause[]>> {
    const byColumn = new Map<string, DifferenceCause[]>();
    for (const [name, type, members, events, first, last] of await this.rows(causeStatement(asked))) {
      const kind = kindOf[String(type)];
      const cause: DifferenceCause = {
        ...{ kind: kind ?? 'activityRecorded', detail: kind === undefined ? String(type) : '' },
        ...{ members: Number(members), events: Number(events) },
        ...{ firstAt: isoText(String(first)), lastAt: isoText(String(last)) },
      };
      byColumn.set(String(name), [...(byColumn.get(String(name)) ?? []), cause]);
    }
    return byColumn;
  }

  private async rows({ sql, params }: Statement): Promise<unknown[][]> {
    const answer = await this.analytics.client.query({
      query: sql,
      query_params: params,
      format: 'JSONCompactEachRow',
    });
    return answer.json<unknown[]>();
  }
}

const isAboutMonth = ({ kind, detail }: RecordedChange, month: string): boolean => {
  if (!aboutEverybody.includes(kind)) return false;
  const isOfMonth = /^\d{4}-\d{2}$/.test(detail);
  return !isOfMonth || (detail <= month && detail >= shiftMonth(month, -11));
};

const causeOf = ({ kind, detail, count, firstAt, lastAt }: RecordedChange, members: number): DifferenceCause => ({
  ...{ kind, detail, members, events: count, firstAt, lastAt },
});
