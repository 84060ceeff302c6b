import { Fragment } from 'react';
import { changeOf, type Cell } from '../../../portal/analytics/result';
import { date, month as shortMonth, number, shortDollars } from '../../../ui/format';
import { inWords } from '../../../ui/in-words';
import { listed } from '../../../ui/listed';
import { lastOfMonth } from '../../../portal/period/period';
import { Card, Heading, Key, Note } from '../kit/card';
import { Bridge } from '../kit/bridge';
import { Held, PrintedChange } from '../kit/printed';
import { reportPage, type PageProps } from '../report-page';
import { balanceSentence } from '../sentences/fund-sentences';
import { balanceOf, LINES, type BalanceColumn, type Line } from './balance';
import { isTold } from './figures';
import { thousands, useFundYears, type FundYears } from './fund';
import { quarterColumns, yearBefore } from './quarters';

export const NAMES: Record<Line, string> = {
  employer: 'Employer contributions',
  sacrifice: 'Salary sacrifice',
  personal: 'Personal contributions',
  fees: 'Fees',
  premiums: 'Insurance premiums',
};
const REST = 'Returns and transfers';

/** The same quarters a year before, where they have figures and there is room beside each quarter. */
function balanceBefore({ fund, all }: FundYears): readonly BalanceColumn[] | null {
  const columns = yearBefore(quarterColumns(fund.months));
  if (columns.length - 1 > MOST_PAIRS) return null;
  const { columns: before } = balanceOf(all, columns);
  return before.some(({ opening, closing }) => isTold(opening) && isTold(closing)) ? before : null;
}
/** Quarters that have room for another figure beside each. */
const MOST_PAIRS = 4;

function TransactionBalance({ figures }: PageProps<FundYears>) {
  const { columns, whole } = balanceOf(figures.fund);
  const before = balanceBefore(figures);
  const { opening, closing } = whole;
  const by = closing.value! - opening.value!;
  const start = columns[0]!.column.months[0]!;
  const large = Math.max(Math.abs(opening.value!), Math.abs(closing.value!)) >= 10e6;
  const unit = large ? 1e6 : 1e3;
  const missing = columns.flatMap(({ column, lines }) =>
    LINES.filter((line) => lines[line].withheld !== null).map((line) => ({ line, column })),
  );
  const row = { columns, before, whole };
  const missingLines = [...new Set(missing.map(({ line }) => line))];
  return (
    <>
      <div className="flex items-center justify-between rounded-md bg-sunken px-[20px] py-[11px]">
        <p>
          <span className="block text-[12.7px] text-ink-2">
            Opening balance, {date(lastOfMonth(`${previous(start)}-01`))}
          </span>
          <b className="text-[22px] font-semibold leading-7">{shortDollars(opening.value!)}</b>
        </p>
        <p className="text-center">
          <PrintedChange change={changeOf([opening, closing])} as="percent" />
          <b className="block font-semibold">
            {by < 0 ? '−' : '+'}
            {shortDollars(Math.abs(by))}
          </b>
        </p>
        <p className="text-right">
          <span className="block text-[12.7px] text-ink-2">
            Closing balance, {date(lastOfMonth(`${whole.column.month}-01`))}
          </span>
          <b className="text-[22px] font-semibold leading-7">{shortDollars(closing.value!)}</b>
        </p>
      </div>
      <Card
        title="What moved it"
        note={`$ ${large ? 'million' : 'thousand'}, added up from the opening balance`}
        right={
          <Key
            items={[
              { name: 'Added', colour: 'var(--plot)' },
              { name: 'Taken, hollow', colour: '#F6E2D8' },
              { name: 'Net', colour: 'var(--hero)' },
            ]}
          />
        }
      >
        <div className="mt-1">
          <Bridge
            width={658}
            // What is not published is told below, in up to three lines.
            height={missing.length > 0 ? 196 : 250}
            format={(value) => number(value / unit, large ? 1 : 0)}
            unit={unit}
            steps={[
              ...LINES.flatMap((line) => {
                const { value } = whole.lines[line];
                return value === null ? [] : [{ name: NAMES[line], value }];
              }),
              { name: REST, value: whole.rest.value ?? 0 },
            ]}
          />
        </div>
      </Card>
      <Heading>By quarter, $ thousand{before && '; in grey the same quarter a year before'}</Heading>
      <table className="pcr-table -mt-2 text-[12.4px]">
        <thead>
          <tr>
            <th>Quarter ending</th>
            {columns.map(({ column }, i) => (
              <Fragment key={column.month}>
                <th>
                  {shortMonth(column.month)}
                  {column.isShort && (
                    <span className="block font-normal">
                      {inWords(column.months.length)} {column.months.length === 1 ? 'month' : 'months'}
                    </span>
                  )}
                </th>
                {before && <th className="!font-normal">{shortMonth(before[i]!.column.month)}</th>}
              </Fragment>
            ))}
            <th>Period</th>
          </tr>
        </thead>
        <tbody>
          <Row name="Opening" {...row} of={({ opening: o }) => o} strong />
          {LINES.map((line) => (
            <Row key={line} name={NAMES[line]} {...row} of={({ lines }) => lines[line]} />
          ))}
          <Row
            name={REST}
            {...row}
            of={({ rest }) => rest}
            mark={({ lines }) => LINES.some((line) => lines[line].withheld !== null)}
          />
          <Row name="Closing" {...row} of={({ closing: c }) => c} strong />
        </tbody>
      </table>
      <p className="text-[12px] leading-[16px] text-ink-3">
        <b className="font-semibold">{REST}</b> is what the other lines leave: earnings, rollovers in and out, and what
        members who left took with them.
        {missing.length > 0 && (
          <>
            {' '}
            <b className="font-semibold">a</b> {listed(missingLines.map((line) => NAMES[line]))} are not published of
            every quarter (too few members); where they are not, they are within returns and transfers.
          </>
        )}
      </p>
      <Note className="mt-auto" title="How it adds up.">
        Total assets are the published average balance times the members, and premiums the published average premium
        times the members, so the table adds up to what is published, not to the fund’s ledger.
      </Note>
    </>
  );
}

