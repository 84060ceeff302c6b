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

/** How a password matched its hash: `asTyped` if the hash was made before passwords had one form. */
export type PasswordMatch = 'none' | 'current' | 'asTyped';

/** Keyboards encode the same letter differently, so a password is hashed and checked in one form. */
const normalised = (password: string): string => password.normalize('NFKC');

/** Whether the password matches in its one form, and as it was typed where that differs. */
async function verifyForms(hashed: string, password: string): Promise<boolean[]> {
  const matches: boolean[] = [];
  for (const form of new Set([normalised(password), password])) matches.push(await verify(hashed, form));
  return matches;
}

const aadOf = (userId: string) => `password/${userId}`;

/** Hashes passwords with argon2id and encrypts the hash with a server key, so that a stolen event log contains nothing to attack. */
@Injectable()
export class PasswordHasher {
  private decoy: Promise<string> | null = null;
  private readonly queue = new HashQueue(atOnce, mostInside);

  constructor(private readonly vault: KeyVault) {}

  async seal(userId: string, password: string): Promise<string> {
    const hashed = await this.queue.run(() => hash(normalised(password), options));
    return sealText(hashed, await this.key(), aadOf(userId));
  }

  async matches(userId: string, sealedHash: string, password: string): Promise<boolean> {
    return (await this.matchOf(userId, sealedHash, password)) !== 'none';
  }

  /** Every form is verified, whichever matches, so that the time depends on the typed password alone. */
  async matchOf(userId: string, sealedHash: string, password: string): Promise<PasswordMatch> {
    const hashed = openText(sealedHash, await this.key(), aadOf(userId));
    const [inOneForm, asTyped = false] = await this.queue.run(() => verifyForms(hashed, password));
    return inOneForm ? 'current' : asTyped ? 'asTyped' : 'none';
  }

  /** Takes as long as a real check, so that an unknown name is not answered faster than a wrong password. */
  async pretend(password: string): Promise<'none'> {
    await this.queue.run(async () => {
      this.decoy ??= hash('no account has this password', options);
      await verifyForms(await this.decoy, password);
    });
    return 'none';
  }

  private key(): Promise<Buffer> {
    return this.vault.secret('passwordSeal');
  }
}
