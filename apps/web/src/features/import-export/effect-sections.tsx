import type { EffectFigure, ImportEffect, LargestChange } from '@superscope/contracts/import-effect';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Records } from '../../portal/records/record-table';
import type { RecordColumn } from '../../portal/records/record-columns';
import { changeText, valueText } from '../../portal/imports/value-text';
import { cx } from '../../ui/class-names';
import { number } from '../../ui/format';
import { changeOfFigure, comparedText, figureText, leaversText, summaryText, usualText } from './effect-text';
import { Heading } from '../../ui/heading';

interface Part {
  name: string;
  count: number;
  colour: string;
}

interface Props {
  of: string;
  effect: ImportEffect;
  /** Whether all of it is shown at once: where there is room, and no other file. */
  isOpen: boolean;
}

/** What a file would change, as its dry run says: counts first, and the rest behind them. */
export function EffectSections({ of, effect, isOpen }: Props) {
  const { largest, figures, notes, noteCount } = effect;
  return (
    <section aria-label={`What ${of} would change`} className="rounded-md border">
      <div className="p-3.5">
        <Parts effect={effect} />
        {noteCount > 0 && (
          <ul aria-label="To look at" className="mt-3 grid gap-2">
            {notes.map(({ line, message }, at) => (
              <li key={at} className="flex gap-2 rounded-md bg-attention-soft px-3 py-2 text-sm">
                <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-attention" />
                <span className="min-w-0 wrap-anywhere">
                  {line !== null && <strong className="font-semibold">Line {number(line)}: </strong>}
                  {message}
                </span>
              </li>
            ))}
          </ul>
        )}
        {noteCount > notes.length && (
          <p className="mt-2 text-sm text-ink-3">
            The first {number(notes.length)} of {number(noteCount)} to look at.
          </p>
        )}
      </div>
      <details className="group border-t" open={isOpen || figures.some(({ isOutside }) => isOutside)}>
        <summary className="flex cursor-pointer items-center gap-1.5 px-3.5 py-2.5 text-sm font-medium marker:content-none">
          <ChevronRight size={15} aria-hidden className="shrink-0 group-open:rotate-90" />
          Beside the last file, and the largest changes
        </summary>
        <div className="border-t">
          <Heading lower={2} className="px-4 pt-3 pb-2 text-sm font-semibold sm:px-5">
            Beside the last file <span className="font-normal text-ink-3">{comparedText(effect)}</span>
          </Heading>
          <Records label={`Beside the last file: ${of}`} rows={figures} columns={FIGURES} idOf={({ name }) => name} />
          {largest.length > 0 && (
            <>
              <Heading lower={2} className="border-t px-4 pt-3 pb-2 text-sm font-semibold sm:px-5">
                Largest changes{' '}
                <span className="font-normal text-ink-3">
                  {largest.length} of {number(effect.changed)}
                </span>
              </Heading>
              <Records label={`Largest changes of ${of}`} rows={largest} columns={LARGEST} idOf={(_, at) => at} />
            </>
          )}
          <p className="border-t px-4 py-3 text-sm text-ink-2 empty:hidden sm:px-5">{summaryText(effect)}</p>
        </div>
      </details>
    </section>
  );
}

function Parts({ effect }: { effect: ImportEffect }) {
  const { fresh, changed, unchanged, leaving, absent, notCompared } = effect;
  const parts: Part[] = [
    { name: 'New', count: fresh, colour: 'bg-info' },
    { name: 'Changed', count: changed, colour: 'bg-brand' },
    { name: 'As they are', count: unchanged, colour: 'bg-line-strong' },
  ];
  const total = fresh + changed + unchanged;
  return (
    <>
      <div aria-hidden className="flex h-2.5 gap-px overflow-hidden rounded-sm bg-track">
        {parts.map(({ name, count, colour }) => (
          <span key={name} className={colour} style={{ width: total === 0 ? 0 : `${(count / total) * 100}%` }} />
        ))}
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1 text-sm sm:grid-cols-4">
        {parts.map((part) => (
          <Count key={part.name} {...part} />
        ))}
        <Count name="Leave" count={leaving} colour="border border-attention" />
        {absent > 0 && <Count name="Not in the file" count={absent} colour="border border-line" />}
        {notCompared > 0 && <Count name="Not compared" count={notCompared} colour="border border-line" />}
      </dl>
      <p className="mt-2 text-sm text-ink-2 empty:hidden">{leaversText(effect)}</p>
    </>
  );
}

const Count = ({ name, count, colour }: Part) => (
  <div className="flex items-baseline justify-between gap-2">
    <dt className="flex items-center gap-2 text-ink-2">
      <span aria-hidden className={cx('size-2.5 shrink-0 rounded-[2px]', colour)} />
      {name}
    </dt>
    <dd className="font-semibold tabular-nums">{number(count)}</dd>
  </div>
);

const FIGURES: readonly RecordColumn<EffectFigure>[] = [
  { head: 'Figure', cell: ({ name }) => name, names: true, leads: true },
  { head: 'Last file', right: true, cell: ({ last, unit }) => figureText(last, unit) },
  {
    head: 'This file',
    right: true,
    cell: ({ now, unit }) => <span className="font-semibold">{figureText(now, unit)}</span>,
  },
  { head: 'Change', right: true, cell: changeOfFigure },
  {
    head: 'Usual change',
    cell: (figure) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {usualText(figure)}
        {figure.isOutside && (
          <span className="inline-flex items-center gap-1 font-semibold text-attention">
            <TriangleAlert size={14} aria-hidden />
            Outside
          </span>
        )}
      </span>
    ),
  },
];

const LARGEST: readonly RecordColumn<LargestChange>[] = [
  {
    head: 'Row',
    names: true,
    leads: true,
    cell: ({ row, line }) => (
      <span className="wrap-anywhere">
        {row} <span className="text-ink-3">line {line}</span>
      </span>
    ),
  },
  {
    head: 'Column',
    cell: ({ column, others }) => (
      <span className="wrap-anywhere">
        {column}
        {others > 0 && <span className="text-ink-3"> and {others} more</span>}
      </span>
    ),
  },
  {
    head: 'Was',
    right: true,
    listed: ({ isPersonal }) => !isPersonal,
    cell: ({ was, unit, isPersonal }) => (isPersonal ? <NotShown /> : valueText(was, unit)),
  },
  {
    head: 'Becomes',
    right: true,
    listed: ({ isPersonal }) => !isPersonal,
    cell: ({ becomes, unit, isPersonal }) => (isPersonal ? <NotShown /> : valueText(becomes, unit)),
  },
  {
    head: 'Change',
    right: true,
    listed: ({ was, becomes }) => typeof was === 'number' && typeof becomes === 'number',
    cell: ({ was, becomes, unit }) => changeText(was, becomes, unit),
  },
];

/** A value that tells who somebody is. */
const NotShown = () => <span className="text-ink-3">not shown</span>;
