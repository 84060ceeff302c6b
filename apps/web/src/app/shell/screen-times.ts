import { mostScreens, mostScreenMs, type ScreenTimes } from '@superscope/contracts/speed';
import { screens, type Screen } from '@superscope/contracts/screens';
import { useEffect, useRef } from 'react';
import { matchPath, useLocation } from 'react-router';
import { baseApi } from '../../portal/api/base.api';
import { useStoreDispatch } from '../../portal/state';
import { useUnfinishedParts } from '../../ui/unfinished';

const TELL_EVERY_MS = 30_000;
/** A navigation that began longer ago than this was begun by something else than the last press. */
const PRESS_COUNTS_MS = 5_000;

const paths = Object.keys(screens) as Screen[];
/** The screen at a path, by its template: ids in the path stay here. */
export const screenAt = (pathname: string): Screen | null => paths.find((path) => matchPath(path, pathname)) ?? null;

const speedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    tellScreens: build.mutation<void, ScreenTimes>({
      query: (body) => ({ url: 'api/speed/screens', method: 'POST', body }),
    }),
  }),
});

/** When the last press began something, as `performance.now()`; the page's first address was opened at 0. */
let pressedAt = 0;
for (const press of ['click', 'keydown'] as const)
  window.addEventListener(press, () => (pressedAt = performance.now()), { capture: true, passive: true });

/** Two frames: what was committed is on the screen after the first. */
const onceDrawn = (then: () => void): (() => void) => {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(then)));
  return () => cancelAnimationFrame(frame);
};

/** Times each screen from the press that leads to it until all of it is drawn, and tells the server now and then, without the address. */
export function useScreenTimes() {
  const dispatch = useStoreDispatch();
  const { pathname } = useLocation();
  const { loading } = useUnfinishedParts();
  const gathered = useRef<ScreenTimes['screens']>([]);
  const timed = useRef<{ screen: Screen; from: number } | null>(null);

  useEffect(() => {
    const now = performance.now();
    const screen = screenAt(pathname);
    // The renderer opens pages too. Nobody waits for those.
    const counts = screen !== null && !navigator.webdriver && !document.hidden;
    timed.current = counts ? { screen, from: now - pressedAt > PRESS_COUNTS_MS ? now : pressedAt } : null;
  }, [pathname]);

  useEffect(() => {
    if (loading > 0) return;
    return onceDrawn(() => {
      const { current } = timed;
      timed.current = null;
      if (current === null || gathered.current.length >= mostScreens) return;
      const ms = Math.round(performance.now() - current.from);
      if (ms <= mostScreenMs) gathered.current.push({ screen: current.screen, ms });
    });
  }, [pathname, loading]);

  useEffect(() => {
    const tell = () => {
      const told = gathered.current.splice(0);
      // A loss does no harm.
      if (told.length > 0) void dispatch(speedApi.endpoints.tellScreens.initiate({ screens: told }, { track: false }));
    };
    // A tab that nobody looks at draws nothing, so its screen is not timed any more.
    const hide = () => {
      if (!document.hidden) return;
      timed.current = null;
      tell();
    };
    const timer = setInterval(tell, TELL_EVERY_MS);
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [dispatch]);
}
