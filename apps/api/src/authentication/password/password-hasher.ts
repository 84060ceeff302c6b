import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { KeyVault } from '@superscope/event-store/key-vault';
import { openText, sealText } from '@superscope/event-store/sealing';

// OWASP's recommendation for argon2id (2023): 19 MiB, 2 passes, 1 lane.
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const aadOf = (userId: string) => `password/${userId}`;

/** Hashes passwords with argon2id and seals the hash with a server key, so that a stolen event log holds nothing to attack. */
@Injectable()
export class PasswordHasher {
  private decoy: Promise<string> | null = null;

  constructor(private readonly vault: KeyVault) {}

  async seal(userId: string, password: string): Promise<string> {
    return sealText(await hash(password, options), await this.key(), aadOf(userId));
  }

  async matches(userId: string, sealedHash: string, password: string): Promise<boolean> {
    return verify(openText(sealedHash, await this.key(), aadOf(userId)), password);
  }

  /** Takes as long as a real check: an unknown name must not answer faster than a wrong password. */
  async pretend(password: string): Promise<false> {
    this.decoy ??= hash('no account has this password', options);
    await verify(await this.decoy, password);
    return false;
  }

  private key(): Promise<Buffer> {
    return this.vault.secret('passwordSeal');
  }
}
