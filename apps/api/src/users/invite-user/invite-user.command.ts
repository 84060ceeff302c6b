import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { PasswordResetTokens } from '../../authentication/password/password-reset-tokens.js';
import { ENV, type Env } from '../../env.js';
import { Mailer } from '../../mail/mailer.js';

/** Mails a new user the link that sets their first password. */
export class InviteUser extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(InviteUser)
@Injectable()
export class InviteUserHandler implements ICommandHandler<InviteUser> {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly store: EventStore,
    private readonly tokens: PasswordResetTokens,
    private readonly mailer: Mailer,
  ) {}

  async execute({ userId }: InviteUser): Promise<void> {
    const { personal } = registrationOf((await this.store.load(userStream, userId)).state);
    if (personal.email === null) throw new RuleViolation('invalid', 'This user has no e-mail address.');
    const link = new URL('/reset-password', this.env.SUPERSCOPE_PUBLIC_URL);
    link.searchParams.set('token', await this.tokens.create(userId));
    const start = new URL('/login', this.env.SUPERSCOPE_PUBLIC_URL).href;
    await this.mailer.send({
      to: personal.email,
      subject: 'Your Superscope account',
      text: `You can sign in to Superscope as ${personal.username}. To choose your password, open ${link.href} within an hour. Later, "Can't login?" at ${start} sends a new link.`,
    });
  }
}
