import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { calendarStream, openMonth } from '@superscope/domain/calendar/calendar';
import { EventStore } from '@superscope/event-store/event-store';
import { systemContext } from '../platform/command-context.js';

const lookEveryMilliseconds = 10 * 60_000;

/** Opens each month when it begins in Australia/Sydney: the only way the clock enters the figures. Several apis open it once. */
@Injectable()
export class MonthOpener implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly store: EventStore) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.open();
    this.timer = setInterval(() => {
      // The event store is away: the next look opens the month.
      this.open().catch(() => undefined);
    }, lookEveryMilliseconds);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private async open(): Promise<void> {
    const month = sydneyDate(new Date()).slice(0, 7);
    await this.store.transact(calendarStream, '', openMonth(month), systemContext(`open-month/${month}`));
  }
}
