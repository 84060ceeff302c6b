import { useSyncExternalStore } from 'react';
import { baseApi } from '../../portal/api/base.api';
import { askBeforeLeaving } from '../../portal/leaving/leaving';
import { useStoreDispatch, useStoreState, type Dispatch } from '../../portal/state';
import { importExportApi } from './import-export.api';
import { ImportQueue } from './import-queue';
import { isOnlyHere } from './queued-file';
import { checkFiles, keepRefusedFile, uploadFile } from './upload-file';

/** The signed-in user's queue, one per store. It outlives the page and ends with the session. */
const queues = new WeakMap<Dispatch, { owner: string; queue: ImportQueue }>();

function lossOf(queue: ImportQueue): string | null {
  const count = queue.state().files.filter(isOnlyHere).length;
  if (count === 0) return null;
  const files = count === 1 ? 'One file is' : `${count} files are`;
  return `${files} not imported yet and would have to be chosen again. Leave anyway?`;
}

function end(queue: ImportQueue): void {
  queue.dispose();
  askBeforeLeaving('imports', null);
}

function queueOf(dispatch: Dispatch, owner: string): ImportQueue {
  const known = queues.get(dispatch);
  if (known?.owner === owner) return known.queue;
  if (known) end(known.queue);
  /** Stops all requests after sign-out. Accepted imports continue on the server. */
  const hasLeft = () => {
    const left = dispatch((_, state) => state().session.user?.username !== owner);
    if (left) end(queue);
    return left;
  };
  const queue: ImportQueue = new ImportQueue({
    upload: async (upload) => (hasLeft() ? { kind: 'stopped' } : dispatch(uploadFile(upload))),
    keep: async (upload) => (hasLeft() ? { kind: 'stopped' } : dispatch(keepRefusedFile(upload))),
    check: async (files) => (hasLeft() ? { kind: 'stopped' } : dispatch(checkFiles(files))),
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
  queue.subscribe(() => askBeforeLeaving('imports', lossOf(queue)));
  queues.set(dispatch, { owner, queue });
  return queue;
}

/** The files that the signed-in person brought to this tab. */
export function useImportQueue() {
  const dispatch = useStoreDispatch();
  const owner = useStoreState(({ session }) => session.user?.username ?? '');
  const queue = queueOf(dispatch, owner);
  const state = useSyncExternalStore(queue.subscribe, queue.state);
  return { queue, state };
}
