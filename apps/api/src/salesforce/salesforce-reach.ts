import { Injectable } from '@nestjs/common';
import { inTime } from '../operations/doctor/examined.js';
import { CrmConnection } from './crm-connection.js';
import { CrmRefused } from './crm.js';

/** Each call counts towards the day's allowance, so the connection is tried no more often than this; one that failed a little sooner. */
const askEveryMs = 5 * 60_000;
const askAwayEveryMs = 60_000;
/** Pages that show whether it answers do not wait for longer. */
const patienceMs = 2_000;

export type Reach = { isReached: true } | { isReached: false; isRefused: boolean; why: string; since: Date };

/** Whether Salesforce takes calls of the portal, as it answered within the last minutes. */
@Injectable()
export class SalesforceReach {
  private known: Reach | null = null;
  private asking: Promise<Reach> | null = null;
  private askedAt = Number.NEGATIVE_INFINITY;
  private awaySince: Date | null = null;

  constructor(private readonly connection: CrmConnection) {}

  /** Null where none is connected. Rejects while it is not known yet. */
  async read(): Promise<Reach | null> {
    if (this.connection.crm === null) return null;
    const every = this.known?.isReached === false ? askAwayEveryMs : askEveryMs;
    if (this.asking === null && performance.now() - this.askedAt > every) this.asking = this.ask();
    return this.known ?? (await inTime(this.asking!, patienceMs));
  }

  private async ask(): Promise<Reach> {
    this.known = await this.answer();
    this.askedAt = performance.now();
    this.asking = null;
    return this.known;
  }

  private async answer(): Promise<Reach> {
    try {
      await this.connection.crm!.usage();
      this.awaySince = null;
      return { isReached: true };
    } catch (error) {
      this.awaySince ??= new Date();
      const why = error instanceof Error ? error.message : 'It could not be asked.';
      return { isReached: false, isRefused: error instanceof CrmRefused, why, since: this.awaySince };
    }
  }
}
