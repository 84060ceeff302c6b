import { useState } from 'react';

/**
 * How often a value has become another one by itself: while `asked`, what somebody chose to see, stayed the same. Another choice, and the
 * first value, count for nothing.
 */
export function useUpdates(value: unknown, asked: string): number {
  const [seen, setSeen] = useState({ value, asked, count: 0 });
  if (value !== undefined && (seen.value !== value || seen.asked !== asked)) {
    const isUpdate = seen.asked === asked && seen.value !== undefined;
    setSeen({ value, asked, count: isUpdate ? seen.count + 1 : seen.count });
  }
  return seen.count;
}
