import { Injectable } from '@nestjs/common';
import { beginsAfterMs, type Episode } from '@superscope/domain/alerts/alert-episode';
import type { Ops } from '../platform/engines.module.js';
import type { SigningAddress } from './alert-register.js';
import { AlertSender } from './alert-sender.js';

const title = 'MongoDB away';
/** A process that is no longer the one that looks tells nothing: another one may. */
const holdsForMs = 5 * 60_000;

/**
 * Tells that MongoDB is away, which no message and no episode can be kept of. The process that looked last tells it once, from memory, and
 * has the episode kept once MongoDB is back. If it is killed in between, it is not told.
 */
@Injectable()
export class MongoAwayTelling {
  private addresses: readonly SigningAddress[] = [];
  private rememberedAt = Number.NEGATIVE_INFINITY;
  private awaySince: number | null = null;
  private toldAt: number | null = null;

  constructor(private readonly sender: AlertSender) {}

  /** This process looked, and these are to be told. */
  remember(addresses: readonly SigningAddress[]): void {
    this.addresses = addresses;
    this.rememberedAt = performance.now();
    this.awaySince = null;
  }

  /** Another process looks. */
  isOthers(): void {
    this.addresses = [];
    this.awaySince = null;
    this.toldAt = null;
  }

  /** Looks whether MongoDB is why a look failed, and tells it once it lasts. */
  async turn({ db }: Pick<Ops, 'db'>, now: Date): Promise<void> {
    const answers = await db.command({ ping: 1 }).then(
      () => true,
      () => false,
    );
    if (answers) return;
    this.awaySince ??= now.getTime();
    const isMine = performance.now() - this.rememberedAt < holdsForMs;
    if (this.toldAt !== null || !isMine || now.getTime() - this.awaySince < beginsAfterMs) return;
    this.toldAt = now.getTime();
    const since = new Date(this.awaySince);
    const telling = { id: `MongoAway/${this.awaySince}/0`, kind: 'began' as const, title, since, at: now };
    await Promise.all(this.addresses.map((address) => this.sender.send(address, telling, false)));
  }

  /** What was told while MongoDB was away, as the episode that goes on; null if nothing was. */
  takeTold(): Episode | null {
    const { toldAt } = this;
    this.toldAt = null;
    if (toldAt === null) return null;
    return {
      since: toldAt,
      quietSince: null,
      tells: 1,
      begunToldAt: toldAt,
      toldAt,
      toldOf: [],
      endedAt: null,
      begins: [toldAt],
    };
  }
}
