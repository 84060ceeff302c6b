import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PdfUse } from '@superscope/contracts/stored-pdfs';
import { OwnChecks, type Finding } from '../platform/checks/own-checks.js';
import { KeptPdfRegister } from './kept-pdf-register.js';
import { PdfUses } from './pdf-uses.js';
import { StoredPdfs } from './stored-pdfs.js';

const whats: Record<PdfUse['kind'], string> = {
  flyer: 'a flyer',
  document: 'a microsite document',
  resource: 'a PDF for reports',
};

/** Refused PDFs that something uses, until each is replaced, removed or kept, among the alerts. */
@Injectable()
export class RefusedPdfCheck implements OnModuleInit {
  constructor(
    private readonly checks: OwnChecks,
    private readonly stored: StoredPdfs,
    private readonly uses: PdfUses,
    private readonly kept: KeptPdfRegister,
  ) {}

  onModuleInit(): void {
    this.checks.add({
      name: 'PdfRefused',
      title: 'PDF refused',
      page: { name: 'Stored PDFs', path: '/operations/stored-pdfs', right: 'stored-pdfs.manage' },
      looksAt: 'every stored PDF in use is served',
      look: async () => this.finding(),
    });
  }

  private async finding(): Promise<Finding | null> {
    const refused = await this.stored.refused();
    if (refused.size === 0) return null;
    const [uses, kept] = await Promise.all([this.uses.of(new Set(refused.keys())), this.kept.all()]);
    const open = [...uses].filter(([sha256]) => !Object.hasOwn(kept, sha256));
    if (open.length === 0) return null;
    // Without names, which tell of plans.
    const parts = open.map(([sha256, [use]]) => ({
      key: sha256,
      label: whats[use!.kind],
      description: refused.get(sha256)!.pdf.verdict.refused!,
    }));
    const said = open.length === 1 ? 'a stored PDF is refused' : `${open.length} stored PDFs are refused`;
    return { state: 'fires', said, parts };
  }
}
