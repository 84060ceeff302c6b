import type { Plan } from '@superscope/contracts/plan';
import { ChevronDown, Download, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { onDemand } from '../../ui/on-demand';
import { Opener } from '../../ui/opener';
import { usePlanDownloads } from './use-plan-downloads';

const DownloadsPanel = onDemand(async () => (await import('./downloads-panel')).DownloadsPanel);
const FlyersDialog = onDemand(async () => (await import('./flyers-dialog')).FlyersDialog);

/** Opens the plan's downloads: files of its figures, and its flyers. What failed is said beside it. */
export function DownloadsButton({ plan }: { plan: Plan }) {
  const downloads = usePlanDownloads(plan);
  const [managing, setManaging] = useState(false);
  return (
    <>
      <Opener
        opens="dialog"
        reach={DownloadsPanel.reach}
        popUp={(opened) => (
          <DownloadsPanel {...opened} plan={plan} downloads={downloads} onManage={() => setManaging(true)} />
        )}
        className="control gap-2 hover:bg-hover max-sm:-order-1 print:hidden"
      >
        {downloads.busy ? (
          <LoaderCircle size={16} className="text-ink-3 motion-safe:animate-spin" aria-hidden />
        ) : (
          <Download size={16} className="text-ink-3" aria-hidden />
        )}
        <span className="max-sm:sr-only">Downloads</span>
        <ChevronDown size={15} className="text-ink-3" aria-hidden />
      </Opener>
      <span role="status" className="sr-only">
        {downloads.busy && 'Preparing…'}
      </span>
      {downloads.failed.length > 0 && (
        <div className="basis-full print:hidden">
          {downloads.failed.map(({ what, failure }) => (
            <DownloadFailed key={what} what={what} failure={failure} />
          ))}
        </div>
      )}
      {managing && <FlyersDialog plan={plan} onClose={() => setManaging(false)} />}
    </>
  );
}
