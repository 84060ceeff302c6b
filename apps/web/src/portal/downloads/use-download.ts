import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';
import { messageOf, referenceOf } from '../api/base.api';
import { useStoreDispatch } from '../state';
import { downloadApi } from './download.api';

export interface DownloadFailure {
  message: string | null;
  reference: string | null;
}

/** Downloads a file from the server. `failure` says why the last attempt failed. */
export function useDownload() {
  const dispatch = useStoreDispatch();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<DownloadFailure | null>(null);
  const download = async (asked: string | FetchArgs) => {
    setBusy(true);
    setFailure(null);
    const request = dispatch(downloadApi.endpoints.download.initiate(asked, { forceRefetch: true }));
    try {
      const { address, name } = await request.unwrap();
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      // The browser has begun to save the file, so its bytes need not be kept.
      setTimeout(() => URL.revokeObjectURL(address), 0);
    } catch (error) {
      setFailure({ message: messageOf(error) ?? null, reference: referenceOf(error) });
    } finally {
      request.unsubscribe();
      setBusy(false);
    }
  };
  return { busy, failure, download };
}
