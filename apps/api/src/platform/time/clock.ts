import { setTimeout as timeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** The current time and delays, for rules that depend on both. Tests provide a simulated clock. */
export abstract class Clock {
  abstract now(): Date;
  abstract wait(milliseconds: number): Promise<void>;
}

@Injectable()
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }

  /** The timer does not keep the process alive. */
  wait(milliseconds: number): Promise<void> {
    return timeout(milliseconds, undefined, { ref: false });
  }
}
