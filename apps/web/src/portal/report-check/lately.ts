import { z } from 'zod';

const PREFIX = 'checkedLately.';
const MOST = 5;

/** A report that this person checked in this browser. */
const one = z.object({
  key: z.string(),
  name: z.string(),
  /** What a press on it checks again; null for a file, which is not kept. */
  code: z.string().nullable(),
  /** `genuine` needs the file: by a code alone, only the kept file is known. */
  is: z.enum(['genuine', 'madeHere', 'other']),
  /** Instant, UTC. */
  at: z.string(),
});
export type Lately = z.infer<typeof one>;

/** What a person checked last in this browser, newest first. */
export function latelyOf(username: string): readonly Lately[] {
  try {
    const read = z.array(one).safeParse(JSON.parse(localStorage.getItem(PREFIX + username) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

/** The same with another one, which is kept for the next visits. */
export function withChecked(username: string, checked: Lately): readonly Lately[] {
  const all = [checked, ...latelyOf(username).filter(({ name }) => name !== checked.name)].slice(0, MOST);
  localStorage.setItem(PREFIX + username, JSON.stringify(all));
  return all;
}
