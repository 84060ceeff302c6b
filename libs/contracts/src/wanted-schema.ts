import { addedFields } from '@superscope/domain/fields';
import { z } from 'zod';
import { keptTables } from './kept-tables.js';
import type { AnalyticsTable } from './read-models/analytics-table.js';
import type { DocumentView } from './read-models/document-view.js';
import { searchVersion } from './read-models/members.js';
import { analyticsTables, documentViews, readModels, type ReadModel } from './read-models/read-models.js';
import { storedIndexes } from './stored-indexes.js';

const views: readonly DocumentView[] = documentViews;
const tables: readonly AnalyticsTable[] = analyticsTables;
const allTables: readonly AnalyticsTable[] = [...tables, ...keptTables];

/** The field that the first event of a document's stream sets. Documents without it wait for that event, which was set aside. */
const firstField = ({ fields = {} }: DocumentView): string => Object.keys(fields).find((name) => fields[name]!.needed)!;

/** Documents of a view that were written before its record had a field. */
export const withoutField = (view: DocumentView, name: string) => ({
  [firstField(view)]: { $exists: true },
  [name]: { $exists: false },
});

/** Null also matches documents without a version, which releases before the first version wrote. */
const earlierVersions = [null, ...Array.from({ length: searchVersion }, (_, version) => version)];

/** Members whose search keys another version computed. Without a number, the first event was set aside, and nothing finds them anyway. */
export const searchedOtherwise = { searchVersion: { $in: earlierVersions }, memberNumber: { $exists: true } };

/** The declared shape of a kind of read models, as text that changes when the declaration does. */
function shapeOf(kind: ReadModel): string {
  const ofTables = tables
    .filter(({ announces }) => announces === kind)
    .map(({ table, columns }) => [table, Object.entries(columns).map(([name, { type }]) => [name, type])]);
  const ofViews = views
    .filter(({ announces }) => announces === kind)
    .map(({ collection, shape }) => [collection, z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' })]);
  return JSON.stringify([ofTables, ofViews]);
}

/** What this version needs in its engines: tables, indexes, completed documents, and the shapes of the read models. */
export const wantedSchema = {
  tables: allTables,
  indexes: storedIndexes,
  documents: [
    ...views.flatMap((view) =>
      view.fields === undefined
        ? []
        : Object.keys(addedFields(view.fields)).map((name) => ({
            collection: view.collection,
            lacks: `the field ${name} of ${view.collection}`,
            filter: withoutField(view, name),
          })),
    ),
    { collection: 'members', lacks: 'the search keys of members', filter: searchedOtherwise },
  ],
  readModels: Object.fromEntries(readModels.map((kind) => [kind, shapeOf(kind)])),
};
