import type { Speed, SpeedPeriod } from '@superscope/contracts/speed';
import { Check, CircleCheck, Clock, Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { QueryStates } from '../../portal/records/query-states';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { dateTime } from '../../ui/format';
import { Segmented } from '../../ui/segmented';
import { Bone } from '../../ui/states';
import { useCopied } from '../../ui/use-copied';
import { usePageTitle } from '../../ui/use-page-title';
import { beforeKept } from './axis-of-time';
import { LaneTables } from './lane-tables';
import { Lanes, type Percentile } from './lanes';
import { NamesCard } from './names-card';
import { SlowestCard } from './slowest-card';
import { useSpeedQuery } from './speed.api';
import { msText, verdictText, waitedText } from './speed-words';

const EVERY_MS = 60_000;
const PERIODS = [
  { value: 'hours24', label: '24 hours' },
  { value: 'days3', label: '3 days' },
  { value: 'days14', label: '14 days' },
] as const satisfies readonly { value: SpeedPeriod; label: string }[];
const PERCENTILES = [
  { value: 'p50', label: 'p50' },
  { value: 'p95', label: 'p95' },
] as const;
const VIEWS = [
  { value: 'lanes', label: 'Lanes' },
  { value: 'tables', label: 'Tables' },
] as const;

/** How long things took, since when it is longer, and what was recorded beside them. */
export function SpeedPage() {
  usePageTitle('Speed');
  const [period, setPeriod] = useState<SpeedPeriod>('days14');
  const [percentile, setPercentile] = useState<Percentile>('p95');
  const query = useSpeedQuery(period, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
  // An answer stays while the next one is on its way, but another period's would be taken for what is asked.
  const { currentData, isError, error, refetch } = query;
  return (
    <>
      <PlainHeader
        title="Speed"
        note="How long screens, calls and jobs took in 14 days, and what happened beside them. No persons stand here."
        right={
          <div className="flex flex-wrap gap-2">
            <Segmented label="Period" tall options={PERIODS} value={period} onChange={setPeriod} />
            <Segmented label="Percentile" tall options={PERCENTILES} value={percentile} onChange={setPercentile} />
          </div>
        }
      />
      <QueryStates
        query={{ data: currentData, isError, error, refetch }}
        what="The times"
        note="They are asked for again by themselves every minute."
        className="card min-h-72 p-5"
        bones={<Bone className="h-96 !rounded-lg" />}
      >
        {(speed) => <Times speed={speed} percentile={percentile} />}
      </QueryStates>
    </>
  );
}

function Times({ speed, percentile }: { speed: Speed; percentile: Percentile }) {
  const [view, setView] = useState<'lanes' | 'tables'>('lanes');
  const { gaps, stepMinutes } = speed;
  return (
    <>
      <Verdict speed={speed} />
      {gaps.length > 0 && <Gaps gaps={gaps} />}
      <section aria-labelledby="axis" className={cx(view === 'lanes' && 'card overflow-hidden')}>
        <div className="flex flex-wrap items-center gap-3 px-4 py-3.5 sm:px-5">
          <div className="min-w-0 flex-1 basis-48">
            <h2 id="axis" className="text-md font-semibold">
              On one axis of time
            </h2>
            <p className="text-sm text-ink-3">
              {percentile} by {stepMinutes < 60 ? `${stepMinutes} minutes` : `${stepMinutes / 60} hours`};{' '}
              {beforeKept(speed) !== null && 'grey before the first kept minute, '}hatched where no times were kept
            </p>
          </div>
          <Segmented label="Shown as" options={VIEWS} value={view} onChange={setView} />
        </div>
        {view === 'lanes' ? (
          <Lanes speed={speed} percentile={percentile} />
        ) : (
          <LaneTables speed={speed} percentile={percentile} />
        )}
      </section>
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-2 *:min-w-0">
        <NamesCard speed={speed} />
        <SlowestCard speed={speed} />
      </div>
    </>
  );
}

const TONES = {
  good: { icon: CircleCheck, card: '', mark: 'text-good' },
  info: { icon: Clock, card: '', mark: 'text-ink-3' },
  attention: { icon: TriangleAlert, card: 'border-attention-line bg-attention-soft', mark: 'text-attention' },
};

function Verdict({ speed }: { speed: Speed }) {
  const { tone, title, text } = verdictText(speed.verdict, speed.keptSince);
  const { icon: Icon, card, mark } = TONES[tone];
  const [copied, copy] = useCopied();
  const slow = speed.slowest.map(({ call, ms, at, correlationId, waited }) =>
    [`${dateTime(at)} ${call} ${msText(ms)} ${correlationId}`, waitedText(waited, ms)].filter(Boolean).join(', '),
  );
  const ticket = [title, text, ...(slow.length === 0 ? [] : ['The slowest calls since then:', ...slow])].join('\n');
  return (
    <section
      aria-label="In a sentence"
      className={cx('card mb-4 flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-3.5', card)}
    >
      <Icon size={20} className={cx('mt-0.5 shrink-0', mark)} aria-hidden />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-md font-semibold">{title}</h2>
        <p className="text-base text-ink-2">{text}</p>
      </div>
      {speed.verdict.is === 'slower' && (
        <Button icon={copied === ticket ? Check : Copy} onClick={() => copy(ticket)}>
          {copied === ticket ? 'Copied' : 'Copy for a ticket'}
        </Button>
      )}
    </section>
  );
}

const Gaps = ({ gaps }: Pick<Speed, 'gaps'>) => {
  const { from, to } = gaps.at(-1)!;
  return (
    <p className="mb-4 text-base text-ink-2">
      No times were kept from {dateTime(from)} to {dateTime(to)}
      {gaps.length > 1 && `, and ${gaps.length - 1} times before`}. What is hatched is not known.
    </p>
  );
};
