import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keptSeconds } from '@superscope/contracts/stored-indexes';
import { Clock } from '../../platform/time/clock.js';
import { Ops } from '../../platform/engines.module.js';

interface DeviceDocument {
  /** SHA-256 of the token, so that the database alone is not enough to impersonate a device. */
  _id: string;
  /** HMACs of the logins that have signed in from the device, the newest last. */
  loginIds: string[];
  at: Date;
}

/** A device on which nobody has signed in for this long counts as new. */
export const deviceLifeSeconds = keptSeconds.signInDevices;
/** Few people share a device, and a document must not grow without limit. */
const mostLogins = 10;
const longestToken = 100;

const idOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Known devices by random token, and the logins that have signed in from them. If they are lost, the worst outcome is that guesses from
 * elsewhere can slow down their owners' sign-in.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly ops: Ops,
    private readonly clock: Clock,
  ) {}

  private get collection() {
    return this.ops.db.collection<DeviceDocument>('sign_in_devices');
  }

  /** Whether this login has signed in from the device before. */
  async knows(token: string, loginId: string): Promise<boolean> {
    if (token.length > longestToken) return false;
    const oldest = new Date(this.clock.now().getTime() - deviceLifeSeconds * 1000);
    return (await this.collection.findOne({ _id: idOf(token), loginIds: loginId, at: { $gt: oldest } })) !== null;
  }

  /** Records a sign-in from a device and returns its new token, so that a token planted in the browser beforehand is worthless. */
  async remember(before: string | null, loginId: string): Promise<string> {
    const known =
      before === null || before.length > longestToken
        ? null
        : await this.collection.findOneAndDelete({ _id: idOf(before) });
    const others = (known?.loginIds ?? []).filter((each) => each !== loginId);
    const token = randomBytes(32).toString('base64url');
    const loginIds = [...others, loginId].slice(-mostLogins);
    await this.collection.insertOne({ _id: idOf(token), loginIds, at: this.clock.now() });
    return token;
  }
}
