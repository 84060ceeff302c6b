import { Save, Trash2 } from 'lucide-react';
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import { RequestForm } from '../../portal/forms/request-form';
import type { DrawnForm } from '../../portal/forms/use-request-form';
import { Button } from '../../ui/button';
import { dateTime } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import type { Newer } from './use-template-save';

interface Props {
  /** The names of what holds the part, outermost first. */
  holders: readonly string[];
  title: string;
  /** 'Save item' */
  action: string;
  form: DrawnForm;
  /** Something is typed that is not saved. */
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
  /** Shows again what is saved. */
  onDiscard: () => void;
  /** What others changed, if that refused the last save. */
  newer?: Newer | null;
  /** Null for a part that is being added. */
  onDelete: (() => void) | null;
  /** Leaves a part that is being added. */
  onCancel?: (() => void) | undefined;
  children: ReactNode;
  /** Under the form. */
  below?: ReactNode;
}

/** The frame of each editor: what is edited, its fields, and how it is saved. Ctrl+S saves too. */
export function EditorCard({ holders, title, action, form, isDirty, onDirty, onDelete, ...rest }: Props) {
  const { onDiscard, onCancel, newer = null, children, below } = rest;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!form.isBusy) form.submit();
  };
  return (
    <section aria-label="Editor" className="card min-w-0" onKeyDown={press}>
      <div className="flex items-start gap-3 px-5 pt-4">
        <div className="min-w-0 flex-1">
          {holders.length > 0 && <p className="truncate text-sm text-ink-3">{holders.join(' › ')}</p>}
          <h2 className="text-lg font-[650] wrap-anywhere">{title}</h2>
        </div>
        {onDelete !== null && (
          <button
            type="button"
            aria-label={`Delete ${title}`}
            title="Delete"
            onClick={onDelete}
            className="grid size-9 shrink-0 place-items-center rounded-md border border-danger-line text-danger hover:bg-danger-soft pointer-coarse:size-11"
          >
            <Trash2 size={16} aria-hidden />
          </button>
        )}
      </div>
      <RequestForm form={form} className="px-5 pb-4 pt-3">
        {children}
        {newer !== null && <ChangedSince newer={newer} action={action} />}
        <div className="-mx-5 flex flex-wrap items-center justify-end gap-2 border-t px-5 pt-4">
          <span className="mr-auto text-sm text-ink-3">{isDirty ? 'Not saved' : ''}</span>
          {onCancel !== undefined ? (
            <Button onClick={onCancel}>Cancel</Button>
          ) : (
            isDirty && <Button onClick={onDiscard}>Discard</Button>
          )}
          <Button kind="primary" type="submit" icon={Save} busy={form.isBusy}>
            {action}
          </Button>
        </div>
      </RequestForm>
      {below}
    </section>
  );
}

/** Who changed what since the part was read. What is typed stands above. */
const ChangedSince = ({ newer: { message, changes }, action }: { newer: Newer; action: string }) => (
  <MessageBox tone="attention" stays>
    <p>{message}</p>
    <ul className="my-1 list-disc pl-5">
      {changes.map(({ revision, what, from, to, by, at }) => (
        <li key={revision} className="wrap-anywhere">
          {what}
          {from !== null && to !== null ? `: “${from}” became “${to}”` : ''} ({by ?? 'Somebody whose account is gone'},{' '}
          {dateTime(at)})
        </li>
      ))}
    </ul>
    <p>What you typed is still here. {action} again puts it over theirs.</p>
  </MessageBox>
);
