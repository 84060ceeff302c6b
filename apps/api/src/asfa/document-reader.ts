import type { AsfaDocument } from '@superscope/contracts/asfa';
import { Refusal } from '../platform/http/problem.filter.js';
import { pdfText } from './pdf-text.js';

const refused = (message: string) => new Refusal(400, { message });

/** The figures in a document. Throws Refusal 400 with a sentence for a document that cannot be read. */
export async function readDocument(name: string, bytes: Uint8Array, gone: AbortSignal): Promise<AsfaDocument> {
  const read = await pdfText(bytes, gone);
  if (read === 'timeout')
    throw refused(`‘${name}’ took too long to read. Type the figures or find a smaller document.`);
  switch (read.problem) {
    case 'encrypted':
      throw refused(`‘${name}’ is locked with a password. Save it without one, or type the figures.`);
    case 'broken':
      throw refused(`‘${name}’ is no PDF that can be read.`);
    case 'pages':
      throw refused(
        `‘${name}’ has ${read.pages.toLocaleString('en-AU')} pages; at most 200 are read. Load the pages with the figures.`,
      );
    case 'scan':
      throw refused(`‘${name}’ holds pictures and no text. Type the figures or find the original.`);
    case null: {
      const { pages, found, weekly, rentersPages, sheets } = read;
      return { name, pages, found, weekly, rentersPages, sheets };
    }
  }
}
