import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import {
  beforeAll,
  comparePositions,
  decodePosition,
  encodePosition,
  type Position,
} from '@superscope/event-store/events/position';
import { checkpointOf } from '@superscope/event-store/reading/projection-feed';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, map, switchMap, type Observable } from 'rxjs';
import type { WriteAnswer } from '@superscope/contracts/csv-import';
import { deadLettersOf } from './dead-letter-document.js';
import { employerRoles } from '../platform/access/policy.js';
import type { Principal } from '../platform/access/principal.js';
import { declarationOf } from '../platform/endpoint/endpoint.js';
import { Ops, Views } from '../platform/engines.module.js';
import { waitedFor } from '../platform/speed/waits.js';
import { ChangeCounters } from './change-counters.js';
import { ProjectedEvents } from './projected-events.js';
import { SealedPositions } from './sealed-positions.js';

const waitAtMostMilliseconds = 2_000;
const lookEveryMilliseconds = 25;

/**
 * Lets a read that names the user's own write (`X-After: stream@position`) wait until the read models include it, for at most two seconds.
 * After that the read proceeds anyway, and the response reports the read models' position (`X-Projected-Position`). A read of the event
 * history also waits for its rows, which are written after everything else. Employers get and name the positions of their own writes
 * sealed, and are only told that an answer was late.
 */
@Injectable()
export class FreshnessInterceptor implements NestInterceptor {
  constructor(
    private readonly views: Views,
    private readonly ops: Ops,
    private readonly projected: ProjectedEvents,
    private readonly counters: ChangeCounters,
    private readonly sealed: SealedPositions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { headers, principal } = http.getRequest<FastifyRequest>();
    const header = headers['x-after'];
    // Only signed-in callers may wait, because waiting polls MongoDB.
    const employer = principal && employerRoles.includes(principal.role) ? principal : null;
    const decode = (text: string, stream: string) =>
      employer === null ? decodePosition(text) : this.sealed.open(text, { ...employer, stream });
    const after = principal && typeof header === 'string' ? parsed(header, decode) : null;
    const readsHistory = principal != null && declarationOf(context.getHandler())?.readsHistory === true;
    const answer = () =>
      employer === null ? next.handle() : next.handle().pipe(map((body) => this.seal(body, employer)));
    if (after === null && !readsHistory) return answer();
    const waited = async () => {
      const reached = after && (await this.reachedFor(after));
      if (readsHistory) await this.projected.historyWhole();
      return reached;
    };
    return from(waitedFor('projector', waited)).pipe(
      switchMap((reached) => {
        if (reached !== null) {
          const told = employer === null ? reached : encodePosition(beforeAll);
          void http.getResponse<FastifyReply>().header('X-Projected-Position', told);
        }
        return answer();
      }),
    );
  }

  /** The answer of an employer's write, with its position sealed. Other answers have no position of the log. */
  private seal(body: unknown, { userId }: Principal): unknown {
    const { stream, position } = (body ?? {}) as Partial<Record<keyof WriteAnswer, unknown>>;
    const at = typeof stream === 'string' && typeof position === 'string' ? decodePosition(position) : null;
    return at === null
      ? body
      : { ...(body as object), position: this.sealed.seal(at, { userId, stream: stream as string }) };
  }

  /** The same as `waitFor`, with the change counters up to date. */
  private async reachedFor(after: After): Promise<string | null> {
    try {
      return await this.waitFor(after);
    } finally {
      await this.counters.upToDate();
    }
  }

  /** Null once the stream's events up to the position are projected and derived. If that takes too long, the position reached so far. */
  private async waitFor({ stream, position }: After): Promise<string | null> {
    const until = performance.now() + waitAtMostMilliseconds;
    const checkpoint = checkpointOf(await this.projected.feed(), stream);
    for (;;) {
      const progress = await this.projected.progress([checkpoint]);
      if (progress.includes(checkpoint, position)) {
        if (!(await this.isStale(position))) return null;
      }
      if (performance.now() > until) return encodePosition(progress.of(checkpoint));
      await delay(lookEveryMilliseconds);
    }
  }

  /**
   * Whether figures up to a position have yet to be derived. Plans that are set aside as dead letters do not count, because their figures
   * stay as they were.
   */
  private async isStale(position: Position): Promise<boolean> {
    const dirty = await this.views.dirty.find({}).toArray();
    const stale = dirty.filter(({ since }) => {
      const at = decodePosition(since);
      return at !== null && comparePositions(at, position) <= 0;
    });
    if (stale.length === 0) return false;
    const planIds = [...new Set(stale.map(({ planId }) => planId))];
    const letters = deadLettersOf(this.ops).find({ kind: 'plan', planId: { $in: planIds } });
    const setAside = new Set((await letters.toArray()).map(({ planId }) => planId));
    return planIds.some((planId) => !setAside.has(planId));
  }
}

interface After {
  stream: string;
  position: Position;
}

/** `stream@position`; null for any other text, and if there is nothing to wait for. */
function parsed(header: string, decode: (text: string, stream: string) => Position | null): After | null {
  const at = header.lastIndexOf('@');
  const stream = header.slice(0, at);
  const position = at === -1 ? null : decode(header.slice(at + 1), stream);
  if (position === null || comparePositions(position, beforeAll) === 0) return null;
  return { stream, position };
}
