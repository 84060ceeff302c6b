import { Controller, Inject, Injectable, Logger, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleViolation } from '@superscope/domain/rule-violation';
import {
  addAdministrator,
  administratorsStream,
  linkSignOn,
  loginStream,
  reserveLogin,
  reviseUser,
  signOnRoles,
  userStream,
} from '@superscope/domain/user/user';
import type { UserRegistration } from '@superscope/domain/user/user.events';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ENV, type Env } from '../env.js';
import { AccessLog } from '../platform/access/access-log.js';
import { systemContext } from '../platform/commands/command-context.js';
import { nothing } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { signOnSettings } from '../platform/settings/sign-on-settings.js';
import { endAdministrator } from '../users/administrators.js';
import { RegisterUser } from '../users/register-user.slice.js';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { RequestPrincipalResolver, sessionKey } from '../authentication/session/request-principal-resolver.js';
import { sessionToken, setSessionCookie } from '../authentication/session/session-cookie.js';
import { SessionStore } from '../authentication/session/session-store.js';
import { FailedSignIns } from '../authentication/sign-in/failed-sign-ins.js';
import { holderOfLogin } from '../authentication/sign-in/login-holder.js';
import { type Claims, IdentityProvider } from './identity-provider.js';
import { pathAfter } from './path-after.js';
import { pendingSeconds, PendingSignOns } from './pending-sign-on.js';
import { clearPendingSignOn, pendingSignOnOf, setPendingSignOn, setSignOnError } from './sign-on-cookies.js';
import { personOf, type SignOnPerson } from './sign-on-person.js';
import { SignOnRefusal } from './sign-on-refusal.js';

const staffSignOnEndpoint = endpoint('GET /api/authentication/staff', {
  summary: 'Begins staff single sign-on, by a navigation of the browser; where that fails, the sign-in screen says why',
  right: 'public',
  query: z.strictObject({ redirect: z.string().max(2000).optional() }),
  answers: { 302: nothing },
  sends: true,
});

const text = z.string().max(4000).optional();

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]']);

const staffCallbackEndpoint = endpoint('GET /api/authentication/staff/callback', {
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

/** Signs on a person whom the staff identity provider has authenticated. Throws SignOnRefusal. */
class SignOn extends Command<{ userId: string; token: string }> {
  constructor(readonly claims: Claims) {
    super();
  }
}

/**
 * The provider decides who its people are and which roles they have, so an account is registered at the first sign-on and revised when the
 * role changes. An existing staff account with the same e-mail address is linked to the person.
 */
@CommandHandler(SignOn)
@Injectable()
class SignOnHandler implements ICommandHandler<SignOn> {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly bus: CommandBus,
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly sessions: SessionStore,
  ) {}

  async execute({ claims }: SignOn): Promise<{ userId: string; token: string }> {
    const settings = signOnSettings(this.env);
    if (settings === null) throw new SignOnRefusal('notSetUp');
    const person = personOf(claims, settings);
    const signOnId = this.identity.signOnId(settings.issuer.href, person.subject);
    const userId = await this.accountOf(person, signOnId).catch((error: unknown) => {
      throw error instanceof RuleViolation ? new SignOnRefusal('somebodyElses', error) : error;
    });
    return { userId, token: await this.sessions.createSignedOn(userId, signOnId) };
  }

  private async accountOf(person: SignOnPerson, signOnId: string): Promise<string> {
    const linked = (await this.store.load(loginStream, signOnId)).state;
    const own = this.identity.userIdOf(person.email);
    const userId = linked ?? (await this.holderOf(person.email)) ?? own;
    const { registration } = (await this.store.load(userStream, userId)).state;
    // Also continues a registration that was interrupted after it reserved its logins.
    if (registration === null && userId === own) await this.register(userId, person, signOnId);
    else await this.revise(userId, person, signOnId, linked !== null);
    const by = (step: string) => systemContext(`sign-on/${signOnId}/${step}`);
    // The account is linked first, because only an accepted account may be tied to the person.
    await this.store.transact(userStream, userId, linkSignOn(signOnId), by('link'));
    await this.store.transact(loginStream, signOnId, reserveLogin(userId), by('login'));
    return userId;
  }

  private async register(userId: string, { username, name, email, role, context }: SignOnPerson, signOnId: string) {
    const holder = await this.holderOf(username);
    const personal = { username: holder === null || holder === userId ? username : email, name, email };
    const registration = { userId, role, context, emailCode: false, personal };
    await this.bus.execute(new RegisterUser(registration, null, systemContext(`sign-on/${signOnId}`)));
  }

  private holderOf(login: string): Promise<string | null> {
    return holderOfLogin(this.store, this.identity, login);
  }

  /** Takes over role and context. The account keeps its name and address. */
  private async revise(userId: string, person: SignOnPerson, signOnId: string, linked: boolean): Promise<void> {
    const { registration, active, signOnId: known } = (await this.store.load(userStream, userId)).state;
    if (registration === null) throw new SignOnRefusal('somebodyElses');
    if (!active) throw new SignOnRefusal('deactivated');
    const ofStaff = (signOnRoles as readonly string[]).includes(registration.role);
    if (!linked && (!ofStaff || (known !== null && known !== signOnId))) throw new SignOnRefusal('somebodyElses');
    const { role, context } = person;
    const revised: UserRegistration = { ...registration, role, context };
    const by = (step: string) => systemContext(`sign-on/${signOnId}/${role}/${randomUUID()}/${step}`);
    if (registration.role === 'Admin' && role !== 'Admin')
      await endAdministrator(this.store, userId, by('administrators')).catch((error: unknown) => {
        throw error instanceof RuleViolation ? new SignOnRefusal('lastAdmin', error) : error;
      });
    await this.store.transact(userStream, userId, reviseUser(revised), by('revise'));
    if (role === 'Admin') await this.store.transact(administratorsStream, '', addAdministrator(userId), by('admin'));
  }
}

@Controller()
class SignOnController {
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

@Module({
  imports: [AuthenticationModule],
  controllers: [SignOnController],
  providers: [SignOnHandler, IdentityProvider, PendingSignOns],
})
export class StaffSignOnSlice {}
