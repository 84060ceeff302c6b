import type { ReactNode } from 'react';
import { Button, DropZone, FileTrigger, isFileDropItem } from 'react-aria-components';
import { cx } from './class-names';

const LINK = 'font-semibold text-brand hover:underline pointer-coarse:min-h-11';

interface Props {
  /** What may be dropped or pasted here, for people who do not see it. */
  label: string;
  /** Endings and types among which a person chooses: `.pdf`. What is dropped or pasted may be anything. */
  accepts: readonly string[];
  /** Several at a time; otherwise the first of those that are dropped counts. */
  several?: boolean;
  /** Never with none. */
  onFiles: (files: File[]) => void;
  className?: string;
  /** `choose` is a button with these words that opens the chooser, as a link unless it has a look of its own. */
  children: (choose: (words: string, className?: string) => ReactNode) => ReactNode;
}

/** An area on which files are dropped, pasted or chosen. */
export function FileDrop({ label, accepts, several = false, onFiles, className, children }: Props) {
  const take = (given: readonly File[]) => {
    const files = several ? [...given] : given.slice(0, 1);
    if (files.length > 0) onFiles(files);
  };
  return (
    <DropZone
      aria-label={label}
      data-testid="file-drop"
      getDropOperation={() => 'copy'}
      onDrop={({ items }) =>
        void Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())).then((files) => take(files))
      }
      className={({ isDropTarget, isFocusVisible }) =>
        cx(
          'settle border border-dashed',
          isDropTarget ? 'border-brand bg-brand-soft' : 'border-line-strong',
          isFocusVisible && 'outline-2 outline-offset-2 outline-brand',
          className,
        )
      }
    >
      {children((words, look = LINK) => (
        <FileTrigger
          allowsMultiple={several}
          acceptedFileTypes={accepts}
          onSelect={(chosen) => take([...(chosen ?? [])])}
        >
          <Button className={look}>{words}</Button>
        </FileTrigger>
      ))}
    </DropZone>
  );
}
