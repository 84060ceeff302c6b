import { NO_CELL } from '../../../portal/analytics/result';
import { shareText } from '../../../portal/figures/figure-text';
import { seriesColour } from '../../../portal/figures/series-colour';
import { useDistribution, type Distribution } from '../../../portal/figures/use-distribution';
import { longMonth, number, share } from '../../../ui/format';
import { Columns } from '../kit/columns';
import { Unpublished } from '../kit/line-chart';
import { isTold } from './figures';
import { componentPage, isDistributionTold } from './component';

export const PROFILES = ['Cash', 'Cautious', 'Conservative', 'Moderate', 'Assertive', 'Aggressive'] as const;

/** Members by risk profile: their number, or their share where only that is published. */
export function ProfileColumns({ main, height }: { main: Distribution; height: number }) {
  const all = main.series.filter(({ name }) => (PROFILES as readonly string[]).includes(name));
  const newest = all.map(({ name, monthly }) => ({ name, count: NO_CELL, share: NO_CELL, ...monthly.at(-1) }));
  const counted = newest.some(({ count }) => isTold(count));
  if (!counted && !newest.some((each) => isTold(each.share)))
    return <Unpublished height={height - 20}>No risk profile has enough members.</Unpublished>;
  return (
    <Columns
      width={658}
      height={height}
      format={counted ? number : (value) => share(value, 0)}
      label={`Members by risk profile: ${newest.map((each) => `${each.name} ${shareText(each.share)}`).join('; ')}`}
      columns={newest.map((each) => ({
        name: each.name,
        cell: counted ? each.count : each.share,
        ...(counted && { second: shareText(each.share, 1) }),
        colour: seriesColour('risk', each.name, 'light'),
      }))}
    />
  );
}

const Profiles = ({ main }: { main: Distribution }) => <ProfileColumns main={main} height={250} />;

export const investmentApproach = componentPage<Distribution>({
  key: 'investmentApproach',
  number: 'S7',
  title: 'Investment Approach',
  flags: { ring: 'riskProfileAssessmentCompletedAndAligned', contact: 'contactRequestedInvestment' },
  ring: { title: 'Risk profile matches', note: 'assessed, and invested accordingly' },
  useMain: (view) => useDistribution(view, 'Member.riskProfileName', PROFILES),
  isMainTold: isDistributionTold,
  meaning: 'are invested in a way that may not suit them',
  topic: /invest|risk/i,
  mainTitle: 'Members by risk profile',
  mainNote: ({ months }) =>
    `From the most careful to the most growth-seeking${months.length > 0 ? `, end of ${longMonth(months.at(-1)!)}` : ''}`,
  Main: Profiles,
  committee: () =>
    'Members who have had their risk profile assessed choose with their eyes open; page S2 says how many have.',
});
