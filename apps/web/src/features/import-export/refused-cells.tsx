import type { ImportRepair, RefusedCell, RepairDraft } from '@superscope/contracts/import-repair';
import { refusedCellsPerPage } from '@superscope/contracts/import-repair-rules';
import { Ban, CircleCheck, CircleCheckBig, LoaderCircle, Sparkles, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import type { Query } from '../../portal/records/query-states';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { Button } from '../../ui/button';
import { number } from '../../ui/format';
import { KeyCap } from '../../ui/key-cap';
import { Segmented } from '../../ui/segmented';
import { CellField } from './cell-field';
import { keyOf, typedAt, withBlank, withoutSkipped, withSkipped, withValue } from './repair-draft';

interface Props {
  repair: ImportRepair | undefined;
  query: Omit<Query<unknown>, 'data'>;
  draft: RepairDraft;
  change: (to: (draft: RepairDraft) => RepairDraft) => void;
  undo: () => boolean;
  page: number;
  show: 'open' | 'all';
  onPage: (page: number) => void;
  onShow: (show: 'open' | 'all') => void;
  /** Whether what was typed last is being checked. */
  isChecking: boolean;
}

const canMend = (cell: RefusedCell): cell is RefusedCell & { column: string } => cell.column !== null;

/** The refused cells of a file: each is corrected, or its line is skipped. */
export function RefusedCells({ repair, query, draft, change, undo, page, show, onPage, onShow, isChecking }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const cells = (repair?.cells ?? []).map((cell) => withState(cell, draft));
  const sure = cells.filter(
    (cell) => canMend(cell) && cell.state === 'open' && cell.suggestion?.isGuess === false && !isTyped(draft, cell),
  );
  const takeSure = () =>
    change((now) =>
      sure.reduce((next, cell) => (canMend(cell) ? withValue(next, placeOf(cell), cell.suggestion!.value) : next), now),
    );
  /** `isGone`: the field that is left is not drawn any more, so that the focus needs another place. */
  const next = (from: HTMLInputElement, isGone: boolean) => {
    const fields = [...(grid.current?.querySelectorAll<HTMLInputElement>('input[data-cell]') ?? [])];
    const at = fields.indexOf(from);
    const open = [...fields.slice(at + 1), ...fields.slice(0, at)].find(
      ({ dataset, value }) => dataset['cell'] === 'open' && value === '',
    );
    if (open !== undefined) open.focus();
    else if (isGone) grid.current?.querySelector<HTMLElement>('[role=region]')?.focus();
  };
  const columns: RecordColumn<RefusedCell>[] = [
    { head: 'Line', right: true, cell: ({ line }) => number(line), className: 'w-16 text-ink-2' },
    {
      head: 'Row',
      names: true,
      leads: true,
      cell: ({ row, line }) => (
        <span className="font-semibold wrap-anywhere">{row === '' ? `Line ${number(line)}` : row}</span>
      ),
      className: 'min-w-36 max-w-52',
    },
    { head: 'Column', cell: ({ column }) => column ?? 'Whole line', className: 'wrap-anywhere' },
    { head: 'In the file', cell: (cell) => <FileValue of={cell} />, className: 'max-w-44' },
    { head: 'What is wrong', cell: ({ message }) => message, className: 'min-w-44 max-w-64 text-sm' },
    {
      head: 'Right value',
      cell: (cell) =>
        canMend(cell) && cell.state !== 'skipped' ? (
          <CellField
            cell={cell}
            typed={typedAt(draft, placeOf(cell)) ?? ''}
            isLeftBlank={typedAt(draft, placeOf(cell)) === ''}
            onTake={(value) => change((now) => withValue(now, placeOf(cell), value))}
            onLeaveBlank={() => change((now) => withBlank(now, placeOf(cell)))}
            onSkip={() => change((now) => withSkipped(now, cell.line))}
            onUndo={undo}
            onNext={next}
          />
        ) : (
          <span className="text-ink-3">–</span>
        ),
    },
    {
      head: 'State',
      cell: (cell) => <State of={cell} isChecking={isChecking && isTyped(draft, cell)} />,
      className: 'whitespace-nowrap',
    },
    {
      head: 'Skip the line',
      quiet: true,
      cell: ({ line, state }) => {
        const isSkipped = state === 'skipped';
        return (
          <Button
            kind="quiet"
            aria-label={isSkipped ? `Take back line ${number(line)}` : `Skip line ${number(line)}`}
            onClick={() => change((now) => (isSkipped ? withoutSkipped(now, line) : withSkipped(now, line)))}
            className="-mx-3.5 -my-2"
          >
            {isSkipped ? 'Take back' : 'Skip'}
          </Button>
        );
      },
    },
  ];
  return (
    <div ref={grid}>
      <RecordTable
        label="Refused cells"
        rows={repair && cells}
        query={query}
        what="The refused cells"
        errorNote="What you typed is kept in this tab."
        idOf={keyOf}
        columns={columns}
        pages={{
          page: page - 1,
          size: refusedCellsPerPage,
          count: repair?.shown ?? 0,
          onChange: (to) => onPage(to + 1),
        }}
        empty={{ icon: CircleCheckBig, title: 'No cell is open' }}
        head={
          repair && (
            <div className="flex flex-wrap items-center gap-3 border-b px-4 py-3 sm:px-5">
              <p className="w-full text-sm text-ink-2 sm:w-auto sm:min-w-0 sm:flex-1">
                {number(repair.refusedCells)} {repair.refusedCells === 1 ? 'cell is' : 'cells are'} or were refused.
                {repair.isReplaced &&
                  ' This file replaces what is stored, so each is corrected or skipped before the import.'}
              </p>
              <Segmented
                label="Cells to show"
                options={[
                  { value: 'open', label: `Open ${number(repair.open)}` },
                  { value: 'all', label: `All ${number(repair.refusedCells)}` },
                ]}
                value={show}
                onChange={onShow}
              />
              {sure.length > 0 && (
                <Button icon={Sparkles} onClick={takeSure}>
                  Take {number(sure.length)} {sure.length === 1 ? 'suggestion' : 'suggestions'}
                </Button>
              )}
            </div>
          )
        }
        foot={
          <p className="hidden flex-wrap justify-end gap-x-4 gap-y-1 border-t bg-sunken px-5 py-2 text-sm text-ink-2 lg:pointer-fine:flex">
            <span>
              <KeyCap>↵</KeyCap> takes it and goes on
            </span>
            <span>
              <KeyCap>Alt ↵</KeyCap> takes the suggestion
            </span>
            <span>
              <KeyCap>Alt S</KeyCap> skips the line
            </span>
            <span>
              <KeyCap>Ctrl Z</KeyCap> takes back
            </span>
          </p>
        }
      />
    </div>
  );
}

/** A line is skipped, or taken back, before the check of it has come. */
const withState = (cell: RefusedCell, { skipped }: RepairDraft): RefusedCell =>
  skipped.includes(cell.line)
    ? { ...cell, state: 'skipped' }
    : { ...cell, state: cell.state === 'skipped' ? 'open' : cell.state };

const placeOf = ({ line, column }: RefusedCell & { column: string }) => ({ line, column });
const isTyped = (draft: RepairDraft, cell: RefusedCell) => canMend(cell) && typedAt(draft, placeOf(cell)) !== undefined;

function FileValue({ of: { value, isWithheld } }: { of: RefusedCell }) {
  if (isWithheld) return <span className="text-ink-3">Not shown: it may be a tax file number</span>;
  if (value === null) return <span className="text-ink-3">–</span>;
  if (value === '') return <span className="text-ink-3">Blank</span>;
  return (
    <code className="rounded-sm bg-danger-soft px-1.5 py-0.5 text-sm text-danger wrap-anywhere">
      {value.length > 200 ? `${value.slice(0, 200)}…` : value}
    </code>
  );
}

const STATES = {
  open: { icon: TriangleAlert, label: 'Open', tone: 'text-attention' },
  corrected: { icon: CircleCheck, label: 'Corrected', tone: 'text-good' },
  skipped: { icon: Ban, label: 'Skipped', tone: 'text-ink-2' },
} as const;

function State({ of: { state }, isChecking }: { of: RefusedCell; isChecking: boolean }) {
  const {
    icon: Icon,
    label,
    tone,
  } = isChecking && state === 'open'
    ? { icon: LoaderCircle, label: 'Being checked', tone: 'text-info' }
    : STATES[state];
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold ${tone}`}>
      <Icon size={16} aria-hidden />
      {label}
    </span>
  );
}
