import type { FastifyRequest } from 'fastify';
import type { Principal } from './principal.js';

/** Resolves the caller from the session cookie or a bearer token. Provided by the authentication area. */
export abstract class PrincipalResolver {
  /**
   * Null when nobody is signed in; never throws for a bad cookie or token. Only a request that is `attended` by a
   * person prolongs the session.
   */
  abstract resolve(request: FastifyRequest, attended?: boolean): Promise<Principal | null>;

  /** The same without a cache, and without prolonging the session. */
  abstract peek(request: FastifyRequest): Promise<Principal | null>;

  /**
   * A key for the session or token of a request; null without one. It holds the secret, so it stays in this process.
   */
  abstract credentialKeyOf(request: FastifyRequest): string | null;
}
