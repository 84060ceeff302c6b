import { together } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { MembersFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { ShareRing } from '../../portal/figures/share-ring';
import { isWithheld, useMonthlyFlag, type Published } from '../../portal/figures/use-share';
import type { Distribution } from '../../portal/figures/use-distribution';
import { CardHead } from '../../ui/card';
import { Doughnut } from '../../ui/doughnut';
import { ShareList } from '../../ui/legend';
import { Bone } from '../../ui/states';
import { useShownTheme } from '../../ui/theme';
import { ConcernMark } from '../../portal/figures/concern-mark';
import { PeerSentence } from '../../portal/peers/peer-marks';
import { OtherNominations } from '../../portal/nominations/other-nominations';
import { useNominations } from '../../portal/nominations/nominations';
import { partsOf } from '../../portal/figures/parts';

export function NominationCard({ view }: { view: View }) {
  const theme = useShownTheme();
  const nominations = useNominations(view);
  const validated = useMonthlyFlag(view, 'beneficiaryNominationValidated');
  return (
    <FigureCard
      title="Beneficiary nomination"
      figures={together(nominations, validated)}
      className="min-h-52"
      head={
        <CardHead
          title="Beneficiary nomination"
          note={validated.data && <Validated of={validated.data.newest} />}
          right={<ConcernMark share={expiredOf(nominations.data)} what="have an expired nomination" />}
        />
      }
      bones={<Bone className="mx-auto mt-4 size-28 !rounded-full" />}
    >
      {([distribution, { newest }]) => {
        const parts = partsOf(distribution, 'nomination', 1, theme);
        return (
          <>
            <div className="mt-3 flex items-center gap-5 xl:gap-3 2xl:gap-5">
              <Doughnut parts={parts.drawn} whole={parts.whole}>
                <ShareRing of={newest.share} size={70} width={6} small>
                  <span className="block text-[11px] leading-3 text-ink-3">valid</span>
                </ShareRing>
              </Doughnut>
              <ShareList label="Beneficiary nominations" items={parts.listed} className="min-w-0 flex-1 space-y-1" />
            </div>
            <p className="mt-3 text-sm text-ink-3">
              <OtherNominations view={view} />
            </p>
            <PeerSentence
              view={view}
              name="beneficiaryNominationValidated"
              label="Validated"
              className="mt-2 text-sm text-ink-3"
            />
          </>
        );
      }}
    </FigureCard>
  );
}

const expiredOf = (distribution: Distribution | undefined) =>
  distribution?.series.find(({ name }) => name === 'Expired binding')?.monthly.at(-1)?.share;

const Validated = ({ of }: { of: Published }) => (
  <>
    Validated: <MembersFigure count={of.count} />
    {!isWithheld(of) && (
      <>
        , <ShareFigure of={of.share} />
      </>
    )}
  </>
);
