import { dollars } from '../../ui/format';
import { useCalculationVariables } from './use-calculation-variables';

/** The note under the figure of members who approach the concessional cap. It names the cap by which they were derived. */
export function useCapNote(view: Parameters<typeof useCalculationVariables>[0]): string {
  const { variables, failed } = useCalculationVariables(view);
  const cap = variables?.concessionalCap ?? null;
  if (cap !== null) return `Cap ${dollars(cap)} this financial year`;
  return failed ? 'This financial year; the cap did not load' : 'This financial year';
}
