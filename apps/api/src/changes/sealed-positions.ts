import { Injectable, type OnModuleInit } from '@nestjs/common';
import { decodePosition, encodePosition, type Position } from '@superscope/event-store/events/position';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { openText, sealText } from '@superscope/event-store/keys/sealing';

/** The length of the longest position as text, so that a sealed one does not tell how long the log is. */
const longest = '18446744073709551615/18446744073709551615'.length;

/** A position as an employer's browser holds it, and whose it is. */
interface Sealed {
  userId: string;
  stream: string;
}

/**
 * Positions of writes in the form in which employers get them. The position of each write grows with everything that is recorded, so two
 * writes of one's own would tell whether something was recorded in between. A sealed position can only be named in a read of the same user.
 */
@Injectable()
export class SealedPositions implements OnModuleInit {
  private key!: Buffer;

  constructor(private readonly vault: KeyVault) {}

  async onModuleInit(): Promise<void> {
    this.key = await this.vault.secret('writePosition');
  }

  seal(position: Position, of: Sealed): string {
    return sealText(encodePosition(position).padEnd(longest), this.key, placeOf(of));
  }

  /** Null for any text that was not sealed for this user and stream. */
  open(sealed: string, of: Sealed): Position | null {
    try {
      return decodePosition(openText(sealed, this.key, placeOf(of)).trimEnd());
    } catch {
      return null;
    }
  }
}

const placeOf = ({ userId, stream }: Sealed): string => `write\n${userId}\n${stream}`;
