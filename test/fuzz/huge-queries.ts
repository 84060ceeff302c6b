import { cubes } from '@superscope/api/analytics/model/catalogue';
import { nested } from './odd-values.js';

const ofMembers = (of: 'dimensions' | 'measures') =>
  cubes.flatMap((cube) => cube[of].filter(({ source }) => source === 'memberMonth').map(({ name }) => name));

const count = 'MemberSnapshot.countMembers';
const many = <Each>(n: number, each: (i: number) => Each): Each[] => Array.from({ length: n }, (_, i) => each(i));
const genderIs = (gender: string) => ({ member: 'Member.gender', operator: 'equals', values: [gender] });

/** Queries with an excessive number of one element. */
export const hugeQueries: Readonly<Record<string, unknown>> = {
  'of filters 50 deep': {
    measures: [count],
    filters: many(1, () => many(50, (i) => i).reduce<object>((inner) => ({ and: [inner] }), genderIs('Female'))),
  },
  'of 10,000 filters': { measures: [count], filters: many(10_000, (i) => genderIs(`g${i}`)) },
  'of 10,000 filters in an or': { measures: [count], filters: [{ or: many(10_000, (i) => genderIs(`g${i}`)) }] },
  'of 1,000 values': { measures: [count], filters: [{ ...genderIs(''), values: many(1_000, (i) => `v${i}`) }] },
  'of values of 900 KB': {
    measures: [count],
    filters: [{ ...genderIs(''), values: many(90, () => 'ü'.repeat(5_000)) }],
  },
  'of values that grow most when they are encoded': {
    measures: [count],
    filters: ['\\', "'", '\u0000', '\u2028'].map((letter) => ({ ...genderIs(''), values: [letter.repeat(7_900)] })),
  },
  'of 10,000 measures of a name': { measures: many(10_000, () => count) },
  'of 5,000 ranges to compare': {
    measures: [count],
    timeDimensions: [
      { dimension: 'MemberSnapshot.month', granularity: 'month', compareDateRange: many(5_000, () => 'this year') },
    ],
  },
  'of 5,000 time dimensions': {
    measures: [count],
    timeDimensions: many(5_000, () => ({ dimension: 'MemberSnapshot.month', dateRange: 'this year' })),
  },
  'of an order by 20,000': { measures: [count], order: many(20_000, () => [count, 'asc']) },
  // Written as text, because recursive functions would overflow the stack.
  'of an order that is nested': `{"measures":["${count}"],"order":[["${count}",${nested(100_000)}]]}`,
  'of a granularity that is nested': `{"measures":["${count}"],"timeDimensions":[{"dimension":"MemberSnapshot.month","granularity":${nested(100_000)}}]}`,
  'of nothing but brackets': nested(400_000),
  'of every dimension': { measures: [count], dimensions: ofMembers('dimensions') },
  'of every measure': { measures: ofMembers('measures'), dimensions: ['Member.gender'] },
};
