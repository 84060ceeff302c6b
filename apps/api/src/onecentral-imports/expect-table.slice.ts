import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
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
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { basedOn, Revisions, type SavedRecord } from '../platform/commands/revisions.js';
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
class ExpectTable extends Command<Written> {
  constructor(
    readonly wanted: z.output<typeof onecentralExpectation>,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ExpectTable)
@Injectable()
class ExpectTableHandler implements ICommandHandler<ExpectTable> {
  constructor(private readonly store: EventStore) {}

  execute({ wanted: { table, every, dayOfMonth, byTime, revision }, by }: ExpectTable): Promise<Written> {
    const decision =
      every === null
        ? removeExpectation(table, by.actor)
        : expectTable({ table, every, dayOfMonth, byTime }, sydneyDate(new Date()), by.actor);
    const reading = basedOn(recordOf(table), revision);
    return this.store.transact(onecentralExpectationsStream, '', decision, by, reading);
  }
}

@Controller()
class ExpectTableController {
  constructor(
    private readonly commands: Commands,
    private readonly revisions: Revisions,
  ) {}

  @Endpoint(expectTableEndpoint)
  set({ body, request }: RequestOf<typeof expectTableEndpoint>): Promise<WriteAnswer> {
    return this.revisions.guard(recordOf(body.table), body.revision, () =>
      this.commands.write(request, (by) => new ExpectTable(body, by)),
    );
  }
}

@Module({ controllers: [ExpectTableController], providers: [ExpectTableHandler] })
export class ExpectTableSlice {}
