import { Controller, Module } from '@nestjs/common';
import {
  differenceCents,
  memberEventsView,
  type StoredComparison,
} from '@superscope/contracts/read-models/member-events';
import { membersView } from '@superscope/contracts/read-models/members';
import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import { missingFeeText } from '@superscope/domain/fees/missing-fees';
import { outsideId } from '@superscope/domain/outside-id';
import type { FastifyReply } from 'fastify';
import { consultantNames } from '../members/consultant-names.js';
import { inParts } from '../platform/access/access-parts.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import { dayCell, money, spreadsheet, spreadsheetType, text, timeCell } from '../platform/spreadsheets/spreadsheet.js';
import { planNames } from '../plans/plan-names.js';

const exportComparisonsEndpoint = endpoint('GET /api/feeComparison/exportXlsx', {
  summary: 'The comparisons of fees that were run for members in reach, one row for each, as a spreadsheet',
  right: 'fees.export',
  answers: { 200: new Media(spreadsheetType) },
  sends: true,
});

const headings = [
  'Date',
  'Time',
  'Plan',
  'Member',
  'Compared by',
  'Investment A',
  'Investment B',
  'Balance',
  'Fees as at',
  'A a year',
  'B a year',
  'A - B',
  'Missing',
];

const known = (cents: number | null) => (cents === null ? text('not known') : money(cents));

type Missing = StoredComparison['missingA'];
/** A total that fees are missing from is a text, so that nobody adds it up as if it were whole. */
const total = (cents: number | null, missing: Missing) =>
  cents === null || missing === undefined ? known(cents) : text(`at least ${(cents / 100).toFixed(2)}`);
const missingText = (side: 'A' | 'B', missing: Missing, day: string): string[] =>
  (missing ?? []).map(({ group, options }) => `${side}: ${missingFeeText(group, options, day)}`);

@Controller()
class ExportComparisonsController {
  constructor(
    private readonly views: Views,
    private readonly access: AccessLog,
  ) {}

  /** The access log records the export before anything is sent. */
  @Endpoint(exportComparisonsEndpoint)
  async export({ caller, request }: RequestOf<typeof exportComparisonsEndpoint>, reply: FastifyReply): Promise<void> {
    const { rows, members } = await this.rows(caller);
    const access = {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      action: 'export',
      object: 'feeComparisons',
      rows: rows.length,
      outcome: 'ok',
    } as const;
    await this.access.noteNow(request, ...inParts(access, members));
    const file = await spreadsheet('Fee comparisons', headings, rows);
    const [year, month, day] = sydneyDate(new Date()).split('-');
    await reply
      .header('Content-Type', spreadsheetType)
      .header('Content-Disposition', attachment(`FeeComparisons - ${day}${month}${year}`, 'xlsx'))
      .send(file);
  }

  /** Newest first, each with the plan that it was run in. Erased members have no comparisons left in the view. */
  private async rows({ scope }: Principal) {
    const documents = await this.views
      .of(memberEventsView)
      .find({ comparisons: { $exists: true } }, { projection: { comparisons: 1 } })
      .toArray();
    const found = await this.views
      .of(membersView)
      .find({ _id: { $in: documents.map(({ _id }) => _id) }, erased: { $ne: true } })
      .toArray();
    const reached = new Map(found.filter(({ planId }) => inScope(scope, planId)).map((member) => [member._id, member]));
    const runs = documents.flatMap(({ _id, comparisons = {} }) => {
      const member = reached.get(_id);
      if (member === undefined) return [];
      const runs = Object.values(comparisons).filter(({ planId }) => inScope(scope, planId));
      return runs.map((run) => ({ member, run }));
    });
    runs.sort((a, b) => b.run.at.localeCompare(a.run.at));
    const names = await consultantNames(
      this.views,
      runs.map(({ run }) => ({ consultant: run.comparedBy })),
    );
    const plans = await planNames(
      this.views,
      runs.flatMap(({ run }) => run.planId ?? []),
    );
    const rows = runs.map(({ member, run }) => [
      dayCell(sydneyDate(run.at)),
      timeCell(sydneyTime(run.at)),
      text(run.planId === null ? '' : (plans.get(run.planId) ?? outsideId(run.planId))),
      text(member.memberNumber),
      text(names(run.comparedBy) ?? ''),
      text(run.nameA),
      text(run.nameB),
      money(run.balanceCents),
      dayCell(run.feesAsAt),
      total(run.totalCentsA, run.missingA),
      total(run.totalCentsB, run.missingB),
      known(differenceCents(run)),
      text(
        [...missingText('A', run.missingA, run.feesAsAt), ...missingText('B', run.missingB, run.feesAsAt)].join(' '),
      ),
    ]);
    return { rows, members: [...new Set(runs.map(({ member }) => member._id))] };
  }
}

@Module({ controllers: [ExportComparisonsController] })
export class ExportComparisonsSlice {}
