import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import { useCalculationVariables } from '../../../portal/analytics/use-calculation-variables';
import type { View } from '../../../portal/analytics/figures-view';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import { NO_CELL, type Cell } from '../../../portal/analytics/result';
import { membersText } from '../kit/printed';
import { partsOf } from '../../../portal/figures/parts';
import { shareText } from '../../../portal/figures/figure-text';
import { seriesColour } from '../../../portal/figures/series-colour';
import { useDistribution, type Distribution } from '../../../portal/figures/use-distribution';
import { date, dollars, longMonth } from '../../../ui/format';
import { Key } from '../kit/card';
import { FOR_NAME, Hundred } from '../kit/hundred';
import { adequacySentence } from '../sentences/component-sentence';
import { componentPage, isDistributionTold, sentenceFigures } from './component';

const STANDARDS = ['Inadequate', 'Modest', 'Comfortable', 'Aspirational'] as const;
const BELOW = 'Below Modest';
const nameOf = (standard: string) => (standard === 'Inadequate' ? BELOW : standard);

interface Standards {
  pension: Distribution;
  alone: Distribution;
  variables: CalculationVariables | null;
}

function useStandards(view: View): Loaded<Standards> {
  // Asked for with the figures, because the report waits for its last answer.
  const { variables } = useCalculationVariables(view);
  const both = together(
    useDistribution(view, 'Member.projectedRetirementStandardName', STANDARDS),
    useDistribution(view, 'Member.projectedRetirementStandardSuperOnlyName', STANDARDS),
  );
  return mapLoaded(both, ([pension, alone]) => ({ pension, alone, variables }));
}

const newestShare = (of: Distribution, name: string): Cell =>
  of.series.find((each) => each.name === name)?.monthly.at(-1)?.share ?? NO_CELL;

function Bar({ title, of }: { title: string; of: Distribution }) {
  const { drawn } = partsOf(of, 'standard', 1, 'light');
  const parts = drawn.map((part) => ({
    ...part,
    name: nameOf(part.name),
    text: shareText(newestShare(of, part.name), 1),
  }));
  const aside = STANDARDS.filter((name) => {
    const cell = newestShare(of, name);
    return cell.value === null || cell.value < 100 * FOR_NAME || cell.about !== null;
  });
  return (
    <div className="mb-2">
      <p className="mb-1 text-[13px] font-semibold">{title}</p>
      <Hundred
        parts={parts}
        width={658}
        label={`${title}: ${STANDARDS.map((name) => `${nameOf(name)} ${shareText(newestShare(of, name))}`).join('; ')}`}
      />
      <p className="mt-1 flex min-h-[15px] flex-wrap gap-x-5 text-[12px] leading-[15px] text-ink-2">
        {aside.map((name) => {
          const { count = NO_CELL } = of.series.find((each) => each.name === name)?.monthly.at(-1) ?? {};
          return (
            <span key={name}>
              {nameOf(name)} {shareText(newestShare(of, name), 1)}
              {count.value !== null && `, ${membersText(count)}`}
            </span>
          );
        })}
      </p>
    </div>
  );
}

function Bars({ main: { pension, alone, variables } }: { main: Standards }) {
  return (
    <div>
      <Key
        className="mb-3"
        items={STANDARDS.map((name) => ({ name: nameOf(name), colour: seriesColour('standard', name, 'light') }))}
      />
      <Bar title="With the Age Pension" of={pension} />
      <Bar title="On super alone" of={alone} />
      {variables && (
        <p className="flex justify-between pt-1">
          <span className="text-ink-2">Yearly budget, ASFA’s figures of {date(variables.asfaRetirement.at)}</span>
          <span>
            Modest <b className="font-semibold">{dollars(variables.asfaRetirement.modestSingleYearTotal)}</b>
          </span>
          <span>
            Comfortable <b className="font-semibold">{dollars(variables.asfaRetirement.comfortableSingleYearTotal)}</b>
          </span>
        </p>
      )}
    </div>
  );
}

export const retirementAdequacy = componentPage<Standards>({
  key: 'retirementAdequacy',
  number: 'S8',
  title: 'Retirement Adequacy',
  flags: { ring: 'onTrackOrOnTrackUsingTolerance', contact: 'contactRequestedRetirementAdequacy' },
  ring: { title: 'On track for Modest', note: 'counting the Age Pension' },
  useMain: useStandards,
  isMainTold: ({ pension, alone }) => isDistributionTold(pension) || isDistributionTold(alone),
  meaning: 'are projected to live below the Modest standard at 67',
  sentence: (figures, { alone }) => adequacySentence(sentenceFigures(figures), newestShare(alone, 'Inadequate')),
  topic: /retire|projection/i,
  mainTitle: 'Standard of living that members are projected to reach at 67',
  mainNote: ({ pension: { months } }) =>
    `Share of members${months.length > 0 ? `, end of ${longMonth(months.at(-1)!)}` : ''}; ASFA’s standards for a single person who owns a home`,
  Main: Bars,
  scoredBesides: 'Contributions are assumed without a break until 67.',
  committee: () =>
    'The difference between the two bars is what members count on from the Age Pension. Salary sacrifice moves people in the lower one.',
});
