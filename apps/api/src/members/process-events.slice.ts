import { Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { calendarStream, processMemberEvents } from '@superscope/domain/calendar/calendar';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Processes the member events that were recorded before a day (yyyy-MM-dd) began in Sydney. */
export class ProcessMemberEvents extends Command<Written> {
  constructor(
    readonly today: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ProcessMemberEvents)
@Injectable()
class ProcessMemberEventsHandler implements ICommandHandler<ProcessMemberEvents> {
  constructor(private readonly store: EventStore) {}

  execute({ today, by }: ProcessMemberEvents): Promise<Written> {
    return this.store.transact(calendarStream, '', processMemberEvents(today), by);
  }
}

@Module({ providers: [ProcessMemberEventsHandler] })
export class ProcessMemberEventsSlice {}
