import type { FastifyReply, FastifyRequest } from 'fastify';
import { unknownProxyOf } from '../../platform/http/unknown-proxy.js';
import type { Origin } from '../sign-in/attempts.js';
import { deviceLifeSeconds } from '../sign-in/known-devices.js';

// Without TLS (loopback), browsers refuse the __Host- prefix.
const cookieName = (secure: boolean) => (secure ? '__Host-superscope' : 'superscope');
const deviceCookieName = (secure: boolean) => `${cookieName(secure)}-device`;

/** Fastify's cookie plugin adds these; its types are not declared for Nest's adapter. */
export type WithCookies = FastifyRequest & { cookies: Record<string, string | undefined> };
export type CookieReply = FastifyReply & {
  setCookie: (name: string, value: string, options: object) => void;
  clearCookie: (name: string, options: object) => void;
};

export const cookieOptions = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure });

export const sessionToken = (request: FastifyRequest, secure: boolean): string | null =>
  (request as WithCookies).cookies?.[cookieName(secure)] ?? null;

export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  (reply as CookieReply).setCookie(cookieName(secure), token, cookieOptions(secure));
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  (reply as CookieReply).clearCookie(cookieName(secure), cookieOptions(secure));
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
  (reply as CookieReply).setCookie(deviceCookieName(secure), token, {
    ...cookieOptions(secure),
    maxAge: deviceLifeSeconds,
  });
}
