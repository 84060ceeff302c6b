import { exactly, exactOf, halfUp, times, timesRatio, type Exact } from '../exact-amount.js';

/** How a category's default cover follows from salary and age: `dollars`, `m x salary`, or `p% x salary x years to A`. */
export type CoverFormula =
  | { kind: 'dollars'; dollars: Exact }
  | { kind: 'salaries'; multiple: Exact }
  | { kind: 'years'; percent: Exact; toAge: number };

export interface FormulaProblem {
  kind: 'problem';
  /** The character of the formula that does not fit, from 1. */
  position: number;
  message: string;
}

/** Reads a formula; upper and lower case and spaces make no difference. */
export function readCoverFormula(text: string): CoverFormula | FormulaProblem {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    at += /^\s*/.exec(text.slice(at))![0].length;
    const found = pattern.exec(text.slice(at));
    if (found === null) return null;
    at += found[0].length;
    return found[0];
  };
  const expected = (what: string): FormulaProblem => ({
    kind: 'problem',
    position: at + 1,
    message: `‘${text}’ has no ${what} at position ${at + 1}.`,
  });
  const isAtEnd = () => take(/^$/) !== null;
  /** The first of these words that does not follow; null if all of them do. */
  const missing = (...words: readonly [name: string, pattern: RegExp][]): FormulaProblem | null => {
    for (const [name, pattern] of words) if (take(pattern) === null) return expected(name);
    return null;
  };
  const by: [string, RegExp] = ['‘x’', /^x/i];
  const salary: [string, RegExp] = ['‘salary’', /^salary/i];

  const number = take(/^\d+(\.\d+)?/);
  if (number === null) return expected('number');
  const amount = exactOf(number);
  if (isAtEnd()) return { kind: 'dollars', dollars: amount };
  if (take(/^%/) === null) return missing(by, salary, ['end', /^$/]) ?? { kind: 'salaries', multiple: amount };
  const problem = missing(by, salary, by, ['‘years’', /^years/i], ['‘to’', /^to/i]);
  if (problem !== null) return problem;
  const age = take(/^\d{1,3}/);
  if (age === null) return expected('age');
  return missing(['end', /^$/]) ?? { kind: 'years', percent: amount, toAge: Number(age) };
}

export interface InsuredPerson {
  /** A year. */
  salaryCents: number;
  /** Completed years. */
  age: number;
}

/** The cover in whole dollars, half up. */
export function coverDollars(formula: CoverFormula, { salaryCents, age }: InsuredPerson): number {
  const salary = timesRatio(exactly(salaryCents), 1n, 100n);
  switch (formula.kind) {
    case 'dollars':
      return halfUp(formula.dollars);
    case 'salaries':
      return halfUp(times(formula.multiple, salary));
    case 'years': {
      const years = BigInt(Math.max(0, formula.toAge - age));
      return halfUp(timesRatio(times(formula.percent, salary), years, 100n));
    }
  }
}
