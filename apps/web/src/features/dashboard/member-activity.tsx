import type { ReactNode } from 'react';
import type { View } from '../../portal/analytics/figures-view';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { Plot } from '../../portal/figures/plot';
import { useMonthlyFlag } from '../../portal/figures/use-share';
import { Card, CardHead } from '../../ui/card';
import { Sparkline } from '../../ui/sparkline';
import { CountCard } from '../../portal/cards/count-card';
import { ACTIVITY_CARD } from './activity-card';
import { FlagCircle } from './flag-circle';
import { LoggedInCard } from './logged-in-card';
import { useCapNote } from '../../portal/analytics/use-cap-note';
import { useChangingFlag } from './use-changing-flag';

export const MemberActivity = ({ view, campaigns }: { view: View; campaigns: Campaign[] }) => (
  <>
    <div className="grid gap-4 xl:grid-cols-2">
      <ProfileStatus view={view} />
      <OnlineActivity view={view} />
    </div>
    <div className="mt-4 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Voluntary view={view} />
      <ConcessionalCap view={view} />
      <LoggedInCard view={view} campaigns={campaigns} />
      <Consolidation view={view} />
    </div>
  </>
);

const Circles = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardHead title={title} />
    <div className="mt-3 grid gap-4 sm:mt-1 sm:grid-cols-3 sm:gap-5">{children}</div>
  </Card>
);

const ProfileStatus = ({ view }: { view: View }) => (
  <Circles title="Profile status">
    <FlagCircle
      name="Mobile number"
      figures={useMonthlyFlag(view, 'mobileNumberProvided')}
      peers="mobileNumberProvided"
    />
    <FlagCircle
      name="Email address"
      figures={useMonthlyFlag(view, 'emailAddressProvided')}
      peers="emailAddressProvided"
    />
    <FlagCircle
      name="Tax file number"
      figures={useMonthlyFlag(view, 'taxFileNumberProvided')}
      peers="taxFileNumberProvided"
    />
  </Circles>
);

const OnlineActivity = ({ view }: { view: View }) => (
  <Circles title="Online activity">
    <FlagCircle
      windowed
      name="Contact requested"
      figures={useChangingFlag(view, 'contactRequested')}
      peers="contactRequested"
    />
    <FlagCircle
      name="Risk profile completed"
      figures={useMonthlyFlag(view, 'riskProfileAssessmentCompleted')}
      peers="riskProfileAssessmentCompleted"
    />
    <FlagCircle
      name="Insurance indicator completed"
      figures={useMonthlyFlag(view, 'insuranceIndicatorCompleted')}
      peers="insuranceIndicatorCompleted"
    />
  </Circles>
);

const Voluntary = ({ view }: { view: View }) => (
  <CountCard
    title="Voluntary contributions"
    className={ACTIVITY_CARD}
    figures={useMonthlyFlag(view, 'makingVoluntaryContributions')}
    peers="makingVoluntaryContributions"
    watched={{ planId: view.planId, metric: 'makingVoluntaryContributions' }}
  >
    {({ monthly }) => (
      <Plot
        cells={monthly.map(({ count }) => count)}
        unpublished="Not published by month."
        height={52}
        className="!min-h-13"
      >
        {(values) => <Sparkline values={values} height={52} />}
      </Plot>
    )}
  </CountCard>
);

const ConcessionalCap = ({ view }: { view: View }) => {
  const note = useCapNote(view);
  return (
    <CountCard
      ring
      title="Approaching concessional cap"
      className={ACTIVITY_CARD}
      note={`${note}. It limits what is paid in before tax.`}
      concern
      figures={useMonthlyFlag(view, 'approachingConcessionalCap')}
      peers="approachingConcessionalCap"
      watched={{ planId: view.planId, metric: 'approachingConcessionalCap' }}
      good="neutral"
    />
  );
};

const Consolidation = ({ view }: { view: View }) => (
  <CountCard
    ring
    title="Consolidation verified"
    className={ACTIVITY_CARD}
    note="Within 24 months"
    figures={useMonthlyFlag(view, 'consolidationVerified')}
    peers="consolidationVerified"
    watched={{ planId: view.planId, metric: 'consolidationVerified' }}
  />
);
