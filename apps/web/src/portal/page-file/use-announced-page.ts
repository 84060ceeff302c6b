import { pageEvent, type PageState } from '@superscope/contracts/page-event';
import { useEffect } from 'react';
import { useUnfinishedParts } from '../../ui/unfinished';
import type { PageView } from '../page-header/use-page-view';

/**
 * Tells the program that makes a file of this page when everything on it is drawn, fonts too, or that there will be nothing to keep.
 * That is an event of the document, and stays as a mark on its root for whoever listens later.
 */
export function useAnnouncedPage(page: PageView) {
  const { loading, failed } = useUnfinishedParts();
  const state = stateOf(page, loading, failed);
  useEffect(() => {
    if (state === null) return;
    let isOld = false;
    const root = document.documentElement;
    void fontsLoaded().then(() => {
      if (isOld) return;
      root.dataset.page = state;
      document.dispatchEvent(new CustomEvent(pageEvent, { detail: state }));
    });
    return () => {
      isOld = true;
      delete root.dataset.page;
    };
  }, [state]);
}

function stateOf(page: PageView, loading: number, failed: number): PageState | null {
  if (failed > 0) return 'failed';
  if (page.isLoading || loading > 0) return null;
  return page.view === null ? 'empty' : 'ready';
}

/** Older browsers have no list of fonts. */
const fontsLoaded = async (): Promise<unknown> => document.fonts?.ready;
