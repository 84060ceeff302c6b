import { describe, expect, it } from 'vitest';
import { indexName, readModelDigests, schemaDigest, type WantedSchema } from './wanted-schema.js';

const schema: WantedSchema = {
  tables: [{ table: 'member_event', columns: { id: { type: 'String' } }, key: ['id'] }],
  indexes: [{ database: 'ops', collection: 'sessions', key: { at: 1 }, expireAfterSeconds: 60 }],
  documents: [],
  readModels: { news: 'a shape' },
};

describe('a wanted schema', () => {
  it.each<[string, Partial<WantedSchema>]>([
    ['a column', { tables: [{ ...schema.tables[0]!, columns: { id: { type: 'UUID' } } }] }],
    ['the time after which documents expire', { indexes: [{ ...schema.indexes[0]!, expireAfterSeconds: 61 }] }],
    ['what documents need', { documents: [{ collection: 'members', lacks: 'a field', filter: { a: 1 } }] }],
  ])('is another one when %s changes', (_, change) => {
    expect(schemaDigest({ ...schema, ...change })).not.toBe(schemaDigest(schema));
  });

  it('stays the same when only the shape of a read model changes, because no step makes that', () => {
    const changed = { ...schema, readModels: { news: 'another shape' } };
    expect(schemaDigest(changed)).toBe(schemaDigest(schema));
    expect(readModelDigests(changed)).not.toEqual(readModelDigests(schema));
  });

  it('names indexes as MongoDB does', () => {
    expect(indexName({ key: { state: 1, firstAt: -1 } })).toBe('state_1_firstAt_-1');
  });
});
