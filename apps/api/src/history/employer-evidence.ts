import type { EmployerEvidence } from '@superscope/contracts/as-of-evidence';
import type { AsOfView } from '@superscope/contracts/as-of-views';

/** What an employer may read of a view and its proof. Every field is named, so that a new field of a view is not told by mistake. */
export function viewForEmployer({
  planId,
  planName,
  moment,
  endedAt,
  sum,
  proof,
}: AsOfView): Pick<EmployerEvidence, 'view' | 'proof'> {
  const replayed = proof?.state === 'equal' || proof?.state === 'differs' ? proof : null;
  const shown = replayed?.sum ?? sum;
  return {
    view: {
      planId,
      planName,
      moment,
      endedAt,
      position: shown?.position ?? null,
      digest: shown?.digest ?? null,
    },
    proof: replayed && { isEqual: replayed.state === 'equal', endedAt: replayed.endedAt },
  };
}
