import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { mostTries, type TestResults } from '@superscope/contracts/alerts';
import { isMutedAt } from '@superscope/domain/alerts/alerts';
import { isDuplicateKey } from '@superscope/event-store/connection/duplicate-key';
import { Ops } from '../platform/engines.module.js';
import { messagesOf, type MessageDocument } from './alert-documents.js';
import { AlertRegister, type SigningAddress } from './alert-register.js';
import { AlertSender, type Telling } from './alert-sender.js';
import { AlertSettings } from './alert-settings.js';

/** A message that is being sent for longer has lost its process. */
const sendingAtMostMs = 2 * 60_000;

/** Messages to addresses: kept before they are sent, so that a process that is killed loses none. */
@Injectable()
export class AlertMessages {
  constructor(
    private readonly ops: Ops,
    private readonly register: AlertRegister,
    private readonly sender: AlertSender,
    private readonly settings: AlertSettings,
  ) {}

  /** Keeps a message for each address. The same telling again, after a crash or by another process, makes none. */
  async keep(telling: Telling & { check: string }, addresses: readonly SigningAddress[]): Promise<void> {
    for (const address of addresses)
      await messagesOf(this.ops)
        .insertOne({ ...fresh(telling, address), check: telling.check })
        .catch((error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
        });
  }

  /** Sends what is due. Each message is claimed first, so that two processes do not send the same one. */
  async deliver(now = new Date()): Promise<void> {
    const due = await messagesOf(this.ops)
      .find({
        $or: [
          { state: 'due', nextAt: { $lte: now } },
          { state: 'sending', sentAt: { $lte: new Date(now.getTime() - sendingAtMostMs) } },
        ],
      })
      .sort({ createdAt: 1 })
      .toArray();
    if (due.length === 0) return;
    const { alerts, addresses } = await this.register.lastKnown();
    // One that takes its time keeps no other waiting.
    await Promise.all(
      due.map(async (message) => {
        const { check, addressId } = message;
        const muted = check === null ? undefined : alerts.muted[check];
        if (isMutedAt(muted, now.toISOString())) return this.note(message, { nextAt: new Date(muted.until) });
        const address = addresses.find((each) => each.addressId === addressId);
        if (address === undefined) return this.note(message, { state: 'gaveUp', answer: 'the address was removed' });
        return this.deliverOne(message, address, now);
      }),
    );
  }

  private async deliverOne(message: MessageDocument, address: SigningAddress, now: Date): Promise<void> {
    const wasLost = message.state === 'sending';
    // It may have arrived twice by now. Once more would be one too many.
    if (wasLost && message.lost > 0)
      return this.note(message, { state: 'unknown', answer: 'the portal ended while it was sent' });
    const claimed = {
      state: 'sending' as const,
      sentAt: now,
      tries: message.tries + 1,
      lost: message.lost + (wasLost ? 1 : 0),
    };
    if (!(await this.claim(message, claimed))) return;
    const { isDelivered, answer } = await this.sender.send(address, { ...message, id: message._id });
    const { tries } = claimed;
    const outcome = isDelivered
      ? { state: 'delivered' as const, nextAt: null }
      : tries >= mostTries
        ? { state: 'gaveUp' as const, nextAt: null }
        : { state: 'due' as const, nextAt: new Date(Date.now() + this.settings.waitAfterTry(tries)) };
    await messagesOf(this.ops).updateOne(
      { _id: message._id, tries, state: 'sending' },
      { $set: { ...outcome, answer } },
    );
  }

  /** Sends a test at once to each address, or to one of them, and tells what each answered. */
  async test(addressId: string | undefined): Promise<TestResults | null> {
    const { addresses } = await this.register.lastKnown();
    const wanted = addresses.filter((each) => addressId === undefined || each.addressId === addressId);
    if (addressId !== undefined && wanted.length === 0) return null;
    const at = new Date();
    const telling: Telling = { id: `test/${randomUUID()}`, kind: 'test', title: null, since: null, at };
    const results = await Promise.all(
      wanted.map(async (address) => {
        const message = { ...fresh(telling, address), state: 'sending' as const, tries: 1, sentAt: at, lost: 1 };
        await messagesOf(this.ops).insertOne(message);
        const { isDelivered, answer, ms, sent } = await this.sender.send(address, { ...telling, id: message._id });
        const state = isDelivered ? ('delivered' as const) : ('gaveUp' as const);
        await messagesOf(this.ops).updateOne({ _id: message._id }, { $set: { state, answer, nextAt: null } });
        return { addressId: address.addressId, name: address.personal.name, isDelivered, answer, ms, sent };
      }),
    );
    return { at: at.toISOString(), results };
  }

  /** Changes a message if it is still as it was found. */
  private async note(message: MessageDocument, change: Partial<MessageDocument>): Promise<void> {
    await this.claim(message, change);
  }

  private async claim({ _id, state, tries }: MessageDocument, change: Partial<MessageDocument>): Promise<boolean> {
    return (await messagesOf(this.ops).updateOne({ _id, state, tries }, { $set: change })).matchedCount === 1;
  }
}

const fresh = ({ id, kind, title, since, at }: Telling, address: SigningAddress): MessageDocument => ({
  _id: `${id}/${address.addressId}`,
  check: null,
  title,
  kind,
  since,
  at,
  createdAt: new Date(),
  addressId: address.addressId,
  name: address.personal.name,
  form: address.form,
  state: 'due',
  tries: 0,
  lost: 0,
  nextAt: new Date(),
  sentAt: null,
  answer: null,
});
