import { Upload } from 'lucide-react';
import { Button, DropZone, FileTrigger, isFileDropItem, type FileDropItem } from 'react-aria-components';
import { cx } from '../../ui/class-names';

/** Where files are dropped, pasted or chosen; several at once. */
export const DropArea = ({ onFiles }: { onFiles: (files: File[]) => void }) => (
  <DropZone
    aria-label="Files to import"
    onDrop={({ items }) => {
      const files = items.filter((item): item is FileDropItem => isFileDropItem(item));
      void Promise.all(files.map((item) => item.getFile())).then(onFiles);
    }}
    className={({ isDropTarget, isFocusVisible }) =>
      cx(
        'settle grid justify-items-center rounded-lg border border-dashed px-4 py-7 text-center',
        isDropTarget ? 'border-brand bg-brand-soft' : 'border-line-strong',
        isFocusVisible && 'outline-2 outline-offset-2 outline-focus',
      )
    }
  >
    <Upload size={24} className="text-ink-3" aria-hidden />
    <p className="mt-2 text-md font-semibold">Drop files here</p>
    <p className="mt-0.5 text-sm text-ink-3">
      One or several. They are taken in the order in which they need each other.
    </p>
    <FileTrigger
      allowsMultiple
      acceptedFileTypes={['.csv', 'text/csv']}
      onSelect={(chosen) => chosen && onFiles([...chosen])}
    >
      <Button className="settle mt-3 inline-flex h-9 items-center gap-2 rounded-md bg-brand px-3.5 text-base font-semibold text-on-brand hover:bg-brand-hover pointer-coarse:h-11">
        Choose files
      </Button>
    </FileTrigger>
  </DropZone>
);
