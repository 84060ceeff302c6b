import { together } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { ChangeFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { PeerSentence } from '../../portal/peers/peer-marks';
import { baseText } from '../../portal/figures/base';
import { atLeastModest, STANDARDS, standardName } from '../../portal/figures/standards';
import { unknownIn, useDistribution } from '../../portal/figures/use-distribution';
import { useHeadcount } from '../../portal/figures/use-headcount';
import { useMonthlyFlag } from '../../portal/figures/use-share';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { HalfDoughnut } from '../../ui/doughnut';
import { date } from '../../ui/format';
import { ShareList } from '../../ui/legend';
import { Bone } from '../../ui/states';
import { useShownTheme } from '../../ui/theme';
import { partsOf } from '../../portal/figures/parts';
import { useCalculationVariables } from '../../portal/analytics/use-calculation-variables';
import { budgetText, newerText } from '../../portal/figures/standard-budgets';

const STANDARD = 'Member.projectedRetirementStandardName';

/** How far under Modest a projected income may be to count as on track. */
const TOLERANCE = '5%';

export function AdequacyCard({ view }: { view: View }) {
  const theme = useShownTheme();
  const standards = useDistribution(view, STANDARD, STANDARDS);
  const track = useMonthlyFlag(view, 'onTrackOrOnTrackUsingTolerance');
  const headcount = useHeadcount(view).data?.newest;
  const { variables, failed } = useCalculationVariables(view);
  return (
    <FigureCard
      title="Retirement adequacy"
      figures={together(standards, track)}
      className="min-h-[276px] sm:min-h-52"
      head={
        <CardHead
          title="Retirement adequacy"
          note={`Standard that each member is heading for at 67${standards.data ? `: shares ${baseText(STANDARD, unknownIn(standards.data), headcount)}` : ''}`}
        />
      }
      bones={<Bone className="mx-auto mt-4 size-28 !rounded-full" />}
    >
      {([distribution, { newest, change, of }]) => {
        const parts = partsOf(distribution, 'standard', 1, theme);
        const orBetter = atLeastModest(distribution);
        return (
          <>
            <div className="mt-3">
              <HalfDoughnut parts={parts.drawn} whole={parts.whole}>
                <ShareFigure
                  of={orBetter ?? newest.share}
                  className="mx-auto block w-fit text-[24px] font-semibold leading-7 tracking-[-0.015em]"
                  longClassName="mx-auto mb-1 block text-base font-semibold"
                  aboutClassName="mx-auto block max-w-28 text-center text-md font-semibold leading-5"
                />
                <span className="block text-sm text-ink-3">
                  {orBetter ? 'Modest or better' : 'on track for Modest'}
                </span>
              </HalfDoughnut>
            </div>
            <ShareList
              label="Projected retirement standard"
              items={parts.listed.map((part) => ({ ...part, name: standardName(part.name) }))}
              className={cx(
                'mx-auto mt-3 grid w-full grid-cols-[repeat(auto-fit,minmax(131px,1fr))] gap-x-3 gap-y-1',
                parts.wordy ? 'max-w-[240px]' : 'max-w-[300px]',
              )}
            />
            <PeerSentence
              view={view}
              name="onTrackOrOnTrackUsingTolerance"
              label="On track"
              className="mt-2 text-center text-sm text-ink-3"
            />
            {orBetter === null ? (
              <p className="mt-1 text-center">
                <ChangeFigure change={change} points since={date(of.since)} />
              </p>
            ) : (
              <p className="mt-2.5 text-center text-sm text-ink-3">
                Counting those within {TOLERANCE} of it too, <ShareFigure of={newest.share} /> are on track.{' '}
                <ChangeFigure change={change} points since={date(of.since)} />
              </p>
            )}
            {variables !== null && (
              <p className="mt-2.5 text-center text-sm text-ink-3">
                Modest is {budgetText(variables)}.{newerText(variables)}
              </p>
            )}
            {failed && <p className="mt-2.5 text-center text-sm text-ink-3">What Modest is in dollars did not load.</p>}
          </>
        );
      }}
    </FigureCard>
  );
}
