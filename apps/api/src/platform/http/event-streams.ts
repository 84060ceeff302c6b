import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { may, type Right } from '../access/policy.js';
import { PrincipalResolver } from '../access/principal-resolver.js';
import type { Principal } from '../access/principal.js';
import { Refusal } from './problem.filter.js';

/** How often a comment is sent. It keeps proxies from closing a quiet connection, and the session is checked at the same time. */
const heartbeatMilliseconds = 20_000;

/** A browser that does not read its events is disconnected beyond this, so that it does not use up memory. */
const mostBytesWaiting = 1024 * 1024;

/** The most event streams of one kind of one session or token. A tab has one while it is visible. */
export const mostStreams = 5;

interface Opened {
  request: FastifyRequest;
  reply: FastifyReply;
  /** What it tells, in the message of a refusal: 'changes'. Streams are counted by it. */
  of: string;
  /** The stream ends once the caller's role has it no longer. */
  right: Right;
  /** Called when the caller was looked up again, whose role and plans may have changed. */
  onCaller?: (caller: Principal) => void;
}

/** Server-sent events to one listener. */
export interface EventStream {
  /** Sends an event whose data is JSON. A listener that does not read is disconnected instead; it connects again and asks anew. */
  send(event: string, data: unknown, id?: number): void;
  /** Adds what is done once the listener is gone; at once if it already is. */
  onEnd(leave: () => void): void;
  end(): void;
}

/** Opens streams of server-sent events. Each ends when the caller's session does, or this process. */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly counts = new Map<string, number>();
  private readonly ends = new Set<() => void>();
  private isEnding = false;

  constructor(private readonly resolver: PrincipalResolver) {}

  /** A browser connects again by itself, to another api if there is one. */
  beforeApplicationShutdown(): void {
    this.isEnding = true;
    for (const end of this.ends) end();
  }

  /** Null for a HEAD request, which asks only for the headers. Throws Refusal 429 if the session follows too many already. */
  open({ request, reply, of, right, onCaller }: Opened): EventStream | null {
    const leave = this.enter(request, of);
    reply.hijack();
    const out = reply.raw;
    out.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      Connection: 'keep-alive',
      'X-Accel-Buffering': 'no',
    });
    // It would otherwise never end.
    if (request.method === 'HEAD') {
      leave();
      out.end();
      return null;
    }
    out.write('retry: 2000\n\n');
    const leaving = [leave];
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.ends.delete(end);
      clearInterval(heartbeat);
      for (const each of leaving) each();
      if (!out.writableEnded) out.end();
    };
    const beat = async () => {
      // `peek`, because an open page must not keep an unused session alive.
      const principal = await this.resolver.peek(request);
      if (principal === null || !may(principal.role, right)) return end();
      onCaller?.(principal);
      if (!out.writableEnded) out.write(': still here\n\n');
    };
    // If an engine is unavailable, the next heartbeat tries again.
    const heartbeat = setInterval(() => void beat().catch(() => undefined), heartbeatMilliseconds);
    out.on('close', end);
    // The browser disconnected while its session was looked up, and 'close' is not emitted again.
    if (out.destroyed || this.isEnding) end();
    else this.ends.add(end);
    return {
      send: (event, data, id) => {
        if (isOver) return;
        if (out.writableLength > mostBytesWaiting) return void out.destroy();
        out.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      },
      onEnd: (each) => (isOver ? each() : void leaving.push(each)),
      end,
    };
  }

  /** Counts a stream of a session or token. The returned function uncounts it. */
  private enter(request: FastifyRequest, of: string): () => void {
    const key = `${of} ${this.resolver.credentialKeyOf(request)!}`;
    const before = this.counts.get(key) ?? 0;
    if (before >= mostStreams)
      throw new Refusal(429, {
        message: `This session follows ${of} ${mostStreams} times already. Close one of its pages first.`,
      });
    this.counts.set(key, before + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = this.counts.get(key)! - 1;
      if (left === 0) this.counts.delete(key);
      else this.counts.set(key, left);
    };
  }
}
