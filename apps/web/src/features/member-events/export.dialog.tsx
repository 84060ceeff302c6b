import { Download } from 'lucide-react';
import { useState } from 'react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { DetailDialog } from '../../ui/detail-dialog';
import { sydneyToday } from '../../ui/format';

/** The earliest date that the analytics engine can store. */
const FIRST_DAY = '1970-01-01';

/** Downloads the events within a range of dates of all members in reach. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const today = sydneyToday();
  const [from, setFrom] = useState<string | null>(`${today.slice(0, 8)}01`);
  const [to, setTo] = useState<string | null>(today);
  const { download, busy, failure } = useDownload();
  const isWithin = (day: string | null): day is string => day !== null && day >= FIRST_DAY && day <= today;
  const isBackwards = isWithin(from) && isWithin(to) && to < from;
  const isReady = isWithin(from) && isWithin(to) && !isBackwards;
  return (
    <DetailDialog
      title="Save member events"
      note="What was recorded of all members in your reach, dated within these days. Taking the file is noted in the access log."
      onClose={onClose}
    >
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        <DateField label="From" min={FIRST_DAY} max={today} value={from} onChange={setFrom} />
        <DateField
          label="To"
          min={FIRST_DAY}
          max={today}
          value={to}
          onChange={setTo}
          error={isBackwards ? 'The end date cannot be before the start date.' : undefined}
        />
      </div>
      <div className="mt-4 empty:hidden">
        <DownloadFailed what="The file" failure={failure} />
      </div>
      <div className="mt-4 flex justify-end">
        <Button
          kind="primary"
          icon={Download}
          disabled={!isReady || busy}
          onClick={() => void download({ url: 'api/members/events', params: { startDate: from, endDate: to } })}
        >
          Save as CSV
        </Button>
      </div>
    </DetailDialog>
  );
}
