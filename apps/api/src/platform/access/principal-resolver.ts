import type { FastifyRequest } from 'fastify';
import type { Principal } from './principal.js';

/** Resolves the caller from the session cookie or a bearer token. Provided by the authentication area. */
export abstract class PrincipalResolver {
  /**
   * Null if nobody is signed in. Never throws for an invalid cookie or token. Only a request that is `attended` by a person prolongs the
   * session.
   */
  abstract resolve(request: FastifyRequest, attended?: boolean): Promise<Principal | null>;

  /** The same without a cache, and without prolonging the session. */
  abstract peek(request: FastifyRequest): Promise<Principal | null>;

  /** A key for the session or token of a request; null without one. It contains the secret, so it must stay in this process. */
  abstract credentialKeyOf(request: FastifyRequest): string | null;
}
