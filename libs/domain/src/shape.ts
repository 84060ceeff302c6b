import { isIsoDate, isIsoMonth } from './calendar-dates.js';

/**
 * A type guard for a stored event's data. Unknown fields and additional columns are allowed. `examples` are two values that fit: one
 * that holds everything, and one that holds as little as it may.
 */
export interface Shape<Value> {
  (value: unknown): value is Value;
  readonly examples: readonly [most: unknown, least: unknown];
  /** The shapes of the fields of an object, so that a problem can be named by its field. */
  readonly fields?: Readonly<Record<string, Shape<unknown>>>;
}

export const shape = <Value>(fits: (value: unknown) => boolean, most: unknown, least = most): Shape<Value> =>
  Object.assign((value: unknown): value is Value => fits(value), { examples: [most, least] as const });

export const text = shape<string>((value) => typeof value === 'string', 'Text');
export const flag = shape<boolean>((value) => typeof value === 'boolean', true, false);
export const decimal = shape<number>((value) => Number.isFinite(value), 1.5, 0);
export const integer = shape<number>((value) => Number.isSafeInteger(value), -100, 0);
export const count = shape<number>((value) => Number.isSafeInteger(value) && (value as number) >= 0, 1, 0);

const idPattern = /^[A-Za-z0-9][\w.-]{0,99}$/;
/** An id, which becomes part of stream names, addresses and field names: letters, digits, `.`, `-` and `_`. */
export const id = shape<string>((value) => typeof value === 'string' && idPattern.test(value), 'PF.a');

/** yyyy-MM-dd of an existing day. */
export const day = shape<string>((value) => typeof value === 'string' && isIsoDate(value), '2026-03-31');
/** yyyy-MM */
export const month = shape<string>((value) => typeof value === 'string' && isIsoMonth(value), '2026-03');

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;
/** ISO 8601 in UTC. */
export const instant = shape<string>(
  (value) => typeof value === 'string' && instantPattern.test(value) && !Number.isNaN(Date.parse(value)),
  '2026-03-31T01:02:03.004Z',
);

export const oneOf = <const Value extends string>(values: readonly Value[]): Shape<Value> => {
  const known = new Set<unknown>(values);
  return shape((value) => known.has(value), values[0], values.at(-1));
};

export const orNull = <Value>(fits: Shape<Value>): Shape<Value | null> =>
  shape((value) => value === null || fits(value), fits.examples[0], null);

/** A field that events of earlier releases lack. */
export const optional = <Value>(fits: Shape<Value>): Shape<Value | undefined> =>
  Object.assign((value: unknown): value is Value | undefined => value === undefined || fits(value), {
    examples: [fits.examples[0], undefined] as const,
  });

export const listOf = <Value>(fits: Shape<Value>): Shape<readonly Value[]> =>
  shape((value) => Array.isArray(value) && value.every((each) => fits(each)), [...fits.examples], []);

/** The shape of each field. */
export type FieldShapes<Fields> = { readonly [Name in keyof Fields]-?: Shape<Fields[Name]> };

/** A row of values by position. Additional values at the end are allowed, because a later release may append columns. */
export const row = <Places extends readonly unknown[]>(
  ...places: { [Place in keyof Places]: Shape<Places[Place]> }
): Shape<Readonly<Places>> =>
  shape(
    (value) => Array.isArray(value) && places.every((fits: Shape<unknown>, place) => fits(value[place])),
    places.map(({ examples }: Shape<unknown>) => examples[0]),
    places.map(({ examples }: Shape<unknown>) => examples[1]),
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The name of the first invalid field; '' when the value is not an object; null when all fields are valid. A field of a record within the
 * object is named by its path, such as `personal.surname`.
 */
export const firstInvalidField = (fields: Readonly<Record<string, Shape<unknown>>>, value: unknown): string | null => {
  if (!isObject(value)) return '';
  for (const name in fields) {
    const fits = fields[name]!;
    if (fits(value[name])) continue;
    const within = fits.fields && firstInvalidField(fits.fields, value[name]);
    return within ? `${name}.${within}` : name;
  }
  return null;
};

type AnyShapes = Readonly<Record<string, Shape<unknown>>>;

/** An object that fits these shapes, with everything or with as little as it may hold. */
export const exampleOf = (fields: AnyShapes, which: 'most' | 'least'): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, { examples }]) => [name, examples[which === 'most' ? 0 : 1]] as const)
      .filter(([, value]) => value !== undefined),
  );

export const record = <Fields extends object>(fields: FieldShapes<Fields>): Shape<Fields> => {
  const shapes = fields as unknown as AnyShapes;
  const fits = shape<Fields>(
    (value) => firstInvalidField(shapes, value) === null,
    exampleOf(shapes, 'most'),
    exampleOf(shapes, 'least'),
  );
  return Object.assign(fits, { fields: shapes });
};

/** An object with any names, whose values all have one shape. */
export const dictionary = <Value>(fits: Shape<Value>): Shape<Readonly<Record<string, Value>>> =>
  shape(
    (value) => isObject(value) && Object.values(value).every((each) => fits(each)),
    { name: fits.examples[0], another: fits.examples[1] },
    {},
  );

export const scalar = shape<string | number | boolean | null>(
  (value) => value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
  'Text',
  null,
);
