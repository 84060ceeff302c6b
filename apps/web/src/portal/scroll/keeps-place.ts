import { useLocation, useNavigationType } from 'react-router';

/** State of a step to another view of the same page. */
export const keepsPlace = { keepsPlace: true } as const;

/** Only a filter of the page has changed, so the reader stays in the same place. */
export function useKeepsPlace(): boolean {
  const { state } = useLocation();
  const isPop = useNavigationType() === 'POP';
  return !isPop && (state as Partial<typeof keepsPlace> | null)?.keepsPlace === true;
}
