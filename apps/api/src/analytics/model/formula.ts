/**
 * How a measure follows from its parts. The api computes it for the answer and ClickHouse for the answer's order and limit, both by the same
 * steps of floating point, so that they agree to the last bit.
 */
export interface Formula {
  /** Null if there is nothing to average. `parts` are in the measure's order. */
  value: (parts: readonly number[]) => number | null;
  /** The same of parts in SQL, none of which is null. */
  valueSql: (parts: readonly string[]) => string;
}

export const onePart: Formula = { value: ([n = 0]) => n, valueSql: ([n]) => n! };

/** Cents as dollars. */
export const centsAsDollars: Formula = { value: ([cents = 0]) => cents / 100, valueSql: ([cents]) => `${cents} / 100` };

interface Steps {
  /** The first part is multiplied by it before it is divided by the second. */
  times?: number;
  /** Divides the quotient. */
  unit?: number;
  /** The result has this many parts of one: 100 for two decimals. Absent if `times` has made whole numbers of them. */
  scale?: number;
  /** Divides the whole number that remains; by default `scale`. */
  over?: number;
}

/** Lifts quotients that are just under a half because they cannot be written exactly. */
const nudge = Number.EPSILON;

/** The first part by the second one, rounded half up, once, at the end. */
export const ratio = ({ times = 1, unit = 1, scale, over = scale ?? 1 }: Steps): Formula => ({
  value: ([top = 0, bottom = 0]) => {
    if (bottom === 0) return null;
    const exact = (times * top) / bottom / unit;
    return Math.floor((scale === undefined ? exact : exact * scale + nudge) + 0.5) / over;
  },
  valueSql: ([top, bottom]) => {
    const exact = `${times === 1 ? '' : `${times} * `}${top} / ${bottom}${unit === 1 ? '' : ` / ${unit}`}`;
    const scaled = scale === undefined ? exact : `${exact} * ${scale} + ${nudge}`;
    return `if(${bottom} = 0, NULL, floor(${scaled} + 0.5) / ${over})`;
  },
});
