import type {
  CheckedReport,
  ComparedFigures,
  FiguresCheck,
  LaterChange,
  ReportCheck,
} from '@superscope/contracts/report-check';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { messageOf, referenceOf } from '../api/base.api';
import { changeTitle } from '../as-of/change-text';
import { makingText } from '../as-of/making-text';
import { searchAddress } from '../event-search';
import { useMay } from '../user/use-may';
import { Button } from '../../ui/button';
import { DataTable, type TableColumn } from '../../ui/data-table';
import { dateTime, number } from '../../ui/format';
import { Reference } from '../../ui/states';
import { useBeginFiguresCheckMutation, useFiguresCheckQuery } from './report-check.api';
import { Verdict } from './verdict';

const LOOK_EVERY_MS = 1000;

/** '2.8 s' */
const seconds = (ms: number): string => `${number(ms / 1000, 1)} s`;

type Props = { report: CheckedReport } & Pick<ReportCheck, 'figures'>;

/** The third verdict: whether the figures are what the events of the report's moment say, and what is known otherwise today. */
export function FiguresVerdict({ report, figures }: Props) {
  const mayKnow = useMay('reports.check-fully');
  if (figures === 'none')
    return (
      <Verdict is="unknown">
        This document keeps no figures, so they cannot be compared with {mayKnow ? 'the events' : 'what was recorded'}.
      </Verdict>
    );
  if (figures === 'gone')
    return (
      <Verdict is="unknown">
        Its figures are no longer kept here. Drop its PDF, to which they are attached, to compare them with{' '}
        {mayKnow ? 'the events' : 'what was recorded'}.
      </Verdict>
    );
  return <Compared workId={report.workId} />;
}

const hasFailed = ({ state }: FiguresCheck): boolean => state === 'failed' || state === 'cancelled';

