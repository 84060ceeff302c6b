import { PDFDocument } from '@cantoo/pdf-lib';
import { keptFiguresFileName } from '@superscope/contracts/kept-figures';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { extractText, getDocumentProxy } from 'unpdf';

/** What a report's PDF says. */
export interface ReadReport {
  /** The figures that are attached to it, as JSON text; null without any. */
  figures: string | null;
  /** The text of each page. */
  texts: string[];
}

const mostPages = 300;
const mostLetters = 20_000;

const damaged = () => new RuleViolation('invalid', 'It is damaged, or not a report.');

/** Reads a PDF of which nothing is known. Throws RuleViolation for one that cannot be read, or that is encrypted. */
export async function readReport(bytes: Uint8Array): Promise<ReadReport> {
  try {
    const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
    if (document.isEncrypted) throw new RuleViolation('invalid', 'It is encrypted, so it is not as it was made.');
    if (document.getPageCount() > mostPages) throw damaged();
    const attached = document.getAttachments().find(({ name }) => name === keptFiguresFileName);
    // The reader takes the bytes for itself.
    const reader = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
    const { text } = await extractText(reader, { mergePages: false });
    return {
      figures: attached === undefined ? null : Buffer.from(attached.data).toString('utf8'),
      texts: text.map((page) => page.replaceAll(/\s+/g, ' ').trim().slice(0, mostLetters)),
    };
  } catch (error) {
    // Of the many ways in which a file can be broken, none says more to its reader.
    throw error instanceof RuleViolation ? error : damaged();
  }
}
