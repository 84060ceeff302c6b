import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../sign-in/attempts.js';
import { deviceLifeSeconds } from '../sign-in/known-devices.js';

// Without TLS (loopback) the __Host- prefix is refused by browsers.
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

/** The token of a device that somebody signed in from before; it outlives sessions and says nothing of who did. */
export const deviceToken = (request: FastifyRequest, secure: boolean): string | null =>
  (request as WithCookies).cookies?.[deviceCookieName(secure)] ?? null;

/** Where an attempt to sign in, or to change a password, comes from. */
export const originOf = (request: FastifyRequest, secure: boolean): Origin => ({
  address: request.ip,
  device: deviceToken(request, secure),
});

export function setDeviceCookie(reply: FastifyReply, token: string, secure: boolean): void {
  (reply as Reply).setCookie(deviceCookieName(secure), token, { ...options(secure), maxAge: deviceLifeSeconds });
}

/** Read once by the sign-in screen, so script may see it; it holds a sentence, never a secret. */
export function setSignOnError(reply: FastifyReply, message: string, secure: boolean): void {
  (reply as Reply).setCookie('AUTH-ERROR', message, { path: '/', sameSite: 'lax', secure, maxAge: 60 });
}
