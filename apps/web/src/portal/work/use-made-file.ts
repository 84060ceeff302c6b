import type { ReportRequest, WorkItem } from '@superscope/contracts/work';
import { useEffect, useRef, useState } from 'react';
import { messageOf, referenceOf } from '../api/base.api';
import type { DownloadFailure } from '../downloads/use-download';
import { useFileDownload } from './use-file-download';
import { useOwnWorkQuery, useRequestReportMutation } from './work.api';
import { isUnderWay } from './work-words';

/** How often the server is asked while the file is made, beside what it announces. */
const EVERY_MS = 2_000;

/**
 * Has a file made in the background, and downloads it once it is made. If the page is left before, the file waits in 'Your files'.
 * `item` is the work as it is now.
 */
export function useMadeFile() {
  const [request, requested] = useRequestReportMutation();
  const { save, failure: notDownloaded } = useFileDownload();
  const [workId, setWorkId] = useState<string | null>(null);
  const isWaiting = (of: WorkItem | undefined) => workId !== null && (of === undefined || isUnderWay(of));
  const { data } = useOwnWorkQuery(undefined, { skip: workId === null });
  const item = data?.items.find((each) => each.workId === workId);
  useOwnWorkQuery(undefined, { skip: !isWaiting(item), pollingInterval: EVERY_MS });
  const downloaded = useRef<string | null>(null);
  const isMade = item?.state === 'done';
  useEffect(() => {
    if (!isMade || workId === null || downloaded.current === workId) return;
    downloaded.current = workId;
    void save(workId);
  }, [isMade, workId, save]);
  const make = async (asked: ReportRequest) => {
    const begun = await request(asked);
    if (begun.data === undefined) return;
    // The same request of less than a minute before may be made already: it is downloaded again.
    downloaded.current = null;
    setWorkId(begun.data.workId);
  };
  const failure: DownloadFailure | null = requested.isError
    ? { message: messageOf(requested.error) ?? null, reference: referenceOf(requested.error) }
    : item?.state === 'failed'
      ? { message: item.reason, reference: null }
      : notDownloaded;
  return { make, busy: requested.isLoading || (!requested.isError && isWaiting(item)), item, failure };
}
