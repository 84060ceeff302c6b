import { createHmac, randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../access/caller.js';
import { Refusal } from '../http/problem.filter.js';
import { sentParts } from '../http/sent-parts.js';
import { recordingClock } from '../time/recording-clock.js';

const idempotencyKeyPattern = /^[\x21-\x7e]{1,200}$/;

/**
 * Makes the metadata that a command gives its events. Requests with the same `Idempotency-Key` are the same command; the same key with
 * another body is refused. Keys belong to their caller, so two users never share one.
 */
@Injectable()
export class CommandContexts implements OnModuleInit {
  private digestKey!: Buffer;

  constructor(private readonly vault: KeyVault) {}

  async onModuleInit(): Promise<void> {
    this.digestKey = await this.vault.secret('bodyDigest');
  }

  of(request: FastifyRequest): CommandContext {
    const { userId, role } = callerOf(request);
    const key = request.headers['idempotency-key'];
    const given = typeof key === 'string' ? key : null;
    // A caller relies on the key, and ignoring a malformed one could write twice.
    if (given !== null && !idempotencyKeyPattern.test(given))
      throw new Refusal(400, { message: 'An Idempotency-Key has 1 to 200 visible ASCII characters.' });
    return {
      actor: userId,
      role,
      commandId: given === null ? randomUUID() : `${userId}/${given}`,
      correlationId: request.id,
      at: recordingClock.at(),
      ...(given === null ? {} : { bodyDigest: this.digestOf(request) }),
    };
  }

  /**
   * Identifies a request's endpoint and body, also a form's once it is read. Keyed, because the body may hold a password, which a plain digest in an event would allow to
   * be guessed.
   */
  digestOf(request: FastifyRequest): string {
    const { method, url, body } = request;
    return createHmac('sha256', this.digestKey)
      .update(`${method} ${url}\n${JSON.stringify(sentParts(request) ?? body ?? null)}`)
      .digest('base64url');
  }
}

/** Metadata of the product's own commands, such as nightly jobs. */
export const systemContext = (commandId: string, causationId: string | null = null): CommandContext => ({
  actor: 'system',
  role: 'System',
  commandId,
  correlationId: randomUUID(),
  causationId,
  at: recordingClock.at(),
});
