import { together } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { useCapNote } from '../../portal/analytics/use-cap-note';
import { baseText } from '../../portal/figures/base';
import { ChangeFigure, CountFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { partsOf } from '../../portal/figures/parts';
import { ShareRing } from '../../portal/figures/share-ring';
import { atLeastModest, STANDARDS, standardName } from '../../portal/figures/standards';
import { unknownIn, useDistribution } from '../../portal/figures/use-distribution';
import { isWithheld, useMonthlyFlag, type ShareFigures } from '../../portal/figures/use-share';
import type { Loaded } from '../../portal/analytics/loaded';
import { useHeadcount } from '../../portal/figures/use-headcount';
import { useNominations } from '../../portal/nominations/nominations';
import { Doughnut, HalfDoughnut } from '../../ui/doughnut';
import { date } from '../../ui/format';
import { ShareList } from '../../ui/legend';
import { NominationMonths } from './nomination-months';
import { Part, Sheet, type SheetProps } from './sheet';
import { Bones, CARD, CardTitle } from './sheet-card';
import { Trends } from './trends';

const STANDARD = 'Member.projectedRetirementStandardName';

/** The second page: headcount, balances, and preparedness for retirement. */
export const MembersSheet = ({ view, ...sheet }: SheetProps & { view: View }) => (
  <Sheet
    {...sheet}
    title="Members and assets"
    note="Month by month over the period, and where members stand at its end."
  >
    <Trends view={view} />
    <Part title="Beneficiaries and retirement">
      <NominationMonths view={view} />
      <div className="sheet-grid mt-[8pt]">
        <Nominations view={view} />
        <Adequacy view={view} />
        <Approaching view={view} />
        <ShareBlock
          title="Consolidation verified"
          note="Within 24 months"
          figures={useMonthlyFlag(view, 'consolidationVerified')}
        />
      </div>
    </Part>
  </Sheet>
);

function Nominations({ view }: { view: View }) {
  const figures = together(useNominations(view), useMonthlyFlag(view, 'beneficiaryNominationValidated'));
  return (
    <FigureCard
      title="Beneficiary nomination"
      figures={figures}
      look={CARD}
      head={<CardTitle note="In the ring, the share that is validated">Beneficiary nomination</CardTitle>}
      bones={<Bones />}
    >
      {([distribution, { newest }]) => {
        const parts = partsOf(distribution, 'nomination', 1, 'light');
        return (
          <div className="mt-[6pt] flex items-center gap-[10pt]">
            <Doughnut parts={parts.drawn} whole={parts.whole} size={104} thick={15}>
              <ShareRing of={newest.share} size={62} width={5} small>
                <span className="block text-[11px] leading-3 text-ink-3">valid</span>
              </ShareRing>
            </Doughnut>
            <ShareList
              label="Beneficiary nominations"
              items={parts.listed}
              className="min-w-0 flex-1 !text-[9pt] [&_dd]:whitespace-nowrap"
            />
          </div>
        );
      }}
    </FigureCard>
  );
}

function Adequacy({ view }: { view: View }) {
  const standards = useDistribution(view, STANDARD, STANDARDS);
  const headcount = useHeadcount(view).data?.newest;
  const base = standards.data && `: shares ${baseText(STANDARD, unknownIn(standards.data), headcount)}`;
  const figures = together(standards, useMonthlyFlag(view, 'onTrackOrOnTrackUsingTolerance'));
  return (
    <FigureCard
      title="Retirement adequacy"
      figures={figures}
      look={CARD}
      head={<CardTitle note={`Projected standard at 67${base ?? ''}`}>Retirement adequacy</CardTitle>}
      bones={<Bones />}
    >
      {([distribution, { newest }]) => {
        const parts = partsOf(distribution, 'standard', 1, 'light');
        const orBetter = atLeastModest(distribution);
        return (
          <div className="mt-[6pt] flex items-center gap-[10pt]">
            <div className="w-34 shrink-0">
              <HalfDoughnut parts={parts.drawn} whole={parts.whole} height={68}>
                <ShareFigure
                  of={orBetter ?? newest.share}
                  className="mx-auto block w-fit text-[12pt] font-semibold leading-[14pt]"
                  longClassName="mx-auto block text-[9pt] font-semibold"
                  aboutClassName="mx-auto block max-w-20 text-[9pt] font-semibold leading-[11pt]"
                />
                <span className="block text-[11px] leading-3 text-ink-3">
                  {orBetter ? 'Modest or better' : 'on track'}
                </span>
              </HalfDoughnut>
            </div>
            <ShareList
              label="Projected retirement standard"
              items={parts.listed.map((part) => ({ ...part, name: standardName(part.name) }))}
              className="min-w-0 flex-1 !text-[9pt] [&_dd]:whitespace-nowrap"
            />
          </div>
        );
      }}
    </FigureCard>
  );
}

function Approaching({ view }: { view: View }) {
  const note = useCapNote(view);
  return (
    <ShareBlock
      title="Approaching concessional cap"
      note={note}
      figures={useMonthlyFlag(view, 'approachingConcessionalCap')}
      good="neutral"
    />
  );
}

interface ShareBlockProps {
  title: string;
  note: string;
  figures: Loaded<ShareFigures>;
  good?: 'up' | 'neutral';
}
const ShareBlock = ({ title, note, figures, good = 'up' }: ShareBlockProps) => (
  <FigureCard
    title={title}
    figures={figures}
    look={CARD}
    head={<CardTitle note={note}>{title}</CardTitle>}
    bones={<Bones />}
  >
    {({ newest, change, of }) => (
      <p className="mt-[2pt] flex flex-wrap items-baseline gap-x-2">
        <CountFigure count={newest.count} className="sheet-metric" longClassName="text-[12pt] font-semibold" />
        {!isWithheld(newest) && (
          <span className="text-ink-2">
            <ShareFigure of={newest.share} /> of members
          </span>
        )}
        <ChangeFigure change={change} points good={good} since={date(of.since)} />
      </p>
    )}
  </FigureCard>
);
