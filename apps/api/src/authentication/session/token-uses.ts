import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Role } from '@superscope/domain/user/user.events';
import type { FastifyRequest } from 'fastify';
import { AccessLog } from '../../platform/access/access-log.js';
import { Ops } from '../../platform/engines.module.js';
import { Clock } from '../../platform/time/clock.js';

export interface TokenUse {
  /** ISO instant, UTC. */
  at: string;
  address: string | null;
  uses: number;
}

interface UseDocument {
  /** The token's id. */
  _id: string;
  at: Date;
  address: string | null;
  uses: number;
}

interface Used {
  userId: string;
  role: Role;
  tokenId: string;
}

/** How long uses are gathered before they are stored, because a program may send many requests a second. */
const gatherMilliseconds = 2_000;
const hourMilliseconds = 3_600_000;

/**
 * Records when and from where tokens are used: the last use and the count in `ops`, and an access event for each token, address and hour.
 */
@Injectable()
export class TokenUses implements BeforeApplicationShutdown {
  private waiting = new Map<string, Omit<UseDocument, '_id'>>();
  private timer: NodeJS.Timeout | null = null;
  /** The hour of the last access event, by token and address. */
  private readonly noted = new Map<string, number>();

  constructor(
    private readonly ops: Ops,
    private readonly log: AccessLog,
    private readonly clock: Clock,
  ) {}

  private get collection() {
    return this.ops.db.collection<UseDocument>('token_uses');
  }

  note({ userId, role, tokenId }: Used, request: Pick<FastifyRequest, 'ip'>): void {
    const at = this.clock.now();
    const uses = (this.waiting.get(tokenId)?.uses ?? 0) + 1;
    this.waiting.set(tokenId, { at, address: request.ip ?? null, uses });
    this.timer ??= setTimeout(() => void this.write().catch(() => undefined), gatherMilliseconds).unref();
    const hour = Math.floor(at.getTime() / hourMilliseconds);
    const key = `${tokenId} ${request.ip}`;
    if (this.noted.get(key) === hour) return;
    for (const [each, before] of this.noted) if (before !== hour) this.noted.delete(each);
    this.noted.set(key, hour);
    const what = { object: tokenId, planId: null, rows: null, outcome: 'ok' } as const;
    this.log.note(request, { userId, role, action: 'used token', ...what });
  }

  async of(tokenIds: readonly string[]): Promise<Map<string, TokenUse>> {
    await this.write();
    const found = await this.collection.find({ _id: { $in: [...tokenIds] } }).toArray();
    return new Map(found.map(({ _id, at, address, uses }) => [_id, { at: at.toISOString(), address, uses }]));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write().catch(() => undefined);
  }

  private async write(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const waiting = this.waiting;
    this.waiting = new Map();
    for (const [tokenId, { at, address, uses }] of waiting)
      await this.collection.updateOne({ _id: tokenId }, { $set: { at, address }, $inc: { uses } }, { upsert: true });
  }
}
