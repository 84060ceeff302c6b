import type { View } from '../../app/analytics/query';
import { together, type Progress } from '../../app/analytics/use-figures';
import { Card, CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { Delta } from '../../ui/delta';
import { Doughnut, HalfDoughnut } from '../../ui/doughnut';
import { dollars, percent } from '../../ui/format';
import { ShareList } from '../../ui/legend';
import { seriesColour, type Family } from '../../ui/palette';
import { Ring } from '../../ui/ring';
import { Bone, ErrorState, Skeleton } from '../../ui/states';
import { useShownTheme } from '../../ui/theme';
import { CountFigure, ShareFigure } from './figure';
import { useCalculationVariablesQuery } from './super-score.api';
import { slicesNow, useDistribution, type Series } from './use-distribution';
import { useMonthlyFlag } from './use-flag';

export const NOMINATIONS = ['Binding', 'Non-binding', 'Expired binding', 'None'] as const;
const STANDARDS = ['Inadequate', 'Modest', 'Comfortable', 'Aspirational'] as const;

/** The newest parts with their colours, as a drawing and as a table. */
function useParts(series: Series[] | undefined, family: Family, digits: number) {
  const theme = useShownTheme();
  if (!series) return null;
  const { slices, complete } = slicesNow(series);
  const coloured = slices.map((slice) => ({ ...slice, colour: seriesColour(family, slice.name, theme) }));
  return {
    drawn: complete ? coloured.map(({ name, colour, count }) => ({ name, colour, value: count.value ?? 0 })) : null,
    listed: coloured.map(({ name, colour, count, ratio }) => ({
      name,
      colour,
      figure: ratio === null ? <CountFigure count={count} /> : percent(ratio, digits),
    })),
  };
}

export function AdequacyCard({ view }: { view: View }) {
  const standards = useDistribution(view, 'Member.projectedRetirementStandardName', STANDARDS);
  const track = useMonthlyFlag(view, 'onTrackOrOnTrackUsingTolerance');
  const { data: variables } = useCalculationVariablesQuery();
  const parts = useParts(standards.series, 'standard', 0);
  const modest = variables?.asfaRetirement.modestSingleYearTotal;
  return (
    <DistributionCard
      title="Retirement adequacy"
      note="Projected standard at 67"
      state={together(standards, track)}
      ready={parts !== null && track.share !== undefined}
      right={track.points !== null && <Delta value={track.points} unit="pp" />}
    >
      {parts && track.share && (
        <>
          <div className="mt-3">
            <HalfDoughnut parts={parts.drawn}>
              <ShareFigure
                share={track.share}
                className="mx-auto block text-[24px] font-semibold leading-7 tracking-[-0.015em]"
                saidClassName="block text-md font-semibold leading-7"
              />
              <span className="block text-sm text-ink-3">on track for Modest</span>
            </HalfDoughnut>
          </div>
          <ShareList
            label="Projected retirement standard"
            items={parts.listed}
            className="mx-auto mt-3 grid max-w-[300px] grid-cols-2 gap-x-3 gap-y-1 min-[360px]:gap-x-6"
          />
          {modest !== undefined && (
            <p className="mt-2.5 text-center text-sm text-ink-3">
              Modest is {dollars(modest)} a year for a single person
            </p>
          )}
        </>
      )}
    </DistributionCard>
  );
}

export function NominationCard({ view }: { view: View }) {
  const nominations = useDistribution(view, 'Member.beneficiaryNominationType', NOMINATIONS);
  const validated = useMonthlyFlag(view, 'beneficiaryNominationValidated');
  const parts = useParts(nominations.series, 'nomination', 1);
  const { share } = validated;
  return (
    <DistributionCard
      title="Beneficiary nomination"
      note={
        share && (
          <>
            Validated: <CountFigure count={share.count} /> members, <ShareFigure share={share} />
          </>
        )
      }
      state={together(nominations, validated)}
      ready={parts !== null && share !== undefined}
    >
      {parts && share && (
        <div className="mt-3 flex items-center gap-5">
          <Doughnut parts={parts.drawn}>
            <Ring ratio={share.ratio} size={70} width={6}>
              <span>
                <ShareFigure
                  share={share}
                  className="block text-md font-semibold leading-4"
                  saidClassName="block px-2 text-[11px] font-semibold leading-3"
                />
                <span className="block text-[11px] leading-3 text-ink-3">valid</span>
              </span>
            </Ring>
          </Doughnut>
          <ShareList label="Beneficiary nominations" items={parts.listed} className="min-w-0 flex-1 space-y-1" />
        </div>
      )}
    </DistributionCard>
  );
}

interface FrameProps {
  title: string;
  note: React.ReactNode;
  right?: React.ReactNode;
  state: Progress;
  ready: boolean;
  children: React.ReactNode;
}
function DistributionCard({ title, note, right, state, ready, children }: FrameProps) {
  if (state.failed) {
    return (
      <Card aria-label={title} className="grid min-h-52">
        <ErrorState what={title} reference={state.reference} onRetry={state.retry} />
      </Card>
    );
  }
  return (
    <Card
      aria-label={title}
      aria-busy={state.refreshing || !ready}
      className={cx('settle min-h-52', state.refreshing && '*:opacity-50')}
    >
      <CardHead title={title} note={note} right={right} />
      {ready ? (
        children
      ) : (
        <Skeleton label={title} className="mt-4">
          <Bone className="mx-auto size-28 !rounded-full" />
        </Skeleton>
      )}
    </Card>
  );
}
