import { Injectable, type OnModuleInit } from '@nestjs/common';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { openText, sealText } from '@superscope/event-store/keys/sealing';
import { z } from 'zod';

const pendingSignOn = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** Where the browser continues afterwards: a path of this site. */
  path: z.string(),
  /** Milliseconds since 1970. */
  until: z.number(),
});
export type PendingSignOn = Omit<z.infer<typeof pendingSignOn>, 'until'>;

/** The time in which a person can enter a password and a second factor at the provider. */
export const pendingSeconds = 10 * 60;
const place = 'staff sign-on';

/**
 * The state of a sign-on until its browser returns, encrypted in a cookie of that browser. The server stores nothing, so that beginning
 * sign-ons cannot fill a database.
 */
@Injectable()
export class PendingSignOns implements OnModuleInit {
  private key!: Buffer;

  constructor(private readonly vault: KeyVault) {}

  async onModuleInit(): Promise<void> {
    this.key = await this.vault.secret('staffSignOn');
  }

  seal(pending: PendingSignOn): string {
    return sealText(JSON.stringify({ ...pending, until: Date.now() + pendingSeconds * 1000 }), this.key, place);
  }

  /** Null if this product did not encrypt it, or after ten minutes. */
  open(sealed: string): PendingSignOn | null {
    try {
      const { until, ...pending } = pendingSignOn.parse(JSON.parse(openText(sealed, this.key, place)));
      return until > Date.now() ? pending : null;
    } catch {
      return null;
    }
  }
}
