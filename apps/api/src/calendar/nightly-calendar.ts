import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import {
  calendarStream,
  closeMonths,
  closesBy,
  openMonth,
  processMemberEvents,
} from '@superscope/domain/calendar/calendar';
import { EventStore } from '@superscope/event-store/event-store';
import { systemContext } from '../platform/commands/command-context.js';
import { recordingClock } from '../platform/time/recording-clock.js';
import { Schedule } from '../work/schedule.js';

/**
 * Opens each month when it begins in Australia/Sydney and closes it on the 8th of the next month. The clock affects figures in no other
 * way. Each day it processes the member events of the days before. It runs at midnight and when an api starts; whichever runs it, and however
 * often, a month is opened once.
 */
@Injectable()
export class NightlyCalendar implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly store: EventStore,
    private readonly schedule: Schedule,
  ) {}

  onModuleInit(): void {
    this.schedule.add({
      key: 'calendar',
      name: 'Months begin and close, and member events are processed',
      times: { every: 'day', at: '00:00' },
      run: async () => {
        const [year, month, day] = (await this.turn()).split('-');
        return { isDone: true, said: `Member events recorded before ${day}/${month}/${year} are processed` };
      },
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.turn();
  }

  /** Opens, closes and processes what is due now. Does nothing that was done before. Returns the day of now (yyyy-MM-dd) in Sydney. */
  async turn(): Promise<string> {
    const today = sydneyDate(recordingClock.at());
    const month = today.slice(0, 7);
    await this.store.transact(calendarStream, '', openMonth(month), systemContext(`open-month/${month}`));
    const closing = systemContext(`close-months/${closesBy(today)}`);
    await this.store.transact(calendarStream, '', closeMonths(today), closing);
    const processing = systemContext(`process-member-events/${today}`);
    await this.store.transact(calendarStream, '', processMemberEvents(today), processing);
    return today;
  }
}
