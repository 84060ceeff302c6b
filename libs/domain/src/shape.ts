import { isIsoDate, isIsoMonth } from './calendar-dates.js';

/** A type guard for a stored event's data. Unknown fields and additional columns are allowed. */
export type Shape<Value> = (value: unknown) => value is Value;

const shape = <Value>(fits: (value: unknown) => boolean) => fits as Shape<Value>;

export const text = shape<string>((value) => typeof value === 'string');
export const flag = shape<boolean>((value) => typeof value === 'boolean');
export const decimal = shape<number>((value) => Number.isFinite(value));
export const integer = shape<number>((value) => Number.isSafeInteger(value));
export const count = shape<number>((value) => Number.isSafeInteger(value) && (value as number) >= 0);

const idPattern = /^[A-Za-z0-9][\w.-]{0,99}$/;
/** An id, which becomes part of stream names, addresses and field names: letters, digits, `.`, `-` and `_`. */
export const id = shape<string>((value) => typeof value === 'string' && idPattern.test(value));

/** yyyy-MM-dd of an existing day. */
export const day = shape<string>((value) => typeof value === 'string' && isIsoDate(value));
/** yyyy-MM */
export const month = shape<string>((value) => typeof value === 'string' && isIsoMonth(value));

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;
/** ISO 8601 in UTC. */
export const instant = shape<string>(
  (value) => typeof value === 'string' && instantPattern.test(value) && !Number.isNaN(Date.parse(value)),
);

export const oneOf = <const Value extends string>(values: readonly Value[]): Shape<Value> => {
  const known = new Set<unknown>(values);
  return shape((value) => known.has(value));
};

export const orNull = <Value>(fits: Shape<Value>): Shape<Value | null> =>
  shape((value) => value === null || fits(value));

/** A field that events of earlier releases lack. */
export const optional = <Value>(fits: Shape<Value>): Shape<Value | undefined> =>
  shape((value) => value === undefined || fits(value));

export const listOf = <Value>(fits: Shape<Value>): Shape<readonly Value[]> =>
  shape((value) => Array.isArray(value) && value.every((each) => fits(each)));

/** The shape of each field. */
export type FieldShapes<Fields> = { readonly [Name in keyof Fields]-?: Shape<Fields[Name]> };

/** A row of values by position. Additional values at the end are allowed, because a later release may append columns. */
export const row = <Places extends readonly unknown[]>(
  ...places: { [Place in keyof Places]: Shape<Places[Place]> }
): Shape<Readonly<Places>> =>
  shape((value) => Array.isArray(value) && places.every((fits: Shape<unknown>, place) => fits(value[place])));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of the first invalid field; '' when the value is not an object; null when all fields are valid. */
export const firstInvalidField = (fields: Readonly<Record<string, Shape<unknown>>>, value: unknown): string | null => {
  if (!isObject(value)) return '';
  for (const name in fields) if (!fields[name]!(value[name])) return name;
  return null;
};

export const record = <Fields extends object>(fields: FieldShapes<Fields>): Shape<Fields> =>
  shape((value) => firstInvalidField(fields as unknown as Record<string, Shape<unknown>>, value) === null);

/** An object with any names, whose values all have one shape. */
export const dictionary = <Value>(fits: Shape<Value>): Shape<Readonly<Record<string, Value>>> =>
  shape((value) => isObject(value) && Object.values(value).every((each) => fits(each)));

export const scalar = shape<string | number | boolean | null>(
  (value) => value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
);
