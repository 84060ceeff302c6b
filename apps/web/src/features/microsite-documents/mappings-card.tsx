import { titleOf, type DocumentMapping, type LibraryDocument } from '@superscope/contracts/microsites';
import { FolderSearch, GripVertical, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { FailureText } from '../../portal/api/failure';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { KeyCap } from '../../ui/key-cap';
import { MessageBox } from '../../ui/message-box';
import { Pager } from '../../ui/pager';
import { EmptyState } from '../../ui/states';
import { CardHeading } from './library-card';
import { useOrderMappingsMutation } from './microsite-documents.api';
import { moved } from './moving';
import type { Chosen } from './use-filters';
import { useTouchDrag } from './use-touch-drag';
import { TYPE_NAMES } from './type-names';

const PAGE_SIZE = 20;

interface Props {
  employer: Chosen;
  mappings: readonly DocumentMapping[];
  documents: readonly LibraryDocument[];
  /** Number of the list's changes so far. */
  changes: number;
  onAdd: () => void;
  onEdit: (mapping: DocumentMapping) => void;
  onRemove: (mapping: DocumentMapping) => void;
}

/** The order before it was changed, to come back to, and the number of the list's changes with that one. */
interface Done {
  before: readonly string[];
  changes: number;
}

/**
 * The documents of an employer's microsite, first to last. Rows are dragged, also with a finger, or moved by keys, and are saved where they are
 * set down.
 */
export function MappingsCard({ employer, mappings, documents, changes, onAdd, onEdit, onRemove }: Props) {
  const [order, { isLoading }] = useOrderMappingsMutation();
  const ids = mappings.map(({ id }) => id);
  /** The row that is lifted, and the order that is shown meanwhile and until it is saved. */
  const [lifted, setLifted] = useState<string | null>(null);
  const [shownOrder, setShownOrder] = useState<{ ids: readonly string[]; of: string } | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [said, setSaid] = useState('');
  const [page, setPage] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const stamp = `${changes} ${ids.join(' ')}`;
  // Another list than the one that was being moved, such as the one that was just saved.
  const current = shownOrder !== null && shownOrder.of === stamp ? shownOrder.ids : ids;
  const byId = new Map(mappings.map((mapping) => [mapping.id, mapping]));
  const titles = new Map(documents.map((document) => [document.documentId, document]));
  const nameOf = (id: string) => {
    const document = titles.get(byId.get(id)?.documentId ?? '');
    return document === undefined ? 'A document' : titleOf(document);
  };
  const pages = Math.max(1, Math.ceil(current.length / PAGE_SIZE));
  const at = Math.min(page, pages - 1);

  useEffect(() => {
    // A moved row is another element, and keeps the focus.
    if (lifted !== null) list.current?.querySelector<HTMLElement>(`[data-handle="${lifted}"]`)?.focus();
  }, [lifted, shownOrder, at]);

  const putBack = () => {
    setLifted(null);
    setShownOrder(null);
  };
  const save = async (next: readonly string[], before: readonly string[] | null, seen = changes) => {
    setLifted(null);
    setDone(null);
    setRefusal(null);
    if (next.every((id, place) => ids[place] === id)) return setShownOrder(null);
    setShownOrder({ ids: next, of: stamp });
    const { data, error } = await order({ companyId: employer.id, mappingIds: [...next], changes: seen });
    if (error !== undefined) {
      setShownOrder(null);
      setRefusal(error);
    } else if (before !== null) setDone({ before, changes: Number(data.revision) + 1 });
  };
  const move = (id: string, to: number) => {
    const next = moved(current, current.indexOf(id), to);
    setShownOrder({ ids: next, of: stamp });
    const place = next.indexOf(id);
    setPage(Math.floor(place / PAGE_SIZE));
    setSaid(`${nameOf(id)}, place ${place + 1} of ${next.length}`);
  };
  const touched = useTouchDrag({
    onLift: (id) => !isLoading && setLifted(id),
    onOver: (id, other) => lifted === id && move(id, current.indexOf(other)),
    onDrop: () => lifted !== null && void save(current, ids),
    onCancel: putBack,
  });
  const press = (event: KeyboardEvent, id: string) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      if (lifted === id) {
        setSaid(`${nameOf(id)} set down at ${current.indexOf(id) + 1}`);
        void save(current, ids);
      } else if (!isLoading) {
        setLifted(id);
        setSaid(`${nameOf(id)} lifted. Arrows move it, Space sets it down, Escape puts it back.`);
      }
    } else if (step !== undefined && lifted === id) move(id, current.indexOf(id) + step);
    else if (event.key === 'Escape' && lifted !== null) {
      putBack();
      setSaid(`${nameOf(id)} put back`);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section aria-label="Employer mappings" className="card overflow-hidden" aria-busy={isLoading || undefined}>
      <CardHeading
        title="Employer mappings"
        note={`${employer.name}, first to last`}
        right={
          <Button icon={Plus} onClick={onAdd}>
            Add
          </Button>
        }
      />
      {refusal !== null && (
        <div className="p-3">
          <MessageBox tone="attention" stays onClose={() => setRefusal(null)}>
            <FailureText error={refusal} otherwise="The order was not saved. Please try again." />
          </MessageBox>
        </div>
      )}
      {done !== null && (
        <div className="p-3">
          <MessageBox key={done.changes} tone="good" onClose={() => setDone(null)}>
            The order is saved.{' '}
            <button
              type="button"
              className="font-semibold text-brand hover:underline pointer-coarse:min-h-11"
              // Undo is of this order only: it is refused once somebody else has changed the list.
              onClick={() => void save(done.before, null, done.changes)}
            >
              Undo
            </button>
          </MessageBox>
        </div>
      )}
      {current.length === 0 ? (
        <EmptyState icon={FolderSearch} title="No documents yet" className="min-h-40 p-5">
          Add one from the library.
        </EmptyState>
      ) : (
        <ol ref={list} start={at * PAGE_SIZE + 1} className="divide-y">
          {current.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE).map((id) => {
            const mapping = byId.get(id)!;
            const place = current.indexOf(id);
            const isMoved = lifted !== null || shownOrder !== null;
            const document = titles.get(mapping.documentId);
            return (
              <li
                key={id}
                data-row={id}
                draggable={!isLoading}
                onDragStart={({ dataTransfer }) => {
                  dataTransfer.effectAllowed = 'move';
                  dataTransfer.setData('text/plain', nameOf(id));
                  setLifted(id);
                }}
                onDragOver={(event) => {
                  if (lifted === null) return;
                  event.preventDefault();
                  if (lifted !== id) move(lifted, place);
                }}
                onDrop={(event) => {
                  event.preventDefault();
                  if (lifted !== null) void save(current, ids);
                }}
                onDragEnd={({ dataTransfer }) => {
                  if (dataTransfer.dropEffect === 'none') putBack();
                }}
                className={cx(
                  'flex min-h-15 items-center gap-2 px-3 py-1.5',
                  lifted === id && 'rounded-md bg-surface shadow-pop outline-2 -outline-offset-2 outline-brand',
                )}
              >
                <button
                  type="button"
                  data-handle={id}
                  aria-label={`Move ${nameOf(id)}, place ${place + 1} of ${current.length}`}
                  aria-pressed={lifted === id}
                  {...touched(id)}
                  onKeyDown={(event) => press(event, id)}
                  onBlur={({ relatedTarget }) => {
                    if (lifted === id && relatedTarget !== null) putBack();
                  }}
                  className="grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
                >
                  <GripVertical size={16} aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label={`${isMoved ? place + 1 : mapping.sequence}, change the place of ${nameOf(id)}`}
                  onClick={() => onEdit(mapping)}
                  className="min-w-8 rounded-sm text-right tabular-nums hover:text-brand hover:underline pointer-coarse:min-h-11"
                >
                  {isMoved ? place + 1 : mapping.sequence}
                </button>
                <span className="min-w-0 flex-1 pl-1">
                  <span className="block wrap-anywhere">{nameOf(id)}</span>
                  <span className="block text-sm text-ink-3">
                    {document ? TYPE_NAMES[document.type] : 'Not for this employer'}
                    {lifted === id && `, was ${ids.indexOf(id) + 1}`}
                  </span>
                </span>
                <button
                  type="button"
                  aria-label={`Remove ${nameOf(id)}`}
                  onClick={() => onRemove(mapping)}
                  className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
                >
                  <X size={16} aria-hidden />
                </button>
              </li>
            );
          })}
        </ol>
      )}
      {current.length > PAGE_SIZE && (
        <Pager label="Employer mappings" page={at} size={PAGE_SIZE} count={current.length} onChange={setPage} />
      )}
      <p className="border-t px-4 py-2.5 text-sm text-ink-3 pointer-coarse:hidden">
        Drag, or <KeyCap>Space</KeyCap> lifts, <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> move, <KeyCap>Space</KeyCap> sets
        down, <KeyCap>Esc</KeyCap> puts back
      </p>
      <p className="hidden border-t px-4 py-2.5 text-sm text-ink-3 pointer-coarse:block">
        Drag by the handle, or press a number to change the place.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}
