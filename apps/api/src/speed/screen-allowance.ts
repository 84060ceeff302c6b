import { Injectable } from '@nestjs/common';
import { mostScreensOfAPerson } from '@superscope/contracts/speed';
import { minuteMs } from '../platform/speed/times.js';

const mostPersons = 10_000;

/** How many screens each person's browsers may still tell of in this minute: nobody's are told apart in what is kept. */
@Injectable()
export class ScreenAllowance {
  private minute = 0;
  private readonly told = new Map<string, number>();

  /** Whether so many more may be told. */
  take(userId: string, screens: number, now: number): boolean {
    const minute = Math.floor(now / minuteMs);
    if (minute !== this.minute) this.told.clear();
    this.minute = minute;
    const told = (this.told.get(userId) ?? 0) + screens;
    if (told > mostScreensOfAPerson || (this.told.size >= mostPersons && !this.told.has(userId))) return false;
    this.told.set(userId, told);
    return true;
  }
}
