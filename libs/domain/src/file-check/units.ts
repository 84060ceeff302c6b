/** What programs write in the place of a unit: the values that they write are so many times the right ones. */
interface Mistake {
  readonly times: number;
  readonly words: string;
}

interface Unit {
  /** As people read it. */
  readonly text: string;
  /** Values up to 1 only are fractions, such as 0.7 for 70 %, from so many on: one return may well be below 1 %. */
  readonly fractionsFrom?: number;
  readonly mistakes: readonly Mistake[];
}

const ofMoney: readonly Mistake[] = [
  { times: 100, words: 'cents' },
  { times: 0.001, words: 'thousands of dollars' },
];
const aYear: Mistake = { times: 12, words: 'dollars a year' };
const aMonth: Mistake = { times: 1 / 12, words: 'dollars a month' };
const fractions: readonly Mistake[] = [
  { times: 0.01, words: 'fractions' },
  { times: 100, words: 'hundredths of a percent' },
];
const asMonths: Mistake = { times: 12, words: 'months' };

/** The units that a column of a file may have. */
export const units = {
  dollars: { text: 'dollars', mistakes: ofMoney },
  dollarsAYear: { text: 'dollars a year', mistakes: [...ofMoney, aMonth] },
  dollarsInTheMonth: { text: 'dollars in the month', mistakes: [...ofMoney, aYear] },
  dollarsAMonth: { text: 'dollars a month', mistakes: [...ofMoney, aYear] },
  dollarsForThousand: {
    text: 'dollars a year for $1,000 of cover',
    mistakes: [{ times: 100, words: 'cents' }, { times: 0.001, words: 'dollars for $1 of cover' }, aMonth],
  },
  dollarsOrPercent: { text: 'dollars where inDollars, else percent of the balance', mistakes: [] },
  percent: { text: 'percent', fractionsFrom: 1, mistakes: fractions },
  percentAYear: { text: 'percent a year', fractionsFrom: 3, mistakes: fractions },
  percentOfSalary: { text: 'percent of salary', fractionsFrom: 1, mistakes: fractions },
  days: {
    text: 'days',
    mistakes: [
      { times: 1 / 7, words: 'weeks' },
      { times: 1 / 30, words: 'months' },
    ],
  },
  years: { text: 'years', mistakes: [asMonths] },
  yearOrAge: { text: 'year of birth (ASFA) or age (PEER)', mistakes: [asMonths] },
  timesTheRate: { text: 'times the rate', mistakes: [{ times: 100, words: 'percent' }] },
  year: { text: 'year', mistakes: [] },
  byName: { text: 'as its name says', mistakes: [] },
  place: { text: 'place in the list', mistakes: [] },
} as const satisfies Readonly<Record<string, Unit>>;

export type UnitName = keyof typeof units;

export const unitCalled = (name: UnitName): Unit => units[name];
