import { useState } from 'react';
import { useCalculationVariables } from '../../portal/analytics/use-calculation-variables';
import { budgetText, newerText } from '../../portal/figures/standard-budgets';
import { Segmented } from '../../ui/segmented';
import { CalculationLink } from './calculated';
import type { MainChartProps } from './section.page';
import { STANDARDS, standardName } from '../../portal/figures/standards';
import { ShareChart } from './share-chart';

const INCOMES = [
  { value: 'pension', label: 'With Age Pension' },
  { value: 'alone', label: 'Super alone' },
] as const;
type Income = (typeof INCOMES)[number]['value'];

/** The standard of living that members are projected to reach. A switch includes the Age Pension, which changes the result a lot. */
export function AdequacyChart({ view, className, begins = 'pension' }: MainChartProps & { begins?: Income }) {
  const [income, setIncome] = useState<Income>(begins);
  const { variables, failed } = useCalculationVariables(view);
  const alone = income === 'alone';
  return (
    <ShareChart
      // Remounts for the other income, so that the chart of one is never shown for the other.
      key={income}
      title="Projected standard in retirement"
      note={`Income from 67, ${alone ? 'from super alone' : 'with the Age Pension'}`}
      view={view}
      dimension={alone ? 'Member.projectedRetirementStandardSuperOnlyName' : 'Member.projectedRetirementStandardName'}
      names={STANDARDS}
      nameOf={standardName}
      family="standard"
      file={alone ? 'retirement-standard-super-alone' : 'retirement-standard'}
      className={className}
      derivedBy={variables && ['Modest', budgetText(variables)]}
      controls={<Segmented label="Income" options={INCOMES} value={income} onChange={setIncome} />}
      foot={
        <p className="border-t pt-3 text-sm text-ink-3">
          The benchmark is the Modest lifestyle
          {variables !== null && `, ${budgetText(variables)}`}
          {failed && ' (its amount did not load)'}.{newerText(variables)} Contributions are assumed to go on without a
          break until 67. Scores use the income with the Age Pension. <CalculationLink />
        </p>
      }
    />
  );
}
