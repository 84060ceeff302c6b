import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, flag, id, text } from '../shape.js';

/** A PDF of a platform, pages of which may stand in its Policy Committee Reports. */
export interface PdfResource {
  /** With its ending. */
  filename: string;
  /** SHA-256 of its bytes in hex, by which they are stored. */
  sha256: string;
  bytes: number;
  pages: number;
  /** Whether it holds every font that it uses. A report with a page of another PDF cannot claim to be accessible (PDF/UA). */
  fontsEmbedded: boolean;
}

type OfPlatform = { platformId: string };

export type PdfResourcesEvent =
  | DomainEvent<'PdfResourceUploaded', OfPlatform & PdfResource>
  | DomainEvent<'PdfResourceRemoved', OfPlatform & { filename: string }>;

/** The PDFs of one platform, by name. */
export type PdfResources = Readonly<Record<string, PdfResource>>;

const without = (resources: PdfResources, filename: string): PdfResources =>
  Object.fromEntries(Object.entries(resources).filter(([name]) => name !== filename));

export const pdfResourcesStream: StreamDefinition<PdfResources, PdfResourcesEvent> = {
  category: 'pdfResources',
  initial: {},
  idOf: ({ platformId }) => platformId,
  shapes: {
    PdfResourceUploaded: {
      platformId: id,
      filename: text,
      sha256: text,
      bytes: count,
      pages: count,
      fontsEmbedded: flag,
    },
    PdfResourceRemoved: { platformId: id, filename: text },
  },
  evolve: (resources, event) => {
    switch (event.type) {
      case 'PdfResourceUploaded': {
        const { filename, sha256, bytes, pages, fontsEmbedded } = event.data;
        return { ...without(resources, filename), [filename]: { filename, sha256, bytes, pages, fontsEmbedded } };
      }
      case 'PdfResourceRemoved':
        return without(resources, event.data.filename);
      default:
        return resources;
    }
  },
};

/** Names as issuers give them: 'PDS 01.07.2026.pdf', 'Members’ guide, part 2.pdf'. No sign has a meaning in a path or an address. */
const namePattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,'’()&+_\p{Pd}]{0,78}[\p{L}\p{M}\p{N})'’&+_\p{Pd}])?\.pdf$/iu;

/** Whether a PDF may have this name, which becomes part of addresses and of a downloaded file's name. */
export const isPdfName = (name: string): boolean => namePattern.test(name) && !name.includes('..');

const otherEnding = /\.\p{L}[\p{L}\p{N}]{0,5}$/u;

/** The name of a PDF that was uploaded from a file of this name. Throws `invalid` for the name of another kind of file. */
export function pdfNameOf(fileName: string): string {
  const base = fileName.replace(/\.pdf$/i, '');
  if (base === fileName && otherEnding.test(fileName))
    throw new RuleViolation('invalid', 'The file’s name does not end with .pdf.');
  return `${base}.pdf`;
}

/** Throws RuleViolation `invalid` for a name that a PDF may not have. */
export function checkPdfName(name: string): void {
  if (!isPdfName(name))
    throw new RuleViolation(
      'invalid',
      'The name of a PDF begins with a letter or digit, has up to 80 letters, digits, spaces, full stops, commas, apostrophes, hyphens, ( ) & + and _, and ends with .pdf.',
    );
}

/** Adds a PDF, or replaces the one of the same name. The same bytes again write nothing. */
export const uploadPdf =
  (
    platformId: string,
    { filename, sha256, bytes, pages, fontsEmbedded }: PdfResource,
  ): Decision<PdfResources, PdfResourcesEvent> =>
  (resources) => {
    checkPdfName(filename);
    if (resources[filename]?.sha256 === sha256) return [];
    return [{ type: 'PdfResourceUploaded', data: { platformId, filename, sha256, bytes, pages, fontsEmbedded } }];
  };

export const removePdf =
  (platformId: string, filename: string): Decision<PdfResources, PdfResourcesEvent> =>
  (resources) => {
    if (!Object.hasOwn(resources, filename)) throw new RuleViolation('not-found', 'There is no such PDF.');
    return [{ type: 'PdfResourceRemoved', data: { platformId, filename } }];
  };

/**
 * The pages that a text such as '1, 3-6' names, each once in its order; null for the empty text, which names all. Throws `invalid` for any
 * other text and for pages that a file of `pages` pages does not have.
 */
export function pagesNamed(given: string, pages: number): number[] | null {
  if (given.trim() === '') return null;
  const named = given.split(',').flatMap((part) => {
    const [, first, last = first] = /^\s*(\d{1,4})\s*(?:[-–]\s*(\d{1,4})\s*)?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || from < 1 || to < from)
      throw new RuleViolation('invalid', 'Pages are written like 1, 3-6.');
    if (to > pages) throw new RuleViolation('invalid', `The file has ${pages} ${pages === 1 ? 'page' : 'pages'}.`);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  return [...new Set(named)];
}
