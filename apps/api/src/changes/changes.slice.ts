import { Controller, Module } from '@nestjs/common';
import type { Change } from '@superscope/contracts/changes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { filter, map } from 'rxjs';
import { may } from '../platform/access/policy.js';
import { PrincipalResolver } from '../platform/access/principal-resolver.js';
import { inScope } from '../platform/access/principal.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { ChangeFollower } from './change-follower.js';
import { ChangesModule } from './changes.module.js';
import { mergedChanges } from './merged-changes.js';
import { ThrottledBatches } from './throttled-batches.js';
import { visibleChange } from './visible-change.js';

/** How often a comment is sent. It keeps proxies from closing a quiet connection, and the session is checked at the same time. */
const heartbeatMilliseconds = 20_000;

/**
 * The shortest interval between notifications of a browser, because one import makes many changes. The first change after a pause is sent
 * at once.
 */
const apartMilliseconds = 100;

/** A browser that does not read its events is disconnected beyond this, so that it does not use up memory. */
const mostBytesWaiting = 1024 * 1024;

/** The most event streams of one session or token. A tab has one while it is visible. */
export const mostStreams = 5;

const changesEndpoint = endpoint('GET /api/changes', {
  summary: "Server-sent `change` events about the plans in the caller's reach; ends when the session does",
  right: 'portal.read',
  answers: { 200: new Media('text/event-stream') },
  streams: true,
  sends: true,
});

@Controller()
class ChangesController {
  private readonly streams = new Map<string, number>();

  constructor(
    private readonly follower: ChangeFollower,
    private readonly resolver: PrincipalResolver,
  ) {}

  @Endpoint(changesEndpoint)
  stream({ caller, request }: RequestOf<typeof changesEndpoint>, reply: FastifyReply): void {
    let { scope, role } = caller;
    const leave = this.enter(request);
    reply.hijack();
    const out = reply.raw;
    out.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      Connection: 'keep-alive',
      'X-Accel-Buffering': 'no',
    });
    // A HEAD request asks only for the headers, and would otherwise never end.
    if (request.method === 'HEAD') {
      leave();
      out.end();
      return;
    }
    out.write('retry: 2000\n\n');
    const visible = ({ planId }: Change) => planId === null || inScope(scope, planId);
    let told = 0;
    const batches = new ThrottledBatches<Change>(apartMilliseconds, (changes) => {
      // Once the browser reads again, it reconnects and requests its figures anew.
      if (out.writableLength > mostBytesWaiting) return void out.destroy();
      for (const change of mergedChanges(changes, told)) {
        told = change.sequence;
        out.write(`id: ${change.sequence}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`);
      }
    });
    const changes = this.follower.changes.pipe(
      filter(visible),
      map((change) => visibleChange(role, change)),
      filter((change) => change !== null),
    );
    const subscription = changes.subscribe({
      next: (change) => batches.add(change),
      complete: () => out.end(),
    });
    const end = () => {
      leave();
      clearInterval(heartbeat);
      subscription.unsubscribe();
      batches.stop();
      if (!out.writableEnded) out.end();
    };
    const beat = async () => {
      // `peek`, because an open page must not keep an unused session alive.
      const principal = await this.resolver.peek(request);
      if (principal === null || !may(principal.role, 'portal.read')) return end();
      ({ scope, role } = principal);
      if (!out.writableEnded) out.write(': still here\n\n');
    };
    // If an engine is unavailable, the next heartbeat tries again.
    const heartbeat = setInterval(() => void beat().catch(() => undefined), heartbeatMilliseconds);
    out.on('close', end);
    // The browser disconnected while its session was looked up, and 'close' is not emitted again.
    if (out.destroyed) end();
  }

  /**
   * Counts a stream of a session or token. The returned function uncounts it; calling it again has no effect. Throws Refusal 429 if there
   * are too many.
   */
  private enter(request: FastifyRequest): () => void {
    const session = this.resolver.credentialKeyOf(request)!;
    const before = this.streams.get(session) ?? 0;
    if (before >= mostStreams)
      throw new Refusal(429, {
        message: `This session follows changes ${mostStreams} times already. Close one of its pages first.`,
      });
    this.streams.set(session, before + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = this.streams.get(session)! - 1;
      if (left === 0) this.streams.delete(session);
      else this.streams.set(session, left);
    };
  }
}

@Module({ imports: [ChangesModule], controllers: [ChangesController] })
export class ChangesSlice {}
