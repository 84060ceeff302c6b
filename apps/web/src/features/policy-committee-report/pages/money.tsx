import { NO_CELL, type Cell } from '../../../portal/analytics/result';
import { dollars, month as shortMonth, number } from '../../../ui/format';
import { Card } from '../kit/card';
import { Held } from '../kit/printed';
import { reportPage, type PageProps } from '../report-page';
import { moneySentence } from '../sentences/small-sentences';
import { balanceOf, LINES, type BalanceColumn } from './balance';
import { isTold, LEAST_DIVIDED, SMALL_UNDER } from './figures';
import { thousands, useFundYears, type FundYears } from './fund';
import { atColumns, quarterColumns, withinColumns, yearBefore, type QuarterColumn } from './quarters';
import { NAMES } from './transaction-balance';

/** As many quarters as have room beside those of a year before. */
const QUARTERS = 4;

type Stock = 'members' | 'assets' | 'average' | 'salary' | 'age';
const STOCKS: readonly [Stock, string, (value: number) => string][] = [
  ['members', 'Members', number],
  ['assets', 'Assets, $ thousand', thousands],
  ['average', 'Average balance', dollars],
  ['salary', 'Average salary', dollars],
  ['age', 'Average age', (value) => number(value, 1)],
];

function Money({ figures: { fund, all } }: PageProps<FundYears>) {
  const ends = quarterColumns(fund.months);
  const before = yearBefore(ends);
  const [columns, earlier] = [ends.slice(1).slice(-QUARTERS), before.slice(1).slice(-QUARTERS)];
  const moved = balanceOf(fund).columns.slice(-QUARTERS);
  const movedBefore = balanceOf(all, before).columns.slice(-QUARTERS);
  const members = fund.members.at(-1) ?? NO_CELL;
  const line = (of: (column: BalanceColumn) => Cell): [Cell, Cell][] =>
    moved.map((column, i) => [of(column), of(movedBefore[i]!)]);
  const flows = [withinColumns(columns, fund.months, fund.joined), withinColumns(columns, fund.months, fund.left)];
  const flowsBefore = [withinColumns(earlier, all.months, all.joined), withinColumns(earlier, all.months, all.left)];
  const told = LINES.filter((each) =>
    line(({ lines }) => lines[each])
      .flat()
      .some(isTold),
  );
  const untold = LINES.filter((each) => !told.includes(each));
  return (
    <>
      <Card
        title="Members, assets, average balance"
        note="At each quarter’s end; in grey the same quarter a year before"
      >
        <table className="pcr-table mt-1 text-[12.4px]">
          <Heads columns={columns} />
          <tbody>
            {STOCKS.map(([name, title, format]) => (
              <Row
                key={name}
                name={title}
                pairs={columns.map((_, i) => [
                  atColumns(columns, fund.months, fund[name])[i]!,
                  atColumns(earlier, all.months, all[name])[i]!,
                ])}
                format={format}
              />
            ))}
            {(['Joined', 'Left'] as const).map((name, at) => (
              <Row
                key={name}
                name={name}
                pairs={columns.map((_, i) => [flows[at]![i]!, flowsBefore[at]![i]!])}
                format={number}
              />
            ))}
          </tbody>
        </table>
      </Card>
      <Card title="What moved the assets" note="$ thousand by quarter; in grey the same quarter a year before">
        <table className="pcr-table mt-1 text-[12.4px]">
          <Heads columns={columns} />
          <tbody>
            <Row name="At the beginning" pairs={line(({ opening }) => opening)} format={thousands} strong />
            {told.map((each) => (
              <Row key={each} name={NAMES[each]} pairs={line(({ lines }) => lines[each])} format={thousands} />
            ))}
            <Row
              name="Returns and transfers, and what is not published"
              pairs={line(({ rest }) => rest)}
              format={thousands}
            />
            <Row name="At the end" pairs={line(({ closing }) => closing)} format={thousands} strong />
          </tbody>
        </table>
        {untold.length > 0 && (
          <p className="mt-1.5 text-[12px] leading-[16px] text-ink-3">
            Not published, because fewer than about 11 members are behind them:{' '}
            {untold.map((each) => NAMES[each].toLowerCase()).join(', ')}.
          </p>
        )}
      </Card>
      {isTold(members) && <LeftOut members={members.value!} />}
    </>
  );
}

