import type { Distribution } from '../../../portal/figures/use-distribution';
import { seriesColour } from '../../../portal/figures/series-colour';
import { useNominations } from '../../../portal/nominations/nominations';
import { longMonth, number } from '../../../ui/format';
import { Unpublished } from '../kit/line-chart';
import { Stack } from '../kit/stack';
import { isTold } from './figures';
import { componentPage, isDistributionTold } from './component';

const newestCount = (main: Distribution, name: string) =>
  main.series.find((each) => each.name === name)?.monthly.at(-1)?.count.value ?? null;

/** Kinds of nomination month by month. */
function KindsByMonth({ main }: { main: Distribution }) {
  const parts = main.series
    .filter(({ name }) => name !== 'Unknown')
    .map(({ name, monthly }) => ({
      name,
      colour: seriesColour('nomination', name, 'light'),
      cells: monthly.map(({ share }) => share),
    }));
  if (!parts.some(({ cells }) => cells.some(isTold)))
    return <Unpublished height={240}>The kinds of nomination of so few members would tell single ones.</Unpublished>;
  return (
    <Stack
      parts={parts}
      months={main.months}
      width={658}
      height={250}
      label={`Shares of members by kind of nomination. ${parts
        .map(({ name, cells }) => `${name}: ${cells.at(-1)?.value ?? 'not published'}`)
        .join('; ')}`}
    />
  );
}

export const nominatedBeneficiary = componentPage<Distribution>({
  key: 'nominatedBeneficiary',
  number: 'S4',
  title: 'Nominated Beneficiary',
  flags: { ring: 'beneficiaryNominationValidated', contact: 'contactRequestedNominatedBeneficiary' },
  ring: { title: 'Nomination validated', note: 'checked and in force' },
  useMain: useNominations,
  isMainTold: isDistributionTold,
  meaning: 'have nominated nobody to receive their super',
  topic: /nominat|beneficiar/i,
  mainTitle: 'Members by kind of nomination',
  mainNote: ({ months }) =>
    months.length > 1
      ? `Share of members; figures at the left are of ${longMonth(months[0]!)}, at the right of ${longMonth(months.at(-1)!)}`
      : 'Share of members',
  Main: KindsByMonth,
  scoredBesides: 'A binding one that lapses does so after three years.',
  committee: ({ concern }, main) => {
    const expired = newestCount(main, 'Expired binding');
    const none = concern.newest.count.value;
    if (expired !== null && none !== null)
      return `${number(expired)} members’ binding nominations have expired, and ${number(none)} members have none.`;
    return 'A form at hand, and a reminder before a binding nomination lapses, are what members act on.';
  },
});
