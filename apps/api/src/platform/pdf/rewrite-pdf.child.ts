// Writes an uploaded PDF anew in a process of its own, which the api ends when it takes too long or too much memory. The file comes through
// the standard input, and the pages to keep as JSON in the argument. One line of JSON goes to the standard output, and behind it the file.
import { buffer } from 'node:stream/consumers';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { rewritePdf, type RewrittenPdf } from './rewrite-pdf.js';

/** What was written, or why the file is refused. */
export type Rewritten = Omit<RewrittenPdf, 'bytes'> | { refused: string };

/**
 * A file that stays as it is when it is written once more, so that another host that gets it keeps the same one: what a first writing makes
 * readable for the first time, the second one tells.
 */
async function stablePdf(bytes: Uint8Array, pageNumbers: string): Promise<RewrittenPdf> {
  let written = await rewritePdf(bytes, pageNumbers);
  for (let time = 0; time < 3; time += 1) {
    const again = await rewritePdf(written.bytes, '');
    if (Buffer.compare(again.bytes, written.bytes) === 0) return written;
    written = { ...again, notices: [...new Set([...written.notices, ...again.notices])] };
  }
  throw new RuleViolation('invalid', 'It is damaged. Save it again and try again.');
}

async function answer(bytes: Buffer, pageNumbers: string): Promise<Uint8Array[]> {
  const line = (read: Rewritten) => Buffer.from(`${JSON.stringify(read)}\n`);
  try {
    const { bytes: written, ...read } = await stablePdf(bytes, pageNumbers);
    return [line(read), written];
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    return [line({ refused: error.message })];
  }
}

const parts = await answer(await buffer(process.stdin), JSON.parse(process.argv[2]!) as string);
process.stdout.write(Buffer.concat(parts), () => process.exit(0));
