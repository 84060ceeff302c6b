import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import { date, dollars, longMonth } from '../../ui/format';

/** '$33,134 a year for a single person, by ASFA’s figures of 01/07/2024'. */
export const budgetText = ({ asfaRetirement: { at, modestSingleYearTotal } }: CalculationVariables): string =>
  `${dollars(modestSingleYearTotal)} a year for a single person, by ASFA’s figures of ${date(at)}`;

/** ' From the figures of October 2026 on: $35,503.' Empty where no newer set is saved. */
export function newerText(variables: CalculationVariables | null): string {
  const newer = variables?.newer;
  return newer ? ` From the figures of ${longMonth(newer.fromMonth)} on: ${dollars(newer.modestSingleYearTotal)}.` : '';
}
