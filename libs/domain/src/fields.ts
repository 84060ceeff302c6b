import type { Upcast } from './event.js';
import type { UnitName } from './file-check/units.js';
import { applyPatch } from './patch.js';
import {
  count,
  day,
  decimal,
  flag,
  id,
  integer,
  month,
  oneOf,
  orNull,
  record,
  text,
  type FieldShapes,
  type Shape,
} from './shape.js';

/**
 * What a field holds. `name` is a name or key, so it is clean text (see `cleanText`); `text` is free. `cents`
 * is integer cents (dollars and cents in a file), `percent` is 0 to 100, `day` is yyyy-MM-dd, `month` is yyyy-MM.
 */
export type FieldKind =
  | { readonly kind: 'id' | 'email' | 'formula' | 'flag' | 'month' | 'percent' }
  | { readonly kind: 'text'; /** Most characters. */ readonly most: number }
  /** `isCode`: it finds something, or is dialled. No name, so words such as NULL and N/A stand for a missing one. */
  | { readonly kind: 'name'; /** Most characters. */ readonly most: number; readonly isCode?: true }
  | { readonly kind: 'cents'; readonly sign: 'any' | 'not negative' }
  | { readonly kind: 'count'; readonly most: number }
  /** A number whose decimals count. */
  | { readonly kind: 'decimal'; readonly from?: number; readonly to?: number }
  /** `birth`: of somebody who may be alive. `counted`: figures are counted by it, so it has the range of the analytics engine's days. */
  | { readonly kind: 'day'; readonly range: 'any' | 'birth' | 'counted' }
  /** `open`: a stored event may hold other values too. */
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly open?: true };

/** One field of a record that a line of a file writes. */
export type Field = FieldKind & {
  /** Every line gives a value. Other fields are null where no value is known, unless `default` or `sameAs` says otherwise. */
  readonly needed?: true;
  /** The value where none was given. */
  readonly default?: string | number | boolean;
  /** The field whose value counts where none was given. */
  readonly sameAs?: string;
  /** The field identifies a person, and is encrypted with their key. */
  readonly personal?: true;
  /**
   * The schema version of the record's events that first has the field, from 2 on; events written before lack it and read as if no value
   * was given. A field that is added later needs it.
   */
  readonly since?: number;
  /**
   * Of a row of a published table: publications of before lack the column, and are read without it. What a blank cell says is then not put
   * into the mouth of a file that could not say it.
   */
  readonly added?: true;
  /** The file's column, if its name differs; null if the field follows from others and no column gives it. */
  readonly column?: string | null;
  /** The unit of its values in a file, where its kind does not tell it: cents are dollars there, and a percent is one. */
  readonly unit?: UnitName;
  /** Revised seldom and little, so that a file which changes it by more than half is asked about; of a flag, any change. */
  readonly isSteady?: true;
};

/** The fields of a record by name, in the order of the file's columns. */
export type Fields = Readonly<Record<string, Field>>;

/**
 * Declares the fields of a record once. Its type, stored shape, view, file columns and defaults follow from them. Throws RangeError for a
 * default that the field itself would refuse, and for versions with a gap: the version between would have nothing that is new.
 */
export const fields = <const Declared extends Fields>(declared: Declared): Declared => {
  for (const [name, field] of Object.entries<Field>(declared))
    if (field.default !== undefined && !mayHold(field, field.default))
      throw new RangeError(`The default of '${name}' is none of its values: ${field.default}`);
  const versions = new Set(Object.values<Field>(declared).flatMap(({ since }) => since ?? []));
  for (const version of versions)
    if (version < 2 || (version > 2 && !versions.has(version - 1)))
      throw new RangeError(`Nothing is new in version ${version - 1}, but there is a version ${version}.`);
  return declared;
};

