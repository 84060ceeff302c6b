import { createHash } from 'node:crypto';

/** Without signs that look alike on paper. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 12;

/** The code of a report: 12 letters and digits, which follow from the id of its work. */
export function reportCode(workId: string): string {
  const digest = createHash('sha256').update(`report ${workId}`).digest();
  return Array.from({ length }, (_, at) => signs[digest[at]! % signs.length]!).join('');
}
