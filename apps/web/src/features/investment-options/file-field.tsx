import { FileSpreadsheet, Upload, X } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { cx } from '../../ui/class-names';

interface Props {
  /** Whether a file may be chosen. */
  enabled: boolean;
  /** The file is being taken, so it cannot be removed or replaced. */
  held: boolean;
  file: File | null;
  /** What the check found, in a few words. */
  note: string;
  /** The file cannot be taken. */
  isWrong: boolean;
  onFile: (file: File) => void;
  onRemove: () => void;
}

const BOX = 'flex min-h-10 items-center gap-3 rounded-md border px-3 text-base pointer-coarse:min-h-11';

/** The one file of the page: chosen or dropped, once a platform and a data date are known. */
export function FileField({ enabled, held, file, note, isWrong, onFile, onRemove }: Props) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    // Otherwise the browser would open the file in the place of the page.
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (enabled && !held && dropped !== undefined) onFile(dropped);
  };
  return (
    <div
      role="group"
      aria-label="File"
      data-testid="file-field"
      className="min-w-0"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span className="mb-1 block text-base font-semibold" aria-hidden>
        File
      </span>
      {!enabled ? (
        <p className={cx(BOX, 'justify-center border-dashed border-line-strong bg-sunken text-ink-3')}>
          Choose a platform and a data date first
        </p>
      ) : file === null ? (
        <div className={cx(BOX, 'settle border-dashed', isOver ? 'border-brand bg-brand-soft' : 'border-line-strong')}>
          <FileTrigger
            acceptedFileTypes={['.csv', 'text/csv']}
            onSelect={(chosen) => {
              const [one] = chosen ?? [];
              if (one !== undefined) onFile(one);
            }}
          >
            <Button className="settle -ml-2 inline-flex h-8 items-center gap-2 rounded-sm px-2 font-semibold text-brand hover:bg-brand-soft pointer-coarse:h-10">
              <Upload size={16} aria-hidden />
              Choose a file
            </Button>
          </FileTrigger>
          <span className="min-w-0 truncate text-sm text-ink-3">or drop a CSV file here</span>
        </div>
      ) : (
        <div
          className={cx(
            BOX,
            'py-0.5',
            isWrong ? 'border-danger-line bg-danger-soft' : 'border-brand-line bg-brand-soft',
          )}
        >
          <FileSpreadsheet size={17} className={cx('shrink-0', isWrong ? 'text-danger' : 'text-brand')} aria-hidden />
          <p className="min-w-0 flex-1">
            <span className="mr-2 font-semibold wrap-anywhere">{file.name}</span>
            <span role="status" className="text-ink-2">
              {note}
            </span>
          </p>
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            disabled={held}
            onClick={onRemove}
            className="-mr-1.5 grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 enabled:hover:text-ink pointer-coarse:size-11"
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}
