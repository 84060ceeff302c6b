import type { Speed, SpeedLane } from '@superscope/contracts/speed';
import { Clock } from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { dateTime } from '../../ui/format';
import { beforeKept } from './axis-of-time';
import type { Percentile } from './lanes';
import { happeningsOf, LANES, msText, type Happening } from './speed-words';

interface Step {
  at: string;
  ms: Partial<Record<SpeedLane, number>>;
}

function stepsOf({ lanes }: Speed, percentile: Percentile): Step[] {
  const steps = new Map<string, Step>();
  for (const { lane, points } of lanes)
    for (const point of points) {
      const step = steps.get(point.at) ?? { at: point.at, ms: {} };
      steps.set(point.at, { ...step, ms: { ...step.ms, [lane]: point[percentile] } });
    }
  return [...steps.values()].toSorted((a, b) => b.at.localeCompare(a.at));
}

const stepColumns = ({ lanes }: Speed): RecordColumn<Step>[] => [
  {
    head: 'From',
    cell: ({ at }) => dateTime(at),
    sort: ({ at }) => at,
    csv: ({ at }) => dateTime(at),
    names: true,
    className: 'whitespace-nowrap font-normal',
  },
  ...lanes.map(({ lane }): RecordColumn<Step> => ({
    head: LANES[lane].name,
    cell: ({ ms }) => (ms[lane] === undefined ? '–' : msText(ms[lane])),
    sort: ({ ms }) => ms[lane] ?? null,
    csv: ({ ms }) => ms[lane] ?? '',
    csvHead: `${LANES[lane].name}, ms`,
    right: true,
  })),
];

const happeningColumns: RecordColumn<Happening>[] = [
  { head: 'What', cell: ({ kind }) => kind, names: true, className: 'font-normal' },
  { head: 'Which', cell: ({ what }) => what, leads: true, className: 'wrap-anywhere' },
  { head: 'From', cell: ({ from }) => dateTime(from), sort: ({ from }) => from, className: 'whitespace-nowrap' },
  {
    head: 'To',
    cell: ({ to, lasts }) => (to === null ? 'not ended' : lasts ? dateTime(to) : '–'),
    className: 'whitespace-nowrap',
  },
];

/** Stretches of the axis of which nothing is known, the newest first. */
function withoutTimes(speed: Speed) {
  const before = beforeKept(speed);
  const gaps = speed.gaps.map((gap) => ({ ...gap, what: 'a gap' })).toReversed();
  const iso = (at: number) => new Date(at).toISOString();
  return before === null
    ? gaps
    : [...gaps, { from: iso(before.from), to: iso(before.to), what: 'before the first kept minute' }];
}

/** What the lanes draw, as tables. */
export const LaneTables = ({ speed, percentile }: { speed: Speed; percentile: Percentile }) => (
  <div className="space-y-4">
    <RecordTable
      label="Times"
      rows={stepsOf(speed, percentile)}
      columns={stepColumns(speed)}
      idOf={({ at }) => at}
      pages={24}
      csv={{ name: `speed_${percentile}` }}
      empty={{ icon: Clock, title: 'Nothing was timed', children: 'Times are written once a minute.' }}
    />
    <RecordTable
      label="What happened"
      rows={happeningsOf(speed)}
      columns={happeningColumns}
      idOf={({ kind, what, from }) => `${kind} ${what} ${from}`}
      pages={24}
      empty={{ icon: Clock, title: 'Nothing happened', children: 'No release, start, import or alert in this time.' }}
    />
    {withoutTimes(speed).length > 0 && (
      <RecordTable
        label="Without times"
        rows={withoutTimes(speed)}
        columns={[
          {
            head: 'No times were kept from',
            cell: ({ from }) => dateTime(from),
            names: true,
            className: 'font-normal',
          },
          { head: 'To', cell: ({ to }) => dateTime(to) },
          { head: 'Which is', cell: ({ what }) => what },
        ]}
        idOf={({ from }) => from}
        pages={24}
      />
    )}
  </div>
);