const Heads = ({ columns }: { columns: readonly QuarterColumn[] }) => (
  <thead>
    <tr>
      <th aria-label="Figure" />
      {columns.map(({ month }) => (
        <th key={month} colSpan={2} scope="colgroup">
          {shortMonth(month)}
        </th>
      ))}
    </tr>
  </thead>
);

interface RowProps {
  name: string;
  /** A quarter's figure, and that of a year before. */
  pairs: readonly [Cell, Cell][];
  format: (value: number) => string;
  strong?: boolean;
}
function Row({ name, pairs, format, strong = false }: RowProps) {
  const figure = (of: Cell) => (of.value === null ? of.withheld ? <Held reason="np" dense /> : '–' : format(of.value));
  return (
    <tr className={strong ? 'bg-sunken font-semibold' : undefined}>
      <td className={strong ? '!whitespace-normal !pl-1.5 !font-semibold' : '!whitespace-normal'}>{name}</td>
      {pairs.flatMap(([now, then], i) => [
        <td key={`${i} now`} className="!font-semibold">
          {figure(now)}
        </td>,
        <td key={`${i} then`} className="!font-normal text-ink-3">
          {figure(then)}
        </td>,
      ])}
    </tr>
  );
}

/** What the report of a larger plan has, why this one has not, and from when; docs/privacy.md gives the bounds. */
const omissions = (members: number): readonly [string, string, string][] => [
  members < LEAST_DIVIDED
    ? ['By gender, age, salary or state', 'plans under 30 members are not divided', `${LEAST_DIVIDED} members`]
    : ['By gender, age, salary or state', 'few groups of 11 members or more', '11 in a group'],
  ['Movement between score bands', 'most movements are of fewer than 11 members', EDITION],
  ...(members < COUNTED
    ? [['Number of members in an area', 'shares in whole tens', `${COUNTED} members`] as [string, string, string]]
    : []),
  ['Investment options', 'margins above a quarter of most balances', EDITION],
  ['Balances beside ASFA’s, by birth year', 'few birth groups of 11 members', '11 in a group'],
  ['Shares month by month', 'most of a change would be adjustment', EDITION],
];
/** Members from which shares are exact to a decimal and have a number of members. */
const COUNTED = 50;
const EDITION = `${SMALL_UNDER} members`;

const LeftOut = ({ members }: { members: number }) => (
  <Card
    className="mt-auto"
    title={`What the report of a plan of ${number(members)} leaves out`}
    note="One table instead of pages of hatched fields"
  >
    <table className="pcr-table mt-1">
      <thead>
        <tr>
          <th>Left out</th>
          <th className="!text-left">Why</th>
          <th>Shown from</th>
        </tr>
      </thead>
      <tbody>
        {omissions(members).map(([what, why, shown]) => (
          <tr key={what}>
            <td className="!font-semibold">{what}</td>
            <td className="!text-left text-ink-2">{why}</td>
            <td>{shown}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);

/** The second page of figures of a small plan: its size and its money by quarter, and what is left out. */
export const money = reportPage<FundYears>({
  id: 'money',
  number: '3',
  title: 'Money',
  useFigures: useFundYears,
  isPublished: ({ fund }) => fund.months.length > 1 && isTold(fund.members.at(-1) ?? NO_CELL),
  sentence: ({ fund, all }) => {
    const columns = quarterColumns(fund.months);
    const whole = columns.filter(({ months }, i) => i > 0 && months.length === 3);
    return moneySentence(
      fund.assets.at(-1) ?? NO_CELL,
      withinColumns(whole, fund.months, fund.employer),
      withinColumns(yearBefore(whole), all.months, all.employer),
    );
  },
  ofAllMembers: true,
  Body: Money,
});
