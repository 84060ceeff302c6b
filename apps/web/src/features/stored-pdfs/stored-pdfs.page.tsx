import type { RefusedPdf } from '@superscope/contracts/stored-pdfs';
import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../portal/api/failure';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { RecordTable } from '../../portal/records/record-table';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { usePageTitle } from '../../ui/use-page-title';
import { KeepPdfDialog } from './keep-pdf.dialog';
import { nameOf } from './pdf-words';
import { refusedColumns } from './refused-columns';
import { useStoredPdfsQuery, useTakeBackPdfMutation } from './stored-pdfs.api';

const PAGE_SIZE = 20;
const EVERY_MS = 30_000;
/** While files are looked at, which takes seconds each. */
const SOON_MS = 5_000;

/** The stored PDFs that are refused, and how many were looked at. */
export function StoredPdfsPage() {
  usePageTitle('Stored PDFs');
  const [isChecking, setChecking] = useState(false);
  const [keeping, setKeeping] = useState<RefusedPdf | null>(null);
  const [takingBack, setTakingBack] = useState<RefusedPdf | null>(null);
  const downloads = useDownload();
  const query = useStoredPdfsQuery(undefined, {
    pollingInterval: isChecking ? SOON_MS : EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const { data } = query;
  const left = data === undefined ? 0 : data.total - data.checked;
  if (left > 0 !== isChecking) setChecking(left > 0);
  return (
    <>
      <PlainHeader
        title="Stored PDFs"
        note="Flyers, microsite documents and PDFs for reports. Each is written anew before it is served; what that refuses is listed here and served to nobody."
      />
      {data !== undefined && left > 0 && (
        <div className="mb-4">
          <MessageBox tone="info" stays>
            {number(data.checked)} of {number(data.total)} stored PDFs are checked. The others follow by themselves.
          </MessageBox>
        </div>
      )}
      <DownloadFailed what="The PDF" failure={downloads.failure} />
      <RecordTable
        label="Refused PDFs"
        what="The refused PDFs"
        query={query}
        rows={data?.refused}
        columns={refusedColumns({
          onKeep: setKeeping,
          onTakeBack: setTakingBack,
          onOriginal: ({ sha256 }) => void downloads.download(`api/stored-pdfs/${sha256}/original`),
        })}
        idOf={({ sha256 }) => sha256}
        pages={PAGE_SIZE}
        empty={{
          icon: FileCheck,
          title: 'No stored PDF is refused',
          children:
            data === undefined || data.total === 0
              ? 'Nothing is stored yet.'
              : `${number(data.checked)} of ${number(data.total)} are checked.`,
        }}
      />
      {keeping && <KeepPdfDialog pdf={keeping} onClose={() => setKeeping(null)} />}
      {takingBack && <TakeBackDialog pdf={takingBack} onClose={() => setTakingBack(null)} />}
    </>
  );
}

function TakeBackDialog({ pdf, onClose }: { pdf: RefusedPdf; onClose: () => void }) {
  const [takeBack, { isLoading, error }] = useTakeBackPdfMutation();
  const confirm = async () => {
    const answer = await takeBack(pdf.sha256);
    if (!('error' in answer)) onClose();
  };
  return (
    <ConfirmDialog
      title={`Serve ‘${nameOf(pdf)}’ no more?`}
      action="Take back"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>Whoever asks for it is told that it was refused. It can be kept again.</p>
      <Failure error={error} otherwise="It could not be taken back. Please try again." className="mt-4" />
    </ConfirmDialog>
  );
}
