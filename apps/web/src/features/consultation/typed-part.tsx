import type { ConsultedCover } from '@superscope/contracts/consultation';
import { Part } from '../../portal/calculator/result-parts';
import { date, trimmedMoney } from '../../ui/format';

const HOUSEHOLD: { name: keyof ConsultedCover['given']; label: string; text: (value: number) => string }[] = [
  { name: 'debts', label: 'Debts', text: trimmedMoney },
  { name: 'dependants', label: 'People who live on the income', text: String },
  { name: 'incomePercent', label: 'Income to replace', text: (percent) => `${percent} % of the salary` },
  { name: 'incomeYears', label: 'For how long', text: (years) => `${years} ${years === 1 ? 'year' : 'years'}` },
  { name: 'partnerIncome', label: 'Partner’s income a year', text: trimmedMoney },
  { name: 'funeral', label: 'Funeral and start', text: trimmedMoney },
  { name: 'care', label: 'Care after disablement', text: trimmedMoney },
];

/** What was typed or chosen for cover and need, as against what files and rules say. */
export function TypedPart({ of }: { of: ConsultedCover }) {
  const { death, tpd, sci } = of.voluntary;
  const voluntary = [
    death > 0 && `death ${trimmedMoney(death)}`,
    tpd > 0 && `TPD ${trimmedMoney(tpd)}`,
    sci > 0 && `SCI ${trimmedMoney(sci)} a month`,
  ].filter((part) => part !== false);
  const facts: [string, string][] = [
    ['Calculated at', date(of.calculationDate)],
    ['Salary a year', trimmedMoney(of.salary)],
    ['Plan category', of.categoryName],
    ['Collar rating', of.occupationGroup],
    ['State', of.state ?? 'Not given'],
    ['Voluntary cover', voluntary.length === 0 ? 'None' : voluntary.join(', ')],
    ...HOUSEHOLD.map(({ name, label, text }): [string, string] => {
      const given = of.given[name];
      const counted = of.need.counted[name];
      return [label, given == null ? `${counted == null ? 'None' : text(counted)}, the rule’s default` : text(given)];
    }),
  ];
  return (
    <Part title="What was typed" note="For cover and need">
      <dl className="grid grid-cols-1 gap-x-4 border-t px-5 py-3 text-base sm:grid-cols-2 print:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 py-1">
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
