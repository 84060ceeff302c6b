import { proofFailures, proofs } from '../../history/proof/history-proof.js';
import { ageText } from './ages.js';
import type { Examined } from './examined.js';
import { attention, broken, well, type Finding } from './findings.js';

/** The daily comparison may be late by some hours. */
const oldAfterMs = 48 * 3_600_000;

/** When the history was last compared with its signed heads and signed anew. */
export async function historyChecks({ mongo, now }: Examined): Promise<Finding[]> {
  const ops = mongo.db('ops');
  const [last, failure] = await Promise.all([
    proofs(ops).findOne({ _id: 'last' }),
    proofFailures(ops).findOne({ _id: 'last' }),
  ]);
  return [headCheck(last, failure?.at ?? null, now())];
}

export function headCheck(
  last: { at: Date; heads: number; difference: string | null } | null,
  failedAt: Date | null,
  now: Date,
): Finding {
  if (last?.difference)
    return broken(
      'Signed head',
      'The history differs from what was signed.',
      'Stop all writes: operations, The history differs.',
    );
  if (failedAt !== null && (last === null || failedAt > last.at))
    return broken(
      'Signed head',
      `The last comparison failed ${ageText(now.getTime() - failedAt.getTime())} ago.`,
      'See operations, The history could not be compared.',
    );
  if (last === null)
    return attention(
      'Signed head',
      'No head is signed yet.',
      'Set a key and a folder for heads, or wait for the first comparison: operations, The signed history.',
    );
  const age = now.getTime() - last.at.getTime();
  const said = `The history was last compared and signed ${ageText(age)} ago (${last.heads === 1 ? 'one head' : `${last.heads} heads`}).`;
  return age > oldAfterMs
    ? attention('Signed head', said, 'The comparison runs each night: see the log.')
    : well('Signed head', said);
}
