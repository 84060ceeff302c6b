import { treeNames, type DevOpsNews, type DevOpsTree, type TreeName } from '@superscope/contracts/dev-ops';
import { useEffect, useState } from 'react';
import { recheckSession } from '../../portal/session/session.api';
import { useStoreDispatch } from '../../portal/state';
import { devOpsApi } from './dev-ops.api';
import { gist } from './node-lines';

/** The server tells something every few seconds. After this long without a word the connection is gone. */
export const SILENT_MS = 15_000;
export const AGAIN_MS = 5_000;

export interface Live {
  isLive: boolean;
  /** When the server last told something; null before the first time. All in milliseconds. */
  heardAt: number | null;
  /** When the connection is tried again; null while there is one, and while one is being made. */
  againAt: number | null;
  /** When something other than numbers last changed. */
  changedAt: number | null;
  /** Trees that the server cannot read, and since when. */
  unread: Partial<Record<TreeName, number>>;
}

const before: Live = { isLive: false, heardAt: null, againAt: null, changedAt: null, unread: {} };

/** Follows the trees while the page is visible, and puts what changed into the answers of their requests. */
export function useLiveTrees(): Live {
  const dispatch = useStoreDispatch();
  const [live, setLive] = useState(before);
  useEffect(() => {
    if (typeof EventSource === 'undefined') return;
    const gists = new Map<TreeName, string>();
    let source: EventSource | null = null;
    let silent: ReturnType<typeof setTimeout> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;

    const close = () => {
      source?.close();
      source = null;
      clearTimeout(silent);
      clearTimeout(again);
    };
    const breaks = () => {
      close();
      setLive((was) => ({ ...was, isLive: false, againAt: Date.now() + AGAIN_MS }));
      again = setTimeout(() => {
        // The session may have ended, and then the trees must leave the screen.
        void dispatch(recheckSession()).then(() => {
          if (!isOver && !document.hidden) open();
        });
      }, AGAIN_MS);
    };
    const hear = () => {
      clearTimeout(silent);
      silent = setTimeout(breaks, SILENT_MS);
    };
    const take = (name: TreeName, tree: DevOpsTree): boolean => {
      void dispatch(devOpsApi.util.upsertQueryData('devOpsTree', name, tree));
      const now = gist(tree.children);
      const isOther = gists.get(name) !== now;
      gists.set(name, now);
      return isOther;
    };
    const open = () => {
      close();
      setLive((was) => ({ ...was, againAt: null }));
      source = new EventSource('/api/devops/live');
      source.addEventListener('trees', (event) => {
        const news = JSON.parse((event as MessageEvent<string>).data) as DevOpsNews;
        hear();
        const now = Date.now();
        const changed = treeNames.filter((name) => news.trees[name] !== undefined && take(name, news.trees[name]));
        setLive((was) => ({
          isLive: true,
          heardAt: now,
          againAt: null,
          changedAt: changed.length > 0 ? now : was.changedAt,
          unread: Object.fromEntries(news.unread.map((name) => [name, was.unread[name] ?? was.heardAt ?? now])),
        }));
      });
      source.addEventListener('error', breaks);
      hear();
    };
    const showOrHide = () => {
      if (document.hidden) close();
      else open();
    };
    let isOver = false;
    document.addEventListener('visibilitychange', showOrHide);
    if (!document.hidden) open();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', showOrHide);
      close();
    };
  }, [dispatch]);
  return live;
}
