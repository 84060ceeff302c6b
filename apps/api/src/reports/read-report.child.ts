// Reads a PDF that may be a report in a process of its own, which the api ends when it takes too long or too much memory. The file comes
// through the standard input; what it says goes to the standard output as JSON.
import { buffer } from 'node:stream/consumers';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { readReport, type ReadReport } from './read-report.js';

/** What was read, or why it could not be. */
export type ReportRead = ReadReport | { refused: string };

async function answer(bytes: Buffer): Promise<ReportRead> {
  try {
    return await readReport(bytes);
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    return { refused: error.message };
  }
}

const read = await answer(await buffer(process.stdin));
process.stdout.write(JSON.stringify(read), () => process.exit(0));
