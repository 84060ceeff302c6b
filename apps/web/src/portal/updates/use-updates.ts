import { useState } from 'react';

/**
 * How often a value has changed by itself, while the user's choice `asked` stayed the same. Another choice, and the
 * first value, do not count.
 */
export function useUpdates(value: unknown, asked: string): number {
  const [seen, setSeen] = useState({ value, asked, count: 0 });
  if (value !== undefined && (seen.value !== value || seen.asked !== asked)) {
    const isUpdate = seen.asked === asked && seen.value !== undefined;
    setSeen({ value, asked, count: isUpdate ? seen.count + 1 : seen.count });
  }
  return seen.count;
}
