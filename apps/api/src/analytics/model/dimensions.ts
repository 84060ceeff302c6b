import { readable, type Dimension, type DimensionUse, type Source } from './member.js';

const text = (value: string): string => value;

interface Options {
  use: DimensionUse;
  sql: string;
  source?: Source;
  type?: Dimension['type'];
  known?: string;
  partition?: true;
}

const titled = (name: string): Pick<Dimension, 'name' | 'title' | 'shortTitle'> => {
  const [cube = '', member = ''] = name.split('.');
  return { name, title: `${readable(cube)} ${readable(member)}`, shortTitle: readable(member) };
};

/** A column of text or numbers, as it is stored. */
export const column = (name: string, { use, sql, source = 'memberMonth', type = 'string', ...rest }: Options) =>
  ({
    kind: 'dimension',
    ...titled(name),
    type,
    source,
    use,
    sql: () => sql,
    ...(rest.known === undefined ? {} : { known: () => rest.known! }),
    ...(rest.partition ? { partition: true } : {}),
    toColumn: text,
    toWire: (value) => value,
  }) satisfies Dimension as Dimension;

/** A column whose value 'Unknown' means that there is none. */
export const category = (name: string, sql: string, use: DimensionUse): Dimension =>
  column(name, { use, sql, known: `${sql} != 'Unknown'` });

/** `2020-03-01` or `2020-03-01 10:20:30.123` as the client's parser wants it: with milliseconds and without a zone. */
export const wireTime = (value: string | number | null): string | null => {
  if (value === null) return null;
  const stored = String(value);
  if (stored.length === 10) return `${stored}T00:00:00.000`;
  const [date, time = '00:00:00'] = stored.split(' ');
  const [seconds, fraction = ''] = time.split('.');
  return `${date}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`;
};

export const day = (name: string, sql: string, source: Source): Dimension => ({
  ...column(name, { use: 'time', sql, source, type: 'time' }),
  time: 'day',
  toWire: wireTime,
});

export const instant = (name: string, sql: string, source: Source): Dimension => ({
  ...column(name, { use: 'time', sql, source, type: 'time' }),
  time: 'instant',
  sql: ({ timezone }) => `toTimeZone(${sql}, ${timezone})`,
  toWire: wireTime,
});

const yesNo = new Map(Object.entries({ '1': '1', '2': '0', yes: '1', no: '0', true: '1', false: '0' }));

/** `1`, `1|Yes`, `Yes` and `true` are stored 1; their opposites 0. Anything else matches nothing. */
const flagColumn = (value: string): string => yesNo.get(value.split('|')[0]!.trim().toLowerCase()) ?? '255';

const flagWire = (value: string | number | null): string | null =>
  Number(value) === 1 ? '1|Yes' : Number(value) === 0 && value !== null ? '2|No' : null;

const flagOf = (name: string, use: DimensionUse, sql: Dimension['sql'], known?: Dimension['known']): Dimension => ({
  kind: 'dimension',
  ...titled(name),
  type: 'string',
  source: 'memberMonth',
  use,
  sql,
  ...(known ? { known } : {}),
  flag: true,
  toColumn: flagColumn,
  toWire: flagWire,
});

/** Stored 1, 0 and 2. */
export const storedFlag = (name: string, sql: string): Dimension =>
  flagOf(
    name,
    'subject',
    () => sql,
    () => `${sql} < 2`,
  );

/** At least one such day within the months of the row's own month and the `months` - 1 before it. */
export const withinMonths = (name: string, months: number, sql: string, use: DimensionUse = 'subject'): Dimension =>
  flagOf(name, use, () => `(${sql} >= addMonths(month, -${months - 1}))`);

/** At least one such day in the query's period. */
export const withinPeriod = (name: string, sql: string): Dimension =>
  flagOf(name, 'subject', ({ periodFrom }) => `(${sql} >= ${periodFrom})`);

export const everHappened = (name: string, sql: string): Dimension =>
  flagOf(name, 'subject', () => `(${sql} > toDate('1970-01-01'))`);
