import { useDistribution, type Distribution } from '../../../portal/figures/use-distribution';
import { NO_CELL } from '../../../portal/analytics/result';
import { figureText, shareText } from '../../../portal/figures/figure-text';
import { longMonth, share } from '../../../ui/format';
import { Bars } from '../kit/bars';
import { Unpublished } from '../kit/line-chart';
import { isTold } from './figures';
import { componentPage, isDistributionTold } from './component';

const GROUPS = ['<$10k', '$10k', '$50k', '$100k', '$250k', '>$500k'] as const;
const NAMES: Record<string, string> = {
  '<$10k': 'Under $10,000',
  $10k: '$10,000 to $50,000',
  $50k: '$50,000 to $100,000',
  $100k: '$100,000 to $250,000',
  $250k: '$250,000 to $500,000',
  '>$500k': 'Over $500,000',
};

function Balances({ main }: { main: Distribution }) {
  const groups = main.series.filter(({ name }) => name in NAMES);
  const inTens = groups.every(({ monthly }) => !isTold(monthly.at(-1)?.count ?? NO_CELL));
  if (inTens && !groups.some(({ monthly }) => isTold(monthly.at(-1)?.share ?? NO_CELL)))
    return <Unpublished height={240}>No group of balances has enough members.</Unpublished>;
  return (
    <Bars
      width={658}
      names={160}
      extras={inTens ? 0 : 60}
      row={42}
      format={(value) => (inTens ? share(value, 0) : value.toLocaleString('en-AU'))}
      label={`Members by balance: ${groups.map(({ name, monthly }) => `${NAMES[name]} ${shareText(monthly.at(-1)?.share ?? NO_CELL)}`).join('; ')}`}
      rows={groups.map(({ name, monthly }) => {
        const [first, last] = [monthly[0], monthly.at(-1)];
        return {
          name: NAMES[name]!,
          now: (inTens ? last?.share : last?.count) ?? NO_CELL,
          ...(monthly.length > 1 && !inTens && { before: first?.count ?? NO_CELL }),
          ...(!inTens && { extra: last ? shortText(last.share) : '' }),
        };
      })}
    />
  );
}
const shortText = (cell: Parameters<typeof figureText>[0]) =>
  cell.withheld === 'np' ? 'np' : figureText(cell, (value) => share(value, 1));

export const accountBalance = componentPage<Distribution>({
  key: 'accountBalance',
  number: 'S5',
  title: 'Account Balance',
  flags: { ring: 'balanceWithinAverage', contact: 'contactRequestedAccountBalance' },
  ring: { title: 'Within the average', note: '80% of the usual, or more' },
  useMain: (view) => useDistribution(view, 'MemberSnapshot.balanceGroup', GROUPS),
  isMainTold: isDistributionTold,
  meaning: 'hold less than is usual for their age',
  topic: /balance|consolidat|contribut/i,
  mainTitle: 'Members by balance',
  mainNote: ({ months }) =>
    months.length > 1
      ? `Number of members; pale: ${longMonth(months[0]!)}, strong: ${longMonth(months.at(-1)!)}`
      : 'Number of members',
  Main: Balances,
  committee: () =>
    'Members may hold super elsewhere: bringing it together shows the true picture. Page S1 says for how many it was looked for.',
});
