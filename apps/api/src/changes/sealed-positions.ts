import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { decodePosition, encodePosition, type Position } from '@superscope/event-store/events/position';
import { KeyVault } from '@superscope/event-store/keys/key-vault';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** The length of the longest position as text, so that a sealed one does not tell how long the log is. */
const longest = '18446744073709551615/18446744073709551615'.length;

/** Whose write it was, and in which stream. */
interface Place {
  userId: string;
  stream: string;
}

/**
 * Positions of writes in the form in which employers get them. The position of each write grows with everything that is recorded, so two
 * writes of one's own would tell whether something was recorded in between. A sealed position can only be named in a read of the same user.
 * The same position is sealed alike each time, so that a repeated request gets the first answer.
 */
@Injectable()
export class SealedPositions implements OnModuleInit {
  private cipherKey!: Buffer;
  private nonceKey!: Buffer;

  constructor(private readonly vault: KeyVault) {}

  async onModuleInit(): Promise<void> {
    const secret = await this.vault.secret('writePosition');
    this.cipherKey = createHmac('sha256', secret).update('cipher').digest();
    this.nonceKey = createHmac('sha256', secret).update('nonce').digest();
  }

  seal(position: Position, of: Place): string {
    const text = encodePosition(position).padEnd(longest);
    const place = textOf(of);
    // A nonce that follows from what is sealed is never used for anything else.
    const nonce = createHmac('sha256', this.nonceKey).update(`${place}\n${text}`).digest().subarray(0, nonceBytes);
    const sealing = createCipheriv(cipher, this.cipherKey, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
    return Buffer.concat([nonce, sealed, sealing.getAuthTag()]).toString('base64url');
  }

  /** Null for any text that was not sealed for this user and stream. */
  open(sealed: string, of: Place): Position | null {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length !== nonceBytes + longest + tagBytes) return null;
    const opening = createDecipheriv(cipher, this.cipherKey, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(textOf(of)))
      .setAuthTag(bytes.subarray(-tagBytes));
    try {
      const text = Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
      return decodePosition(text.toString('utf8').trimEnd());
    } catch {
      return null;
    }
  }
}

const textOf = ({ userId, stream }: Place): string => `${userId}\n${stream}`;
