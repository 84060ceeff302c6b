import { columnOf, type Field, type Fields } from '@superscope/domain/fields';
import {
  birthDate,
  choice,
  code,
  coverFormula,
  date,
  email,
  flag,
  id,
  integer,
  money,
  moneyFromZero,
  name,
  number,
  percent,
  recentDate,
  required,
  text,
  type CsvColumn,
} from './csv-columns.js';

interface TypeByKind {
  id: typeof id;
  text: ReturnType<typeof text>;
  name: ReturnType<typeof name>;
  email: typeof email;
  formula: typeof coverFormula;
  flag: typeof flag;
  percent: typeof percent;
  cents: typeof money;
  count: ReturnType<typeof integer>;
  decimal: typeof number;
  day: typeof date;
}

type ColumnOfKind<Of extends Field> = Of extends { kind: 'choice'; values: infer Values extends readonly string[] }
  ? { readonly type: 'choice'; readonly required: false; readonly values: Values }
  : Of extends { kind: keyof TypeByKind }
    ? TypeByKind[Of['kind']]
    : never;
type ColumnOf<Of extends Field> = Of extends { needed: true }
  ? Omit<ColumnOfKind<Of>, 'required'> & { readonly required: true }
  : ColumnOfKind<Of>;
type NameOf<Name extends string, Of extends Field> = Of extends { column: infer Column }
  ? Column extends string
    ? Column
    : never
  : Name;

const days = { any: date, birth: birthDate, counted: recentDate };

function columnOfKind(field: Field): CsvColumn {
  switch (field.kind) {
    case 'id':
      return id;
    case 'text':
      return text(field.most);
    case 'name':
      return field.isCode ? code(field.most) : name(field.most);
    case 'email':
      return email;
    case 'formula':
      return coverFormula;
    case 'flag':
      return flag;
    case 'percent':
      return percent;
    case 'cents':
      return field.sign === 'any' ? money : moneyFromZero;
    case 'count':
      return integer(0, field.most);
    case 'decimal':
      return {
        ...number,
        ...(field.from === undefined ? {} : { min: field.from }),
        ...(field.to === undefined ? {} : { max: field.to }),
      };
    case 'day':
      return days[field.range];
    case 'choice':
      return choice(field.values);
    case 'month':
      throw new Error('No file has a column of months.');
  }
}

/** The columns of a file whose lines are such records, in the order of the fields. */
export const csvColumnsOf = <Of extends Fields>(fields: Of) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const column = columnOf(name, field);
      if (column === null) return [];
      const { unit, isSteady } = field;
      const ofKind = { ...columnOfKind(field), ...(unit && { unit }), ...(isSteady && { isSteady }) };
      return [[column, field.needed ? required(ofKind) : ofKind]];
    }),
  ) as { readonly [Name in keyof Of & string as NameOf<Name, Of[Name]>]: ColumnOf<Of[Name]> };
