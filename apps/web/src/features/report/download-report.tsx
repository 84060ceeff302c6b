import type { Plan } from '@superscope/contracts/plan';
import { Download, LoaderCircle } from 'lucide-react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import type { PeriodKey } from '../../portal/period/period';
import { Button } from '../../ui/button';

const Spinner = (props: { size?: number }) => <LoaderCircle {...props} className="motion-safe:animate-spin" />;

interface Props {
  plan: Plan;
  period: PeriodKey;
}

/** The report as a PDF that the server makes of this page. */
export function DownloadReport({ plan: { id, name }, period }: Props) {
  const { busy, failure, download } = useDownload();
  const get = () =>
    void download({ url: 'pcm/', method: 'POST', body: { data: { currentPlan: { id, name }, period } } });
  return (
    <div className="flex flex-col items-start xl:items-end">
      <Button kind="primary" icon={busy ? (Spinner as typeof LoaderCircle) : Download} busy={busy} onClick={get}>
        {busy ? 'Preparing…' : 'Download PDF'}
      </Button>
      <div className="max-w-sm pt-1.5 empty:hidden">
        <DownloadFailed what="The report" failure={failure} />
      </div>
    </div>
  );
}
