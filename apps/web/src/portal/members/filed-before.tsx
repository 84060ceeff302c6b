import type { MemberConsultations } from '@superscope/contracts/consultation';
import { Download } from 'lucide-react';
import { Failure } from '../api/failure';
import { DownloadFailed } from '../downloads/download-failed';
import { useDownload } from '../downloads/use-download';
import { Button } from '../../ui/button';
import { dateTime } from '../../ui/format';
import { consultationPdf, useMemberConsultationsQuery } from './members.api';

const PARTS = { fees: 'fees', cover: 'cover and need', asfa: 'retirement standard' } as const;

/** Consultations that were filed for the member, newest first; nothing where there is none. Each is made again as it was. */
export function FiledBefore({ memberId }: { memberId: string }) {
  const { currentData, error, isError } = useMemberConsultationsQuery(memberId);
  if (!isError && (currentData === undefined || currentData.length === 0)) return null;
  return (
    <section aria-label="Filed before" className="card mt-4 overflow-hidden">
      <h2 className="px-5 pb-2 pt-4 text-md font-semibold">Filed before</h2>
      {isError && (
        <div className="border-t px-5 py-3">
          <Failure error={error} otherwise="What was filed before did not load." />
        </div>
      )}
      <ul>
        {(currentData ?? []).map((filed) => (
          <Filed key={filed.consultationId} memberId={memberId} of={filed} />
        ))}
      </ul>
    </section>
  );
}

function Filed({ memberId, of }: { memberId: string; of: MemberConsultations[number] }) {
  const pdf = useDownload();
  const { consultationId, at, filedBy, parts } = of;
  return (
    <li className="border-t px-5 py-2.5">
      <div className="flex items-center gap-3 text-base">
        <span className="min-w-0 flex-1">
          <span className="block">{dateTime(at)}</span>
          <span className="block text-sm text-ink-3 wrap-anywhere">
            {parts.map((part) => PARTS[part]).join(', ')}; by {filedBy}
          </span>
        </span>
        <Button
          icon={Download}
          busy={pdf.busy}
          aria-label={`PDF, consultation of ${dateTime(at)}`}
          onClick={() => void pdf.download(consultationPdf(memberId, consultationId))}
        >
          PDF
        </Button>
      </div>
      <DownloadFailed what="The consultation" failure={pdf.failure} />
    </li>
  );
}
