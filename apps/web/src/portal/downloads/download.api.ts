import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { baseApi } from '../api/base.api';

/** A file in the browser's memory. `address` is an object URL, which the caller revokes. */
export interface HeldFile {
  address: string;
  name: string;
}

const nameIn = (disposition: string | null): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
};

async function held(response: Response): Promise<unknown> {
  if (!response.ok) return response.json().catch(() => ({}));
  const name = nameIn(response.headers.get('Content-Disposition')) ?? 'download';
  return { address: URL.createObjectURL(await response.blob()), name } satisfies HeldFile;
}

export const downloadApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    download: build.query<HeldFile, string | FetchArgs>({
      query: (asked) => ({ ...(typeof asked === 'string' ? { url: asked } : asked), responseHandler: held }),
      keepUnusedDataFor: 0,
    }),
  }),
});
