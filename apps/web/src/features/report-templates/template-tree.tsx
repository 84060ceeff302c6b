import { customPage, mostSections, usualTemplate, type Template } from '@superscope/contracts/report-templates';
import { ChevronRight, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { added, inTemplate, textOf, type Place } from './scope';
import { foundAt } from './template-parts';
import { holdersOf, treeRows, type TreeRow } from './tree-rows';

interface Props {
  templates: readonly Template[];
  chosen: Place | null;
  onChoose: (place: Place) => void;
  /** Moves a page, section or item among its siblings. */
  onMove: (place: Place, by: -1 | 1) => void;
}

const INDENT: Record<TreeRow['level'], string> = { 1: 'pl-2', 2: 'pl-6', 3: 'pl-10', 4: 'pl-16' };

/** Templates, their pages, sections and items. Arrows move in it, Alt with an arrow moves what is chosen. */
export function TemplateTree({ templates, chosen, onChoose, onMove }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(chosen ? holdersOf(chosen) : []));
  const list = useRef<HTMLUListElement>(null);
  const key = chosen === null ? null : textOf(chosen);
  const [shown, setShown] = useState(key);
  if (shown !== key) {
    setShown(key);
    if (chosen !== null) setOpen(new Set([...open, ...holdersOf(chosen)]));
  }
  const rows = treeRows(templates, open);
  // The line that Tab reaches.
  const reached = rows.some((row) => row.key === key) ? key : rows[0]!.key;
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current) list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [reached]);
  const toggle = (row: TreeRow) =>
    setOpen(row.isOpen ? new Set([...open].filter((each) => each !== row.key)) : new Set([...open, row.key]));
  const press = (event: KeyboardEvent, row: TreeRow, at: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const to =
      step !== undefined
        ? rows[at + step]
        : event.key === 'Home'
          ? rows[0]
          : event.key === 'End'
            ? rows.at(-1)
            : event.key === 'ArrowRight' && row.isOpen === true
              ? rows[at + 1]
              : event.key === 'ArrowLeft' && row.isOpen !== true
                ? rows.slice(0, at).findLast(({ level }) => level < row.level)
                : undefined;
    if (event.altKey && step !== undefined) onMove(row.place, step as -1 | 1);
    else if (event.key === 'ArrowRight' && row.isOpen === false) toggle(row);
    else if (event.key === 'ArrowLeft' && row.isOpen === true) toggle(row);
    else if (event.key === 'Enter' || event.key === ' ') onChoose(row.place);
    else if (to !== undefined) onChoose(to.place);
    else if (step === undefined) return;
    event.preventDefault();
  };
  return (
    <section aria-label="Templates" className="card flex min-w-0 flex-col xl:max-h-[calc(100vh-3rem)]">
      <div className="flex items-baseline justify-between gap-3 border-b px-5 py-3.5">
        <h2 className="text-md font-semibold">Templates</h2>
        <span className="text-sm text-ink-3">{templates.length + 1}</span>
      </div>
      <ul
        ref={list}
        role="tree"
        aria-label="Templates, pages, sections and items"
        className="min-h-0 flex-1 overflow-auto py-1.5"
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          hasFocus.current = currentTarget.contains(relatedTarget);
        }}
      >
        {rows.map((row, at) => (
          <li
            key={row.key}
            role="treeitem"
            aria-level={row.level}
            aria-posinset={row.position}
            aria-setsize={row.siblings}
            aria-selected={row.key === key}
            aria-expanded={row.isOpen ?? undefined}
            tabIndex={row.key === reached ? 0 : -1}
            onClick={() => onChoose(row.place)}
            onKeyDown={(event) => press(event, row, at)}
            className={cx(
              'flex min-h-9 cursor-pointer items-center gap-1.5 pr-4 text-base outline-none hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus pointer-coarse:min-h-11',
              INDENT[row.level],
              row.level === 1 && 'border-t first:border-t-0 font-semibold',
              row.key === key && 'bg-brand-soft font-semibold text-brand',
            )}
          >
            {row.isOpen === null ? (
              <span className="w-6 shrink-0" />
            ) : (
              <span
                aria-hidden
                data-testid={`open ${row.key}`}
                onClick={(event) => {
                  event.stopPropagation();
                  toggle(row);
                }}
                className="grid size-6 shrink-0 place-items-center text-ink-3 pointer-coarse:size-11"
              >
                <ChevronRight size={15} className={cx('settle', row.isOpen && 'rotate-90')} />
              </span>
            )}
            {row.number !== null && <span className="w-6 shrink-0 text-right text-ink-3">{row.number}</span>}
            <span className="min-w-0 flex-1 truncate">{row.label}</span>
            <span className="shrink-0 text-sm font-normal text-ink-3">{row.note}</span>
          </li>
        ))}
      </ul>
      <AddButtons templates={templates} chosen={chosen} onChoose={onChoose} />
    </section>
  );
}

/** They act on what is chosen, and say why they cannot. */
function AddButtons({ templates, chosen, onChoose }: Pick<Props, 'templates' | 'chosen' | 'onChoose'>) {
  const found = foundAt(templates, chosen);
  const { template = null, page = null, section = null } = found ?? {};
  const noSection =
    page === null
      ? 'Choose a custom page'
      : page.templatePageName !== customPage
        ? 'Only a custom page has sections'
        : page.pageSections.length >= mostSections
          ? 'A custom page has two sections'
          : null;
  const buttons = [
    { label: 'Item', refused: section === null ? 'Choose a section' : null, to: [page?.id, section?.id, added] },
    { label: 'Section', refused: noSection, to: [page?.id, added] },
    { label: 'Page', refused: template === null ? 'Choose a template' : null, to: [added] },
  ];
  const reason =
    template === null && chosen?.templateId === usualTemplate
      ? 'DEFAULT stays as it is. Make a template to change its pages.'
      : template === null
        ? 'Choose a template to add to it.'
        : null;
  return (
    <div className="border-t px-4 py-3">
      <div className="flex flex-wrap gap-1">
        {buttons.map(({ label, refused, to }) => (
          <Button
            key={label}
            kind="quiet"
            icon={Plus}
            disabled={refused !== null}
            title={refused ?? undefined}
            onClick={() => onChoose(inTemplate(template!.id, ...to.filter((id) => id !== undefined)))}
          >
            {label}
          </Button>
        ))}
      </div>
      {reason !== null && <p className="mt-1 text-sm text-ink-3">{reason}</p>}
    </div>
  );
}
