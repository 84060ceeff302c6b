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

export const outboxOf = (ops: Ops): Collection<MailDocument> => ops.db.collection<MailDocument>('outbox');
