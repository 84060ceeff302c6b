import { Inject, Injectable } from '@nestjs/common';
import type { UserRegistration } from '@superscope/domain/user/user.events';
import { ENV, type Env } from '../../env.js';
import { Mailer } from '../../mail/mailer.js';
import { PasswordResetTokens } from './password-reset-tokens.js';

/** Mails links with which a user sets the first password. Each works for an hour; using one ends the others. */
@Injectable()
export class ActivationLinks {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly tokens: PasswordResetTokens,
    private readonly mailer: Mailer,
  ) {}

  async mail(registration: UserRegistration, to: string): Promise<void> {
    await this.send(registration, to, await this.tokens.create(registration.userId));
  }

  /** Mails a link that anybody may request, unless the mailbox has several valid ones already. */
  async mailUnlessMany(registration: UserRegistration, to: string): Promise<void> {
    const token = await this.tokens.createUnlessMany(registration.userId);
    if (token !== null) await this.send(registration, to, token);
  }

  private async send({ personal: { username } }: UserRegistration, to: string, token: string): Promise<void> {
    const page = new URL('/activate', this.env.SUPERSCOPE_PUBLIC_URL);
    const link = new URL(page);
    link.searchParams.set('token', token);
    const text = `You can sign in to Superscope as ${username}. To choose your password, open ${link.href} within an hour. Later, ${page.href} sends a new link.`;
    await this.tokens.orSpend(token, () => this.mailer.send({ to, subject: 'Your Superscope account', text }));
  }
}
