import type { KeptFigure } from '@superscope/contracts/kept-figures';
import { pageEvent, type PageMessage } from '@superscope/contracts/page-event';
import { useEffect } from 'react';
import { useUnfinishedParts, type Unfinished } from '../../ui/unfinished';
import type { PageView } from '../page-header/use-page-view';
import './names.css';
import './paper-typeface.css';

interface Announced {
  /** The figures that the page keeps. */
  collect?: () => readonly KeptFigure[];
  /** Looks at the page once it is drawn; a sentence that says why it would be no good file, or null. */
  refuses?: () => string | null;
}

/** Announces a page with a plan's figures: see useAnnounced. */
export function useAnnouncedPage(page: Pick<PageView, 'isLoading' | 'view' | 'campaigns'>, also?: Announced) {
  useAnnounced(stateOf(page, useUnfinishedParts()), also);
}

/**
 * Tells the renderer when everything on this page is drawn, fonts too, or that there is nothing to draw. `drawn` is null while that is
 * not known. The message is an event of the document, and also an attribute of its root for listeners that come later.
 */
export function useAnnounced(
  drawn: Exclude<PageMessage['state'], 'refused'> | null,
  { collect, refuses }: Announced = NOTHING_ELSE,
) {
  useEffect(() => {
    if (drawn === null) return;
    let isOld = false;
    const root = document.documentElement;
    void fontsLoaded().then(() => {
      if (isOld) return;
      const refusal = drawn === 'ready' ? (refuses?.() ?? null) : null;
      const state = refusal === null ? drawn : 'refused';
      const message: PageMessage = {
        state,
        said: drawn === 'ready' ? refusal : saidOnPage(drawn === 'empty' ? '[data-said]' : '[data-failed]'),
        ...(collect && state === 'ready' && { figures: collect() }),
      };
      root.dataset.page = state;
      document.dispatchEvent(new CustomEvent(pageEvent, { detail: message }));
    });
    return () => {
      isOld = true;
      delete root.dataset.page;
    };
  }, [drawn, collect, refuses]);
}

const NOTHING_ELSE: Announced = {};

function stateOf(
  { isLoading, view, campaigns }: Pick<PageView, 'isLoading' | 'view' | 'campaigns'>,
  { loading, failed, empty }: Unfinished,
) {
  if (failed > 0) return 'failed';
  // Charts show the campaigns as markers.
  const awaitsCampaigns = view !== null && campaigns.data === undefined && !campaigns.failed;
  if (isLoading || awaitsCampaigns || loading > 0) return null;
  return view === null || empty > 0 ? 'empty' : 'ready';
}

/** The sentences that replace figures. */
const saidOnPage = (where: string) =>
  [...document.querySelectorAll(where)]
    .map(({ textContent }) => textContent.trim())
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    .join(' ');

/** The faces of paper (paper-typeface.css). A screen draws none of them, and printing from it would not wait for them. */
const paperFaces = [400, 500, 600, 700].map((weight) => `${weight} 1em Figtree`);

/** A letter of each range of characters: a font is loaded only for a text that it has a letter of. */
const LETTERS = 'aā';

/** Older browsers have no list of fonts. */
async function fontsLoaded(): Promise<void> {
  await Promise.allSettled(paperFaces.map((face) => document.fonts?.load(face, LETTERS)));
  await document.fonts?.ready;
}
