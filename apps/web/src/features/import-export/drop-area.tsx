import { Upload } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { cx } from '../../ui/class-names';

/** An area for dropping or choosing several files. */
export function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    <div
      data-testid="drop-area"
      // Without this the browser would open the file in the place of the page.
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        'settle grid justify-items-center rounded-lg border border-dashed px-4 py-7 text-center',
        isOver ? 'border-brand bg-brand-soft' : 'border-line-strong',
      )}
    >
      <Upload size={24} className="text-ink-3" aria-hidden />
      <p className="mt-2 text-md font-semibold">Drop files here</p>
      <p className="mt-0.5 text-sm text-ink-3">
        One or several. All are checked before the first is imported, in the order in which they need each other.
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
    </div>
  );
}
