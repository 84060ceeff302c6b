import type { FastifyRequest } from 'fastify';
import type { Principal } from './principal.js';

/** Finds out who asks, from the session cookie or a bearer token. Provided by the authentication area. */
export abstract class PrincipalResolver {
  /**
   * Null when nobody is signed in; never throws for a bad cookie or token. Where nobody `attended` to the page that asks, it is no
   * sign that somebody is there.
   */
  abstract resolve(request: FastifyRequest, attended?: boolean): Promise<Principal | null>;

  /** The same, asked anew and without counting as a sign that somebody is there. */
  abstract peek(request: FastifyRequest): Promise<Principal | null>;

  /** Stands for the session or token that a request brings, in this process only: it is the secret itself. Null for none. */
  abstract credentialKeyOf(request: FastifyRequest): string | null;
}
