import {
  documentTypes,
  isOutsideAddress,
  longestDescription,
  longestTitle,
  longestUrl,
  needsTitle,
} from '@superscope/domain/microsite-document/microsite-document';
import { highestSequence, mostMappings } from '@superscope/domain/microsite-list/microsite-list';
import { z } from 'zod';
import { basedOnRevision } from './changed-since.js';
import { cleanField } from './clean-field.js';
import { writeAnswer } from './csv-import.js';
import { day, innerId } from './fields.js';
import { pdfNotices } from './pdf-notices.js';
import { workStates } from './read-models/work.js';

export {
  documentTypes,
  longestDescription,
  longestTitle,
  longestUrl,
  needsTitle,
  titleOf,
  type DocumentType,
} from '@superscope/domain/microsite-document/microsite-document';
export { conflictingSequence, nextSequence } from '@superscope/domain/microsite-list/microsite-list';

const atMost = (most: number) => `At most ${most} characters`;
const optionalText = (most: number) =>
  cleanField()
    .trim()
    .max(most, atMost(most))
    .transform((text) => (text === '' ? null : text))
    .nullish()
    .transform((text) => text ?? null);

/** The id of a document or a mapping, which the server gives. */
export const documentIdField = z.uuid('This is not an id.');
const platformId = cleanField().regex(/^[\w-]{1,40}$/, 'This is not an id.');
const sequence = z
  .number('Sequence must be at least 1')
  .int('Sequence must be a whole number')
  .min(1, 'Sequence must be at least 1')
  .max(highestSequence, `Sequence must be at most ${highestSequence.toLocaleString('en-AU')}`);

/** Query of GET /api/documents and GET /api/documents/mappings. The narrowest parameter counts. */
export const documentFilter = z.strictObject({
  platformId: platformId.optional(),
  planId: innerId.optional(),
  companyId: innerId.optional(),
});

/** The `document` part of POST /api/documents: a new document, or with `documentId` the one that it revises. */
export const documentRequest = z
  .strictObject({
    documentId: documentIdField.optional(),
    revision: basedOnRevision,
    /** For whom it is: the narrowest that is given. None is everybody. */
    platformId: platformId.nullish(),
    planId: innerId.nullish(),
    companyId: innerId.nullish(),
    type: z.enum(documentTypes, 'Type is required'),
    title: optionalText(longestTitle),
    description: optionalText(longestDescription),
    /** Where the document is, unless it is a PDF. */
    url: optionalText(longestUrl).refine(
      (url) => url === null || isOutsideAddress(url),
      'An address begins with https:// or http://.',
    ),
  })
  .refine(({ type, title }) => !needsTitle(type) || title !== null, {
    path: ['title'],
    message: 'Title is required',
    // Also where another field is wrong.
    when: ({ value }) => documentTypes.includes((value as { type: never }).type),
  });
export type DocumentRequest = z.input<typeof documentRequest>;

/** Answer to POST /api/documents. */
export const documentSaved = writeAnswer
  .extend({
    documentId: z.string(),
    /** None without a PDF. */
    notices: pdfNotices,
  })
  .meta({ id: 'DocumentSaved' });
export type DocumentSaved = z.infer<typeof documentSaved>;

