import type { CompleteMonth, PlansCompleteness } from '@superscope/contracts/plans-overview';
import { Check, CircleDashed, Hourglass, TriangleAlert, type LucideIcon } from 'lucide-react';
import { NotLoaded } from '../../portal/api/not-loaded';
import { publishedOn } from '../../portal/period/published-on';
import { Updating } from '../../portal/updates/updating';
import { Card, Section } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { month as monthName, number, sydneyToday } from '../../ui/format';
import { Bone, Skeleton } from '../../ui/states';
import { usePlansCompletenessQuery } from './plans.api';

interface Look {
  icon: LucideIcon;
  tone: string;
  label: string;
}
type State = NonNullable<CompleteMonth['openBecause']> | 'closed';
const LOOKS: Record<State, Look> = {
  closed: { icon: Check, tone: 'text-good', label: 'Closed' },
  running: { icon: CircleDashed, tone: 'text-ink-3', label: 'Running' },
  snapshots: { icon: TriangleAlert, tone: 'text-attention', label: 'No snapshots' },
  publishing: { icon: Hourglass, tone: 'text-ink-2', label: 'Being published' },
};
const stateOf = ({ openBecause }: CompleteMonth): State => openBecause ?? 'closed';

/** The imports of each plan and month, and what keeps a month open. */
export function Completeness() {
  const { data, isError, isFetching, error, refetch } = usePlansCompletenessQuery();
  if (data?.plans.length === 0) return null;
  return (
    <Section id="completeness" title="Completeness" note="What is imported of each month, and what keeps a month open">
      {isError && !isFetching ? (
        <Card className="grid min-h-52">
          <NotLoaded
            what="The completeness of the plans"
            note="Nothing is wrong with the plans above."
            error={error}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : data ? (
        <Updating name="Completeness" of={data}>
          <Table of={data} />
        </Updating>
      ) : (
        <Skeleton label="the completeness of the plans">
          <Bone className="h-72 !rounded-lg" />
        </Skeleton>
      )}
    </Section>
  );
}

const Table = ({ of: { months, plans } }: { of: PlansCompleteness }) => (
  <section aria-label="Completeness by plan and month" className="card overflow-hidden">
    <div className="relative overflow-x-auto" role="region" aria-label="Completeness: table" tabIndex={0}>
      <table className="w-full text-base">
        <thead>
          <tr className="border-b bg-sunken text-sm text-ink-2">
            <th scope="col" className="sticky left-0 z-10 bg-sunken py-2 pl-4 pr-3 text-left font-semibold sm:pl-5">
              Plan
            </th>
            {months.map((month) => (
              <th key={month} scope="col" className="px-1.5 py-2 text-center font-semibold leading-4">
                {monthName(month).slice(0, 3)}
                <span className="block text-xs font-normal text-ink-3">{month.slice(0, 4)}</span>
              </th>
            ))}
            <th scope="col" className="py-2 pl-3 pr-5 text-left font-semibold">
              Kept open by
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id} className="h-11 border-b last:border-0">
              <th
                scope="row"
                className="sticky left-0 z-10 max-w-40 bg-surface py-2 pl-4 pr-3 text-left font-medium leading-[18px] sm:max-w-64 sm:pl-5"
              >
                {plan.name}
              </th>
              {months.map((month) => (
                <Month key={month} of={plan.months.find((each) => each.month === month)} name={month} />
              ))}
              <td className="min-w-60 py-2 pl-3 pr-5 text-sm text-ink-2">{keptOpenBy(plan.months)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <ul aria-label="Key" className="flex flex-wrap gap-x-5 gap-y-1 border-t px-4 py-3 text-sm text-ink-2 sm:px-5">
      {Object.entries(LOOKS).map(([state, { icon: Icon, tone, label }]) => (
        <li key={state} className="inline-flex items-center gap-1.5">
          <Icon size={15} className={tone} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  </section>
);

function Month({ of, name }: { of: CompleteMonth | undefined; name: string }) {
  if (!of) {
    return (
      <td className="px-1.5 text-center text-ink-3">
        <span aria-hidden>·</span>
        <span className="sr-only">Not a month of this plan</span>
      </td>
    );
  }
  const { icon: Icon, tone, label } = LOOKS[stateOf(of)];
  const told = `${label}${of.edition === null ? '' : `, edition ${of.edition}`}: ${rowsText('snapshots', of.snapshots)}, ${rowsText('assets owned', of.assets)}`;
  return (
    <td className="px-1.5 text-center" title={`${monthName(name)}. ${told}`}>
      <Icon size={17} className={cx('mx-auto', tone)} aria-hidden />
      <span className="sr-only">{told}</span>
    </td>
  );
}

const rowsText = (what: string, rows: number | null) => (rows === null ? `no ${what}` : `${number(rows)} ${what}`);

/** The open months of a plan, one sentence per kind of reason. */
function keptOpenBy(months: readonly CompleteMonth[]): string {
  const named = (state: State) => months.filter((each) => stateOf(each) === state).map(({ month }) => month);
  const [running, snapshots, publishing] = [named('running'), named('snapshots'), named('publishing')];
  const sentences = [
    ...(snapshots.length > 0 ? [`${listed(snapshots)}: no member snapshots imported`] : []),
    ...(publishing.length > 0 ? [`${listed(publishing)}: being published`] : []),
    ...running.map((month) => {
      const when = publishedOn(month, sydneyToday());
      return `${monthName(month)}: published ${when}`;
    }),
  ];
  return sentences.length === 0 ? 'Nothing' : `${sentences.join('; ')}`;
}

const listed = (months: readonly string[]) =>
  months.length > 2 ? `${monthName(months[0]!)} to ${monthName(months.at(-1)!)}` : months.map(monthName).join(', ');
