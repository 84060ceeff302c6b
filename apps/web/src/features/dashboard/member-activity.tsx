import type { ReactNode } from 'react';
import type { View } from '../../portal/analytics/query';
import { allWithheld } from '../../portal/analytics/result';
import { together } from '../../portal/analytics/use-figures';
import { columnOf, type Campaign } from '../../portal/campaigns/campaigns.api';
import { monthOf } from '../../portal/period/period';
import { Card, CardHead, Section } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date } from '../../ui/format';
import { MiniColumns } from '../../ui/mini-columns';
import { Sparkline } from '../../ui/sparkline';
import { Bone, ErrorState, NoData, Skeleton } from '../../ui/states';
import { ChangeFigure, CountFigure, ShareFigure } from '../../portal/figures/figure';
import { ShareRing } from '../../portal/figures/share-ring';
import { isWithheld, useMonthlyFlag, usePeriodFlag, type ShareState } from '../../portal/figures/use-share';

export function MemberActivity({ view, campaigns }: { view: View; campaigns: Campaign[] }) {
  return (
    <Section id="member-activity" title="Member activity" note="Share of members in the period">
      <div className="grid gap-4 xl:grid-cols-2">
        <Card>
          <CardHead title="Profile status" />
          <Circles>
            <Circle name="Mobile number" flag={useMonthlyFlag(view, 'mobileNumberProvided')} />
            <Circle name="Email address" flag={useMonthlyFlag(view, 'emailAddressProvided')} />
            <Circle name="Tax file number" flag={useMonthlyFlag(view, 'taxFileNumberProvided')} />
          </Circles>
        </Card>
        <Card>
          <CardHead title="Online activity" />
          <Circles>
            <Circle name="Contact requested" flag={usePeriodFlag(view, 'contactRequested')} />
            <Circle name="Risk profile completed" flag={useMonthlyFlag(view, 'riskProfileAssessmentCompleted')} />
            <Circle name="Insurance indicator completed" flag={useMonthlyFlag(view, 'insuranceIndicatorCompleted')} />
          </Circles>
        </Card>
      </div>
      <div className="mt-4 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        <Voluntary view={view} />
        <RingCard
          title="Approaching concessional cap"
          note="This financial year"
          flag={useMonthlyFlag(view, 'approachingConcessionalCap')}
          good="neutral"
        />
        <LoggedIn view={view} campaigns={campaigns} />
        <RingCard
          title="Consolidation verified"
          note="Within 24 months"
          flag={useMonthlyFlag(view, 'consolidationVerified')}
          good="up"
        />
      </div>
    </Section>
  );
}

const Circles = ({ children }: { children: ReactNode }) => (
  <div className="mt-3 grid gap-4 sm:mt-1 sm:grid-cols-3 sm:gap-5">{children}</div>
);

function Circle({ name, flag }: { name: string; flag: ShareState }) {
  const { newest, change, of, refreshing, failed, reference, retry } = flag;
  if (failed) return <ErrorState what={name} reference={reference} onRetry={retry} />;
  return (
    <div
      role="group"
      aria-label={name}
      aria-busy={refreshing || !newest}
      className={cx('settle flex items-center gap-3.5 sm:block', refreshing && 'opacity-50')}
    >
      <p className="order-2 flex flex-1 items-end text-base leading-[18px] text-ink-2 sm:mb-2.5 sm:min-h-9">{name}</p>
      {newest ? (
        // Beside the ring where there is room, else under it: the same for all three, by the least width.
        <div className="flex items-center gap-x-3 gap-y-1 sm:flex-wrap">
          <ShareRing of={newest.share} digits={newest.share.value !== null && newest.share.value < 10 ? 1 : 0} />
          <div className="min-w-16">
            <p className="text-lg font-semibold">
              <CountFigure count={newest.count} longClassName="w-16 text-left text-sm font-semibold leading-4" />
            </p>
            <ChangeFigure change={change} points since={date(of.since)} longClassName="w-16 text-left leading-4" />
          </div>
        </div>
      ) : (
        <Skeleton label={name}>
          <Bone className="size-[76px] !rounded-full" />
        </Skeleton>
      )}
    </div>
  );
}

