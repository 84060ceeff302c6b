import { usePlanQuery } from './plan.api';

/** The name of a plan of which an address or an event gives only the id; the id while the name is not known. */
export function usePlanName(id: string | null, known?: string): string {
  const { currentData } = usePlanQuery(id ?? '', { skip: id === null || known !== undefined });
  return known ?? currentData?.name ?? id ?? '';
}
