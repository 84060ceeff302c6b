import { useLayoutEffect, useRef } from 'react';
import { useFonts } from './flowing';

interface Names {
  /** Selects what has a height of its own within the sheet. */
  body: string;
  /** The class of a sheet on which things stand close together. */
  tight: string;
}

/**
 * Moves together what stands on a sheet that has more than it holds, such as sentences about what is not published. Its letters keep their
 * size. `isOneSheet`: without it, what a page has more goes on on another sheet.
 */
export function useTight(isOneSheet: boolean, { body: selector, tight }: Names) {
  const sheet = useRef<HTMLElement>(null);
  // It is drawn again in the fonts of the document.
  const fonts = useFonts();
  useLayoutEffect(() => {
    const body = sheet.current?.querySelector(selector);
    if (!isOneSheet || !fonts || !sheet.current || !body) return;
    sheet.current.classList.remove(tight);
    if (body.scrollHeight > body.clientHeight + 1) sheet.current.classList.add(tight);
  });
  return sheet;
}
