import type { FastifyReply, FastifyRequest } from 'fastify';
import { unknownProxyOf } from '../../platform/http/unknown-proxy.js';
import { signOnReasons, type SignOnReason } from '../staff-sign-on/sign-on-refusal.js';
import type { Origin } from '../sign-in/attempts.js';
import { deviceLifeSeconds } from '../sign-in/known-devices.js';

// Without TLS (loopback), browsers refuse the __Host- prefix.
const cookieName = (secure: boolean) => (secure ? '__Host-superscope' : 'superscope');
const deviceCookieName = (secure: boolean) => `${cookieName(secure)}-device`;

/** Fastify's cookie plugin adds these; its types are not declared for Nest's adapter. */
type WithCookies = FastifyRequest & { cookies: Record<string, string | undefined> };
type Reply = FastifyReply & {
  setCookie: (name: string, value: string, options: object) => void;
  clearCookie: (name: string, options: object) => void;
};

const options = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure });

export const sessionToken = (request: FastifyRequest, secure: boolean): string | null =>
  (request as WithCookies).cookies?.[cookieName(secure)] ?? null;

export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  (reply as Reply).setCookie(cookieName(secure), token, options(secure));
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  (reply as Reply).clearCookie(cookieName(secure), options(secure));
}

/** The token of a device on which somebody has signed in before. It outlives sessions and does not identify the user. */
const deviceToken = (request: FastifyRequest, secure: boolean): string | null =>
  (request as WithCookies).cookies?.[deviceCookieName(secure)] ?? null;

/** Where an attempt to sign in, to change a password, or to be mailed a link comes from. */
export const originOf = (request: FastifyRequest, secure: boolean): Origin => ({
  address: request.ip,
  device: deviceToken(request, secure),
  throughUnknownProxy: unknownProxyOf(request) !== null,
});

export function setDeviceCookie(reply: FastifyReply, token: string, secure: boolean): void {
  (reply as Reply).setCookie(deviceCookieName(secure), token, { ...options(secure), maxAge: deviceLifeSeconds });
}

// The cookie is sent only to the sign-on endpoints. SameSite is lax, because the provider sends the browser back by a navigation from its
// own site.
const pendingCookieName = (secure: boolean) => `${secure ? '__Secure-' : ''}superscope-sign-on`;
const pendingOptions = (secure: boolean) => ({ ...options(secure), path: '/api/authentication/staff' });

/** The encrypted state of a staff sign-on until the browser returns. */
export const pendingSignOnOf = (request: FastifyRequest, secure: boolean): string | null =>
  (request as WithCookies).cookies?.[pendingCookieName(secure)] ?? null;

export function setPendingSignOn(reply: FastifyReply, sealed: string, secure: boolean, maxAge: number): void {
  (reply as Reply).setCookie(pendingCookieName(secure), sealed, { ...pendingOptions(secure), maxAge });
}

export function clearPendingSignOn(reply: FastifyReply, secure: boolean): void {
  (reply as Reply).clearCookie(pendingCookieName(secure), pendingOptions(secure));
}

/** Read by the sign-in screen, so scripts may access it. It holds one of the product's own sentences, never a secret. */
export function setSignOnError(reply: FastifyReply, reason: SignOnReason, secure: boolean): void {
  const value = signOnReasons[reason];
  (reply as Reply).setCookie('AUTH-ERROR', value, { path: '/', sameSite: 'lax', secure, maxAge: 60 });
}
