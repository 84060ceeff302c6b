import type { AsOfEvidence } from '@superscope/contracts/as-of-evidence';
import { evidenceFigures, type EvidenceFigure } from '@superscope/contracts/evidence-figures';
import { NO_CELL, readRows, type Cell } from '../../portal/analytics/result';
import { baseText } from '../../portal/figures/base';
import { countText, figureText } from '../../portal/figures/figure-text';
import { publishedOf, unknownIn } from '../../portal/figures/use-share';
import { dollars, number, share } from '../../ui/format';
import type { LettersOf } from './causes';

type Answers = NonNullable<AsOfEvidence['figures']>['then'];
type Audience = AsOfEvidence['audience'];

/** A figure of one side: the value, the members of a share, and the members whom the share leaves out. */
interface Read {
  value: Cell;
  members: Cell | null;
  unknown: Cell;
}

const FORMS: Record<EvidenceFigure['unit'], (value: number) => string> = {
  score: (value) => number(value, 2),
  members: (value) => number(value),
  dollars,
  years: (age) => `${number(age, 1)} years`,
  share: (of) => share(of, 1),
};
const DIGITS: Record<EvidenceFigure['unit'], number> = { score: 2, members: 0, dollars: 0, years: 1, share: 1 };

function readIn(answers: Answers, at: number, audience: Audience): Read {
  const { measure, of } = evidenceFigures[at]!;
  const answer = answers[at] ?? null;
  if (answer === null) return { value: NO_CELL, members: null, unknown: NO_CELL };
  const rows = readRows(answer);
  if (of === undefined) return { value: rows[0]?.cell(measure) ?? NO_CELL, members: null, unknown: NO_CELL };
  const found = publishedOf(rows, of.dimension, of.value, audience);
  return { value: found.share, members: found.count, unknown: unknownIn(rows, of.dimension) };
}

function textOf({ value, members }: Read, unit: EvidenceFigure['unit']): string {
  const text = figureText(value, FORMS[unit], unit === 'members' ? '<11' : 'too few members');
  // A share and its members that are withheld for one reason say it once.
  if (members === null || (value.withheld !== null && value.withheld === members.withheld)) return text;
  return `${text}, ${countText(members)}`;
}

const HEADCOUNT = evidenceFigures.findIndex(({ unit }) => unit === 'members');

/** The members that a share is of, where these are not all of them on both sides: `of 1,259 whose cover is known`. */
function baseOf({ of }: EvidenceFigure, [then, now]: [Read, Read], [headThen, headNow]: [Read, Read]): string | null {
  if (of === undefined || [then, now].every(({ unknown }) => (unknown.value ?? 0) === 0)) return null;
  const before = baseText(of.dimension, then.unknown, headThen.value);
  const after = baseText(of.dimension, now.unknown, headNow.value);
  return before === after ? before : `${before}; now ${after}`;
}

/** How a figure differs now: a change within the margin of its publication is no clear one. */
function differenceOf(then: Cell, now: Cell, unit: EvidenceFigure['unit'], same: boolean): string {
  if (same) return 'the same';
  if (then.value === null || now.value === null) return 'cannot be said';
  const difference = now.value - then.value;
  if (now.margin !== null && Math.abs(difference) < now.margin) return 'no clear change';
  const sign = difference < 0 ? '−' : '+';
  const size = Math.abs(difference);
  if (unit === 'dollars')
    return then.value === 0 ? `${sign}${dollars(size)}` : `${sign}${number((size / then.value) * 100, 1)}%`;
  return `${sign}${number(size, DIGITS[unit])}${unit === 'share' ? ' percentage points' : ''}`;
}

/** The figures that the document's audience read at the moment, beside those of the same month that it reads now. */
export const FiguresRead = ({
  figures,
  audience,
  lettersOf,
}: {
  figures: NonNullable<AsOfEvidence['figures']>;
  audience: Audience;
  /** The causes that may have moved a figure; a figure that reads the same has none. */
  lettersOf: LettersOf;
}) => {
  const heads: [Read, Read] = [readIn(figures.then, HEADCOUNT, audience), readIn(figures.now, HEADCOUNT, audience)];
  return (
    <table>
      <thead>
        <tr>
          <th>Figure</th>
          <th className="count">Read then</th>
          <th className="count">Read now</th>
          <th className="count">What differs now</th>
        </tr>
      </thead>
      <tbody>
        {evidenceFigures.map((figure, at) => {
          const { name, unit } = figure;
          const then = readIn(figures.then, at, audience);
          const now = readIn(figures.now, at, audience);
          const [before, after] = [textOf(then, unit), textOf(now, unit)];
          const base = baseOf(figure, [then, now], heads);
          const letters = before === after ? [] : lettersOf(figure);
          return (
            <tr key={name}>
              <td>
                {name}
                {base !== null && <span className="text-ink-2">, {base}</span>}
              </td>
              <td className="count font-semibold">{before}</td>
              <td className="count">{after}</td>
              <td className="count">
                {differenceOf(then.value, now.value, unit, before === after)}
                {letters.length > 0 && <sup className="pl-0.5 font-semibold">{letters.join(', ')}</sup>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
