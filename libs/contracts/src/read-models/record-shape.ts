import { isAlwaysKnown, type Field, type Fields, type ValueOfField } from '@superscope/domain/fields';
import { z } from 'zod';

/** The schema of each field of a record in a document. */
export type RecordShape<Of extends Fields> = { [Name in keyof Of]: z.ZodType<ValueOfField<Of[Name]>> };

/** The schema of a field's value, if it is known. */
export function fieldValue(field: Field): z.ZodType {
  switch (field.kind) {
    case 'flag':
      return z.boolean();
    case 'percent':
    case 'cents':
    case 'count':
    case 'decimal':
      return z.number();
    case 'choice':
      return field.open ? z.string() : z.enum(field.values);
    default:
      return z.string();
  }
}

/** The schema of a document with these fields beside each other, personal or not. */
export const recordShape = <Of extends Fields>(fields: Of): z.ZodObject<RecordShape<Of>> =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        isAlwaysKnown(field) ? fieldValue(field) : fieldValue(field).nullable(),
      ]),
    ) as unknown as RecordShape<Of>,
  );
