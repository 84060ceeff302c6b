import type { PeerFlag } from '@superscope/contracts/peer-figures';
import type { View } from '../../portal/analytics/figures-view';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { MembersFigure, ShareFigure } from '../../portal/figures/figure';
import { isWithheld, useMonthlyFlag, usePeriodFlag, windowOf, type Published } from '../../portal/figures/use-share';
import { atLeastModest, STANDARDS } from '../../portal/figures/standards';
import { useDistribution } from '../../portal/figures/use-distribution';
import { NominationChart } from '../../portal/nominations/nomination-chart';
import { useNominations } from '../../portal/nominations/nominations';
import { PeersKey } from '../../portal/peers/peers-key';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { FoldSection } from '../../ui/fold-section';
import { date, month, share } from '../../ui/format';
import { useRoomy } from '../../ui/use-roomy';
import { AdequacyCard } from './adequacy-card';
import { Communications } from './campaign-table';
import { MemberActivity } from './member-activity';
import { useNewsQuery } from './news.api';
import { newestOf, News, NewsTools } from './news-cards';
import { NominationCard } from './nomination-card';

interface Props {
  view: View;
  campaigns: Campaign[];
}

/** Nominations and retirement adequacy. On phones each is folded, with its headline figure. */
export function NominationsAndAdequacy({ view, campaigns }: Props) {
  const roomy = useRoomy();
  if (!roomy) return <FoldedOnes view={view} campaigns={campaigns} />;
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 xl:grid-cols-12">
      <NominationChart view={view} campaigns={campaigns} className="xl:col-span-8" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:col-span-4 xl:grid-cols-1">
        <AdequacyCard view={view} />
        <NominationCard view={view} />
      </div>
    </div>
  );
}

/** A share, or the members where that is as little known: 'too few members signed in' would read as a judgement. */
const Headline = ({ of }: { of: Published }) =>
  isWithheld(of) ? <MembersFigure count={of.count} /> : <ShareFigure of={of.share} />;

function FoldedOnes({ view, campaigns }: Props) {
  const { series = [], months = [] } = useNominations(view).data ?? {};
  const none = series.find(({ name }) => name === 'None')?.monthly;
  const onTrack = useMonthlyFlag(view, 'onTrackOrOnTrackUsingTolerance').data?.newest;
  const standards = useDistribution(view, 'Member.projectedRetirementStandardName', STANDARDS).data;
  const orBetter = standards && atLeastModest(standards);
  const [first, last] = [none?.[0]?.share.value ?? null, none?.at(-1)];
  return (
    <>
      <FoldSection
        id="beneficiary-nomination"
        title="Beneficiary nomination"
        headline={last && <Headline of={last} />}
        of={`have none${first !== null && months[0] ? `; was ${share(first)} in ${month(months[0])}` : ''}`}
      >
        <div className="grid grid-cols-1 gap-3">
          <NominationChart view={view} campaigns={campaigns} />
          <NominationCard view={view} />
        </div>
      </FoldSection>
      <FoldSection
        id="retirement-adequacy"
        title="Retirement adequacy"
        headline={orBetter ? <ShareFigure of={orBetter} /> : onTrack && <Headline of={onTrack} />}
        of={orBetter ? 'heading for Modest or better at 67' : 'on track for Modest at 67, or within 5% of it'}
      >
        <AdequacyCard view={view} />
      </FoldSection>
    </>
  );
}

/** The shares of the section that have the mark of other plans. */
const COMPARED = [
  'mobileNumberProvided',
  'emailAddressProvided',
  'taxFileNumberProvided',
  'contactRequested',
  'riskProfileAssessmentCompleted',
  'insuranceIndicatorCompleted',
  'makingVoluntaryContributions',
  'approachingConcessionalCap',
  'loggedInMember',
  'consolidationVerified',
] as const satisfies readonly PeerFlag[];

export function FoldedActivity({ view, campaigns }: Props) {
  const { data } = usePeriodFlag(view, 'loggedInMember');
  return (
    <FoldSection
      id="member-activity"
      title="Member activity"
      note="Shares are of all members"
      right={<PeersKey view={view} names={COMPARED} />}
      headline={data && <Headline of={data.newest} />}
      of={data && `signed in ${windowOf(data)}, to ${date(data.of.counted[1])}`}
    >
      <MemberActivity view={view} campaigns={campaigns} />
    </FoldSection>
  );
}

interface CommunicationsProps {
  campaigns: CampaignsState;
  view: View;
  /** yyyy-MM of the newest month that employers read. */
  closedMonth: string | null;
}
export function FoldedCommunications(props: CommunicationsProps) {
  const newest = props.campaigns.list.find(({ openedPercent }) => openedPercent.value !== null);
  return (
    <FoldSection
      id="communications"
      title="Communications"
      headline={newest && <ShareFigure of={newest.openedPercent} />}
      of={newest ? openedText(newest) : 'no campaign with published figures'}
    >
      <Communications {...props} />
    </FoldSection>
  );
}

/** What the share is of: the recipients, or all members where those are not published. */
const openedText = ({ name, date: on, recipients }: Campaign): string =>
  `of ${recipients.withheld === null ? 'recipients' : 'all members'} opened ${name} of ${date(on)}`;

export function FoldedNews() {
  const { data } = useNewsQuery();
  const shown = newestOf(data?.items ?? []);
  return (
    <FoldSection
      id="news"
      title="News"
      right={<NewsTools />}
      headline={data && shown.length}
      of={shown[0] && `newest of ${date(shown[0].date)}`}
    >
      <News />
    </FoldSection>
  );
}
