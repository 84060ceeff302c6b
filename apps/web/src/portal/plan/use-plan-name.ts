import { usePlanQuery } from './plan.api';

/** The name of a plan that an address or an event names by its id alone; the id while nobody knows better. */
export function usePlanName(id: string | null, known?: string): string {
  const { currentData } = usePlanQuery(id ?? '', { skip: id === null || known !== undefined });
  return known ?? currentData?.name ?? id ?? '';
}
