import { Controller, Inject, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ENV, type Env } from '../../env.js';
import { AccessLog } from '../../platform/access/access-log.js';
import { nothing } from '../../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { RequestPrincipalResolver, sessionKey } from '../session/request-principal-resolver.js';
import {
  clearPendingSignOn,
  pendingSignOnOf,
  sessionToken,
  setPendingSignOn,
  setSessionCookie,
  setSignOnError,
} from '../session/session-cookie.js';
import { SessionStore } from '../session/session-store.js';
import { FailedSignIns } from '../sign-in/failed-sign-ins.js';
import { IdentityProvider } from './identity-provider.js';
import { pathAfter } from './path-after.js';
import { PendingSignOns, pendingSeconds } from './pending-sign-on.js';
import { SignOn } from './sign-on.command.js';
import { SignOnRefusal } from './sign-on-refusal.js';

export const staffSignOnEndpoint = endpoint('GET /api/authentication/staff', {
  summary: 'Begins staff single sign-on, by a navigation of the browser; where that fails, the sign-in screen says why',
  right: 'public',
  query: z.strictObject({ redirect: z.string().max(2000).optional() }),
  answers: { 302: nothing },
  sends: true,
});

const text = z.string().max(4000).optional();

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]']);

export const staffCallbackEndpoint = endpoint('GET /api/authentication/staff/callback', {
  summary: 'Ends staff single sign-on: the identity provider sends the browser here',
  right: 'public',
  query: z.strictObject({
    code: text,
    state: text,
    iss: text,
    error: text,
    error_description: text,
    error_uri: text,
    // Parameters that common providers add.
    session_state: text,
    client_info: text,
    scope: text,
    authuser: text,
    prompt: text,
    hd: text,
  }),
  answers: { 302: nothing },
  sends: true,
});

@Controller()
export class SignOnController {
  private readonly log = new Logger('StaffSignOn');
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly provider: IdentityProvider,
    private readonly pending: PendingSignOns,
    private readonly commands: CommandBus,
    private readonly sessions: SessionStore,
    private readonly resolver: RequestPrincipalResolver,
    private readonly accessLog: AccessLog,
    private readonly failures: FailedSignIns,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

  @Endpoint(staffSignOnEndpoint)
  async begin({ query, request }: RequestOf<typeof staffSignOnEndpoint>, reply: FastifyReply): Promise<void> {
    const path = pathAfter(query.redirect, this.env.SUPERSCOPE_PUBLIC_URL);
    const again = this.underPublicName(request, path);
    if (again !== null) return void reply.redirect(again, 302);
    await this.redirect(reply, async () => {
      const { url, pending } = await this.provider.begin(path);
      setPendingSignOn(reply, this.pending.seal(pending), this.secure, pendingSeconds);
      return url.href;
    });
  }

  @Endpoint(staffCallbackEndpoint)
  async finish({ request }: RequestOf<typeof staffCallbackEndpoint>, reply: FastifyReply): Promise<void> {
    clearPendingSignOn(reply, this.secure);
    await this.redirect(reply, async () => {
      const pending = this.pending.open(pendingSignOnOf(request, this.secure) ?? '');
      if (pending === null) throw new SignOnRefusal('notBegunHere');
      const claims = await this.provider.finish(new URL(request.url, this.env.SUPERSCOPE_PUBLIC_URL).search, pending);
      const { userId, token } = await this.commands.execute(new SignOn(claims));
      await this.endPrevious(request);
      setSessionCookie(reply, token, this.secure);
      request.credentialKey = sessionKey(token);
      await this.note(userId, request);
      return pending.path;
    });
  }

  /**
   * The URL of the same request under the public host name, if the browser used another of this machine's own names. The provider sends the
   * browser back to the public name, which does not receive the cookies of `127.0.0.1`. Null if the name is right, and behind a proxy,
   * which may have replaced it.
   */
  private underPublicName({ host }: FastifyRequest, path: string): string | null {
    const target = new URL(staffSignOnEndpoint.path, this.env.SUPERSCOPE_PUBLIC_URL);
    const otherName = [...ownNames].some((name) => name !== target.hostname && host === `${name}:${target.port}`);
    if (!otherName || !ownNames.has(target.hostname)) return null;
    target.searchParams.set('redirect', path);
    return target.href;
  }

  /** Redirects to the URL that `next` returns, or back to the sign-in screen with the reason in a cookie. */
  private async redirect(reply: FastifyReply, next: () => Promise<string>): Promise<void> {
    let location = '/login';
    try {
      location = await next();
    } catch (error) {
      if (!(error instanceof SignOnRefusal)) throw error;
      const { reason, cause } = error;
      if (reason !== 'notSetUp') this.failures.count('refused');
      if (reason !== 'notSetUp') this.log.warn({ msg: 'a staff sign-on was refused', reason, cause: nameOf(cause) });
      setSignOnError(reply, reason, this.secure);
    }
    void reply.redirect(location, 302);
  }

  private async endPrevious(request: FastifyRequest): Promise<void> {
    const previous = sessionToken(request, this.secure);
    if (previous === null) return;
    await this.sessions.end(previous);
    this.resolver.forget(previous);
  }

  private async note(userId: string, request: FastifyRequest): Promise<void> {
    const principal = await this.resolver.principalOf(userId);
    if (principal !== null) this.accessLog.noteOwn(request, principal, 'signed in by single sign-on');
  }
}

/** The kind of failure without its message, because an error of the provider may name a person. */
function nameOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? `${cause.name} ${code}` : cause.name;
}
