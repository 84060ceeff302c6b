import { keep, kept } from '../../../portal/session/kept';

const NAME = 'find';
const most = 5;

/** What was opened: ids of options, which hold no name. */
interface Recent {
  /** Somebody else may sign in in the same tab. */
  username: string;
  ids: string[];
}

/** The ids of what a user opened last, the newest first. */
export function recentIds(username: string): string[] {
  const recent = kept<Recent>(NAME);
  return recent?.username === username ? recent.ids : [];
}

export const keepRecent = (username: string, id: string): void =>
  keep(NAME, { username, ids: [id, ...recentIds(username).filter((other) => other !== id)].slice(0, most) });
