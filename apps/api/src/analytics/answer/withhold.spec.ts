import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../compile/compile.js';
import { normalize } from '../query/normalize.js';
import { shapeAnswer } from './shape-answer.js';

const covered = 'MemberSnapshot.deathCoverCount';
const percent = 'MemberSnapshot.deathCoverPercent';
const gender = 'Member.gender';

/** Members of a group who have cover, who have none, and of whom it is not known. */
type Group = readonly [withCover: number, without: number, unknown: number];

const ask = (query: object, rows: unknown[][]) =>
  shapeAnswer(
    compile(normalize({ measures: [covered, percent], ...query }, new Date(0))[0]!, {
      audience: 'employer',
      planIds: ['a'],
    }),
    rows,
  ).data;

/** What somebody can work out of an answer: of each group, and of all at the end, how many have cover and of how many it is known. */
interface Known {
  withCover: number | null;
  asked: number | null;
}

const partsOf = ([yes, no, unknown]: Group) => [yes, yes + no + unknown, yes + no];

/** What an employer is told who asks by gender and for all. */
function told(groups: readonly Group[]): Known[] {
  const all = [0, 1, 2].map((at) => groups.reduce((sum, group) => sum + group[at]!, 0)) as unknown as Group;
  const rows = groups.flatMap((group, g) => (partsOf(group)[1] === 0 ? [] : [[`g${g}`, 0, ...partsOf(group)]]));
  const data = [...ask({ dimensions: [gender] }, [...rows, ['', 1, ...partsOf(all)]]), ...ask({}, [partsOf(all)])];
  return [...groups, all].map((group, g) => {
    const row = data.find((each) => (each[gender] ?? 'all') === (g < groups.length ? `g${g}` : 'all'));
    // Of nobody everything is known.
    if (row === undefined) return { withCover: group[0], asked: group[0] + group[1] };
    const withCover = row[covered] as number | null;
    const share = row[percent] as number | null;
    return { withCover, asked: withCover && share !== null ? Math.round((100 * withCover) / share) : null };
  });
}

/** Fills in what subtraction gives, until it gives no more. */
function workOut(known: Known[]): void {
  for (let more = true; more;) {
    more = false;
    for (const what of ['withCover', 'asked'] as const) {
      const open = known.filter((each) => each[what] === null);
      if (open.length !== 1) continue;
      const groups = known.slice(0, -1).reduce((sum, each) => sum + (each[what] ?? 0), 0);
      open[0]![what] = open[0] === known.at(-1) ? groups : known.at(-1)![what]! - groups;
      more = true;
    }
  }
}

/** Numbers of one to ten members that somebody who asks for shares, and knows how many are in each group, would learn. */
function learnt(groups: readonly Group[]): string[] {
  const known = told(groups);
  workOut(known);
  return groups.flatMap((group, g) => {
    const { withCover, asked } = known[g]!;
    const members = group[0] + group[1] + group[2];
    const numbers = {
      ...(withCover !== null && { 'with cover': withCover }),
      ...(withCover !== null && asked !== null && { without: asked - withCover }),
      ...(asked !== null && members > 10 && { 'not known': members - asked }),
    };
    return Object.entries(numbers).flatMap(([what, n]) => (n >= 1 && n <= 10 ? [`${n} ${what} of group ${g}`] : []));
  });
}

describe('shares of several groups', () => {
  it('tell nothing of one to ten members to somebody who subtracts, whatever two groups are made of', () => {
    const sizes = [0, 4, 11, 30];
    const all: Group[] = sizes.flatMap((yes) =>
      sizes.flatMap((no) => sizes.map((unknown) => [yes, no, unknown] as const)),
    );
    const wrong = all.flatMap((one) =>
      all.flatMap((other) => {
        const numbers = learnt([one, other]);
        return numbers.length === 0 ? [] : [{ one, other, numbers }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('tell nothing of one to ten members to somebody who subtracts, of three and four groups either', () => {
    const size = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 11, max: 60 }));
    const group = fc.tuple(size, size, size);
    fc.assert(
      fc.property(fc.array(group, { minLength: 3, maxLength: 4 }), (groups) => {
        expect(learnt(groups)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are told where every number is nobody or more than ten', () => {
    const groups: Group[] = [
      [30, 20, 0],
      [45, 15, 11],
    ];
    expect(told(groups)).toEqual([
      { withCover: 30, asked: 50 },
      { withCover: 45, asked: 60 },
      { withCover: 75, asked: 110 },
    ]);
  });
});
