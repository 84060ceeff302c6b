import type { Ops } from '../engines.module.js';

/** A check as the last look found it, for pages, the menu and the doctor. */
export interface LookedCheck {
  name: string;
  title: string;
  looksAt: string;
  page: { name: string; path: string; right: string } | null;
  finding: { state: 'fires' | 'pending'; said: string; parts: { label: string; description: string }[] } | null;
  since: Date | null;
  /** Digests of what concerns it. */
  concerns: string[];
  /** Whether somebody had it in hand, or it was muted, then. */
  isInHand: boolean;
  isMuted: boolean;
}

interface LookDocument {
  _id: 'newest';
  at: Date;
  checks: LookedCheck[];
  /** To how many addresses alerts go. */
  addresses: number;
  /** Whether webhooks may go to this machine. */
  allowsLoopback: boolean;
}

export const looksOf = ({ db }: Pick<Ops, 'db'>) => db.collection<LookDocument>('alert_look');