function Compared({ workId }: { workId: string }) {
  const mayKnow = useMay('reports.check-fully');
  const [begin, begun] = useBeginFiguresCheckMutation();
  useEffect(() => void begin(workId), [begin, workId]);
  const { currentData, isError, error, refetch } = useFiguresCheckQuery(workId, {
    // What the beginning says for good is not asked again: a failure would be replaced before it is read.
    skip: begun.data === undefined || begun.data.compared !== null || hasFailed(begun.data),
  });
  const state = currentData ?? begun.data;
  const isUnfinished = state !== undefined && (state.state === 'waiting' || state.state === 'running');
  const asks = begun.isSuccess && isUnfinished && !isError;
  useEffect(() => {
    if (!asks) return;
    const timer = setInterval(() => void refetch(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [asks, refetch]);
  const failure = begun.error ?? (isError ? error : undefined);
  const problem = state && hasFailed(state) ? state.problem : undefined;
  if (failure !== undefined || problem !== undefined)
    return (
      <Verdict is="unknown">
        <p role="alert">
          {problem ??
            messageOf(failure) ??
            `The figures could not be compared with ${mayKnow ? 'the events' : 'what was recorded'}. Please try again.`}
        </p>
        <Reference id={referenceOf(failure)} className="mt-1" />
        <Button kind="quiet" className="mt-2" onClick={() => void begin(workId)}>
          Try again
        </Button>
      </Verdict>
    );
  if (state?.compared == null) {
    const { text, part } =
      state === undefined
        ? { text: 'Starting', part: null }
        : mayKnow
          ? makingText(state)
          : { text: 'Comparing its figures with what was recorded by then', part: null };
    const said = state?.state === 'ready' ? 'Asking its questions again' : text;
    return (
      <Verdict is="busy">
        <p role="status">{said}</p>
        <progress aria-label="Progress" {...(part === null ? {} : { value: part })} max={1} className="mt-1 w-full" />
      </Verdict>
    );
  }
  const { compared, tookMs } = state;
  return <Outcome compared={compared} tookMs={tookMs} />;
}

function Outcome({ compared, tookMs }: { compared: ComparedFigures; tookMs: number | null }) {
  const { count, asPrinted, differing, now, changes, leftOut } = compared;
  const wrong = differing.length + leftOut.differing;
  const ranks =
    asPrinted > 0 && `${number(asPrinted)} ranks among other plans are as printed: only this plan is derived again.`;
  const recorded = now === null ? 'what was recorded when it was made' : 'what the events of that moment say';
  return (
    <>
      <Verdict is={wrong === 0 ? 'yes' : 'no'} note={tookMs !== null && `rebuilt from events in ${seconds(tookMs)}`}>
        <p>
          {wrong === 0
            ? `All ${number(count)} figures are ${recorded}`
            : `${number(wrong)} of ${number(count)} figures ${wrong === 1 ? 'is' : 'are'} not ${recorded}`}
        </p>
        {ranks && <p className="mt-0.5 text-sm text-ink-3">{ranks}</p>}
      </Verdict>
      {wrong > 0 && (
        <DataTable
          label={now === null ? 'Figures that differ from what was recorded' : 'Figures that differ from the events'}
          look="records"
          rows={differing}
          idOf={(_, at) => at}
          columns={differingColumns(now === null ? 'As recorded' : 'By the events')}
        />
      )}
      {wrong === 0 && now !== null && <Since now={now} changes={changes} leftOut={leftOut.now} />}
      {leftOut.differing + leftOut.now > 0 && (
        <p className="border-t px-5 py-2.5 text-sm text-ink-3">
          {number(wrong === 0 ? leftOut.now : leftOut.differing)} more are not listed.
        </p>
      )}
    </>
  );
}

interface SinceProps {
  now: readonly Now[];
  changes: readonly LaterChange[];
  leftOut: number;
}
/** What is known otherwise today. */
function Since({ now, changes, leftOut }: SinceProps) {
  const later = now.length + leftOut;
  return (
    <>
      <p className="border-t px-5 py-3 text-base">
        {later === 0 ? (
          'Every figure is known the same today.'
        ) : (
          <>
            <b className="font-semibold">
              {number(later)} figure{later === 1 ? ' is' : 's are'} known otherwise today.
            </b>{' '}
            The report was right when it was made; these events came later.
          </>
        )}
      </p>
      {later > 0 && (
        <DataTable
          label="Figures that are known otherwise today"
          look="records"
          rows={now}
          idOf={(_, at) => at}
          columns={nowColumns(changes)}
        />
      )}
    </>
  );
}

const differingColumns = (head: string): readonly TableColumn<ComparedFigures['differing'][number]>[] => [
  { head: 'Figure', names: true, cell: ({ name }) => name },
  { head: 'In the report', right: true, cell: ({ printed }) => printed },
  { head, right: true, cell: ({ events }) => <b className="font-semibold">{events}</b> },
];

type Now = NonNullable<ComparedFigures['now']>[number];
const nowColumns = (changes: readonly LaterChange[]): readonly TableColumn<Now>[] => [
  { head: 'Figure', names: true, cell: ({ name }) => name },
  { head: 'In the report', right: true, cell: ({ printed }) => printed },
  { head: 'Now', right: true, cell: ({ now }) => <b className="font-semibold">{now}</b> },
  {
    head: 'Since then',
    cell: ({ changes: of, ofOtherPlans }) =>
      ofOtherPlans ? (
        'Figures of other plans changed'
      ) : of.length === 0 ? (
        <span className="text-ink-3">No event of this plan</span>
      ) : (
        <ul className="space-y-1">
          {of.map((at) => (
            <li key={at}>
              <Change of={changes[at]!} />
            </li>
          ))}
        </ul>
      ),
    className: 'min-w-52',
  },
];

function Change({ of: change }: { of: LaterChange }) {
  const mayRead = useMay('history.read');
  return (
    <>
      {changeTitle(change)}
      <span className="block text-sm text-ink-3">
        {dateTime(change.lastAt).split(' ')[0]}
        {mayRead && (
          <>
            {' · '}
            <Link to={searchAddress(change.search)} className="font-semibold text-brand hover:underline">
              see events<span className="sr-only"> of {changeTitle(change)}</span>
            </Link>
          </>
        )}
      </span>
    </>
  );
}
