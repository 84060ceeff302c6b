import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
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

const lookEveryMilliseconds = 10 * 60_000;

/**
 * Opens each month when it begins in Australia/Sydney and closes it on the 8th of the next month. The clock affects figures in no other
 * way. Each day it processes the member events of the days before. If several apis run, a month is still opened only once.
 */
@Injectable()
export class NightlyCalendar implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly store: EventStore) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.turn();
    this.timer = setInterval(() => {
      // The event store is unavailable; the next turn opens and closes the months.
      this.turn().catch(() => undefined);
    }, lookEveryMilliseconds);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Opens, closes and processes what is due now. Does nothing that was done before. */
  async turn(): Promise<void> {
    const today = sydneyDate(recordingClock.at());
    const month = today.slice(0, 7);
    await this.store.transact(calendarStream, '', openMonth(month), systemContext(`open-month/${month}`));
    const closing = systemContext(`close-months/${closesBy(today)}`);
    await this.store.transact(calendarStream, '', closeMonths(today), closing);
    const processing = systemContext(`process-member-events/${today}`);
    await this.store.transact(calendarStream, '', processMemberEvents(today), processing);
  }
}
