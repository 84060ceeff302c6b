import { useLocation, useNavigationType } from 'react-router';

/** The navigation state of a change to another view of the same page. */
export const keepsPlace = { keepsPlace: true } as const;

/** True if only the view of the page has changed, so that the scroll position stays. */
export function useKeepsPlace(): boolean {
  const { state } = useLocation();
  const isPop = useNavigationType() === 'POP';
  return !isPop && (state as Partial<typeof keepsPlace> | null)?.keepsPlace === true;
}
