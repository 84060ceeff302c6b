import { z } from 'zod';
import type { CrmObject, CrmRecord } from '../crm.js';

// Answers of the REST api about objects and their records.

const name = z.string().regex(/^[A-Za-z]\w{0,120}$/);

/** Answer to `sobjects/{object}/describe`, as far as it is read. */
export const describeAnswer = z
  .object({
    name,
    createable: z.boolean(),
    updateable: z.boolean(),
    fields: z.array(
      z.object({
        name,
        type: z.string(),
        length: z.number().nullish(),
        createable: z.boolean(),
        updateable: z.boolean(),
        nillable: z.boolean(),
        defaultedOnCreate: z.boolean(),
        externalId: z.boolean().nullish(),
        idLookup: z.boolean().nullish(),
        relationshipName: z.string().nullish(),
        referenceTo: z.array(z.string()).nullish(),
      }),
    ),
  })
  .transform((said): CrmObject => ({
    name: said.name,
    isCreateable: said.createable,
    isUpdateable: said.updateable,
    fields: said.fields.map((field) => ({
      name: field.name,
      isCreateable: field.createable,
      isUpdateable: field.updateable,
      isRequired: field.createable && !field.nillable && !field.defaultedOnCreate,
      isExternalId: field.externalId === true || field.idLookup === true,
      length: field.type !== 'reference' && field.type !== 'id' && field.length ? field.length : null,
      relation: field.relationshipName ? { name: field.relationshipName, objects: field.referenceTo ?? [] } : null,
    })),
  }));

/** A page of the answer to a question about `Id` and an external id. */
export const recordsAnswer = (externalId: string) =>
  z
    .object({
      totalSize: z.number().int().nonnegative(),
      done: z.boolean(),
      nextRecordsUrl: z
        .string()
        .regex(/^\/services\/data\/v[\d.]+\/query(?:All)?\/[\w-]+$/)
        .nullish(),
      records: z.array(z.looseObject({ Id: z.string().regex(/^[A-Za-z0-9]{15,18}$/), [externalId]: z.string() })),
    })
    .refine(({ done, nextRecordsUrl }) => done || nextRecordsUrl != null)
    .transform(({ records, ...page }) => ({
      ...page,
      records: records.map((record): CrmRecord => ({ key: String(record[externalId]), crmId: record['Id'] as string })),
    }));

const mostCharacters = 8_000;

/** Conditions `IN (…)` for these keys, each short enough for an address. */
export function* keyLists(keys: readonly string[]): Generator<string> {
  let list: string[] = [];
  let length = 0;
  for (const key of keys) {
    const quoted = `'${key.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
    const added = encodeURIComponent(quoted).length + 3;
    if (length + added > mostCharacters && list.length > 0) {
      yield list.join(',');
      list = [];
      length = 0;
    }
    list.push(quoted);
    length += added;
  }
  if (list.length > 0) yield list.join(',');
}
