import { pageProgressEvent, type PageProgress } from '@superscope/contracts/page-event';
import { useEffect } from 'react';

/** Tells the renderer how many sheets of this page are drawn, so that people who wait for its file can be told. */
export function useSaidProgress(done: number, total: number): void {
  useEffect(() => {
    if (total === 0) return;
    const detail: PageProgress = { done, total };
    document.dispatchEvent(new CustomEvent(pageProgressEvent, { detail }));
  }, [done, total]);
}
