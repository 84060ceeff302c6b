import type { DocumentFile } from '@superscope/domain/microsite-document/microsite-document';
import { documentTypes } from '@superscope/domain/microsite-document/microsite-document';
import type { Mapping } from '@superscope/domain/microsite-list/microsite-list';
import { z } from 'zod';
import { documentView, type DocumentOf } from './document-view.js';

const text = z.string().nullable();

/** One document for each document of microsites; it stays when that is deleted. */
export const micrositeDocumentsView = documentView({
  collection: 'microsite_documents',
  announces: 'micrositeDocuments',
  shape: z.object({
    platformId: text,
    planId: text,
    companyId: text,
    type: z.enum(documentTypes),
    title: text,
    description: text,
    url: text,
    file: z
      .object({ filename: z.string(), sha256: z.string(), bytes: z.number(), pages: z.number() })
      .nullable() satisfies z.ZodType<DocumentFile | null>,
    /** Instant, UTC. */
    modified: z.string(),
    deleted: z.boolean(),
  }),
  indexes: [{ planId: 1 }],
});

/** One document for each employer that has, or had, documents on its microsite. */
export const micrositeListsView = documentView({
  collection: 'microsite_lists',
  announces: 'micrositeLists',
  shape: z.object({
    companyId: z.string(),
    /** By their ids; null once removed. One whose own event was set aside has no document. */
    mappings: z
      .record(z.string(), z.object({ documentId: z.string().optional(), sequence: z.number().optional() }).nullable())
      .optional(),
    /** How often the cache was cleared. */
    generation: z.number().optional(),
  }),
  indexes: [],
});

/** The mappings of a list, in the order of their sequences. */
export const mappingsOf = ({ mappings }: Pick<DocumentOf<typeof micrositeListsView>, 'mappings'>): Mapping[] =>
  Object.entries(mappings ?? {})
    .flatMap(([mappingId, mapping]) =>
      mapping?.documentId === undefined || mapping.sequence === undefined
        ? []
        : [{ mappingId, documentId: mapping.documentId, sequence: mapping.sequence }],
    )
    .sort((a, b) => a.sequence - b.sequence);
