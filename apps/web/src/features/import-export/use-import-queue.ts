import { useEffect, useSyncExternalStore } from 'react';
import { baseApi } from '../../portal/api/base.api';
import { useStoreDispatch, useStoreState, type Dispatch } from '../../portal/state';
import { importExportApi } from './import-export.api';
import { ImportQueue } from './import-queue';
import { isBusy } from './queued-file';
import { uploadFile } from './upload-file';

/** The queue of the signed-in user in each store: it outlives the page, and ends with its owner's session. */
const queues = new WeakMap<Dispatch, { owner: string; queue: ImportQueue }>();

function queueOf(dispatch: Dispatch, owner: string): ImportQueue {
  const known = queues.get(dispatch);
  if (known?.owner === owner) return known.queue;
  known?.queue.dispose();
  /** After sign-out it sends nothing more. Accepted imports continue on the server. */
  const hasLeft = () => {
    const left = dispatch((_, state) => state().session.user?.username !== owner);
    if (left) queue.dispose();
    return left;
  };
  const queue: ImportQueue = new ImportQueue({
    upload: async (upload) => (hasLeft() ? { kind: 'stopped' } : dispatch(uploadFile(upload))),
    progress: async (importId) => {
      if (hasLeft()) return null;
      const { importProgress } = importExportApi.endpoints;
      const { data } = await dispatch(importProgress.initiate(importId, { forceRefetch: true, subscribe: false }));
      return data ?? null;
    },
    changed: () => {
      const { invalidateTags } = baseApi.enhanceEndpoints({ addTagTypes: ['CsvTables', 'ImportHistory'] }).util;
      dispatch(invalidateTags(['CsvTables', 'ImportHistory']));
    },
  });
  queues.set(dispatch, { owner, queue });
  return queue;
}

/** The files that the signed-in person brought to this tab. */
export function useImportQueue() {
  const dispatch = useStoreDispatch();
  const owner = useStoreState(({ session }) => session.user?.username ?? '');
  const queue = queueOf(dispatch, owner);
  const state = useSyncExternalStore(queue.subscribe, queue.state);
  const isSending = state.files.some(isBusy);
  useEffect(() => {
    if (!isSending) return;
    // The browser asks: a file that is still being sent has to be chosen again after the page was closed.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
  return { queue, state };
}
