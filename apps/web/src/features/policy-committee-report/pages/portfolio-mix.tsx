import { mapLoaded, together } from '../../../portal/analytics/loaded';
import type { Cell } from '../../../portal/analytics/result';
import { useDistribution, type Distribution } from '../../../portal/figures/use-distribution';
import { useMonthlyFlag } from '../../../portal/figures/use-share';
import { date, share, shortDollars } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';
import { Card, Note } from '../kit/card';
import { inkOn } from '../kit/half-doughnut';
import { Unpublished } from '../kit/line-chart';
import { PrintedShare } from '../kit/printed';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { dollarsInWords } from '../sentences/fund-sentences';
import { mixSentence, unshownSentence } from '../sentences/people-sentences';
import {
  growthOf,
  growthShare,
  isHalfShown,
  isHeldKnown,
  OTHERS,
  restBeside,
  sumOfBalances,
  UNSHOWN,
  useHoldings,
  wholeOf,
  within,
  type Amount,
  type Growth,
  type Holdings,
} from './holdings';
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
  /** Percent of the plan's assets. */
  share: number;
  amount: Amount;
  growth: Growth | null;
}
interface Mix {
  lifestage: Part;
  choice: Part;
  /** What is in no option that is published. */
  rest: Omit<Part, 'growth'>;
}
function mixOf(holdings: Holdings): Mix {
  const whole = wholeOf(holdings).dollars;
  const named = (name: string, amount: Amount) => ({ name, amount, share: (100 * amount.dollars) / whole });
  const part = (name: string, lifestage: boolean): Part => {
    const of = holdings.options.filter((option) => option.lifestage === lifestage);
    return { ...named(name, sumOfBalances(of)), growth: growthOf(of) };
  };
  return {
    lifestage: part('Lifestage', true),
    choice: part('Choice', false),
    rest: named(OTHERS, restBeside(holdings.options, holdings)),
  };
}

function PortfolioMix({ figures, report: { period } }: PageProps<Figures>) {
  return (
    <>
      {isHalfShown(figures.holdings) ? (
        <Card
          title="The plan’s assets"
          note="Width: lifestage, choice, what cannot be shown. Height: growth, defensive. The area of a field is its dollars"
        >
          <div className="mt-2">
            <Mosaic mix={mixOf(figures.holdings)} />
          </div>
        </Card>
      ) : (
        <Card title="The plan’s assets">
          <div className="mt-2">
            <Unpublished height={HIGH}>{UNSHOWN}</Unpublished>
          </div>
        </Card>
      )}
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

const [WIDTH, TOP, HIGH, UNDER] = [658, 22, 240, 22];
const COLOURS: [string, string][] = [
  ['#8F4056', '#E8C9CE'],
  ['#AF5B6E', '#F1DEE1'],
];
/** Parts narrower than this have no room for their figures. */
const NARROW = 100;
/** Room for the name of a part, with its share, dollars and margin. */
const NAME = 250;

const partText = ({ name, share: of, amount }: Omit<Part, 'growth'>) => `${name} ${share(of, 1)}, ${within(amount)}`;

function Mosaic({ mix: { lifestage, choice, rest } }: { mix: Mix }) {
  const hatch = useHatch();
  const parts = [lifestage, choice];
  const widths = [lifestage, choice, rest].map((part) => (part.share / 100) * WIDTH);
  const restAt = widths[0]! + widths[1]!;
  const height = TOP + HIGH + (rest.amount.dollars > 0 ? UNDER : 0);
  const label = [
    ...parts.map(
      (part) =>
        `${part.name} ${share(part.share, 1)}, of it growth ${growthShare(part.growth) === null ? 'not known' : share(growthShare(part.growth)!, 1)}`,
    ),
    ...(rest.amount.dollars > 0 ? [`${rest.name} ${share(rest.share, 1)}`] : []),
  ].join('; ');
  return (
    <svg
      width={WIDTH}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={label}
      className="block"
    >
      <HatchPattern id={hatch} />
      {rest.amount.dollars > 0 && (
        <g>
          <rect
            x={restAt}
            width={widths[2]}
            y={TOP}
            height={HIGH}
            fill={`url(#${hatch})`}
            stroke="var(--surface)"
            strokeWidth="2"
          />
          <text x={WIDTH} y={TOP + HIGH + 16} textAnchor="end" fontSize="12.7" fill="var(--ink-2)">
            {partText(rest)}
          </text>
        </g>
      )}
      {parts.map((part, i) => {
        if (part.amount.dollars === 0) return null;
        const x = i === 0 ? 0 : widths[0]!;
        const wide = widths[i]!;
        // The names of both parts stand in one line.
        const after = i === 1 && x > 0 ? Math.max(x, NAME) : x;
        const atEnd = after > WIDTH - NAME;
        const grown = growthShare(part.growth) ?? 0;
        const high = (grown / 100) * HIGH;
        const fields = [
          {
            name: 'Growth',
            of: grown,
            dollars: part.growth?.growth.dollars ?? 0,
            y: TOP,
            high,
            colour: COLOURS[i]![0],
          },
          {
            name: 'Defensive',
            of: 100 - grown,
            dollars: part.growth?.defensive.dollars ?? 0,
            y: TOP + high,
            high: HIGH - high,
            colour: COLOURS[i]![1],
          },
        ];
        return (
          <g key={part.name}>
            <text
              x={atEnd ? WIDTH : after}
              y="14"
              textAnchor={atEnd ? 'end' : 'start'}
              fontSize="12.7"
              fontWeight="600"
              fill="var(--ink)"
            >
              {partText(part)}
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

/** Percent of the plan's assets from which what cannot be shown is mentioned in the sentence. */
const CLEAR = 5;

export const portfolioMix = reportPage<Figures>({
  id: 'portfolioMix',
  number: '12',
  title: 'Portfolio investment mix',
  useFigures: useMix,
  isPublished: ({ holdings }) => isHeldKnown(holdings),
  sentence: ({ holdings }) => {
    if (!isHalfShown(holdings)) return unshownSentence(wholeOf(holdings).dollars, dollarsInWords);
    const { lifestage, choice, rest } = mixOf(holdings);
    return mixSentence({
      lifestage: (100 * lifestage.share) / (lifestage.share + choice.share),
      partly: rest.share >= CLEAR,
      growthOfLifestage: growthShare(lifestage.growth),
      growthOfChoice: growthShare(choice.growth),
    });
  },
  quarterEnd: ({ holdings }) => holdings.quarterEnd,
  ofAllMembers: true,
  Body: PortfolioMix,
});
