import type { ReactNode } from 'react';
import type { View } from '../../app/analytics/query';
import { together } from '../../app/analytics/use-figures';
import type { Campaign } from '../../app/campaigns/campaigns.api';
import { monthOf } from '../../app/period/period';
import { Card, CardHead, Section } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { Delta } from '../../ui/delta';
import { MiniColumns } from '../../ui/mini-columns';
import { Ring } from '../../ui/ring';
import { Sparkline } from '../../ui/sparkline';
import { Bone, ErrorState, Skeleton } from '../../ui/states';
import { HatchedBox } from '../../ui/withheld';
import { CountFigure, ShareFigure } from './figure';
import { useMonthlyFlag, usePeriodFlag, type FlagState } from './use-flag';

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

function Circle({ name, flag }: { name: string; flag: FlagState }) {
  const { share, points, refreshing, failed, reference, retry } = flag;
  if (failed) return <ErrorState what={name} reference={reference} onRetry={retry} />;
  return (
    <div
      role="group"
      aria-label={name}
      aria-busy={refreshing || !share}
      className={cx('settle flex items-center gap-3.5 sm:block', refreshing && 'opacity-50')}
    >
      <p className="order-2 flex flex-1 items-end text-base leading-[18px] text-ink-2 sm:mb-2.5 sm:min-h-9">{name}</p>
      {share ? (
        // Beside the ring where there is room, else under it: the same for all three, by the least width.
        <div className="flex items-center gap-x-3 gap-y-1 sm:flex-wrap">
          <Ring ratio={share.ratio}>
            <ShareFigure
              share={share}
              digits={share.ratio !== null && share.ratio < 0.1 ? 1 : 0}
              className="text-md font-semibold"
              saidClassName="w-14 text-xs font-semibold leading-[14px]"
            />
          </Ring>
          <div className="min-w-16">
            <p className="text-lg font-semibold">
              <CountFigure count={share.count} />
            </p>
            {points !== null && <Delta value={points} unit="pp" />}
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
  flag: FlagState;
  note?: string;
  change?: ReactNode;
  ring?: boolean;
  children?: ReactNode;
}
function Small({ title, flag, note, change, ring, children }: SmallProps) {
  const { share, refreshing, failed, reference, retry } = flag;
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
      aria-busy={refreshing || !share}
      className={cx('settle flex min-h-[150px] flex-col', refreshing && '*:opacity-50')}
    >
      <h3 className="text-base font-semibold leading-[18px]">{title}</h3>
      {share ? (
        <>
          <div className="mt-1.5 flex flex-1 flex-wrap justify-between gap-3 sm:flex-nowrap">
            <div>
              <p className="flex flex-wrap items-baseline gap-x-2.5">
                <CountFigure count={share.count} className="metric" />
                {change}
              </p>
              <p className="text-sm text-ink-3">
                <ShareFigure share={share} /> of members
              </p>
              {note && <p className="mt-1.5 text-sm text-ink-3">{note}</p>}
            </div>
            {ring && (
              <Ring ratio={share.ratio} size={84} width={9}>
                <ShareFigure
                  share={share}
                  className="text-md font-semibold"
                  saidClassName="w-16 text-xs font-semibold leading-[14px]"
                />
              </Ring>
            )}
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

function RingCard(props: { title: string; note: string; flag: FlagState; good: 'up' | 'neutral' }) {
  const { flag, good } = props;
  const change = flag.points !== null && <Delta value={flag.points} unit="pp" good={good} />;
  return <Small {...props} change={change} ring />;
}

function Voluntary({ view }: { view: View }) {
  const flag = useMonthlyFlag(view, 'makingVoluntaryContributions');
  return (
    <Small title="Voluntary contributions" flag={flag} change={flag.percent !== null && <Delta value={flag.percent} />}>
      <Drawing title="Voluntary contributions" flag={flag}>
        {(values) => <Sparkline values={values} height={52} />}
      </Drawing>
    </Small>
  );
}

/** A small drawing of the counts, hatched where every one of them is withheld. */
function Drawing(props: { title: string; flag: FlagState; children: (values: (number | null)[]) => ReactNode }) {
  const counts = props.flag.shares.map((share) => share.count);
  if (counts.some(({ value }) => value !== null)) return props.children(counts.map(({ value }) => value));
  if (counts.some(({ withheld }) => withheld))
    return <HatchedBox className="h-9" label={`${props.title}: not shown`} />;
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
  const columns = { ...monthly, shares: monthly.shares.slice(uncounted) };
  const ran = new Set(campaigns.map((campaign) => monthOf(campaign.date)));
  const marked = monthly.months.slice(uncounted).flatMap((month, at) => (ran.has(month) ? [at] : []));
  return (
    <Small title="Logged-in members" flag={{ ...flag, ...together(flag, monthly) }}>
      <Drawing title="Logged-in members by month" flag={columns}>
        {(values) => <MiniColumns values={values} marked={marked} />}
      </Drawing>
    </Small>
  );
}
