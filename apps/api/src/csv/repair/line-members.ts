import type { KeyVault } from '@superscope/event-store/keys/key-vault';
import { cleanText } from '@superscope/domain/text/clean-text';
import { unguardFormula } from '../../platform/csv/formula-guard.js';
import type { CsvRecord } from '../reading/csv-records.js';
import { memberKey, type KnownMember, type MemberKey, type MemberLookup } from '../validate/member-lookup.js';
import type { References } from '../validate/references.js';
import { edited, type Edits, type KeptHead } from './kept-file.js';

type Named = Pick<KnownMember, 'memberId' | 'erased'>;

/** A member's number in which letters stand for digits. */
export const withDigits = (number: string): string => number.trim().replaceAll(/[oO]/g, '0').replaceAll(/[lI|]/g, '1');

/** Members of lines whose cells need not be right. A line that leaves its platform open may be about members of several. */
export class LineMembers {
  private readonly memberAt: number;

  constructor(
    private readonly head: KeptHead,
    private readonly references: References,
    private readonly lookup: MemberLookup,
    private readonly vault: KeyVault,
  ) {
    this.memberAt = head.columns.indexOf('memberId');
  }

  /** The known members of lines; none for a line that names none. */
  async of(records: readonly CsvRecord[]): Promise<{ line: number; members: Named[] }[]> {
    if (this.memberAt === -1) return [];
    const asked = records.map(({ line, cells }) => ({ line, keys: this.keysOf(cells) }));
    await this.lookup.load(asked.flatMap(({ keys }) => keys));
    const found = asked.map(({ line, keys }) => ({
      line,
      members: keys.flatMap((key) => this.lookup.get(key) ?? this.lookup.lookAlikeOf(key) ?? []),
    }));
    this.lookup.rest();
    // Who is being erased has no key any more, however far the members' view has come.
    const ids = [...new Set(found.flatMap(({ members }) => members.map(({ memberId }) => memberId)))];
    const there = new Set(await this.vault.stillThere(ids));
    return found.map(({ line, members }) => ({
      line,
      members: members.map(({ memberId, erased }) => ({ memberId, erased: erased || !there.has(memberId) })),
    }));
  }

  private keysOf(cells: readonly string[]): MemberKey[] {
    const cell = unguardFormula((cells[this.memberAt] ?? '').trim()).trim();
    if (cell === '') return [];
    const numbers = new Map([cell, withDigits(cell)].map((text) => [cleanText(text), text.normalize('NFC')]));
    return this.platformsOf(cells).flatMap((platformId) =>
      [...numbers].map(([number, written]) => memberKey(platformId, number, written)),
    );
  }

  private platformsOf(cells: readonly string[]): readonly string[] {
    const { references } = this;
    const { platforms, plans, campaigns } = references;
    const cell = (column: string) => (cells[this.head.columns.indexOf(column)] ?? '').trim();
    const platformId = cell('platformId') || (this.head.platformId ?? '');
    if (platforms.has(platformId)) return [platformId];
    const plan = cell('planId') || (this.head.planId ?? '');
    const ofPlan = [
      ...references.plansCalled(plan),
      ...references.campaignsCalled(cell('campaignId')).map((id) => campaigns.get(id)!),
    ].flatMap((id) => plans.get(id)?.platformId ?? []);
    return [...(ofPlan.length > 0 ? new Set(ofPlan) : platforms.keys())];
  }
}

/** The members of some lines. Lines of members who were erased since the file was kept are not shown. */
export class People {
  readonly erasedLines = new Set<number>();
  private readonly named = new Set<string>();

  get members(): string[] {
    return [...this.named];
  }

  async add(members: LineMembers, records: readonly CsvRecord[], { cells }: Edits): Promise<void> {
    // A number may be right only as it was sent, or as it was typed since.
    const typed = records.filter(({ line }) => cells.has(line)).map((record) => edited(record, cells));
    for (const { line, members: ofLine } of await members.of([...records, ...typed])) {
      if (ofLine.some(({ erased }) => erased)) this.erasedLines.add(line);
      for (const { memberId, erased } of ofLine) if (!erased) this.named.add(memberId);
    }
  }
}
