import { Upload } from 'lucide-react';
import { FileDrop } from '../../ui/file-drop';

const CHOOSE =
  'settle mt-3 inline-flex h-9 items-center gap-2 rounded-md bg-brand px-3.5 text-base font-semibold text-on-brand hover:bg-brand-hover pointer-coarse:h-11';

/** An area for dropping or choosing several files. */
export const DropArea = ({ onFiles }: { onFiles: (files: File[]) => void }) => (
  <FileDrop
    label="CSV files"
    several
    accepts={['.csv', 'text/csv']}
    onFiles={onFiles}
    className="grid justify-items-center rounded-lg px-4 py-7 text-center"
  >
    {(choose) => (
      <>
        <Upload size={24} className="text-ink-3" aria-hidden />
        <p className="mt-2 text-md font-semibold">Drop files here</p>
        <p className="mt-0.5 text-sm text-ink-3">
          One or several. All are checked before the first is imported, in the order in which they need each other.
        </p>
        {choose('Choose files', CHOOSE)}
      </>
    )}
  </FileDrop>
);
