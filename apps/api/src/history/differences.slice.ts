import { Controller, Injectable, Module } from '@nestjs/common';
import { asOfDifferences, type AsOfDifferences, type DifferenceCause } from '@superscope/contracts/as-of-changes';
import type { EmployerEvidence } from '@superscope/contracts/as-of-evidence';
import { asOfDatabase, type AsOfDocument } from '@superscope/contracts/as-of-views';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { clickhouseText, isoText } from '../platform/clickhouse/instant-text.js';
import { StaffQuestions } from '../analytics/staff-questions.js';
import type { Statement } from '../platform/clickhouse/statement.js';
import { ProjectedEvents } from '../changes/projected-events.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { AsOfViews } from './as-of-views.js';
import { asOfViewId } from './as-of-views.slice.js';
import {
  canMake,
  type DifferenceAsked,
  differenceStatements,
  memberCauseStatement,
  onlyNow,
  onlyThen,
  sharedCauseStatement,
} from './difference-statement.js';
import { HistoryModule } from './history.module.js';
import type { ChangeRow, PlanAsked } from './plan-events.js';
import { changeOf, RecordedChanges } from './recorded-changes.js';

const differencesEndpoint = endpoint('GET /api/history/views/:viewId/differences', {
  summary: 'What differs in a plan-month between then and now, with the events that were recorded since then',
  right: 'history.read',
  params: { viewId: asOfViewId },
  query: z.strictObject({
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'month is yyyy-MM')
      .optional(),
  }),
  answers: { 200: asOfDifferences },
  problems: { 404: null },
});

/** The most types of change that are listed; more are of no use to a reader. */
const mostChanges = 200;

/** Finds what differs in a plan-month between a past moment and now, and which events recorded in between can cause such differences. */
@Injectable()
export class Differences {
  constructor(
    private readonly analytics: Analytics,
    private readonly recorded: RecordedChanges,
    private readonly projected: ProjectedEvents,
  ) {}

  async of({ _id, planId, moment }: AsOfDocument, given: string | null): Promise<AsOfDifferences> {
    const database = asOfDatabase(_id);
    const plan = await this.recorded.askedOf(planId);
    const changes = await this.recorded.since(plan, moment, mostChanges);
    const month = given ?? (await this.newestMonth(database, planId));
    const nobody = { members: 0, causes: [] };
    const none = { membersThen: 0, membersNow: 0, onlyThen: nobody, onlyNow: nobody, columns: [] };
    if (month === null) return { planId, moment, month, ...none, changes };
    const asked = { planId, month, database, moment: clickhouseText(moment) };
    const statements = differenceStatements(asked);
    const [[headcounts], columns] = await Promise.all([
      this.rows(statements.headcounts),
      this.rows(statements.columns),
    ]);
    // Asked last, so that the history has the causes of every difference that was found.
    const causesOf = await this.causes(asked, plan);
    const [then, now, both] = headcounts!.map(Number) as [number, number, number];
    const named = (name: string, members: number) => ({ members, causes: causesOf(name, members) });
    return {
      planId,
      moment,
      month,
      membersThen: then + both,
      membersNow: now + both,
      onlyThen: named(onlyThen, then),
      onlyNow: named(onlyNow, now),
      columns: columns.map(([name, members]) => ({ column: String(name), ...named(String(name), Number(members)) })),
      changes,
    };
  }

  /**
   * What concerns the whole plan and was recorded since then, without numbers. It does not depend on which members differ, so the list says
   * nothing about them.
   */
  async causesForEmployer({ _id, planId, moment }: AsOfDocument, month: string): Promise<EmployerEvidence['causes']> {
    const plan = await this.recorded.askedOf(planId);
    const asked = { planId, month, database: asOfDatabase(_id), moment: clickhouseText(moment), ...plan };
    await this.projected.requireHistory();
    const rows = await this.told<ChangeRow>(sharedCauseStatement(asked));
    return rows.map(({ type, detail, last }) => ({ type, detail, on: sydneyDate(isoText(last)) }));
  }

  /** The newest month that had figures at the past moment; if there was none, the newest month now. */
  private async newestMonth(database: string, planId: string): Promise<string | null> {
    for (const from of [`${database}.member_snapshot`, 'member_snapshot']) {
      const sql = `SELECT formatDateTime(max(month), '%Y-%m'), count() FROM ${from} FINAL WHERE plan_id = {plan:String}`;
      const [row] = await this.rows({ sql, params: { plan: planId } });
      if (Number(row![1]) > 0) return String(row![0]);
    }
    return null;
  }

  /**
   * Returns a function that lists the causes of a difference. An event that concerns all members counts for each difference that it can
   * cause, with all members of that difference.
   */
  private async causes(asked: DifferenceAsked, plan: PlanAsked) {
    await this.projected.requireHistory();
    const [shared, ofMembers] = await Promise.all([
      this.told<ChangeRow>(sharedCauseStatement({ ...asked, ...plan })),
      this.told<ChangeRow & { name: string }>(memberCauseStatement(asked)),
    ]);
    const causeOf = (row: ChangeRow) => changeOf(asked.planId, row);
    return (name: string, members: number): DifferenceCause[] =>
      members === 0
        ? []
        : [
            ...shared.filter(({ type }) => canMake(type, name)).map((row) => causeOf({ ...row, members })),
            ...ofMembers.filter((row) => row.name === name).map(causeOf),
          ];
  }

  private async told<Row>({ sql, params }: Statement): Promise<Row[]> {
    const answer = await this.analytics.client.query({ query: sql, query_params: params, format: 'JSONEachRow' });
    return answer.json<Row>();
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

/** What the access log has to note of exact differences: the question, its plan, and its counts of members. */
export const countsToNote = (
  { _id: view, planId }: AsOfDocument,
  { month, onlyThen, onlyNow, columns }: AsOfDifferences,
): [query: object, planId: string, counts: number[]] => [
  { asked: 'differences', view, month },
  planId,
  [onlyThen.members, onlyNow.members, ...columns.map(({ members }) => members)],
];

@Controller()
class DifferencesController {
  constructor(
    private readonly views: AsOfViews,
    private readonly differences: Differences,
    private readonly questions: StaffQuestions,
  ) {}

  @Endpoint(differencesEndpoint)
  async of({ params, query, caller, request }: RequestOf<typeof differencesEndpoint>): Promise<AsOfDifferences> {
    const view = await this.views.document(params.viewId, caller);
    if (view.state !== 'ready') throw new Refusal(409, { message: 'This view is not ready yet.' });
    const found = await this.differences.of(view, query.month ?? null);
    this.questions.noteCounts(request, ...countsToNote(view, found));
    return found;
  }
}

@Module({
  imports: [AnalyticsModule, HistoryModule],
  controllers: [DifferencesController],
  providers: [Differences],
  exports: [Differences],
})
export class DifferencesSlice {}
