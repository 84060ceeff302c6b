import { Controller, Module } from '@nestjs/common';
import { changedSince } from '@superscope/contracts/changed-since';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { onecentralExpectation } from '@superscope/contracts/onecentral-imports';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import {
  expectTable,
  onecentralExpectationsStream,
  removeExpectation,
  type OnecentralExpectations,
} from '@superscope/domain/onecentral-expectations/onecentral-expectations';
import type { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Revisions, type SavedRecord } from '../platform/commands/revisions.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const expectTableEndpoint = endpoint('PUT /api/devops/onecentral/expected', {
  summary:
    'Says when a table of OneCentral is expected, or that it is expected as it used to come. With `revision`, what somebody said of this table since is kept',
  right: 'onecentral-imports.manage',
  body: onecentralExpectation,
  answers: { 200: writeAnswer },
  problems: { 409: changedSince },
  noted: 'changed expected OneCentral table',
});

/** What is said of one table. */
const recordOf = (table: string): SavedRecord<OnecentralExpectations> => ({
  stream: onecentralExpectationsStream,
  id: '',
  fields: (expectations) => {
    const said = expectations.get(table);
    return {
      Expected: said === undefined ? null : everyInWords[said.every],
      'By day of the month': said?.dayOfMonth == null ? null : String(said.dayOfMonth),
      'By time of day': said?.byTime ?? null,
    };
  },
});
const everyInWords = { month: 'Every month', day: 'Every day', never: 'Not expected' } as const;

/** Writes when a table is expected. */
const ExpectTable = decides(
  'ExpectTable',
  onecentralExpectationsStream,
  ({ table, every, dayOfMonth, byTime }: z.output<typeof onecentralExpectation>, today: string) =>
    (expectations, by) => {
      const decision =
        every === null
          ? removeExpectation(table, by.actor)
          : expectTable({ table, every, dayOfMonth, byTime }, today, by.actor);
      return decision(expectations);
    },
);

@Controller()
class ExpectTableController {
  constructor(
    private readonly commands: Commands,
    private readonly revisions: Revisions,
  ) {}

  @Endpoint(expectTableEndpoint)
  set({ body, request }: RequestOf<typeof expectTableEndpoint>): Promise<WriteAnswer> {
    return this.revisions.guard(recordOf(body.table), body.revision, (reading) =>
      this.commands.write(request, ExpectTable.of('', body, sydneyDate(new Date())), reading),
    );
  }
}

@Module({ controllers: [ExpectTableController], providers: [ExpectTable.handler] })
export class ExpectTableSlice {}
