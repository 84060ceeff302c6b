import { mapLoaded, together } from '../../../portal/analytics/loaded';
import type { Cell } from '../../../portal/analytics/result';
import { useDistribution, type Distribution } from '../../../portal/figures/use-distribution';
import { useMonthlyFlag } from '../../../portal/figures/use-share';
import { date, share, shortDollars } from '../../../ui/format';
import { Card, Note } from '../kit/card';
import { inkOn } from '../kit/half-doughnut';
import { PrintedShare } from '../kit/printed';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { mixSentence } from '../sentences/people-sentences';
import { growthOf, growthShare, sumOfBalances, useHoldings, type Growth, type Holdings } from './holdings';
import { ProfileColumns, PROFILES } from './investment-approach';

interface Figures {
  holdings: Holdings;
  profiles: Distribution;
  lifestage: Cell;
  choosers: Cell;
  assessed: Cell;
}

function useMix({ whole }: Report) {
  const all = together(
    useHoldings(whole),
    useDistribution(whole, 'Member.riskProfileName', PROFILES),
    useDistribution(whole, 'Member.lifecycleInvestment', ['Yes', 'No']),
    useMonthlyFlag(whole, 'riskProfileAssessmentCompleted'),
  );
  return mapLoaded(all, ([holdings, profiles, lifestage, assessed]): Figures => {
    const newest = (name: string) => lifestage.series.find((each) => each.name === name)!.monthly.at(-1)!.share;
    return {
      holdings,
      profiles,
      lifestage: newest('Yes'),
      choosers: newest('No'),
      assessed: assessed.newest.share,
    };
  });
}

interface Part {
  name: string;
  share: number;
  dollars: number;
  growth: Growth | null;
}
function partsOf({ options }: Holdings): [Part, Part] {
  const all = sumOfBalances(options);
  const part = (name: string, lifestage: boolean): Part => {
    const of = options.filter((option) => option.lifestage === lifestage);
    const dollars = sumOfBalances(of);
    return { name, share: all === 0 ? 0 : (100 * dollars) / all, dollars, growth: growthOf(of) };
  };
  return [part('Lifestage', true), part('Choice', false)];
}

function PortfolioMix({ figures, report: { period } }: PageProps<Figures>) {
  const parts = partsOf(figures.holdings);
  return (
    <>
      <Card
        title="All published balances"
        note="Width: lifestage and choice. Height: growth and defensive. The area of each field is its dollars"
      >
        <div className="mt-2">
          <Mosaic parts={parts} />
        </div>
      </Card>
      <Card
        className="flex-1"
        title="Risk profile by members"
        note={`Members whose profile is known, ${date(period.end)}`}
      >
        <div className="my-auto">
          <ProfileColumns main={figures.profiles} height={250} />
        </div>
      </Card>
      <div className="grid grid-cols-3 gap-[14px]">
        <Fact of={figures.lifestage} text="of members are in a lifestage option, all or part" />
        <Fact of={figures.choosers} text="of members have chosen every option themselves" />
        <Fact of={figures.assessed} text="have had their risk profile assessed within 24 months" />
      </div>
      <Note title="How lifestage works.">
        The fund moves each member to a more careful mix as they age, without being asked. Choosing for oneself stops
        that: the mix stays until the member changes it.
      </Note>
    </>
  );
}

const Fact = ({ of, text }: { of: Cell; text: string }) => (
  <Card>
    <p>
      <PrintedShare of={of} className="pcr-metric" aboutClassName="text-[17px] font-semibold leading-[28px]" />
    </p>
    <p className="text-ink-2">{text}</p>
  </Card>
);

const [WIDTH, TOP, HIGH] = [658, 22, 240];
const COLOURS: [string, string][] = [
  ['#8F4056', '#E8C9CE'],
  ['#AF5B6E', '#F1DEE1'],
];
/** Parts narrower than this have no room for their figures. */
const NARROW = 100;

function Mosaic({ parts }: { parts: readonly Part[] }) {
  const widths = parts.map((part) => (part.share / 100) * WIDTH);
  const label = parts
    .map(
      (part) =>
        `${part.name} ${share(part.share, 1)}, of it growth ${growthShare(part.growth) === null ? 'not known' : share(growthShare(part.growth)!, 1)}`,
    )
    .join('; ');
  return (
    <svg
      width={WIDTH}
      height={TOP + HIGH}
      viewBox={`0 0 ${WIDTH} ${TOP + HIGH}`}
      role="img"
      aria-label={label}
      className="block"
    >
      {parts.map((part, i) => {
        if (part.dollars === 0) return null;
        const x = i === 0 ? 0 : widths[0]!;
        const wide = widths[i]!;
        const grown = growthShare(part.growth) ?? 0;
        const high = (grown / 100) * HIGH;
        const atEnd = i === 1 && wide < NARROW;
        const fields = [
          { name: 'Growth', of: grown, dollars: part.growth?.growth ?? 0, y: TOP, high, colour: COLOURS[i]![0] },
          {
            name: 'Defensive',
            of: 100 - grown,
            dollars: part.growth?.defensive ?? 0,
            y: TOP + high,
            high: HIGH - high,
            colour: COLOURS[i]![1],
          },
        ];
        return (
          <g key={part.name}>
            <text
              x={atEnd ? WIDTH : x}
              y="14"
              textAnchor={atEnd ? 'end' : 'start'}
              fontSize="12.7"
              fontWeight="600"
              fill="var(--ink)"
            >
              {part.name} {share(part.share, 1)}, {shortDollars(part.dollars)}
            </text>
            {fields.map((field) => (
              <g key={field.name}>
                <rect
                  x={x}
                  width={wide}
                  y={field.y}
                  height={field.high}
                  fill={field.colour}
                  stroke="var(--surface)"
                  strokeWidth="2"
                />
                {wide >= NARROW && field.high > 40 && (
                  <g fill={inkOn(field.colour)}>
                    <text x={x + 10} y={field.y + 22} fontSize="14" fontWeight="600">
                      {field.name} {share(field.of, 1)}
                    </text>
                    <text x={x + 10} y={field.y + 39} fontSize="12.7">
                      {shortDollars(field.dollars)}
                    </text>
                  </g>
                )}
              </g>
            ))}
          </g>
        );
      })}
    </svg>
  );
}

export const portfolioMix = reportPage<Figures>({
  id: 'portfolioMix',
  number: '12',
  title: 'Portfolio investment mix',
  useFigures: useMix,
  isPublished: ({ holdings }) => holdings.options.length > 0,
  sentence: ({ holdings }) => {
    const [lifestage, choice] = partsOf(holdings);
    return mixSentence({
      lifestage: lifestage.share,
      growthOfLifestage: growthShare(lifestage.growth),
      growthOfChoice: growthShare(choice.growth),
    });
  },
  quarterEnd: ({ holdings }) => holdings.quarterEnd,
  ofAllMembers: true,
  Body: PortfolioMix,
});
