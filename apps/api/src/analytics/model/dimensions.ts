import { readable, type Dimension, type DimensionUse, type Source } from './cube-member.js';
import type { SecretColumn } from './secret-column.js';

const text = (value: string): string => value;

interface Options {
  use: DimensionUse;
  sql: string;
  source?: Source;
  type?: Dimension['type'];
  known?: string;
  secret?: SecretColumn;
  blank?: string;
}

const titled = (name: string): Pick<Dimension, 'name' | 'title' | 'shortTitle'> => {
  const [cube = '', member = ''] = name.split('.');
  return { name, title: `${readable(cube)} ${readable(member)}`, shortTitle: readable(member) };
};

/** A column of text or numbers, shown as it is stored. */
export const column = (name: string, { use, sql, source = 'memberMonth', type = 'string', ...rest }: Options) =>
  ({
    kind: 'dimension',
    ...titled(name),
    type,
    source,
    use,
    sql: () => sql,
    ...(rest.known === undefined ? {} : { known: () => rest.known! }),
    ...(rest.secret ? { secret: rest.secret } : {}),
    ...(rest.blank === undefined ? {} : { blank: rest.blank }),
    toColumn: text,
    toWire: (value) => value,
  }) satisfies Dimension as Dimension;

/** A public column that stores 'Unknown' if there is no value. */
export const publicCategory = (name: string, sql: string): Dimension =>
  column(name, { use: 'public', sql, known: `${sql} != 'Unknown'`, blank: 'Unknown' });

/** A public column that only one payroll tells: where a plan's employers do not share one, it is published through `secret`. */
export const payrollCategory = (name: string, sql: string, secret: SecretColumn): Dimension => ({
  ...publicCategory(name, sql),
  amongSeveral: secretDimension(name, secret),
});

/** A column that stores '' if there is no value. */
export const blankIsNull: Pick<Dimension, 'toWire' | 'orderSql'> = {
  toWire: (value) => (value === '' ? null : value),
  orderSql: (key) => `nullIf(${key}, '')`,
};

/** An id by which public figures may be grouped, without any other public column. Stored as '' if there is none. */
export const identifier = (name: string, sql: string): Dimension => ({
  ...column(name, { use: 'alone', sql, known: `${sql} != ''`, blank: '' }),
  ...blankIsNull,
});

/** A public column that stands alone, and by which only some measures are published. Stores 'Unknown' if there is no value. */
export const publishingColumn = (name: string, sql: string, publishes: readonly string[]): Dimension => ({
  ...column(name, { use: 'alone', sql, known: `${sql} != 'Unknown'`, blank: 'Unknown' }),
  publishes,
});

/** A column whose values employers do not know of their members. */
export const secretDimension = (name: string, secret: SecretColumn): Dimension => {
  const sql = secret.sql({ periodFrom: '', timezone: '' });
  return column(name, { use: 'secret', sql, known: `${sql} != 'Unknown'`, blank: 'Unknown', secret });
};

/** `2020-03-01` or `2020-03-01 10:20:30.123` in the form that the client parses: with milliseconds and without a zone. */
const wireTime = (value: string | number | null): string | null => {
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
  // Where clocks are set back, the later of two instants may have the earlier wall time.
  orderSql: (key) => `toString(${key})`,
});

const yesNo = new Map(Object.entries({ '1': '1', '2': '0', yes: '1', no: '0', true: '1', false: '0' }));

/** `1`, `1|Yes`, `Yes` and `true` are stored as 1, their opposites as 0. Anything else becomes 255, which matches nothing. */
const flagColumn = (value: string): string => yesNo.get(value.split('|')[0]!.trim().toLowerCase()) ?? '255';

const flagWire = (value: string | number | null): string | null =>
  Number(value) === 1 ? '1|Yes' : Number(value) === 0 && value !== null ? '2|No' : null;

const flagOrder = (key: string): string => `multiIf(${key} = 1, 1, ${key} = 0, 2, NULL)`;

/** A Yes/No fact that is not about a member. */
export const yesOrNo = (name: string, sql: string, source: Source): Dimension => ({
  ...column(name, { use: 'event', sql, source, known: `${sql} IS NOT NULL` }),
  flag: true,
  toColumn: flagColumn,
  toWire: flagWire,
  orderSql: flagOrder,
});

/**
 * A Yes/No column that employers do not know of their members. `known` is the condition that it has a value; absent if it always has one.
 */
const flagDimension = (name: string, secret: SecretColumn, sql: Dimension['sql'], known?: string): Dimension => ({
  kind: 'dimension',
  ...titled(name),
  type: 'string',
  source: 'memberMonth',
  use: 'secret',
  sql,
  ...(known === undefined ? {} : { known: () => known }),
  flag: true,
  secret,
  toColumn: flagColumn,
  toWire: flagWire,
  orderSql: flagOrder,
});

/** A column of 1, 0 and 2 (not known). `column` is the flag's own column, even if the flag is published through a category. */
export const storedFlag = (name: string, column: string, secret: SecretColumn): Dimension =>
  flagDimension(name, secret, () => column, `${column} < 2`);

/** Whether something happened at least once, in a window or ever. */
export const happened = (name: string, secret: SecretColumn): Dimension => flagDimension(name, secret, secret.sql);

export const engagedDimension = (name: string, secret: SecretColumn): Dimension => ({
  ...happened(name, secret),
  use: 'engaged',
});
