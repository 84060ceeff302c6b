import { Inject, Injectable } from '@nestjs/common';
import type { UserRegistration } from '@superscope/domain/user/user.events';
import { ENV, type Env } from '../../env.js';
import { Mailer } from '../../mail/mailer.js';
import { PasswordResetTokens } from './password-reset-tokens.js';

/** Mails links with which a user sets the first password. A newer link replaces the user's previous one. */
@Injectable()
export class ActivationLinks {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly tokens: PasswordResetTokens,
    private readonly mailer: Mailer,
  ) {}

  async mail({ userId, personal: { username } }: UserRegistration, to: string): Promise<void> {
    const page = new URL('/activate', this.env.SUPERSCOPE_PUBLIC_URL);
    const link = new URL(page);
    link.searchParams.set('token', await this.tokens.create(userId));
    await this.mailer.send({
      to,
      subject: 'Your Superscope account',
      text: `You can sign in to Superscope as ${username}. To choose your password, open ${link.href} within an hour. Later, ${page.href} sends a new link.`,
    });
  }
}
