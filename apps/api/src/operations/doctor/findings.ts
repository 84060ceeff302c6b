import type { DoctorCheck, DoctorState } from '@superscope/contracts/doctor';

/** A check without its area, unless that is another one than the area that is looked at. */
export type Finding = Omit<DoctorCheck, 'area'> & Partial<Pick<DoctorCheck, 'area'>>;

const finding =
  (state: DoctorState) =>
  (of: string, said: string, advice: string | null = null): Finding => ({ of, state, said, advice });

export const well = finding('well');
export const unknown = finding('unknown');
export const attention = finding('attention');
export const broken = finding('broken');

/** A list in words: 'a', 'a and b', 'a, b and c'. Long lists end with the number of the others. */
export function listed(names: readonly string[], most = 4): string {
  const shown = names.length > most + 1 ? [...names.slice(0, most), `${names.length - most} others`] : [...names];
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

export const counted = (n: number, one: string, many = `${one}s`): string =>
  n === 1 ? `one ${one}` : `${n.toLocaleString('en-AU')} ${many}`;
