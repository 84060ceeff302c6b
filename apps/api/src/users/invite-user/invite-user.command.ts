import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { ActivationLinks } from '../../authentication/password/activation-links.js';

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
    private readonly store: EventStore,
    private readonly links: ActivationLinks,
  ) {}

  async execute({ userId }: InviteUser): Promise<void> {
    const registration = registrationOf((await this.store.load(userStream, userId)).state);
    const { email } = registration.personal;
    if (email === null) throw new RuleViolation('invalid', 'This user has no e-mail address.');
    await this.links.mail(registration, email);
  }
}
