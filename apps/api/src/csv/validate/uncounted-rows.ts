import type { UncountedLines } from '@superscope/contracts/csv-import';
import { countsIn, type MembershipDates } from '@superscope/domain/member/membership-dates';
import { monthEnd } from '@superscope/domain/calendar-dates';

/** Lines kept by number: as many as one event holds beside everything else about an import. */
const linesKept = 20_000;

/** The lines of a file about members who do not count in the line's month, as they are known before the import. */
export class UncountedRows {
  count = 0;
  readonly lines: UncountedLines = { left: [], notJoined: [] };

  /** `month` is yyyy-MM. */
  note(line: number, dates: MembershipDates, month: string): void {
    if (countsIn(dates, month)) return;
    this.count += 1;
    if (this.count > linesKept) return;
    const hasLeft = dates.exitDate !== null && dates.exitDate < monthEnd(month);
    (hasLeft ? this.lines.left : this.lines.notJoined).push(line);
  }
}
