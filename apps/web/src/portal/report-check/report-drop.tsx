import { FileCheck2 } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { cx } from '../../ui/class-names';

/** Takes the PDF of a report, dropped or chosen. */
export function ReportDrop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    // Otherwise the browser would open the file in the place of the page.
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  };
  return (
    <div
      data-testid="report-drop"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        'settle grid justify-items-center rounded-md border border-dashed px-4 py-6 text-center',
        isOver ? 'border-brand bg-brand-soft' : 'border-line-strong',
      )}
    >
      <FileCheck2 size={24} className="text-ink-3" aria-hidden />
      <p className="mt-2 text-base font-semibold">Drop the PDF here</p>
      <p className="flex items-center gap-1 text-base text-ink-2">
        or
        <FileTrigger
          acceptedFileTypes={['.pdf', 'application/pdf']}
          onSelect={(chosen) => {
            const [file] = chosen ?? [];
            if (file !== undefined) onFile(file);
          }}
        >
          <Button className="font-semibold text-brand hover:underline pointer-coarse:min-h-11">choose it</Button>
        </FileTrigger>
      </p>
    </div>
  );
}
