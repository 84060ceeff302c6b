import { ceilTo, number, share } from '../../../ui/format';
import { Card, Heading, Note } from '../kit/card';
import { Hundred } from '../kit/hundred';
import { Unpublished } from '../kit/line-chart';
import { PrintedCount } from '../kit/printed';
import { reportPage, type PageProps } from '../report-page';
import { dollarsInWords } from '../sentences/fund-sentences';
import { optionsSentence, unshownSentence } from '../sentences/people-sentences';
import {
  growthOf,
  growthShare,
  isHalfShown,
  isHeldKnown,
  OTHERS,
  restBeside,
  UNSHOWN,
  useHoldings,
  wholeOf,
  within,
  type Amount,
  type Holdings,
  type Option,
} from './holdings';

const LARGEST = 10;
const GROWTH = '#8F4056';
const DEFENSIVE = '#E8C9CE';

const Investment = ({ figures }: PageProps<Holdings>) =>
  isHalfShown(figures) ? (
    <Options figures={figures} />
  ) : (
    <Card className="flex flex-1 flex-col" title="Options that members hold">
      <Unpublished>{UNSHOWN}</Unpublished>
    </Card>
  );

function Options({ figures }: { figures: Holdings }) {
  const { options, unpublished } = figures;
  const largest = options.slice(0, LARGEST);
  const whole = wholeOf(figures);
  const rest = restBeside(largest, figures);
  const others = options.length - largest.length + unpublished;
  const growth = growthOf(options);
  const part = growthShare(growth);
  const most = Math.max(rest.dollars, largest[0]!.balance.dollars);
  const millions = whole.dollars >= 10e6;
  const [unit, digits] = millions ? [1e6, 1] : [1e3, 0];
  const inUnit = (value: number) => number(value / unit, digits);
  const amount = ({ dollars, margin }: Amount) =>
    margin === 0 ? inUnit(dollars) : `${inUnit(dollars)} ± ${number(ceilTo(margin / unit, digits), digits)}`;
  return (
    <>
      {growth && part !== null && (
        <Card
          title="Growth exposure of the plan"
          right={<span className="text-[12px] text-ink-3">share of published balances</span>}
        >
          <div className="mt-1.5">
            <Hundred
              width={658}
              height={30}
              label={`Growth ${share(part, 1)}, defensive ${share(100 - part, 1)}`}
              parts={[
                { name: '', value: part, colour: GROWTH },
                { name: ' ', value: 100 - part, colour: DEFENSIVE },
              ]}
            />
          </div>
          <p className="mt-1 flex justify-between">
            <span>
              <b className="font-semibold">Growth</b> shares, property, infrastructure: {within(growth.growth)}
            </span>
            <span>
              <b className="font-semibold">Defensive</b> bonds, cash: {within(growth.defensive)}
            </span>
          </p>
        </Card>
      )}
      <Heading>{others > 0 ? 'The largest options, and the rest' : 'Options that members hold'}</Heading>
      <table className="pcr-table -mt-2">
        <thead>
          <tr>
            <th>Option</th>
            <th>Members</th>
            <th className="!pl-4 !text-left">Assets and margin, $ {millions ? 'million' : 'thousand'}</th>
            <th>Share</th>
            <th>Growth</th>
          </tr>
        </thead>
        <tbody>
          {largest.map((option) => (
            <OptionRow key={option.code} option={option} whole={whole.dollars} most={most} amount={amount} />
          ))}
          {(others > 0 || rest.dollars > 0) && (
            <tr className="text-ink-2">
              <td>
                <span className="block w-[206px] whitespace-normal leading-[17px]">{OTHERS}</span>
                {others > 0 && (
                  <span className="block text-[12px] leading-[15px] text-ink-3">
                    {others} {others === 1 ? 'option' : 'options'}
                    {unpublished > 0 && `, ${unpublished} held by few or none`}
                  </span>
                )}
              </td>
              <td>np</td>
              <td className="!pl-4">
                <AmountBar value={rest.dollars} most={most} text={amount(rest)} colour="#9AA6A0" />
              </td>
              <td>{share((100 * rest.dollars) / whole.dollars, 1)}</td>
              <td>np</td>
            </tr>
          )}
          <tr className="font-semibold">
            <td className="!font-semibold">All options</td>
            <td />
            <td className="!pl-4 !text-left !font-semibold">{amount(whole)}</td>
            <td className="!font-semibold">100%</td>
            <td className="!font-semibold">{part === null ? '–' : share(part, 0)}</td>
          </tr>
        </tbody>
      </table>
      <Note className="mt-auto" title="Read with care.">
        ± is the margin of an amount: the adjustments that protect members move it by about so much. An option whose
        margin would be more than a quarter of it, because few members hold it (fewer than about 60), is counted among
        the others, whose members are not published. A member can hold several options, so their members add up to more
        than the plan’s. Long names are shortened.
      </Note>
    </>
  );
}

interface RowProps {
  option: Option;
  whole: number;
  most: number;
  amount: (of: Amount) => string;
}
const OptionRow = ({ option: { name, lifestage, members, balance, growth }, whole, most, amount }: RowProps) => (
  <tr>
    <td>
      <b className="block w-[206px] truncate font-semibold leading-[17px]">{name}</b>
      <span className="block text-[12px] leading-[15px] text-ink-3">{lifestage ? 'Lifestage' : 'Choice'}</span>
    </td>
    <td>
      <PrintedCount of={members} dense />
    </td>
    <td className="!pl-4">
      <AmountBar value={balance.dollars} most={most} text={amount(balance)} colour="var(--plot)" />
    </td>
    <td>{share((100 * balance.dollars) / whole, 1)}</td>
    <td>
      <GrowthBar growth={growth} />
    </td>
  </tr>
);

/** The longest bar: its amount and margin stand beside it. */
const BAR = 80;

const AmountBar = ({ value, most, text, colour }: { value: number; most: number; text: string; colour: string }) => (
  <svg width="168" height="20" aria-label={text} role="img" className="block">
    <rect y="4" width={Math.max(1.5, Math.min(1, value / most) * BAR)} height="12" fill={colour} />
    <text
      x={Math.max(1.5, Math.min(1, value / most) * BAR) + 6}
      y="14.5"
      fontSize="12.7"
      fontWeight="600"
      fill="var(--ink)"
    >
      {text}
    </text>
  </svg>
);

const GrowthBar = ({ growth }: { growth: number | null }) =>
  growth === null ? (
    <>–</>
  ) : (
    <span className="inline-flex items-center gap-2">
      <svg width="60" height="10" aria-hidden className="block">
        <rect width="60" height="10" fill={DEFENSIVE} />
        <rect width={(growth / 100) * 60} height="10" fill={GROWTH} />
      </svg>
      <span className="w-[34px]">{share(growth, 0)}</span>
    </span>
  );

export const investment = reportPage<Holdings>({
  id: 'investment',
  number: '11',
  title: 'Investment',
  useFigures: ({ whole }) => useHoldings(whole),
  isPublished: isHeldKnown,
  sentence: (figures) => {
    const whole = wholeOf(figures).dollars;
    if (!isHalfShown(figures)) return unshownSentence(whole, dollarsInWords);
    return optionsSentence(
      {
        shares: figures.options.slice(0, LARGEST).map(({ balance }) => (100 * balance.dollars) / whole),
        total: whole,
        growth: growthShare(growthOf(figures.options)),
      },
      dollarsInWords,
    );
  },
  quarterEnd: ({ quarterEnd }) => quarterEnd,
  ofAllMembers: true,
  Body: Investment,
});
