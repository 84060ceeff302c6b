import { baseApi } from '../api/base.api';
import { useDownload } from '../downloads/use-download';
import { useStoreDispatch } from '../state';
import { fileOf } from './work.api';

const { invalidateTags } = baseApi.enhanceEndpoints({ addTagTypes: ['Work'] }).util;

/** Downloads a made file. The lists of work are asked for again, because the file is no longer new. */
export function useFileDownload() {
  const dispatch = useStoreDispatch();
  const { busy, failure, download } = useDownload();
  const save = async (workId: string) => {
    await download(fileOf(workId));
    dispatch(invalidateTags(['Work']));
  };
  return { busy, failure, save };
}
