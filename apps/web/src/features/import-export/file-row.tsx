import type { CsvError, ImportRefusal } from '@superscope/contracts/csv-import';
import { CircleAlert, CircleCheck, CircleDashed, FileUp, LoaderCircle, Wrench, X, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AskedFirst } from '../../portal/imports/asked-first';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { SelectField } from '../../ui/select-field';
import { Reference } from '../../ui/states';
import { CsvErrors } from '../../portal/imports/csv-errors';
import { ImportBar, SentBar } from './import-bar';
import type { ImportQueue } from './import-queue';
import { erasedText, outcomeText, refusedMeanwhileText } from '../../portal/imports/outcome-text';
import { EffectSections } from './effect-sections';
import { toLookAt } from './effect-text';
import { askedOf, type FileState, type QueuedFile } from './queued-file';
import { UncountedRows } from './uncounted-rows';
import { tableText } from '../../portal/imports/table-name';

const LOOKS: Record<FileState['kind'], { icon: LucideIcon; tone: string }> = {
  waiting: { icon: CircleDashed, tone: 'text-ink-3' },
  checking: { icon: LoaderCircle, tone: 'text-info' },
  checked: { icon: CircleCheck, tone: 'text-good' },
  invalid: { icon: CircleAlert, tone: 'text-danger' },
  failed: { icon: CircleAlert, tone: 'text-danger' },
  uploading: { icon: LoaderCircle, tone: 'text-info' },
  running: { icon: LoaderCircle, tone: 'text-info' },
  ended: { icon: CircleCheck, tone: 'text-good' },
};

interface Props {
  queued: QueuedFile;
  /** A file that has to be imported, or be right, before this one. */
  heldBy: QueuedFile | undefined;
  queue: ImportQueue;
  /** Whether all that it would change is shown at once. */
  isOpen: boolean;
  tables: readonly string[];
}

/** One file, from its validation to the outcome of its import. */
export function FileRow({ queued, heldBy, queue, isOpen, tables }: Props) {
  const { id, file, state } = queued;
  const asked = askedOf(queued);
  const [isAsking, setAsking] = useState(false);
  const isWrong = state.kind === 'ended' && (state.progress.state === 'failed' || state.progress.errorCount > 0);
  const { icon: Icon, tone } = isWrong ? LOOKS.failed : LOOKS[state.kind];
  return (
    <li className="py-3" aria-label={file.name}>
      <div className="flex items-start gap-2.5">
        <Icon
          size={18}
          aria-hidden
          className={cx('mt-0.5 shrink-0', tone, Icon === LoaderCircle && 'motion-safe:animate-spin')}
        />
        <div className="min-w-0 flex-1">
          <p className="text-base font-semibold wrap-anywhere">{file.name}</p>
          <p className="text-sm text-ink-3" role="status">
            {statusOf(queued, heldBy)}
          </p>
        </div>
        {state.kind === 'checked' && heldBy === undefined && (
          <Button
            kind="primary"
            icon={FileUp}
            aria-label={`Import ${file.name}`}
            onClick={() => (asked === null ? void queue.import(id) : setAsking(true))}
          >
            Import
          </Button>
        )}
        {asked !== null && isAsking && (
          <AskedFirst
            asked={asked}
            action="Import it all the same"
            onConfirm={() => void queue.import(id, asked.confirm)}
            onClose={() => setAsking(false)}
          />
        )}
        {state.kind === 'failed' && <Button onClick={() => queue.retry(id)}>Try again</Button>}
        <button
          type="button"
          aria-label={`Remove ${file.name} from the list`}
          title={state.kind === 'running' ? 'The import goes on; the history shows it' : undefined}
          onClick={() => queue.remove(id)}
          className="-mr-1.5 grid size-9 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
        >
          <X size={16} aria-hidden />
        </button>
      </div>
      <div className="mt-2 empty:hidden sm:pl-7">
        <Details queued={queued} queue={queue} isOpen={isOpen} tables={tables} />
      </div>
    </li>
  );
}

const rows = (count: number) => `${number(count)} ${count === 1 ? 'row' : 'rows'}`;

const waitsFor = ({ file, state }: QueuedFile) =>
  `waits until ${file.name} is ${state.kind === 'invalid' || state.kind === 'failed' ? 'right' : 'imported'} or removed`;

function foundText(effect: QueuedFile['effect']): string {
  if (effect === null) return 'nothing wrong';
  const found = [
    { count: effect.questionCount, text: 'to confirm' },
    { count: toLookAt(effect), text: 'to look at' },
  ].flatMap(({ count, text }) => (count === 0 ? [] : [`${number(count)} ${text}`]));
  return found.length === 0 ? 'nothing wrong' : found.join(', ');
}

