import { nameKey } from '@superscope/contracts/name-search';
import type { Choice } from '../../ui/choice-text';

/** Choices that would read the same also say their id. */
export function toldApart(choices: readonly Choice[]): Choice[] {
  const counts = new Map<string, number>();
  const readAs = ({ name, under = '', note = '' }: Choice) => [nameKey(name), under, note].join('\n');
  for (const choice of choices) counts.set(readAs(choice), (counts.get(readAs(choice)) ?? 0) + 1);
  return choices.map((choice) =>
    counts.get(readAs(choice)) === 1
      ? choice
      : { ...choice, under: [choice.under, choice.id].filter(Boolean).join(' · ') },
  );
}
