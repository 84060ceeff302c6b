import type { WorkItem } from '@superscope/contracts/work';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Failure } from '../../portal/api/failure';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { RecordTable } from '../../portal/records/record-table';
import { useChangeWorkMutation, useWorkQuery } from '../../portal/work/work.api';
import { STATE_NAMES, workName, workTexts } from '../../portal/work/work-words';
import { cx } from '../../ui/class-names';
import { Segmented } from '../../ui/segmented';
import { TextField } from '../../ui/text-field';
import { usePageTitle } from '../../ui/use-page-title';
import { ByTheClock } from './by-the-clock';
import { AcknowledgeDialog } from './acknowledge.dialog';
import { WorkDetail } from './work-detail';
import { workColumns } from './work-columns';

const SIZE = 20;
const EVERY_MS = 3_000;

/** What needs a person comes first. */
const STATES = ['failed', 'retrying', 'stopping', 'running', 'waiting', 'done', 'stopped'] as const;
/** A failure that needs nobody any more is neither under way nor among the failed. */
type ShownState = WorkItem['state'] | 'settled';
const SHOWN_STATES: readonly ShownState[] = [...STATES, 'settled'];
const UNDER_WAY: readonly ShownState[] = STATES.slice(0, 5);
const shownState = ({ state, settled }: WorkItem): ShownState => (settled === null ? state : 'settled');
const stateName = (state: ShownState): string => (state === 'settled' ? 'Settled' : STATE_NAMES[state]);

/** The button's text is the state in the table, and what names the work in the list: its name holds either as it stands there. */
const openingName = (item: WorkItem): string =>
  `Steps and tries of ${workTexts(item).filter(Boolean).join(' ')}, ${stateName(shownState(item))}`;

export function BackgroundWorkPage() {
  usePageTitle('Background work');
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useState('');
  const [change, { error, reset }] = useChangeWorkMutation();
  const [acknowledging, setAcknowledging] = useState<WorkItem | null>(null);
  const work = useWorkQuery(undefined, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
  const isOwn = address.get('of') === 'mine';
  const state = SHOWN_STATES.find((each) => each === address.get('state')) ?? null;
  const go = (name: string, value: string | null) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const inReach = work.data?.items.filter((item) => !isOwn || item.isOwn);
  const wanted = search.trim().toLowerCase();
  const rows = inReach
    ?.filter((item) => (state === null ? UNDER_WAY.includes(shownState(item)) : shownState(item) === state))
    .filter((item) => `${workName(item)} ${item.askedBy}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => SHOWN_STATES.indexOf(shownState(a)) - SHOWN_STATES.indexOf(shownState(b)));
  return (
    <>
      <PlainHeader
        title="Background work"
        note="What the portal is doing, will do and could not do. It goes on when a page is left or a process ends."
      />
      <div className="mb-4 flex flex-wrap items-end gap-2">
        <Segmented
          label="Whose"
          options={[
            { value: 'all', label: 'Everybody’s' },
            { value: 'mine', label: 'Mine' },
          ]}
          value={isOwn ? 'mine' : 'all'}
          onChange={(of) => go('of', of === 'mine' ? 'mine' : null)}
        />
        {SHOWN_STATES.map((each) => (
          <StateChip
            key={each}
            state={each}
            count={inReach?.filter((item) => shownState(item) === each).length ?? 0}
            isChosen={state === each}
            onChoose={() => go('state', state === each ? null : each)}
          />
        ))}
        <div className="w-full sm:ml-auto sm:w-56">
          <TextField label="What or who" compact value={search} onChange={(event) => setSearch(event.target.value)} />
        </div>
      </div>
      <Failure
        error={error}
        otherwise="This could not be changed. Please try again."
        onClose={reset}
        className="mb-4"
      />
      <RecordTable
        label="Background work"
        what="Background work"
        errorNote="It is asked for again by itself every few seconds."
        query={work}
        rows={rows}
        columns={workColumns((workId, how) => void change({ workId, how }), setAcknowledging)}
        idOf={({ workId }) => workId}
        search={`${state} ${isOwn} ${wanted}`}
        pages={SIZE}
        opens={{
          label: openingName,
          more: (item) => <WorkDetail item={item} />,
        }}
        empty={{
          icon: CircleCheck,
          title: state === null && wanted === '' ? 'Nothing runs, nothing waits' : 'Nothing of this kind',
          children:
            'What ended within a day is behind ‘Done’ and ‘Stopped’. Failures stay until they are tried again, somebody has them in hand, or later work did the same.',
        }}
        foot={
          work.data?.isCut && (
            <p className="border-t px-5 py-3 text-sm text-ink-3">Only the newest 200 are listed here.</p>
          )
        }
      />
      <ByTheClock />
      {acknowledging !== null && <AcknowledgeDialog item={acknowledging} onClose={() => setAcknowledging(null)} />}
    </>
  );
}

interface ChipProps {
  state: ShownState;
  count: number;
  isChosen: boolean;
  onChoose: () => void;
}
const StateChip = ({ state, count, isChosen, onChoose }: ChipProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onChoose}
    className={cx(
      'settle flex h-8 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold pointer-coarse:h-11',
      isChosen ? 'border-brand bg-brand-soft text-brand' : 'border-line-strong bg-surface text-ink-2 hover:bg-hover',
    )}
  >
    {stateName(state)} <span className="tabular-nums">{count}</span>
  </button>
);
