import type { ImportAsked, ImportEffect } from '@superscope/contracts/import-effect';

/** The number of lines of a kind that fit on a screen. */
const shown = 10;

const count = (n: number): string => n.toLocaleString('en-AU');
const value = (of: string | number | boolean | null): string =>
  of === null
    ? 'blank'
    : typeof of === 'number'
      ? of.toLocaleString('en-AU', { maximumFractionDigits: 8 })
      : String(of);

const listed = (lines: readonly string[], all: number): string[] =>
  all > lines.length ? [...lines, `  and ${count(all - lines.length)} more`] : [...lines];

/** What is to be confirmed, as lines for a terminal. */
export function questionLines({
  questions = [],
  questionCount = 0,
}: Partial<Pick<ImportAsked, 'questions' | 'questionCount'>>): string[] {
  const first = questions
    .slice(0, shown)
    .map(({ line, message }) => `  ${line === null ? '' : `line ${line}: `}${message}`);
  return listed(first, questionCount);
}

/** What an import would change, as lines for a terminal. */
export function effectLines(effect: ImportEffect): string[] {
  const { fresh, changed, unchanged, leaving, leavers, absent, notCompared, comparedWith } = effect;
  const counts = [
    `${count(fresh)} new`,
    `${count(changed)} changed`,
    `${count(unchanged)} as they are`,
    `${count(leaving)} ${leaving === 1 ? 'leaves' : 'leave'}`,
    ...(absent === 0 ? [] : [`${count(absent)} not in the file`]),
    ...(notCompared === 0 ? [] : [`${count(notCompared)} not compared: sort the file by plan and month`]),
  ];
  const compared = comparedWith.length === 0 ? '' : ` Compared with ${comparedWith.join(', ')}.`;
  const figures = effect.figures.map(({ name, last, now, isOutside }) => {
    const before = last === null ? '' : `, ${count(Math.round(last))} in the last file`;
    return `  ${name}: ${count(Math.round(now))}${before}${isOutside ? ' (outside its usual range)' : ''}`;
  });
  const largest = effect.largest.map(({ line, row, column, was, becomes, isPersonal }) =>
    isPersonal
      ? `  line ${line}, ${row}: ${column}`
      : `  line ${line}, ${row}: ${column} ${value(was)} to ${value(becomes)}`,
  );
  const notes = effect.notes
    .slice(0, shown)
    .map(({ line, message }) => `  ${line === null ? '' : `line ${line}: `}${message}`);
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines]);
  return [
    `It would be: ${counts.join(', ')}.${compared}`,
    ...section('Beside the last file:', figures),
    ...section('Largest changes:', largest),
    ...section(
      'Leave:',
      leavers.map((leaver) => `  ${leaver}`),
    ),
    ...section('To look at:', listed(notes, effect.noteCount)),
    ...section('To confirm:', questionLines({ questions: effect.questions, questionCount: effect.questionCount })),
  ];
}
