import type { View } from '../../portal/analytics/query';
import { NO_CELL } from '../../portal/analytics/result';
import { together, type Progress } from '../../portal/analytics/use-figures';
import { Card, CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { Doughnut, HalfDoughnut } from '../../ui/doughnut';
import { date, dollars } from '../../ui/format';
import { ShareList } from '../../ui/legend';
import { seriesColour, type Family } from '../../portal/figures/series-colour';
import { Bone, ErrorState, Skeleton } from '../../ui/states';
import { useShownTheme } from '../../ui/theme';
import { ChangeFigure, MembersFigure, ShareFigure } from '../../portal/figures/figure';
import { useCalculationVariablesQuery } from './super-score.api';
import { ShareRing } from '../../portal/figures/share-ring';
import { useDistribution, type Series } from '../../portal/figures/use-distribution';
import { isWithheld, useMonthlyFlag } from '../../portal/figures/use-share';

export const NOMINATIONS = ['Binding', 'Non-binding', 'Expired binding', 'None'] as const;
const STANDARDS = ['Inadequate', 'Modest', 'Comfortable', 'Aspirational'] as const;

/** The newest parts with their colours, as a drawing and as a table; undefined until the first answer. */
function useParts(series: Series[] | undefined, family: Family, digits: number) {
  const theme = useShownTheme();
  if (!series) return undefined;
  const known = series
    .filter(({ name }) => name !== 'Unknown')
    .map(({ name, monthly }) => ({
      name,
      colour: seriesColour(family, name, theme),
      share: monthly.at(-1)?.share ?? NO_CELL,
    }));
  return {
    drawn: known.flatMap(({ name, colour, share }) =>
      share.value === null ? [] : [{ name, colour, value: share.value }],
    ),
    /** Some are told in words, which need a line of their own. */
    wordy: known.some(({ share }) => share.about !== null || share.withheld === 'np'),
    whole: known.every(({ share }) => share.value !== null && share.about !== 'least'),
    listed: known.map(({ name, colour, share }) => ({
      name,
      colour,
      figure: <ShareFigure of={share} digits={digits} />,
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
      ready={parts !== undefined && track.newest !== undefined}
      right={<ChangeFigure change={track.change} points since={date(track.of.since)} />}
    >
      {parts && track.newest && (
        <>
          <div className="mt-3">
            <HalfDoughnut parts={parts.drawn} whole={parts.whole}>
              <ShareFigure
                of={track.newest.share}
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
              'mx-auto mt-3 grid grid-cols-[repeat(auto-fit,minmax(131px,1fr))] gap-x-3 gap-y-1',
              parts.wordy ? 'max-w-[240px]' : 'max-w-[300px]',
            )}
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
  const { newest } = validated;
  return (
    <DistributionCard
      title="Beneficiary nomination"
      note={
        newest && (
          <>
            Validated: <MembersFigure count={newest.count} />
            {!isWithheld(newest) && (
              <>
                , <ShareFigure of={newest.share} />
              </>
            )}
          </>
        )
      }
      state={together(nominations, validated)}
      ready={parts !== undefined && newest !== undefined}
    >
      {parts && newest && (
        <div className="mt-3 flex items-center gap-5">
          <Doughnut parts={parts.drawn} whole={parts.whole}>
            <ShareRing of={newest.share} size={70} width={6} small>
              <span className="block text-[11px] leading-3 text-ink-3">valid</span>
            </ShareRing>
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