const previous = (month: string) => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 2;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};

interface RowProps {
  name: string;
  columns: readonly BalanceColumn[];
  before: readonly BalanceColumn[] | null;
  whole: BalanceColumn;
  of: (column: BalanceColumn) => Cell;
  /** The figure holds lines that are not published. */
  mark?: (column: BalanceColumn) => boolean;
  strong?: boolean;
}
function Row({ name, columns, before, whole, of, mark, strong = false }: RowProps) {
  const figure = (column: BalanceColumn) => {
    const cell = of(column);
    return (
      <>
        {cell.value === null ? cell.withheld ? <Held reason="np" dense /> : '–' : thousands(cell.value)}
        {mark?.(column) && <sup className="text-[11px]">a</sup>}
      </>
    );
  };
  return (
    <tr className={strong ? 'bg-sunken font-semibold' : undefined}>
      <td className={strong ? '!pl-1.5 !font-semibold' : undefined}>{name}</td>
      {columns.map((column, i) => (
        <Fragment key={column.column.month}>
          <td className={strong ? '!font-semibold' : undefined}>{figure(column)}</td>
          {before && <td className="!font-normal text-ink-3">{figure(before[i]!)}</td>}
        </Fragment>
      ))}
      <td className="!font-semibold">{figure(whole)}</td>
    </tr>
  );
}

export const transactionBalance = reportPage<FundYears>({
  id: 'transactionBalance',
  number: '3',
  title: 'Transaction balance',
  useFigures: useFundYears,
  isPublished: ({ fund }) => {
    const { columns, whole } = balanceOf(fund);
    return columns.length > 0 && isTold(whole.opening) && isTold(whole.closing);
  },
  sentence: ({ fund }) => {
    const { whole } = balanceOf(fund);
    const { employer, sacrifice, personal } = whole.lines;
    return balanceSentence({
      opening: whole.opening,
      closing: whole.closing,
      contributions: (employer.value ?? 0) + (sacrifice.value ?? 0) + (personal.value ?? 0),
      rest: whole.rest.value ?? 0,
    });
  },
  ofAllMembers: true,
  Body: TransactionBalance,
});
