import { Injectable, type OnModuleInit } from '@nestjs/common';
import { tableWords } from '@superscope/contracts/csv-table-words';
import type { ExpectedTable } from '@superscope/domain/onecentral-import/expected-tables';
import { OwnChecks, type Finding } from '../platform/checks/own-checks.js';
import { LateTables } from './late-tables.js';

/** Late tables among the alerts of Developer Operations. */
@Injectable()
export class LateTableCheck implements OnModuleInit {
  constructor(
    private readonly checks: OwnChecks,
    private readonly tables: LateTables,
  ) {}

  onModuleInit(): void {
    this.checks.add({
      name: 'FileLate',
      page: { name: 'OneCentral imports', path: '/staff/onecentralImports', right: 'onecentral-imports.manage' },
      looksAt: 'every expected file of OneCentral came',
      look: async () => lateFinding(await this.tables.late()),
    });
  }
}

/** What is said of late tables; null if there are none. */
function lateFinding(late: readonly ExpectedTable[]): Finding | null {
  if (late.length === 0) return null;
  const parts = late.map(({ table, dueOn, byTime, lastOn, daysLate }) => {
    const due = `due ${dayFirst(dueOn!)}${byTime === null ? '' : ` by ${byTime}`}`;
    const since = daysLate === 0 ? 'late since then' : `late by ${daysLate} ${daysLate === 1 ? 'day' : 'days'}`;
    const last = lastOn === null ? 'never came' : `last came ${dayFirst(lastOn)}`;
    return { label: tableWords(table), description: `${due}, ${since}; ${last}` };
  });
  return { state: 'fires', said: late.length === 1 ? 'a file is late' : `${late.length} files are late`, parts };
}

const dayFirst = (day: string): string => day.split('-').reverse().join('/');
