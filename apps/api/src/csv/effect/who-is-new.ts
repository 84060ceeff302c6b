import { membersView } from '@superscope/contracts/read-models/members';
import {
  differenceOf,
  inCommon,
  mayHaveLostDigits,
  numberSkeleton,
  type Person,
} from '@superscope/domain/file-check/number-writing';
import { inScope, type PlanScope } from '../../platform/access/principal.js';
import type { Views } from '../../platform/engines.module.js';

interface NewMember extends Person {
  line: number;
  number: string;
}

type Note = (line: number, message: string) => void;

/** Finds out which new members of a file may be known under a number that is written otherwise, and whose numbers may have lost digits. */
export class WhoIsNew {
  private readonly bySkeleton = new Map<string, NewMember[]>();

  constructor(
    private readonly views: Views,
    private readonly scope: PlanScope,
    private readonly note: Note,
  ) {}

  add(platformId: string, member: NewMember): void {
    const { line, number } = member;
    if (mayHaveLostDigits(number))
      this.note(
        line,
        'This new number has 15 digits or more and ends in zeros. A spreadsheet keeps 15 digits and writes zeros for the others: compare it with the source.',
      );
    const key = `${platformId} ${numberSkeleton(number)}`;
    const others = this.bySkeleton.get(key) ?? [];
    for (const other of others) {
      const common = inCommon(member, other);
      if (common !== null)
        this.note(
          line,
          `Lines ${other.line} and ${line} differ only in ${differenceOf(number, other.number)}, and have the same ${common}.`,
        );
    }
    this.bySkeleton.set(key, [...others, member]);
  }

  /** Compares the new members with those that are stored. Members out of the caller's reach are not named. */
  async end(): Promise<void> {
    if (this.bySkeleton.size === 0) return;
    const platforms = [...new Set([...this.bySkeleton.keys()].map((key) => key.slice(0, key.indexOf(' '))))];
    const stored = this.views.of(membersView).find(
      { platformId: { $in: platforms }, erased: { $ne: true } },
      {
        projection: { platformId: 1, memberNumber: 1, surname: 1, givenName: 1, dateOfBirth: 1, planIds: 1 },
        batchSize: 5_000,
      },
    );
    for await (const { platformId, memberNumber, surname, givenName, dateOfBirth, planIds } of stored) {
      for (const added of this.bySkeleton.get(`${platformId} ${numberSkeleton(memberNumber)}`) ?? []) {
        const common = inCommon(added, { surname, givenName, dateOfBirth });
        if (common === null || added.number === memberNumber || !planIds.some((id) => inScope(this.scope, id)))
          continue;
        this.note(
          added.line,
          `This member would be new, but the number differs from the stored ${memberNumber} only in ${differenceOf(added.number, memberNumber)}, and the ${common} ${common.includes(' and ') ? 'are' : 'is'} the same.`,
        );
      }
    }
  }
}
