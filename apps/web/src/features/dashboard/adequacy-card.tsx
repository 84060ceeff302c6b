import { together } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { ChangeFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/figures/figure-card';
import { PeerLine } from '../../portal/peers/peer-line';
import { useDistribution } from '../../portal/figures/use-distribution';
import { useMonthlyFlag } from '../../portal/figures/use-share';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { HalfDoughnut } from '../../ui/doughnut';
import { date, dollars } from '../../ui/format';
import { ShareList } from '../../ui/legend';
import { Bone } from '../../ui/states';
import { useShownTheme } from '../../ui/theme';
import { partsOf } from '../../portal/figures/parts';
import { useCalculationVariables } from '../../portal/analytics/use-calculation-variables';

const STANDARDS = ['Inadequate', 'Modest', 'Comfortable', 'Aspirational'] as const;

export function AdequacyCard({ view }: { view: View }) {
  const theme = useShownTheme();
  const standards = useDistribution(view, 'Member.projectedRetirementStandardName', STANDARDS);
  const track = useMonthlyFlag(view, 'onTrackOrOnTrackUsingTolerance');
  const { variables, failed } = useCalculationVariables();
  const modest = variables?.asfaRetirement.modestSingleYearTotal;
  return (
    <FigureCard
      title="Retirement adequacy"
      figures={together(standards, track)}
      className="min-h-[276px] sm:min-h-52"
      head={
        <CardHead
          title="Retirement adequacy"
          note="Projected standard at 67"
          right={track.data && <ChangeFigure change={track.data.change} points since={date(track.data.of.since)} />}
        />
      }
      bones={<Bone className="mx-auto mt-4 size-28 !rounded-full" />}
    >
      {([distribution, { newest }]) => {
        const parts = partsOf(distribution, 'standard', 1, theme);
        return (
          <>
            <div className="mt-3">
              <HalfDoughnut parts={parts.drawn} whole={parts.whole}>
                <ShareFigure
                  of={newest.share}
                  className="mx-auto block w-fit text-[24px] font-semibold leading-7 tracking-[-0.015em]"
                  longClassName="mx-auto mb-1 block text-base font-semibold"
                  aboutClassName="mx-auto block max-w-28 text-center text-md font-semibold leading-5"
                />
                <span className="block text-sm text-ink-3">on track for Modest</span>
              </HalfDoughnut>
            </div>
            <ShareList
              label="Projected retirement standard"
              items={parts.listed}
              className={cx(
                'mx-auto mt-3 grid w-full grid-cols-[repeat(auto-fit,minmax(131px,1fr))] gap-x-3 gap-y-1',
                parts.wordy ? 'max-w-[240px]' : 'max-w-[300px]',
              )}
            />
            <PeerLine
              view={view}
              name="onTrackOrOnTrackUsingTolerance"
              label="On track"
              className="mt-2 text-center text-ink-3"
            />
            {modest !== undefined && (
              <p className="mt-2.5 text-center text-sm text-ink-3">
                Modest is {dollars(modest)} a year for a single person
              </p>
            )}
            {failed && <p className="mt-2.5 text-center text-sm text-ink-3">What Modest is in dollars did not load.</p>}
          </>
        );
      }}
    </FigureCard>
  );
}
