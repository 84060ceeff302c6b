import type { StoredDeadLetter } from '@superscope/contracts/dead-letters';

/** The subject of a letter, in a few words. */
const subjectOf = ({ kind, planId, stream, type, revision }: StoredDeadLetter): string =>
  kind === 'plan' ? `figures of plan ${planId}` : `${type} ${stream}@${revision}`;

/** Letters for a terminal, one block for each. The id comes first, so that it can be passed to `retry` and `drop`. */
export const letterLines = (letters: readonly StoredDeadLetter[]): string =>
  letters
    .map((letter) => {
      const { _id: id, state, planId, reason, tries, firstAt, lastAt } = letter;
      const since = `since ${firstAt.toISOString()}, last tried ${lastAt.toISOString()}, ${tries} ${tries === 1 ? 'time' : 'times'}`;
      const lines = [
        `${id}  ${state}`,
        `  ${subjectOf(letter)}${planId !== null && letter.kind === 'event' ? `, plan ${planId}` : ''}`,
        `  ${reason}`,
        `  ${since}`,
      ];
      if (state === 'dropped')
        lines.push(
          `  dropped by ${letter.droppedBy} ${letter.droppedAt?.toISOString()}: ${letter.dropReason || 'no reason given'}`,
        );
      return lines.join('\n');
    })
    .join('\n');
