import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { NewEmployeeFlyer } from '@superscope/contracts/new-employee-flyer';
import { sydneyDate } from '@superscope/domain/calendar-dates';

/** How many employers' flyers are held, of about 100 kB each. */
const mostHeld = 200;

interface Held {
  digest: string;
  pdf: Promise<Buffer>;
}

/** The flyers that microsites show: made when they are first asked for, and again once what they say has changed, or the day. */
@Injectable()
export class PublicFlyers {
  private readonly held = new Map<string, Held>();

  /** What a flyer says, in short. */
  digestOf({ madeAt, ...said }: NewEmployeeFlyer): string {
    return createHash('sha256')
      .update(JSON.stringify([sydneyDate(new Date(madeAt)), said]))
      .digest('hex')
      .slice(0, 32);
  }

  /** Everybody who asks for it waits for one and the same. One that could not be made is made again. */
  of(companyId: string, digest: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const before = this.held.get(companyId);
    if (before?.digest === digest) return before.pdf;
    const flyer: Held = { digest, pdf: make() };
    this.held.delete(companyId);
    this.held.set(companyId, flyer);
    flyer.pdf.catch(() => this.held.get(companyId) === flyer && this.held.delete(companyId));
    if (this.held.size > mostHeld) this.held.delete(this.held.keys().next().value!);
    return flyer.pdf;
  }
}
