import { Reference } from '../../ui/states';
import type { DownloadFailure } from './use-download';

/** Says what did not download, and the server's reason. */
export const DownloadFailed = ({ what, failure }: { what: string; failure: DownloadFailure | null }) =>
  failure && (
    <div role="alert" className="pb-2.5 text-sm text-danger">
      {what} did not download.{failure.message !== null && ` ${failure.message}`}
      <Reference id={failure.reference} />
    </div>
  );
