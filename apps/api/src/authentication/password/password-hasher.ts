import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { openText, sealText } from '@superscope/event-store/keys/sealing';
import { HashQueue } from './hash-queue.js';

// OWASP's recommendation for argon2id (2023): 19 MiB, 2 passes, 1 lane.
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each hash takes 19 MiB, and a thread of the pool that file reads and DNS lookups need too.
const atOnce = 2;
const mostInside = 100;

const aadOf = (userId: string) => `password/${userId}`;

/** Hashes passwords with argon2id and encrypts the hash with a server key, so that a stolen event log contains nothing to attack. */
@Injectable()
export class PasswordHasher {
  private decoy: Promise<string> | null = null;
  private readonly queue = new HashQueue(atOnce, mostInside);

  constructor(private readonly vault: KeyVault) {}

  async seal(userId: string, password: string): Promise<string> {
    const hashed = await this.queue.run(() => hash(password, options));
    return sealText(hashed, await this.key(), aadOf(userId));
  }

  async matches(userId: string, sealedHash: string, password: string): Promise<boolean> {
    const hashed = openText(sealedHash, await this.key(), aadOf(userId));
    return this.queue.run(() => verify(hashed, password));
  }

  /** Takes as long as a real check, so that an unknown name is not answered faster than a wrong password. */
  async pretend(password: string): Promise<false> {
    await this.queue.run(async () => {
      this.decoy ??= hash('no account has this password', options);
      await verify(await this.decoy, password);
    });
    return false;
  }

  private key(): Promise<Buffer> {
    return this.vault.secret('passwordSeal');
  }
}
