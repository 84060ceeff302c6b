import { useState } from 'react';
import type { Found } from './template-parts';

const PARTS = ['item', 'section', 'page'] as const;

/** What somebody else deleted of what stood at a place. */
export type GonePart = (typeof PARTS)[number] | 'template';

/** The innermost part that was there and is not any more; null if all is there. */
const goneOf = (was: Found | null, is: Found | null): GonePart | null => {
  if (was === null) return null;
  if (is === null) return 'template';
  return PARTS.find((part) => was[part] !== null && is[part] === null) ?? null;
};

const isSame = (a: Found | null, b: Found | null) =>
  a?.template === b?.template && a?.page === b?.page && a?.section === b?.section && a?.item === b?.item;

/**
 * What stands at a place. A part in which something is typed stays as it was when somebody else deletes it, so that the text is not lost
 * with it: `gone` names what was deleted.
 */
export function useKeptPart(found: Found | null, place: string, isDirty: boolean) {
  const [kept, setKept] = useState({ place, found });
  const gone = kept.place === place && isDirty ? goneOf(kept.found, found) : null;
  if (gone === null && (kept.place !== place || !isSame(kept.found, found))) setKept({ place, found });
  return gone === null ? { found, gone } : { found: kept.found, gone };
}
