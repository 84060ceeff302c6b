import type { AddressForm, MessageKind, MessageState } from '@superscope/contracts/alerts';
import type { Episode } from '@superscope/domain/alerts/alert-episode';
import type { Ops } from '../platform/engines.module.js';

export interface EpisodeDocument extends Episode {
  /** The name of the check. */
  _id: string;
}

/** A message to one address. Losing them with `ops` tells what lasts once more. */
export interface MessageDocument {
  /** Check, episode, number and address: the same message is made once. */
  _id: string;
  /** Null of a test. */
  check: string | null;
  title: string | null;
  kind: MessageKind;
  since: Date | null;
  /** When what it tells happened. All messages of one telling share it. */
  at: Date;
  createdAt: Date;
  addressId: string;
  /** What people call the address. */
  name: string;
  form: AddressForm;
  state: MessageState;
  tries: number;
  /** How often a process ended while it was sent. */
  lost: number;
  nextAt: Date | null;
  sentAt: Date | null;
  answer: string | null;
}

export const episodesOf = ({ db }: Pick<Ops, 'db'>) => db.collection<EpisodeDocument>('alert_episodes');
export const messagesOf = ({ db }: Pick<Ops, 'db'>) => db.collection<MessageDocument>('alert_messages');