/** Whether a value that a declaration gives is one that the field takes. */
function mayHold(field: Field, value: string | number | boolean): boolean {
  const isWithin = (from: number, to: number) => typeof value === 'number' && value >= from && value <= to;
  switch (field.kind) {
    case 'text':
    case 'name':
      return typeof value === 'string' && value !== '' && value.length <= field.most;
    case 'choice':
      return typeof value === 'string' && field.values.includes(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'percent':
      return isWithin(0, 100);
    case 'cents':
      return Number.isSafeInteger(value) && (field.sign === 'any' || isWithin(0, Infinity));
    case 'count':
      return Number.isInteger(value) && isWithin(0, field.most);
    case 'decimal':
      return isWithin(field.from ?? -Infinity, field.to ?? Infinity);
    case 'day':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
    case 'month':
      return typeof value === 'string' && /^\d{4}-\d{2}$/.test(value);
    default:
      return typeof value === 'string' && value !== '';
  }
}

/** The same record without some fields. */
export const without = <Of extends Fields, Name extends keyof Of>(declared: Of, ...names: Name[]): Omit<Of, Name> =>
  Object.fromEntries(Object.entries(declared).filter(([name]) => !names.includes(name as Name))) as Omit<Of, Name>;

interface ValueByKind {
  id: string;
  text: string;
  name: string;
  email: string;
  formula: string;
  flag: boolean;
  month: string;
  percent: number;
  cents: number;
  count: number;
  decimal: number;
  day: string;
}

type Given<Of extends Field> = Of extends { kind: 'choice'; open: true }
  ? string
  : Of extends { kind: 'choice'; values: readonly (infer Value)[] }
    ? Value
    : Of extends { kind: keyof ValueByKind }
      ? ValueByKind[Of['kind']]
      : never;

type AlwaysKnown = { needed: true } | { default: string | number | boolean } | { sameAs: string };

/** A field's value. */
export type ValueOfField<Of extends Field> = Of extends AlwaysKnown ? Given<Of> : Given<Of> | null;

type NamesOf<Of extends Fields, Which> = {
  [Name in keyof Of]: Of[Name] extends Which ? Name : never;
}[keyof Of];
type Personal = { personal: true };
type PersonalNames<Of extends Fields> = NamesOf<Of, Personal>;
type PlainNames<Of extends Fields> = Exclude<keyof Of, PersonalNames<Of>>;

/** The personal fields of a record. */
export type PersonalOf<Of extends Fields> = { -readonly [Name in PersonalNames<Of>]: ValueOfField<Of[Name]> };

type PlainOf<Of extends Fields> = { -readonly [Name in PlainNames<Of>]: ValueOfField<Of[Name]> };

/** The record as events hold it: personal fields are in `personal`, because they are encrypted together. */
export type RecordOf<Of extends Fields> = [PersonalNames<Of>] extends [never]
  ? PlainOf<Of>
  : PlainOf<Of> & { personal: PersonalOf<Of> };

type PatchOfPart<Of extends Fields, Names extends keyof Of> = {
  -readonly [Name in Names & NamesOf<Of, { needed: true }>]: ValueOfField<Of[Name]>;
} & { -readonly [Name in Exclude<Names, NamesOf<Of, { needed: true }>>]?: ValueOfField<Of[Name]> | undefined };

/** Some fields of a record: the needed ones, and those that change. Undefined changes nothing. */
export type PatchOf<Of extends Fields> = [PersonalNames<Of>] extends [never]
  ? PatchOfPart<Of, keyof Of>
  : PatchOfPart<Of, PlainNames<Of>> & { personal: PatchOfPart<Of, PersonalNames<Of>> };

type ColumnName<Name extends string, Of extends Field> = Of extends { column: null }
  ? never
  : Of extends { column: infer Column extends string }
    ? Column
    : Name;

/** A line of a file, by column. Null is a blank cell; undefined is a column that the file leaves out. */
export type LineOf<Of extends Fields> = {
  readonly [Name in keyof Of & string as ColumnName<Name, Of[Name]>]: Of[Name] extends { needed: true }
    ? Given<Of[Name]>
    : Given<Of[Name]> | null | undefined;
};

const shapes: { readonly [Kind in FieldKind['kind']]: (field: Extract<FieldKind, { kind: Kind }>) => Shape<unknown> } =
  {
    id: () => id,
    text: () => text,
    name: () => text,
    email: () => text,
    formula: () => text,
    flag: () => flag,
    month: () => month,
    percent: () => decimal,
    cents: () => integer,
    count: () => count,
    decimal: () => decimal,
    day: () => day,
    choice: ({ values, open }) => (open ? text : oneOf(values)),
  };

export const isAlwaysKnown = ({ needed, default: ofItself, sameAs }: Field): boolean =>
  needed === true || ofItself !== undefined || sameAs !== undefined;

/** An erased person's fields read 'Erased', so a personal field's shape is text whatever its kind. */
const shapeOf = (field: Field): Shape<unknown> => {
  const fits = field.personal ? text : shapes[field.kind](field as never);
  return isAlwaysKnown(field) ? fits : orNull(fits);
};

type Entry = readonly [name: string, field: Field];
const entriesOf = (declared: Fields): readonly Entry[] => Object.entries(declared);
const shapesOfEntries = (entries: readonly Entry[]) =>
  Object.fromEntries(entries.map(([name, field]) => [name, shapeOf(field)]));

/** The shapes of the record's fields in a stored event. */
export function shapesOf<Of extends Fields>(declared: Of): FieldShapes<RecordOf<Of>> {
  const entries = entriesOf(declared);
  const personal = entries.filter(([, field]) => field.personal);
  const plain = shapesOfEntries(entries.filter(([, field]) => !field.personal));
  const whole = personal.length === 0 ? plain : { ...plain, personal: record(shapesOfEntries(personal) as never) };
  return whole as FieldShapes<RecordOf<Of>>;
}

/** The value of a field that nobody gave. */
const unknownValue = ({ default: ofItself, sameAs }: Field, others: Readonly<Record<string, unknown>>): unknown =>
  sameAs === undefined ? (ofItself ?? null) : others[sameAs];

type Loose = Record<string, unknown>;

/** Fills in fields that are missing, where a value need not be given. */
function filled(entries: readonly Entry[], part: Loose): Loose {
  const whole: Loose = { ...part };
  for (const [name, field] of entries)
    if (whole[name] === undefined && !field.needed) whole[name] = unknownValue(field, whole);
  return whole;
}

function filledRecord(declared: Fields, which: (field: Field) => boolean, part: Loose): Loose {
  const entries = entriesOf(declared).filter(([, field]) => which(field));
  const plain = filled(
    entries.filter(([, field]) => !field.personal),
    part,
  );
  const personal = entries.filter(([, field]) => field.personal);
  return personal.length === 0 ? plain : { ...plain, personal: filled(personal, plain['personal'] as Loose) };
}

/** A record with the fields of a patch, for which the others are not known. */
export const begun = <Of extends Fields>(declared: Of, patch: PatchOf<Of>): RecordOf<Of> =>
  filledRecord(declared, () => true, patch) as RecordOf<Of>;

/** A record after a patch; one that begins with it if there was none. */
export function revised<Of extends Fields>(
  declared: Of,
  standing: RecordOf<Of> | null,
  patch: PatchOf<Of>,
): RecordOf<Of> {
  if (standing === null) return begun(declared, patch);
  const { personal, ...plain } = patch as Loose;
  const whole = applyPatch<Loose>(standing, plain);
  if (personal !== undefined)
    whole['personal'] = applyPatch<Loose>((standing as Loose)['personal'] as Loose, personal as Loose);
  return whole as RecordOf<Of>;
}

/** The part of a patch that a file gives: without the fields that no column gives. */
export type LinePatchOf<Of extends Fields> = [PersonalNames<Of>] extends [never]
  ? PatchOfPart<Of, Exclude<keyof Of, NamesOf<Of, { column: null }>>>
  : PatchOfPart<Of, Exclude<PlainNames<Of>, NamesOf<Of, { column: null }>>> & {
      personal: PatchOfPart<Of, PersonalNames<Of>>;
    };

/** The patch that a line of a file is. A blank cell clears the field, which then has the value of a field that nobody gave. */
export function patchOf<Of extends Fields>(declared: Of, line: LineOf<Of>): LinePatchOf<Of> {
  const plain: Loose = {};
  const personal: Loose = {};
  for (const [name, field] of entriesOf(declared)) {
    if (field.column === null) continue;
    const value = (line as Loose)[field.column ?? name];
    (field.personal ? personal : plain)[name] = value === null ? unknownValue(field, plain) : value;
  }
  const isOfPerson = Object.values<Field>(declared).some((field) => field.personal);
  return (isOfPerson ? { ...plain, personal } : plain) as LinePatchOf<Of>;
}

/** A record whose personal fields stand beside the others, as views have them, as events hold it. */
export function nestedRecord<Of extends Fields>(
  declared: Of,
  flat: { readonly [Name in keyof Of]: unknown },
): RecordOf<Of> {
  const pick = (isPersonal: boolean) =>
    Object.fromEntries(
      entriesOf(declared).flatMap(([name, field]) =>
        (field.personal === true) === isPersonal ? [[name, flat[name as keyof Of]]] : [],
      ),
    );
  const personal = pick(true);
  return (Object.keys(personal).length === 0 ? pick(false) : { ...pick(false), personal }) as RecordOf<Of>;
}

/** The upcasters of events that hold such a record: one for each schema version after the first, which fills in its new fields. */
export function upcastersOf(declared: Fields): readonly Upcast[] {
  const newest = Math.max(1, ...Object.values(declared).map(({ since = 1 }) => since));
  return Array.from(
    { length: newest - 1 },
    (_, step): Upcast =>
      (data) =>
        filledRecord(declared, ({ since }) => since === step + 2, data as Loose),
  );
}

/** The values that fields of later schema versions have in documents written before, by name. */
export const addedFields = (declared: Fields): Readonly<Record<string, string | number | boolean | null>> =>
  Object.fromEntries(
    entriesOf(declared).flatMap(([name, field]) => (field.since === undefined ? [] : [[name, field.default ?? null]])),
  );

/** The file's column of a field; null if none gives it. */
export const columnOf = (name: string, { column }: Field): string | null => (column === undefined ? name : column);
