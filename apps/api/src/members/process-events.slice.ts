import { Module } from '@nestjs/common';
import { calendarStream, processMemberEvents } from '@superscope/domain/calendar/calendar';
import { decides } from '../platform/commands/decides.js';

/** Processes the member events that were recorded before a day (yyyy-MM-dd) began in Sydney. */
export const ProcessMemberEvents = decides('ProcessMemberEvents', calendarStream, processMemberEvents);

@Module({ providers: [ProcessMemberEvents.handler] })
export class ProcessMemberEventsSlice {}