/** An entry of the answer to GET /api/documents. */
export const libraryDocument = z.object({
  documentId: z.string(),
  /** Which a revision of the document names. */
  revision: z.number(),
  platformId: z.string().nullable(),
  planId: z.string().nullable(),
  companyId: z.string().nullable(),
  /** The name of the employer, plan or platform that it is for; null for everybody. */
  isFor: z.string().nullable(),
  type: z.enum(documentTypes),
  title: z.string().nullable(),
  description: z.string().nullable(),
  url: z.string().nullable(),
  /** Of its PDF, with its ending; null for an address. */
  filename: z.string().nullable(),
  /** Whether it is a PDF. */
  file: z.boolean(),
  /** SHA-256 of the PDF in hex, by which it is fetched once and for all. */
  digest: z.string().nullable(),
  /** Its PDF was refused when stored files were checked. */
  isRefused: z.boolean(),
  pages: z.number().nullable(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Instant, UTC. */
  modified: z.string(),
  /** Number of employers whose microsite has it. */
  mapped: z.number(),
  /** Whether the caller may revise and delete it. */
  mayChange: z.boolean(),
});
export type LibraryDocument = z.infer<typeof libraryDocument>;

/** An entry of the answer to GET /api/documents/mappings: of one list in the order of its sequences. */
export const documentMapping = z.object({
  id: z.string(),
  companyId: z.string(),
  documentId: z.string(),
  sequence: z.number(),
});
export type DocumentMapping = z.infer<typeof documentMapping>;

/** Answer to GET /api/documents/mappings. */
export const documentMappings = z.object({
  mappings: z.array(documentMapping),
  /** The lists that the mappings are of, and those of employers without any; only of one employer or plan. */
  lists: z.array(
    z.object({
      companyId: z.string(),
      companyName: z.string(),
      /** Number of the list's changes so far, which a reordering names. */
      changes: z.number(),
      /** Of the list's stream, which a change of one mapping names; -1 while it has no events. */
      revision: z.number(),
    }),
  ),
});
export type DocumentMappings = z.infer<typeof documentMappings>;

/** Body of POST /api/documents/mappings: a new mapping, or with `mappingId` another sequence or document of one. */
export const mappingRequest = z.strictObject({
  mappingId: documentIdField.nullish(),
  companyId: innerId,
  documentId: documentIdField,
  /** By default the last one and 1. */
  sequence: sequence.nullish(),
  revision: basedOnRevision,
});
export type MappingRequest = z.input<typeof mappingRequest>;

/** Answer to POST /api/documents/mappings. */
export const mappingSaved = writeAnswer.extend({ mappingId: z.string() }).meta({ id: 'MappingSaved' });

/** Body of POST /api/documents/mappings/plan: the document is added for each employer of the plan that does not have it. */
export const planMappingRequest = z.strictObject({ planId: innerId, documentId: documentIdField });

/** Answer to POST /api/documents/mappings/plan. */
export const planMapped = writeAnswer
  .extend({
    /** Number of employers for whom it was added. */
    added: z.number(),
    /** The employers who could not get it, and why. */
    leftOut: z.array(z.object({ companyName: z.string(), reason: z.string() })),
  })
  .meta({ id: 'PlanMapped' });
export type PlanMapped = z.infer<typeof planMapped>;

/** Body of PATCH /api/documents/mappings: all mappings of an employer in their new order. */
export const mappingOrder = z.strictObject({
  companyId: innerId,
  mappingIds: z.array(documentIdField).max(mostMappings),
  /** Number of the list's changes that the caller has seen. */
  changes: z.number().int().min(0),
});
export type MappingOrder = z.input<typeof mappingOrder>;

/** Query of GET /api/documents/seen: what members of an employer see today, or saw at the end of a day in Sydney. */
export const seenQuery = z.strictObject({ companyId: innerId, on: day.optional() });

const seenDocument = z.object({
  documentId: z.string(),
  type: z.enum(documentTypes),
  title: z.string(),
  url: z.string().nullable(),
  pages: z.number().nullable(),
  size: z.number().nullable(),
});

/** Answer to GET /api/documents/seen. */
export const seenDocuments = z.object({
  companyId: z.string(),
  /** Of the list's stream; -1 while it has no events. */
  revision: z.number(),
  documents: z.array(seenDocument),
  /** What has changed since that day; null for today. */
  since: z.object({ added: z.number(), removed: z.number(), moved: z.number() }).nullable(),
});
export type SeenDocuments = z.infer<typeof seenDocuments>;

/** Query of DELETE /api/companies/microsite/cacheEvict: the cache of one employer, or of all that have documents. */
export const cacheQuery = z.strictObject({ companyId: innerId.optional() });

export const cacheCleared = z.object({ message: z.literal('Microsite Cache Refreshed'), employers: z.number() });

/** Answer to GET /api/documents/syncUAT. */
export const syncState = z.object({
  /** Whether this host sends its documents to the one for acceptance tests. */
  isOffered: z.boolean(),
  /** The newest synchronisation; null if there was none. */
  last: z
    .object({
      workId: z.string(),
      state: z.enum(workStates),
      /** Why it has not succeeded, or what was left out; null if nothing went wrong. */
      reason: z.string().nullable(),
    })
    .nullable(),
});
export type SyncState = z.infer<typeof syncState>;

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'This is not a digest.');
const wholeNumber = z.number().int().min(0);

/** A document as one host sends it to another. */
export const sentDocument = z.strictObject({
  documentId: documentIdField,
  platformId: platformId.nullable(),
  planId: innerId.nullable(),
  companyId: innerId.nullable(),
  type: z.enum(documentTypes),
  title: cleanField().max(longestTitle).nullable(),
  description: cleanField().max(longestDescription).nullable(),
  url: cleanField().max(longestUrl).nullable(),
  file: z
    .strictObject({ filename: cleanField().max(90), sha256: digest, bytes: wholeNumber, pages: wholeNumber })
    .nullable(),
});
export type SentDocument = z.output<typeof sentDocument>;

export const sentList = z.strictObject({
  companyId: innerId,
  mappings: z
    .array(z.strictObject({ mappingId: documentIdField, documentId: documentIdField, sequence }))
    .max(mostMappings),
});
export type SentList = z.output<typeof sentList>;

/** The most documents and lists, and the most digests, of one request. */
export const mostSent = 50;

/** Body of POST /api/documents/sync/missing: digests of PDFs, and its answer: those that the host does not have. */
export const missingFilesRequest = z.strictObject({ digests: z.array(digest).max(1_000) });
export const missingFiles = z.object({ missing: z.array(z.string()) });

/** Body of POST /api/documents/sync. */
export const receivedRequest = z.strictObject({
  documents: z.array(sentDocument).max(mostSent).default([]),
  lists: z.array(sentList).max(mostSent).default([]),
  /** Documents that were deleted there; those of this host alone stay. */
  deleted: z.array(documentIdField).max(mostSent).default([]),
});
/** Its answer. Documents and lists of platforms, plans and employers that the host does not have are left out. */
export const received = z.object({ documents: z.number(), lists: z.number(), leftOut: z.number() });

/**
 * Answer to GET /api/companies/{companyId}/microsite, which is public. Its ETag begins with the revision of the employer's list. Addresses
 * without a host are those of this portal, and are fetched with the same token.
 */
export const publicMicrosite = z.object({
  companyId: z.string(),
  name: z.string(),
  /** In the employer's order. */
  documents: z.array(
    z.object({
      documentId: z.string(),
      type: z.enum(documentTypes),
      title: z.string(),
      description: z.string().nullable(),
      /** Where it is: a PDF of this portal, or a page elsewhere. */
      href: z.string(),
      isPdf: z.boolean(),
      pages: z.number().nullable(),
      size: z.number().nullable(),
    }),
  ),
  /** The id of the document that sums up the plan; null if none does. */
  planSummary: z.string().nullable(),
  /** That of new employees, while the plan takes new members, and the plan's own. */
  flyers: z.array(z.object({ name: z.string(), href: z.string() })),
});
export type PublicMicrosite = z.infer<typeof publicMicrosite>;
