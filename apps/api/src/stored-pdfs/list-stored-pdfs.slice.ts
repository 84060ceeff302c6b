import { Controller, Module } from '@nestjs/common';
import { storedPdfs, type RefusedPdf, type StoredPdfs as Answer } from '@superscope/contracts/stored-pdfs';
import { ChecksModule } from '../platform/checks/checks.module.js';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { userNames } from '../users/user-names.js';
import { KeptPdfRegister } from './kept-pdf-register.js';
import { PdfUses } from './pdf-uses.js';
import { RefusedPdfCheck } from './refused-pdf-check.js';
import { StoredPdfs } from './stored-pdfs.js';
import { StoredPdfsModule } from './stored-pdfs.module.js';

const storedPdfsEndpoint = endpoint('GET /api/stored-pdfs', {
  summary:
    'How many stored PDFs the present rules have looked at, and those that they refuse: why, what uses each, and who keeps it nevertheless',
  right: 'stored-pdfs.manage',
  polled: true,
  answers: { 200: storedPdfs },
});

@Controller()
class ListStoredPdfsController {
  constructor(
    private readonly views: Views,
    private readonly stored: StoredPdfs,
    private readonly uses: PdfUses,
    private readonly register: KeptPdfRegister,
  ) {}

  @Endpoint(storedPdfsEndpoint)
  async list(): Promise<Answer> {
    const [counts, found, kept] = await Promise.all([this.stored.counts(), this.stored.refused(), this.register.all()]);
    const [uses, names] = await Promise.all([
      this.uses.of(new Set(found.keys())),
      userNames(
        this.views,
        Object.values(kept).map(({ by }) => by),
      ),
    ]);
    const refused = [...found.values()].map(({ pdf: { sha256, bytes, storedAt, verdict } }): RefusedPdf => {
      const keep = Object.hasOwn(kept, sha256) ? kept[sha256]! : null;
      return {
        sha256,
        bytes,
        storedAt: storedAt.toISOString(),
        refusedAt: verdict.at.toISOString(),
        why: verdict.refused!,
        uses: uses.get(sha256) ?? [],
        kept: keep && { ...keep, by: names.get(keep.by) ?? 'Somebody whose account is gone' },
      };
    });
    return { total: counts.total, checked: counts.total - counts.unchecked, refused: refused.toSorted(byNeed) };
  }
}

/** What is in use and nobody keeps comes first, then what was refused last. */
const byNeed = (a: RefusedPdf, b: RefusedPdf): number =>
  needOf(a) - needOf(b) || b.refusedAt.localeCompare(a.refusedAt) || a.sha256.localeCompare(b.sha256);
const needOf = ({ uses, kept }: RefusedPdf): number => (uses.length === 0 ? 2 : kept === null ? 0 : 1);

@Module({
  imports: [ChecksModule, StoredPdfsModule],
  controllers: [ListStoredPdfsController],
  providers: [RefusedPdfCheck],
})
export class ListStoredPdfsSlice {}
