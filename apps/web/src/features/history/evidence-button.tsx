import { FileCheck, LoaderCircle } from 'lucide-react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { Button } from '../../ui/button';

const Spinner = (props: { size?: number }) => <LoaderCircle {...props} className="motion-safe:animate-spin" />;

/** The view, its digests and its proof as a dated document. */
export function EvidenceButton({ viewId }: { viewId: string }) {
  const { busy, failure, download } = useDownload();
  return (
    <>
      <Button
        icon={busy ? (Spinner as typeof LoaderCircle) : FileCheck}
        busy={busy}
        onClick={() => void download({ url: `api/history/views/${viewId}/evidence`, method: 'POST' })}
      >
        {busy ? 'Preparing…' : 'Evidence, PDF'}
      </Button>
      <div className="basis-full empty:hidden">
        <DownloadFailed what="The evidence" failure={failure} />
      </div>
    </>
  );
}
