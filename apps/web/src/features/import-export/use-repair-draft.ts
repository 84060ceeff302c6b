import type { RepairDraft } from '@superscope/contracts/import-repair';
import { useEffect, useState } from 'react';
import { keep, kept } from '../../portal/session/kept';
import { fits, isNothing, nothingTyped } from './repair-draft';

const nameOf = (importId: string) => `repair.${importId}`;

/** Forgets what was typed in this tab, once the file is imported or discarded. */
export const forgetDraft = (importId: string) => keep(nameOf(importId), null);

/** What was typed on this page. It outlives a reload of the tab, and ends with the session; its steps can be undone until then. */
export function useRepairDraft(importId: string) {
  const [{ steps, isFull }, set] = useState(() => ({
    steps: [kept<RepairDraft>(nameOf(importId)) ?? nothingTyped] as readonly RepairDraft[],
    isFull: false,
  }));
  const draft = steps.at(-1)!;
  useEffect(() => keep(nameOf(importId), isNothing(draft) ? null : draft), [importId, draft]);
  return {
    draft,
    /** Whether the last change was not made, because an import may hold no more. */
    isFull,
    /** A change that leaves the draft as it is counts as no step. */
    change: (to: (draft: RepairDraft) => RepairDraft) =>
      set(({ steps: before }) => {
        const next = to(before.at(-1)!);
        if (!fits(next)) return { steps: before, isFull: true };
        return { steps: next === before.at(-1) ? before : [...before, next], isFull: false };
      }),
    /** Whether there was a step to take back. */
    undo: () => {
      set(({ steps: before }) => ({ steps: before.length < 2 ? before : before.slice(0, -1), isFull: false }));
      return steps.length > 1;
    },
  };
}
