import { Inject, Injectable, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { demoAccounts, type DemoAccount } from '@superscope/contracts/demo-accounts';
import { loginStream, reserveLogin, reviseUser, userStream } from '@superscope/domain/user/user';
import type { UserRegistration } from '@superscope/domain/user/user.events';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { PasswordRules } from '../authentication/password/password-rules.js';
import { holderOfLogin } from '../authentication/sign-in/login-holder.js';
import { ENV, type Env } from '../env.js';
import { systemContext } from '../platform/commands/command-context.js';
import { RegisterUser } from './register-user.slice.js';

type Account = Omit<DemoAccount, 'email' | 'title' | 'reach'> & { email: string | null };

/** A setting that is only found to be wrong once it is used. The process ends with the message. */
export class WrongSetting extends Error {}

/** Creates the accounts that a new installation needs: the first Admin, or in demo mode the demo accounts. */
@Injectable()
export class FirstAccounts implements OnApplicationBootstrap {
  private readonly log = new Logger('FirstAccounts');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly rules: PasswordRules,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { SUPERSCOPE_DEMO: demo, SUPERSCOPE_DEMO_PASSWORD, SUPERSCOPE_ADMIN_PASSWORD } = this.env;
    if (demo && SUPERSCOPE_DEMO_PASSWORD)
      for (const account of demoAccounts) await this.ensure(account, SUPERSCOPE_DEMO_PASSWORD);
    else if (SUPERSCOPE_ADMIN_PASSWORD)
      await this.ensure(
        { username: 'admin', name: 'Administrator', email: null, role: 'Admin', context: null, emailCode: false },
        SUPERSCOPE_ADMIN_PASSWORD,
      );
  }

  /**
   * Creates an account, or completes one whose creation was interrupted. An existing password, which its owner may have changed, is never
   * reset.
   */
  private async ensure(account: Account, password: string): Promise<void> {
    const { username, name, email, role, context, emailCode } = account;
    const holder = await holderOfLogin(this.store, this.identity, username);
    if (holder !== null && holder !== username) return;
    const { registration: known, sealedHash } = (await this.store.load(userStream, username)).state;
    if (known !== null && sealedHash !== null) return this.giveAddress(known, email);
    const registration = { userId: username, role, context, emailCode, personal: { username, name, email } };
    await this.check(password, registration);
    await this.commands.execute(new RegisterUser(registration, password, systemContext(`first-account/${username}`)));
  }

  /** The demo's accounts reach invented people only, so their shared password is not refused. Throws WrongSetting for another. */
  private async check(password: string, registration: UserRegistration): Promise<void> {
    const weakness = await this.rules.weaknessOf(password, registration);
    if (weakness === null) return;
    if (!this.env.SUPERSCOPE_DEMO) throw new WrongSetting(`SUPERSCOPE_ADMIN_PASSWORD is not accepted: ${weakness}.`);
    this.log.warn({ msg: 'the demo password would not be accepted from a person', username: registration.userId });
  }

  /** Adds the e-mail address to an account that an earlier release created without one. */
  private async giveAddress(known: UserRegistration, email: string | null): Promise<void> {
    const { userId, personal } = known;
    if (email === null || personal.email !== null) return;
    const by = (step: string) => systemContext(`first-account/${userId}/${step}`);
    await this.store.transact(loginStream, this.identity.loginId(email), reserveLogin(userId), by('address'));
    const revised = { ...known, personal: { ...personal, email } };
    await this.store.transact(userStream, userId, reviseUser(revised), by('revised'));
  }
}

@Module({ providers: [FirstAccounts] })
export class FirstAccountsSlice {}
