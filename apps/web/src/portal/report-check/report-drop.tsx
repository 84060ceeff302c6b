import { FileCheck2 } from 'lucide-react';
import { FileDrop } from '../../ui/file-drop';

/** Takes the PDF of a report, dropped or chosen. */
export const ReportDrop = ({ onFile }: { onFile: (file: File) => void }) => (
  <FileDrop
    label="PDF of a report"
    accepts={['.pdf', 'application/pdf']}
    onFiles={([file]) => onFile(file!)}
    className="grid justify-items-center rounded-md px-4 py-6 text-center"
  >
    {(choose) => (
      <>
        <FileCheck2 size={24} className="text-ink-3" aria-hidden />
        <p className="mt-2 text-base font-semibold">Drop the PDF here</p>
        <p className="flex items-center gap-1 text-base text-ink-2">or {choose('choose it')}</p>
      </>
    )}
  </FileDrop>
);
