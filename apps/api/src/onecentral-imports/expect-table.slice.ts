import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { onecentralExpectation } from '@superscope/contracts/onecentral-imports';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import {
  expectTable,
  onecentralExpectationsStream,
  removeExpectation,
} from '@superscope/domain/onecentral-expectations/onecentral-expectations';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const expectTableEndpoint = endpoint('PUT /api/devops/onecentral/expected', {
  summary: 'Says when a table of OneCentral is expected, or that it is expected as it used to come',
  right: 'onecentral-imports.manage',
  body: onecentralExpectation,
  answers: { 200: writeAnswer },
  noted: 'changed expected OneCentral table',
});

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

  execute({ wanted: { table, every, dayOfMonth }, by }: ExpectTable): Promise<Written> {
    const decision =
      every === null
        ? removeExpectation(table, by.actor)
        : expectTable({ table, every, dayOfMonth }, sydneyDate(new Date()), by.actor);
    return this.store.transact(onecentralExpectationsStream, '', decision, by);
  }
}

@Controller()
class ExpectTableController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(expectTableEndpoint)
  set({ body, request }: RequestOf<typeof expectTableEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new ExpectTable(body, by));
  }
}

@Module({ controllers: [ExpectTableController], providers: [ExpectTableHandler] })
export class ExpectTableSlice {}
