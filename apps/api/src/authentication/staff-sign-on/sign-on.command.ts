import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
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
import { ENV, type Env } from '../../env.js';
import { systemContext } from '../../platform/commands/command-context.js';
import { endAdministrator } from '../../users/administrators.js';
import { RegisterUser } from '../../users/register-user.slice.js';
import { holderOfLogin } from '../sign-in/login-holder.js';
import { SessionStore } from '../session/session-store.js';
import type { Claims } from './identity-provider.js';
import { personOf, type SignOnPerson } from './sign-on-person.js';
import { SignOnRefusal } from './sign-on-refusal.js';
import { signOnSettings } from '../../platform/settings/sign-on-settings.js';

/** Signs on a person whom the staff identity provider has authenticated. Throws SignOnRefusal. */
export class SignOn extends Command<{ userId: string; token: string }> {
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
export class SignOnHandler implements ICommandHandler<SignOn> {
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
