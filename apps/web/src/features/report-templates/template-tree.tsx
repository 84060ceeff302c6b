import { customPage, mostSections, usualTemplate, type Template } from '@superscope/contracts/report-templates';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { Pager } from '../../ui/pager';
import { Tree } from '../../ui/tree';
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

const PAGE_SIZE = 10;

/** The page of the tree, from 0, on which what is chosen stands; null if it stands on all of them. */
function pageWith(templates: readonly Template[], chosen: Place | null): number | null {
  const at = templates.findIndex(({ id }) => id === chosen?.templateId);
  return at < 0 ? null : Math.floor(at / PAGE_SIZE);
}

const INDENT: Record<TreeRow['level'], string> = { 1: 'pl-2', 2: 'pl-6', 3: 'pl-10', 4: 'pl-16' };

/** Templates in pages of ten, their pages, sections and items. Arrows move in it, Alt with an arrow moves what is chosen. */
export function TemplateTree({ templates, chosen, onChoose, onMove }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(chosen ? holdersOf(chosen) : []));
  const key = chosen === null ? null : textOf(chosen);
  const [shown, setShown] = useState(key);
  if (shown !== key) {
    setShown(key);
    if (chosen !== null) setOpen(new Set([...open, ...holdersOf(chosen)]));
  }
  // What was just made is chosen before it is in the list, and what is renamed may move to another page.
  const standsOn = pageWith(templates, chosen);
  const [followed, setFollowed] = useState({ key, standsOn });
  const [turnedTo, setTurnedTo] = useState(standsOn ?? 0);
  if (followed.key !== key || followed.standsOn !== standsOn) {
    setFollowed({ key, standsOn });
    setTurnedTo(standsOn ?? turnedTo);
  }
  // Deleting the last template of a page leaves none on it.
  const page = Math.max(0, Math.min(turnedTo, Math.ceil(templates.length / PAGE_SIZE) - 1));
  const rows = treeRows(templates.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE), open);
  const toggle = (row: TreeRow) =>
    setOpen(row.isOpen ? new Set([...open].filter((each) => each !== row.key)) : new Set([...open, row.key]));
  return (
    <section aria-label="Templates" className="card flex min-w-0 flex-col xl:max-h-[calc(100vh-3rem)]">
      <div className="flex items-baseline justify-between gap-3 border-b px-5 py-3.5">
        <h2 className="text-md font-semibold">Templates</h2>
        <span className="text-sm text-ink-3">{templates.length + 1}</span>
      </div>
      <Tree
        label="Templates, pages, sections and items"
        className="min-h-0 flex-1 overflow-auto py-1.5"
        lines={rows}
        at={key}
        isChosen={(row) => row.key === key}
        onReach={(row) => onChoose(row.place)}
        onPress={(row) => onChoose(row.place)}
        onToggle={toggle}
        onMove={(row, by) => onMove(row.place, by)}
        lineClass={(row) =>
          cx(
            'hover:bg-hover',
            INDENT[row.level],
            row.level === 1 && 'border-t first:border-t-0 font-semibold',
            row.key === key && 'bg-brand-soft font-semibold text-brand',
          )
        }
      >
        {(row) => (
          <>
            {row.number !== null && <span className="w-6 shrink-0 text-right text-ink-3">{row.number}</span>}
            <span className="min-w-0 flex-1 truncate">{row.label}</span>
            <span className="shrink-0 text-sm font-normal text-ink-3">{row.note}</span>
          </>
        )}
      </Tree>
      {templates.length > PAGE_SIZE && (
        <Pager label="Templates" page={page} size={PAGE_SIZE} count={templates.length} onChange={setTurnedTo} />
      )}
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
      ? 'The usual report stays as it is. Make a template to change its pages.'
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
