import { externalIdField, type ExportFile, type ExportRow } from './export-files.js';
import type { CrmField, CrmObject } from './crm.js';

/** What an object lacks of what an export needs, in a sentence. If it `stops`, Salesforce would refuse every row. */
export interface Difference {
  stops: boolean;
  sentence: string;
}

/** How the rows of a file fit an object of the organisation. */
export interface ObjectFit {
  differences: readonly Difference[];
  /** Columns that only new records may have. */
  createOnly: ReadonlySet<string>;
  /** The longest text of a column, in characters. */
  lengths: ReadonlyMap<string, number>;
  /** Names that may be kept of a refusal, by their small letters: anything else could be somebody's value. */
  names: ReadonlyMap<string, string>;
}

interface Column {
  name: string;
  /** The object that it refers to, where the column names it: `Contact:Who.Key__c`. */
  type: string | null;
  relation: string | null;
  /** Of the object itself, or of the one that it refers to. */
  field: string;
}

function columnOf(name: string): Column {
  const [, type = null, relation, field] = /^(?:(\w+):)?(\w+)\.(\w+)$/.exec(name) ?? [];
  return relation === undefined
    ? { name, type: null, relation: null, field: name }
    : { name, type, relation, field: field! };
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function fieldOf({ type, relation, field }: Column, { fields }: CrmObject): CrmField | undefined {
  if (relation === null) return fields.find(({ name }) => same(name, field));
  return fields.find(
    ({ relation: of }) =>
      of !== null && same(of.name, relation) && (type === null || of.objects.some((each) => same(each, type))),
  );
}

/** `described` are the objects that were looked at, by name; null if Salesforce shows the portal none of that name. */
export function objectFit(file: ExportFile, described: ReadonlyMap<string, CrmObject | null>): ObjectFit {
  const object = described.get(file.crmObject) ?? null;
  const columns = [externalIdField, ...file.columns].map(columnOf);
  const createOnly = new Set(file.createOnly);
  const lengths = new Map(Object.entries(file.lengths ?? {}));
  const names = new Map(columns.map(({ name }) => [name.toLowerCase(), name]));
  if (object === null) return { differences: [missingObject(file.crmObject)], createOnly, lengths, names };
  for (const { name, relation } of object.fields) {
    names.set(name.toLowerCase(), name);
    if (relation !== null) names.set(relation.name.toLowerCase(), relation.name);
  }
  const differences: Difference[] = [];
  const differ = (stops: boolean, sentence: string) => differences.push({ stops, sentence: `${sentence}.` });
  if (!object.isCreateable) differ(true, `The portal's user may not create records of ${object.name}`);
  if (!object.isUpdateable) differ(true, `The portal's user may not change records of ${object.name}`);
  const sent = new Set<CrmField>();
  for (const column of columns) {
    const field = fieldOf(column, object);
    if (field === undefined) {
      differ(
        true,
        `${object.name} has no ${column.relation === null ? 'field' : 'relation'} ${nameOf(column)}, or does not show it to the portal's user`,
      );
      continue;
    }
    sent.add(field);
    const about = `${object.name}.${field.name}`;
    if (column.name === externalIdField && !field.isExternalId) differ(true, `${about} is no external id`);
    if (!field.isCreateable && !field.isUpdateable) differ(true, `${about} cannot be set by the portal's user`);
    else if (!field.isCreateable) differ(true, `${about} cannot be set when a record is created`);
    // The external id finds the record, and stays.
    else if (!field.isUpdateable && column.name !== externalIdField) {
      if (!createOnly.has(column.name)) differ(false, `${about} can be set when a record is created, and not changed`);
      createOnly.add(column.name);
    }
    const length = column.relation === null ? field.length : keyLength(column, field, described);
    if (length !== null) lengths.set(column.name, Math.min(length, lengths.get(column.name) ?? length));
    const target =
      column.relation === null ? undefined : described.get(column.type ?? field.relation!.objects[0] ?? '');
    const keyField = target?.fields.find(({ name }) => same(name, column.field));
    if (target != null && keyField?.isExternalId !== true)
      differ(
        true,
        `${target.name}.${column.field}, by which ${object.name} finds its ${column.relation}, is no external id`,
      );
  }
  for (const field of object.fields)
    if (field.isRequired && !sent.has(field))
      differ(false, `${object.name} requires ${field.name}, which is not sent, so Salesforce refuses new records`);
  return { differences, createOnly, lengths, names };
}

const missingObject = (name: string): Difference => ({
  stops: true,
  sentence: `Salesforce has no object ${name}, or does not show it to the portal's user.`,
});

const nameOf = ({ relation, field, type }: Column) =>
  relation === null ? field : type === null ? relation : `${relation} to ${type}`;

/** The longest external id of the object that a column refers to. */
function keyLength({ type, field }: Column, { relation }: CrmField, described: ReadonlyMap<string, CrmObject | null>) {
  const target = described.get(type ?? relation?.objects[0] ?? '');
  return target?.fields.find(({ name }) => same(name, field))?.length ?? null;
}

/** Columns of a row whose values are longer than Salesforce takes. It counts a character beyond the first 65,536 twice, as JavaScript does. */
export function tooLong(file: ExportFile, { lengths }: ObjectFit, { key, values }: ExportRow): string[] {
  const isLonger = (column: string, value: string | null | undefined) =>
    value != null && value.length > (lengths.get(column) ?? Infinity);
  return [
    ...(isLonger(externalIdField, key) ? [externalIdField] : []),
    ...file.columns.filter((column, at) => isLonger(column, values[at])),
  ];
}
