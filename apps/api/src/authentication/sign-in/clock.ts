import { setTimeout as timeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** The time and waiting for it, where rules depend on both: a test brings a simulated one. */
export abstract class Clock {
  abstract now(): Date;
  abstract wait(milliseconds: number): Promise<void>;
}

@Injectable()
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }

  /** Does not keep the process from ending. */
  wait(milliseconds: number): Promise<void> {
    return timeout(milliseconds, undefined, { ref: false });
  }
}