interface SmallProps {
  title: string;
  flag: ShareState;
  note?: string;
  change?: ReactNode;
  ring?: boolean;
  children?: ReactNode;
}
function Small({ title, flag, note, change, ring, children }: SmallProps) {
  const { newest, refreshing, failed, reference, retry } = flag;
  if (failed) {
    return (
      <Card aria-label={title} className="grid">
        <ErrorState what={title} reference={reference} onRetry={retry} />
      </Card>
    );
  }
  return (
    <Card
      aria-label={title}
      aria-busy={refreshing || !newest}
      className={cx('settle flex min-h-[150px] flex-col', refreshing && '*:opacity-50')}
    >
      <h3 className="text-base font-semibold leading-[18px]">{title}</h3>
      {newest ? (
        <>
          <div className="mt-1.5 flex flex-1 flex-wrap justify-between gap-3 sm:flex-nowrap">
            <div>
              <p className="flex flex-wrap items-baseline gap-x-2.5">
                <CountFigure count={newest.count} className="metric" longClassName="my-1 text-lg font-semibold" />
                {change}
              </p>
              <p className="text-sm text-ink-3">
                {isWithheld(newest) ? (
                  'Members'
                ) : (
                  <>
                    <ShareFigure of={newest.share} /> of members
                  </>
                )}
              </p>
              {note && <p className="mt-1.5 text-sm text-ink-3">{note}</p>}
            </div>
            {ring && <ShareRing of={newest.share} size={84} width={9} />}
          </div>
          {children && <div className="mt-2.5">{children}</div>}
        </>
      ) : (
        <Skeleton label={title} className="mt-2">
          <Bone className="h-7 w-20" />
          <Bone className="mt-4 h-12 w-full" />
        </Skeleton>
      )}
    </Card>
  );
}

function RingCard(props: { title: string; note: string; flag: ShareState; good: 'up' | 'neutral' }) {
  const { flag, good } = props;
  const change = <ChangeFigure change={flag.change} points good={good} since={date(flag.of.since)} />;
  return <Small {...props} change={change} ring />;
}

function Voluntary({ view }: { view: View }) {
  const flag = useMonthlyFlag(view, 'makingVoluntaryContributions');
  return (
    <Small
      title="Voluntary contributions"
      flag={flag}
      change={<ChangeFigure change={flag.change} points since={date(flag.of.since)} />}
    >
      <Drawing flag={flag}>{(values) => <Sparkline values={values} height={52} />}</Drawing>
    </Small>
  );
}

/** A small drawing of the counts, or a sentence where none of them is published. */
function Drawing(props: { flag: ShareState; children: (values: (number | null)[]) => ReactNode }) {
  const counts = props.flag.monthly.map(({ count }) => count);
  if (allWithheld(counts)) return <NoData className="!min-h-13 text-sm">Not published by month.</NoData>;
  if (counts.some(({ value }) => value !== null)) return props.children(counts.map(({ value }) => value));
  return <div className="h-13" />;
}

/**
 * Everybody who signed in within the period; the columns are each month's, in full colour where a campaign ran. The month
 * before a preset's is left out: who signed in only then does not count.
 */
function LoggedIn({ view, campaigns }: { view: View; campaigns: Campaign[] }) {
  const flag = usePeriodFlag(view, 'loggedInMember');
  const monthly = useMonthlyFlag(view, 'loggedInMember');
  const uncounted = monthly.months.filter((month) => month < monthOf(monthly.of.counted[0])).length;
  const columns = { ...monthly, monthly: monthly.monthly.slice(uncounted) };
  const months = monthly.months.slice(uncounted);
  const ran = new Set(campaigns.map((campaign) => columnOf(campaign, months, monthly.quarterEnds)));
  const marked = months.flatMap((month, at) => (ran.has(month) ? [at] : []));
  return (
    <Small title="Logged-in members" flag={{ ...flag, ...together(flag, monthly) }}>
      <Drawing flag={columns}>{(values) => <MiniColumns values={values} marked={marked} />}</Drawing>
    </Small>
  );
}
