import { tableInSentence } from '@superscope/contracts/csv-table-words';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import type { ImportQuestion } from '@superscope/contracts/import-effect';
import { Refusal } from '../../platform/http/problem.filter.js';
import { createHash } from 'node:crypto';

const mostShown = 100;

/** What is asked before a file is imported. Of many questions the first are shown, and all count for the code that confirms them. */
export class Questions {
  readonly shown: ImportQuestion[] = [];
  count = 0;
  private readonly hash = createHash('sha256');

  ask(question: ImportQuestion): void {
    this.count += 1;
    const { line: _, ...asked } = question;
    this.hash.update(`${JSON.stringify(asked)}\n`);
    if (this.shown.length < mostShown) this.shown.push(question);
  }

  /** The code of these questions; null without any. Other values in force, or other values in the file, have another code. */
  get code(): string | null {
    return this.count === 0 ? null : this.hash.copy().digest('base64url').slice(0, 22);
  }
}

/** An import whose dry run no longer tells what it would change. Nothing was imported. */
export class ImportOutdated extends Refusal {
  constructor(table: CsvTable) {
    super(409, {
      message: `Somebody else has imported ${tableInSentence(table)} since this file was checked, so it may change other rows than it said. Check it again. Nothing was imported.`,
      isOutdated: true,
    });
  }
}

/** An import that waits for somebody to confirm what it would change. Nothing was imported. */
export class ImportAskedFirst extends Refusal {
  readonly code: string;

  constructor(
    readonly asked: Pick<Questions, 'shown' | 'count'> & { code: string },
    again: boolean,
  ) {
    const { shown, count, code } = asked;
    const what =
      count === 1
        ? shown[0]!.message
        : `${count.toLocaleString('en-AU')} values are to be confirmed. The first: ${shown[0]!.message}`;
    const before = again ? 'What stands has changed since you were asked, so look again. ' : '';
    super(409, {
      message: `${before}${what} Nothing was imported.`,
      questions: shown,
      questionCount: count,
      confirm: code,
    });
    this.code = code;
  }
}
