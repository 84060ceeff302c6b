import type { RepairDraft } from '@superscope/contracts/import-repair';
import { useEffect, useState } from 'react';
import { keep, kept } from '../../portal/session/kept';
import { isNothing, nothingTyped } from './repair-draft';

const nameOf = (importId: string) => `repair.${importId}`;

/** Forgets what was typed in this tab, once the file is imported or discarded. */
export const forgetDraft = (importId: string) => keep(nameOf(importId), null);

/** What was typed on this page. It outlives a reload of the tab, and ends with the session; its steps can be undone until then. */
export function useRepairDraft(importId: string) {
  const [steps, setSteps] = useState<readonly RepairDraft[]>(() => [
    kept<RepairDraft>(nameOf(importId)) ?? nothingTyped,
  ]);
  const draft = steps.at(-1)!;
  useEffect(() => keep(nameOf(importId), isNothing(draft) ? null : draft), [importId, draft]);
  return {
    draft,
    /** A change that leaves the draft as it is counts as no step. */
    change: (to: (draft: RepairDraft) => RepairDraft) =>
      setSteps((before) => {
        const next = to(before.at(-1)!);
        return next === before.at(-1) ? before : [...before, next];
      }),
    /** Whether there was a step to take back. */
    undo: () => {
      setSteps((before) => (before.length < 2 ? before : before.slice(0, -1)));
      return steps.length > 1;
    },
  };
}
