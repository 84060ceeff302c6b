import type { MailState } from '@superscope/contracts/outbox';
import type { Collection } from 'mongodb';
import type { Ops } from '../platform/engines.module.js';

export interface MailDocument {
  to: string;
  subject: string;
  at: Date;
  /** Absent on mails that earlier releases stored. */
  state?: MailState;
  text?: string;
  /** The mail server's code for a mail that it did not accept, such as ECONNREFUSED. Earlier releases stored none. */
  reason?: string;
}

/** Addresses are personal, so the list serves to find out what happened to a mail, not as an archive. */
export const keptForSeconds = 30 * 24 * 60 * 60;

export const outboxOf = (ops: Ops): Collection<MailDocument> => ops.db.collection<MailDocument>('outbox');
