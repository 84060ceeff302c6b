import { publishedTables } from '@superscope/contracts/publications';
import { assetPublicationsView } from '@superscope/contracts/read-models/publications';
import { lookAlikeKey } from '@superscope/domain/text/clean-text';
import type { Views } from '../../platform/engines.module.js';

/** The codes of one platform's investment options, each in the one form in which it may be written. */
interface Known {
  readonly codes: Set<string>;
  readonly byLook: Map<string, string>;
  /** Of the stored ones only: two new ones in one file are a problem between its lines. */
  readonly inAnyCase: Map<string, string>;
}

/** Finds investment options by their codes, so that one option is not stored under two codes that look the same. */
export class AssetCodes {
  private readonly platforms = new Map<string, Known>();

  constructor(
    private readonly views: Views,
    /** Codes of files that would be imported before, by platform. */
    private readonly dropped: ReadonlyMap<string, ReadonlySet<string>> | null,
  ) {}

  /** Reads the stored codes of platforms, each once. */
  async load(platformIds: Iterable<string>): Promise<void> {
    for (const platformId of platformIds) {
      if (this.platforms.has(platformId)) continue;
      const known: Known = { codes: new Set(), byLook: new Map(), inAnyCase: new Map() };
      this.platforms.set(platformId, known);
      const stored = await this.views.of(assetPublicationsView).find({ ownerId: platformId }).toArray();
      // Codes of tables that were replaced are no longer in use.
      for (const { rows } of publishedTables(stored)) for (const { assetCode } of rows) note(known, assetCode);
      for (const code of this.dropped?.get(platformId) ?? []) note(known, code);
      for (const code of known.codes) known.inAnyCase.set(lookAlikeKey(code).toLowerCase(), code);
    }
  }

  /** Whether an investment option is stored, or would be, under one of the forms of its code. */
  has(platformId: string, clean: string, written: string): boolean {
    const { codes } = this.platforms.get(platformId)!;
    return codes.has(clean) || codes.has(written);
  }

  /**
   * The code that a line means: as written if it is stored so, else clean. A new code is known from then on, where a line may bring one
   * (`mayBeNew`). `other` is a known code in another form that looks the same, or a stored one in another case; then the line is refused,
   * because fees and holdings of the one would not be of the other.
   */
  resolve(
    platformId: string,
    clean: string,
    written: string,
    mayBeNew: boolean,
  ): { code: string; other: string | null } {
    const known = this.platforms.get(platformId)!;
    const code = known.codes.has(written) ? written : clean;
    if (known.codes.has(code)) return { code, other: null };
    const look = lookAlikeKey(code);
    const other = known.byLook.get(look) ?? known.inAnyCase.get(look.toLowerCase()) ?? null;
    if (other === null && mayBeNew) note(known, code);
    return { code, other };
  }
}

function note({ codes, byLook }: Known, code: string): void {
  if (codes.has(code)) return;
  codes.add(code);
  const look = lookAlikeKey(code);
  if (!byLook.has(look)) byLook.set(look, code);
}
