import { usePlanQuery } from './plan.api';

/** The name of a plan, for addresses and events that give only its id. Returns the id while the name is not known. */
export function usePlanName(id: string | null, known?: string): string {
  const { currentData } = usePlanQuery(id ?? '', { skip: id === null || known !== undefined });
  return known ?? currentData?.name ?? id ?? '';
}
