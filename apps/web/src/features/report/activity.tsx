import type { MemberFlag } from '@superscope/contracts/analytics/member-names';
import type { ReactNode } from 'react';
import { mapLoaded, together, type Loaded } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { columnOf, type Campaign } from '../../portal/campaigns/campaigns.api';
import { CountFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { Plot } from '../../portal/figures/plot';
import { ShareRing } from '../../portal/figures/share-ring';
import {
  monthlyWindowOf,
  useMonthlyFlag,
  usePeriodFlag,
  windowOf,
  type ShareFigures,
} from '../../portal/figures/use-share';
import { monthOf } from '../../portal/period/period';
import { MiniColumns } from '../../ui/mini-columns';
import { Sparkline } from '../../ui/sparkline';
import { Part } from './sheet';
import { Bones, CARD, CardTitle } from './sheet-card';

/** The contact details that members gave, and their activity. */
export const Activity = ({ view, campaigns }: { view: View; campaigns: Campaign[] }) => (
  <Part title="Member activity">
    <div className="sheet-grid">
      <div className={CARD}>
        <CardTitle>Profile status</CardTitle>
        <Rings>
          <FlagRing view={view} name="Mobile number" flag="mobileNumberProvided" />
          <FlagRing view={view} name="Email address" flag="emailAddressProvided" />
          <FlagRing view={view} name="Tax file number" flag="taxFileNumberProvided" />
        </Rings>
      </div>
      <div className={CARD}>
        <CardTitle>Online activity</CardTitle>
        <Rings>
          <RingOf windowed name="Contact requested" figures={usePeriodFlag(view, 'contactRequested')} />
          <FlagRing view={view} name="Risk profile completed" flag="riskProfileAssessmentCompleted" />
          <FlagRing view={view} name="Insurance indicator completed" flag="insuranceIndicatorCompleted" />
        </Rings>
      </div>
      <Voluntary view={view} />
      <LoggedIn view={view} campaigns={campaigns} />
    </div>
  </Part>
);

const Rings = ({ children }: { children: ReactNode }) => (
  <div className="mt-[5pt] grid grid-cols-3 gap-x-[6pt] text-center">{children}</div>
);

const FlagRing = ({ view, name, flag }: { view: View; name: string; flag: MemberFlag }) => (
  <RingOf name={name} figures={useMonthlyFlag(view, flag)} />
);

interface RingProps {
  name: string;
  figures: Loaded<ShareFigures>;
  /** For something that happens: names the window in which it counts. */
  windowed?: true;
}
const RingOf = ({ name, figures, windowed }: RingProps) => (
  <FigureCard part title={name} figures={figures} head={null} bones={<Bones />}>
    {({ newest, ...span }) => (
      <>
        <span className="mx-auto">
          <ShareRing of={newest.share} size={74} width={7} />
        </span>
        <p className="mb-[3pt] mt-[2pt] font-semibold">
          <CountFigure count={newest.count} longClassName="text-[9pt]" />
        </p>
        <p className="text-[9pt] leading-[11pt] text-ink-2">{windowed ? `${name} ${windowOf(span)}` : name}</p>
      </>
    )}
  </FigureCard>
);

function Voluntary({ view }: { view: View }) {
  return (
    <CountBlock title="Voluntary contributions" figures={useMonthlyFlag(view, 'makingVoluntaryContributions')}>
      {(values) => <Sparkline values={values} height={40} />}
    </CountBlock>
  );
}

/** Everybody who signed in within the look-back; the columns are each month's, in full colour where a campaign ran. */
function LoggedIn({ view, campaigns }: { view: View; campaigns: Campaign[] }) {
  const counted = usePeriodFlag(view, 'loggedInMember');
  const byMonth = useMonthlyFlag(view, 'loggedInMember');
  const figures = mapLoaded(together(counted, byMonth), ([{ newest, ...span }, { monthly, months, ...rest }]) => {
    const uncounted = months.filter((month) => month < monthOf(rest.of.counted[0])).length;
    const note = `Signed in ${windowOf(span)}; columns: ${monthlyWindowOf(rest)}`;
    return { ...rest, note, newest, monthly: monthly.slice(uncounted), months: months.slice(uncounted) };
  });
  const { months = [], quarterEnds = false } = figures.data ?? {};
  const ran = new Set(campaigns.map((campaign) => columnOf(campaign, months, quarterEnds)));
  const marked = months.flatMap((month, at) => (ran.has(month) ? [at] : []));
  return (
    <CountBlock title="Logged-in members" note={figures.data?.note} figures={figures}>
      {(values) => <MiniColumns values={values} marked={marked} height={40} />}
    </CountBlock>
  );
}

interface CountProps {
  title: string;
  note?: string | undefined;
  figures: Loaded<ShareFigures>;
  children: (values: (number | null)[]) => ReactNode;
}
const CountBlock = ({ title, note, figures, children }: CountProps) => (
  <FigureCard
    title={title}
    figures={figures}
    look={CARD}
    head={
      <div className="flex items-baseline justify-between gap-3">
        <CardTitle>{title}</CardTitle>
        {figures.data && <CountFigure count={figures.data.newest.count} className="text-[12pt] font-semibold" />}
      </div>
    }
    bones={<Bones />}
  >
    {({ monthly }) => (
      <div className="mt-[5pt]">
        <Plot
          cells={monthly.map(({ count }) => count)}
          unpublished="Not published by month."
          height={40}
          className="!min-h-10"
        >
          {children}
        </Plot>
        {note && <p className="mt-[3pt] text-[9pt] leading-[11pt] text-ink-2">{note}</p>}
      </div>
    )}
  </FigureCard>
);