function statusOf({ table, chosen, erasedRows, effect, state }: QueuedFile, heldBy: QueuedFile | undefined): string {
  const of = chosen ?? table;
  const named = of === null ? '' : `${tableText(of)} · `;
  switch (state.kind) {
    case 'waiting':
      return `${named}${heldBy === undefined ? 'waits for the files before it' : waitsFor(heldBy)}`;
    case 'checking':
      return `${named}being checked`;
    case 'checked': {
      const next = heldBy === undefined ? 'Nothing is written yet.' : `It ${waitsFor(heldBy)}.`;
      return `${named}${rows(state.rows)}, ${foundText(effect)}. ${next}${erasedRows === 0 ? '' : ` ${erasedText(erasedRows)}.`}`;
    }
    case 'invalid':
      return `${named}nothing was imported`;
    case 'failed':
      return `${named}${state.of === 'check' ? 'could not be checked' : 'could not be imported'}`;
    case 'uploading':
      return `${named}${rows(state.rows)}, being sent`;
    case 'running':
      return `${named}being imported. You may leave this page: it goes on.`;
    case 'ended':
      return `${named}${outcomeText(state.progress)}`;
  }
}

function Details({
  queued: { id, file, chosen, state, uncounted, effect, isCheckedAnew },
  queue,
  isOpen,
  tables,
}: Omit<Props, 'heldBy'>) {
  const table = (
    <div className="sm:w-56">
      <SelectField
        label={state.kind === 'invalid' ? 'Table' : `Table of ${file.name}`}
        labelHidden={state.kind !== 'invalid'}
        options={[
          { value: '', label: 'As the header says' },
          ...tables.map((name) => ({ value: name, label: tableText(name) })),
        ]}
        value={chosen ?? ''}
        onChange={(name) => queue.chooseTable(id, name === '' ? null : name)}
      />
    </div>
  );
  switch (state.kind) {
    case 'waiting':
      return table;
    case 'checked':
      return (
        <div className="grid gap-3">
          {isCheckedAnew && (
            <MessageBox tone="info" stays>
              Somebody else imported rows of this table after the first check, so this file was checked again. Look at
              what it would change now.
            </MessageBox>
          )}
          {effect !== null && <EffectSections of={file.name} effect={effect} isOpen={isOpen} />}
          {uncounted.rows > 0 && <UncountedRows of={file.name} {...uncounted} isImported={false} />}
          {table}
        </div>
      );
    case 'checking':
    case 'uploading':
      return <SentBar label={`Sent of ${file.name}`} sent={state.sent} size={file.size} />;
    case 'running':
      return <ImportBar label={`Imported of ${file.name}`} {...state} />;
    case 'failed':
      return (
        <MessageBox tone={state.waits ? 'info' : 'danger'} stays>
          {state.message} {state.waits && 'It is tried again by itself.'}
          <Reference id={state.reference} className="mt-1" />
        </MessageBox>
      );
    case 'invalid':
      return (
        <div className="grid gap-3">
          <CsvErrors
            of={file.name}
            message={state.refusal.message}
            errors={state.refusal.errors}
            count={state.refusal.errorCount}
          />
          <div className="flex flex-wrap items-end gap-3">
            {table}
            {hasCells(state.refusal) && <RepairButton id={id} of={file.name} queue={queue} />}
            <Button onClick={() => queue.retry(id)}>Check again</Button>
            <p className="pb-1.5 text-sm text-ink-3">
              {hasCells(state.refusal)
                ? 'Repair its cells here, or mend the file and choose it anew.'
                : state.refusal.errors.some(isOfNameless)
                  ? 'Give the column a name in the file, or delete it, and choose the file anew: it cannot be repaired here.'
                  : 'Mend the file and choose it anew, or say which table it is.'}
            </p>
          </div>
          {state.notKept !== undefined && <MessageBox tone="danger">{state.notKept}</MessageBox>}
        </div>
      );
    case 'ended':
      return <Result of={file.name} progress={state.progress} />;
    default:
      return null;
  }
}

/** Whether cells below the header are refused, and neither whole lines nor the file: nothing else can be mended here. */
const hasCells = ({ errors }: ImportRefusal) =>
  errors.length > 0 &&
  errors.every((error) => error.line !== null && error.line > 1 && error.column !== null && !isOfNameless(error));

/** A column without a name is called by its letter, as spreadsheets call it. */
const isOfNameless = ({ column }: CsvError) => column !== null && /^[A-Z]+$/.test(column);

function RepairButton({ id, of, queue }: { id: string; of: string; queue: ImportQueue }) {
  const navigate = useNavigate();
  const repair = async () => {
    const importId = await queue.repair(id);
    if (importId !== null) void navigate(`/staff/importExport/${importId}/repair`);
  };
  return (
    <Button kind="primary" icon={Wrench} aria-label={`Repair ${of} here`} onClick={() => void repair()}>
      Repair
    </Button>
  );
}

const Result = ({ of, progress }: { of: string; progress: Extract<FileState, { kind: 'ended' }>['progress'] }) => (
  <div className="grid gap-3 empty:hidden">
    {progress.message !== null && <MessageBox tone="danger">{progress.message}</MessageBox>}
    {progress.errorCount > 0 && (
      <CsvErrors
        of={of}
        message={refusedMeanwhileText(progress.errorCount)}
        errors={progress.errors}
        count={progress.errorCount}
      />
    )}
    {progress.uncountedRows > 0 && (
      <UncountedRows of={of} rows={progress.uncountedRows} lines={progress.uncounted} isImported />
    )}
  </div>
);
