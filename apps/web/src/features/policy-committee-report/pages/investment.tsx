import { number, share, shortDollars } from '../../../ui/format';
import { Card, Heading, Note } from '../kit/card';
import { Hundred } from '../kit/hundred';
import { PrintedCount } from '../kit/printed';
import { reportPage, type PageProps } from '../report-page';
import { dollarsInWords } from '../sentences/fund-sentences';
import { optionsSentence } from '../sentences/people-sentences';
import { growthOf, growthShare, sumOfBalances, useHoldings, type Holdings, type Option } from './holdings';

const LARGEST = 10;
const GROWTH = '#8F4056';
const DEFENSIVE = '#E8C9CE';

/** The plan's published total, or the sum of what is published of its options if that is more. */
const wholeOf = ({ total, options }: Holdings) => Math.max(total ?? 0, sumOfBalances(options));

function Investment({ figures }: PageProps<Holdings>) {
  const { options, unpublished } = figures;
  const largest = options.slice(0, LARGEST);
  const whole = wholeOf(figures);
  const rest = whole - sumOfBalances(largest);
  const others = options.length - largest.length + unpublished;
  const growth = growthOf(options);
  const part = growthShare(growth);
  const most = largest[0]?.balance ?? 1;
  const millions = whole >= 10e6;
  const amount = (value: number) => (millions ? number(value / 1e6, 1) : number(value / 1e3));
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
              <b className="font-semibold">Growth</b> shares, property, infrastructure: {shortDollars(growth.growth)}
            </span>
            <span>
              <b className="font-semibold">Defensive</b> bonds, cash: {shortDollars(growth.defensive)}
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
            <th className="!pl-4 !text-left">Assets, $ {millions ? 'million' : 'thousand'}</th>
            <th>Share</th>
            <th>Growth</th>
          </tr>
        </thead>
        <tbody>
          {largest.map((option) => (
            <OptionRow key={option.code} option={option} whole={whole} most={most} amount={amount} />
          ))}
          {others > 0 && (
            <tr className="text-ink-2">
              <td>
                The rest
                <span className="block text-[12px] leading-[15px] text-ink-3">
                  {others} more {others === 1 ? 'option' : 'options'}
                  {unpublished > 0 && `, ${unpublished} with fewer than about 11 members`}
                </span>
              </td>
              <td>np</td>
              <td className="!pl-4">
                <AmountBar value={rest} most={most} text={amount(rest)} colour="#9AA6A0" />
              </td>
              <td>{share((100 * rest) / whole, 1)}</td>
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
        A member can hold several options, so the members of the options add up to more than the plan’s. An option that
        fewer than about 11 members hold is counted in the rest, whose members are not published. Long names are
        shortened.
      </Note>
    </>
  );
}

interface RowProps {
  option: Option;
  whole: number;
  most: number;
  amount: (value: number) => string;
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
      <AmountBar value={balance} most={most} text={amount(balance)} colour="var(--plot)" />
    </td>
    <td>{share((100 * balance) / whole, 1)}</td>
    <td>
      <GrowthBar growth={growth} />
    </td>
  </tr>
);

const AmountBar = ({ value, most, text, colour }: { value: number; most: number; text: string; colour: string }) => (
  <svg width="168" height="20" aria-label={text} role="img" className="block">
    <rect y="4" width={Math.max(1.5, Math.min(1, value / most) * 120)} height="12" fill={colour} />
    <text
      x={Math.max(1.5, Math.min(1, value / most) * 120) + 6}
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
  isPublished: ({ options, total }) => options.length > 0 && total !== null,
  sentence: (figures) => {
    const whole = wholeOf(figures);
    return optionsSentence(
      {
        shares: figures.options.slice(0, LARGEST).map(({ balance }) => (100 * balance) / whole),
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
