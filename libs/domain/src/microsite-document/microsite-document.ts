import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { checkPdfName } from '../pdf-resources/pdf-resources.js';
import { RuleViolation } from '../rule-violation.js';
import { sameFields } from '../same-fields.js';
import { count, id, oneOf, orNull, record, text } from '../shape.js';

/** The types whose documents have a name of their own; the others are named by their type. */
const metaTypes = ['Info', 'Form', 'Miscellaneous'] as const;
export const documentTypes = [...metaTypes, 'InsuranceOptIn', 'PlanSummary'] as const;
export type DocumentType = (typeof documentTypes)[number];

export const needsTitle = (type: DocumentType): boolean => (metaTypes as readonly string[]).includes(type);

/** What a document without a title is called. */
const usualTitles: Record<DocumentType, string> = {
  Info: 'Information',
  Form: 'Form',
  Miscellaneous: 'Document',
  InsuranceOptIn: 'Insurance opt-in',
  PlanSummary: 'Plan summary',
};
export const titleOf = ({ title, type }: Pick<DocumentDetails, 'title' | 'type'>): string => title ?? usualTitles[type];

/** The longest texts, in characters. */
export const longestTitle = 100;
export const longestDescription = 255;
export const longestUrl = 255;

/** For whom a document is: an employer, all employers of a plan or of a platform; all of them null is everybody. */
export interface DocumentScope {
  platformId: string | null;
  planId: string | null;
  companyId: string | null;
}

/** A PDF, as read from the file. */
export interface DocumentFile {
  /** With its ending. */
  filename: string;
  /** SHA-256 of its bytes in hex, by which they are stored. */
  sha256: string;
  bytes: number;
  pages: number;
}

/** What a document says, and where it is: a PDF or the address of a page, never both. */
export interface DocumentDetails extends DocumentScope {
  type: DocumentType;
  title: string | null;
  description: string | null;
  url: string | null;
  file: DocumentFile | null;
}

type OfDocument = { documentId: string };

export type MicrositeDocumentEvent =
  | DomainEvent<'MicrositeDocumentAdded', OfDocument & DocumentDetails>
  | DomainEvent<'MicrositeDocumentRevised', OfDocument & DocumentDetails>
  | DomainEvent<'MicrositeDocumentDeleted', OfDocument>;

/** Null before it is added and once it is deleted. */
export type MicrositeDocument = DocumentDetails | null;

const detailShapes = {
  documentId: id,
  platformId: orNull(id),
  planId: orNull(id),
  companyId: orNull(id),
  type: oneOf(documentTypes),
  title: orNull(text),
  description: orNull(text),
  url: orNull(text),
  file: orNull(record<DocumentFile>({ filename: text, sha256: text, bytes: count, pages: count })),
};

const detailsOf = ({ platformId, planId, companyId, type, title, description, url, file }: DocumentDetails) => ({
  platformId,
  planId,
  companyId,
  type,
  title,
  description,
  url,
  file,
});

export const micrositeDocumentStream: StreamDefinition<MicrositeDocument, MicrositeDocumentEvent> = {
  category: 'micrositeDocument',
  initial: null,
  idOf: ({ documentId }) => documentId,
  shapes: {
    MicrositeDocumentAdded: detailShapes,
    MicrositeDocumentRevised: detailShapes,
    MicrositeDocumentDeleted: { documentId: id },
  },
  evolve: (document, event) => {
    switch (event.type) {
      case 'MicrositeDocumentAdded':
      case 'MicrositeDocumentRevised':
        return detailsOf(event.data);
      case 'MicrositeDocumentDeleted':
        return null;
      default:
        return document;
    }
  },
};

/** Whether a text is the address of a page that a microsite may link to. */
export function isOutsideAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && hostname !== '' && username === '' && password === '';
}

const invalid = (message: string) => new RuleViolation('invalid', message);

function checkDetails({ type, title, description, url, file }: DocumentDetails): void {
  if (needsTitle(type) && title === null) throw invalid('Title is required');
  if ((title?.length ?? 0) > longestTitle) throw invalid(`At most ${longestTitle} characters`);
  if ((description?.length ?? 0) > longestDescription) throw invalid(`At most ${longestDescription} characters`);
  if (file !== null) {
    if (url !== null) throw invalid('A document is a PDF or an address, not both.');
    checkPdfName(file.filename);
    return;
  }
  if (url === null) throw invalid('Url is required');
  if (url.length > longestUrl) throw invalid(`At most ${longestUrl} characters`);
  if (!isOutsideAddress(url)) throw invalid('An address begins with https:// or http://.');
}

/** Adds a document. */
export const addDocument =
  (documentId: string, details: DocumentDetails): Decision<MicrositeDocument, MicrositeDocumentEvent> =>
  (document) => {
    if (document !== null) throw new RuleViolation('conflict', 'This document exists already.');
    checkDetails(details);
    return [{ type: 'MicrositeDocumentAdded', data: { documentId, ...detailsOf(details) } }];
  };

const required = (document: MicrositeDocument): DocumentDetails => {
  if (document === null) throw new RuleViolation('not-found', 'There is no such document.');
  return document;
};

/**
 * Revises a document; the same details write nothing. With neither an address nor a file it keeps its file, so that a file need not be sent
 * again.
 */
export const reviseDocument =
  (documentId: string, details: DocumentDetails): Decision<MicrositeDocument, MicrositeDocumentEvent> =>
  (document) => {
    const was = required(document);
    const file = details.file ?? (details.url === null ? was.file : null);
    const next = { ...detailsOf(details), file };
    checkDetails(next);
    const { file: wasFile, ...wasRest } = was;
    const { file: _, ...rest } = next;
    const isSameFile = file?.sha256 === wasFile?.sha256 && file?.filename === wasFile?.filename;
    if (isSameFile && sameFields(wasRest, rest)) return [];
    return [{ type: 'MicrositeDocumentRevised', data: { documentId, ...next } }];
  };

/** Makes a document what it is elsewhere, such as on the production host. */
export const followDocument =
  (documentId: string, details: DocumentDetails): Decision<MicrositeDocument, MicrositeDocumentEvent> =>
  (document) =>
    (document === null ? addDocument : reviseDocument)(documentId, details)(document);

/** Deletes a document that was deleted elsewhere, if it is here. */
export const followDeletion =
  (documentId: string): Decision<MicrositeDocument, MicrositeDocumentEvent> =>
  (document) =>
    document === null ? [] : [{ type: 'MicrositeDocumentDeleted', data: { documentId } }];

/** Deletes a document that no employer's list holds: `mapped` is their number. */
export const deleteDocument =
  (documentId: string, mapped: number): Decision<MicrositeDocument, MicrositeDocumentEvent> =>
  (document) => {
    required(document);
    if (mapped > 0)
      throw new RuleViolation(
        'conflict',
        `It is mapped to ${mapped === 1 ? '1 employer' : `${mapped} employers`}. Only a document that is mapped to none can be deleted.`,
      );
    return [{ type: 'MicrositeDocumentDeleted', data: { documentId } }];
  };

/** Whether a document may stand in an employer's list: it is for that employer, its plan, its platform, or for everybody. */
export function isFor(
  { platformId, planId, companyId }: DocumentScope,
  employer: { companyId: string; planId: string; platformId: string },
): boolean {
  if (companyId !== null) return companyId === employer.companyId;
  if (planId !== null) return planId === employer.planId;
  return platformId === null || platformId === employer.platformId;
}
