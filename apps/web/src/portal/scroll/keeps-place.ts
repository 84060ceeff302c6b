import { useLocation, useNavigationType } from 'react-router';

/** The navigation state of a change to another view of the same page. */
export const keepsPlace = { keepsPlace: true } as const;

export const keepsItsPlace = (state: unknown): boolean =>
  (state as Partial<typeof keepsPlace> | null)?.keepsPlace === true;

/** The navigation state of a link back to the dashboard, to the place where it was left. */
export const returns = { returns: true } as const;

export const isReturn = (state: unknown): boolean => (state as Partial<typeof returns> | null)?.returns === true;

/** True if only the view of the page has changed, so that the scroll position stays. */
export function useKeepsPlace(): boolean {
  const { state } = useLocation();
  const isPop = useNavigationType() === 'POP';
  return !isPop && keepsItsPlace(state);
}
