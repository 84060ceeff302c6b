import { dollars } from '../../ui/format';
import { useCalculationVariables } from './use-calculation-variables';

/** Names the concessional cap in force under the figure of those who approach it. */
export function useCapNote(): string {
  const { variables, failed } = useCalculationVariables();
  const cap = variables?.concessionalCap ?? null;
  if (cap !== null) return `Cap ${dollars(cap)} this financial year`;
  return failed ? 'This financial year; the cap did not load' : 'This financial year';
}
