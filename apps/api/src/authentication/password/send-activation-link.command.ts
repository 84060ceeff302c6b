import { Injectable, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { awaitsActivation, registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { SignInAttempts, type Origin } from '../sign-in/attempts.js';
import { holderOfLogin } from '../sign-in/login-holder.js';
import { ActivationLinks } from './activation-links.js';

/** Mails an activation link to a user who has yet to set a first password. Any other login gets the same response. */
export class SendActivationLink extends Command<void> {
  constructor(
    /** Username or e-mail. */
    readonly login: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(SendActivationLink)
@Injectable()
export class SendActivationLinkHandler implements ICommandHandler<SendActivationLink> {
  private readonly log = new Logger('Activation');

  constructor(
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly links: ActivationLinks,
    private readonly attempts: SignInAttempts,
  ) {}

  async execute({ login, origin }: SendActivationLink): Promise<void> {
    await this.attempts.count('activation', login, origin);
    // The response neither waits for the mail nor reports its failure: both would reveal that the account exists.
    void this.mailTo(login).catch((err: unknown) => this.log.error({ msg: 'an activation link was not sent', err }));
  }

  private async mailTo(login: string): Promise<void> {
    const userId = await holderOfLogin(this.store, this.identity, login);
    if (userId === null) return;
    const { state: user } = await this.store.load(userStream, userId);
    if (!awaitsActivation(user)) return;
    const registration = registrationOf(user);
    await this.links.mailUnlessMany(registration, registration.personal.email!);
  }
}
