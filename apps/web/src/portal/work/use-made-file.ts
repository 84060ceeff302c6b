import type { ReportRequest, WorkItem } from '@superscope/contracts/work';
import { useEffect, useState } from 'react';
import { messageOf, referenceOf } from '../api/base.api';
import { useDownload, type DownloadFailure } from '../downloads/use-download';
import { fileOf, useOwnWorkQuery, useRequestReportMutation } from './work.api';

/** Where no change is announced, the server is asked this often. */
const EVERY_MS = 2_000;

/**
 * Has a file made in the background, and downloads it once it is made. If the page is left before, the file waits in 'Your files'.
 * `item` is the work as it is now.
 */
export function useMadeFile() {
  const [request] = useRequestReportMutation();
  const { download, failure: notDownloaded } = useDownload();
  const [workId, setWorkId] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<DownloadFailure | null>(null);
  const { data } = useOwnWorkQuery(undefined, { skip: workId === null, pollingInterval: EVERY_MS });
  const item: WorkItem | undefined = data?.items.find((each) => each.workId === workId);
  const state = item?.state;
  const reason = item?.reason ?? null;
  useEffect(() => {
    if (workId === null || state === undefined) return;
    if (state === 'done') void download(fileOf(workId));
    else if (state === 'failed') setFailure({ message: reason, reference: null });
    else if (state !== 'stopped') return;
    setWorkId(null);
    // `download` is another function at each render, and the file is downloaded once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [workId, state]);
  const make = async (asked: ReportRequest) => {
    setAsking(true);
    setFailure(null);
    try {
      setWorkId((await request(asked).unwrap()).workId);
    } catch (error) {
      setFailure({ message: messageOf(error) ?? null, reference: referenceOf(error) });
    } finally {
      setAsking(false);
    }
  };
  return { make, busy: isAsking || workId !== null, item, failure: failure ?? notDownloaded };
}
