import { useLocation, useNavigationType } from 'react-router';

/** State of a step to another view of the same page. */
export const keepsPlace = { keepsPlace: true } as const;

/** The page was only narrowed to something else, so whoever reads it stays where they are. */
export function useKeepsPlace(): boolean {
  const { state } = useLocation();
  const isPop = useNavigationType() === 'POP';
  return !isPop && (state as Partial<typeof keepsPlace> | null)?.keepsPlace === true;
}
