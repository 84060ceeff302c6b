import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions, type CookieReply, type WithCookies } from '../authentication/session/session-cookie.js';
import { signOnReasons, type SignOnReason } from './sign-on-refusal.js';

// The cookie is sent only to the sign-on endpoints. SameSite is lax, because the provider sends the browser back by a navigation from its
// own site.
const pendingCookieName = (secure: boolean) => `${secure ? '__Secure-' : ''}superscope-sign-on`;
const pendingOptions = (secure: boolean) => ({ ...cookieOptions(secure), path: '/api/authentication/staff' });

/** The encrypted state of a staff sign-on until the browser returns. */
export const pendingSignOnOf = (request: FastifyRequest, secure: boolean): string | null =>
  (request as WithCookies).cookies?.[pendingCookieName(secure)] ?? null;

export function setPendingSignOn(reply: FastifyReply, sealed: string, secure: boolean, maxAge: number): void {
  (reply as CookieReply).setCookie(pendingCookieName(secure), sealed, { ...pendingOptions(secure), maxAge });
}

export function clearPendingSignOn(reply: FastifyReply, secure: boolean): void {
  (reply as CookieReply).clearCookie(pendingCookieName(secure), pendingOptions(secure));
}

/** Read by the sign-in screen, so scripts may access it. It holds one of the product's own sentences, never a secret. */
export function setSignOnError(reply: FastifyReply, reason: SignOnReason, secure: boolean): void {
  const value = signOnReasons[reason];
  (reply as CookieReply).setCookie('AUTH-ERROR', value, { path: '/', sameSite: 'lax', secure, maxAge: 60 });
}
