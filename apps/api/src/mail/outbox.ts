import type { MailState } from '@superscope/contracts/outbox';
import type { Collection } from 'mongodb';
import type { Ops } from '../platform/engines.module.js';

export interface MailDocument {
  to: string;
  subject: string;
  at: Date;
  /** Absent on mails that earlier versions kept. */
  state?: MailState;
  text?: string;
}

/** Addresses are personal: the list is for finding out what became of a mail, not for keeping. */
export const keptForSeconds = 30 * 24 * 60 * 60;

export const outboxOf = (ops: Ops): Collection<MailDocument> => ops.db.collection<MailDocument>('outbox');
