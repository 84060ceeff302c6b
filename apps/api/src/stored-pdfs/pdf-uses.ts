import { Injectable } from '@nestjs/common';
import { titleOf } from '@superscope/contracts/microsites';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { micrositeDocumentsView } from '@superscope/contracts/read-models/microsites';
import { pdfResourcesView } from '@superscope/contracts/read-models/pdf-resources';
import type { PdfUse } from '@superscope/contracts/stored-pdfs';
import { Views } from '../platform/engines.module.js';

type Found = Omit<PdfUse, 'of'> & { sha256: string; of: string | null };

/** What stored PDFs are used for now. */
@Injectable()
export class PdfUses {
  constructor(private readonly views: Views) {}

  /** By digest; one that nothing uses is left out. */
  async of(digests: ReadonlySet<string>): Promise<Map<string, PdfUse[]>> {
    if (digests.size === 0) return new Map();
    const found = (await Promise.all([this.flyers(), this.documents(), this.resources()]))
      .flat()
      .filter(({ sha256 }) => digests.has(sha256));
    const names = await this.namesOf(found.flatMap(({ of }) => of ?? []));
    const uses = new Map<string, PdfUse[]>();
    for (const { sha256, kind, name, of } of found) {
      const use = { kind, name, of: of === null ? 'All' : (names.get(of) ?? of) };
      uses.set(sha256, [...(uses.get(sha256) ?? []), use]);
    }
    return uses;
  }

  private async flyers(): Promise<Found[]> {
    const plans = await this.views
      .of(plansView)
      .find({}, { projection: { flyers: 1 } })
      .toArray();
    return plans.flatMap(({ _id: of, flyers = {} }) =>
      Object.entries(flyers).flatMap(([name, file]) =>
        file === null ? [] : [{ kind: 'flyer' as const, sha256: file.sha256, name, of }],
      ),
    );
  }

  private async documents(): Promise<Found[]> {
    const documents = await this.views.of(micrositeDocumentsView).find({ deleted: false }).toArray();
    return documents.flatMap((each) =>
      each.file == null
        ? []
        : [
            {
              kind: 'document' as const,
              sha256: each.file.sha256,
              name: titleOf(each),
              of: each.companyId ?? each.planId ?? each.platformId,
            },
          ],
    );
  }

  private async resources(): Promise<Found[]> {
    const platforms = await this.views.of(pdfResourcesView).find({}).toArray();
    return platforms.flatMap(({ _id: of, files = {} }) =>
      Object.values(files).flatMap((file) =>
        file === null ? [] : [{ kind: 'resource' as const, sha256: file.sha256, name: file.filename, of }],
      ),
    );
  }

  private async namesOf(ids: readonly string[]): Promise<Map<string, string>> {
    const which = { _id: { $in: [...new Set(ids)] } };
    const only = { projection: { name: 1 } };
    const named = await Promise.all([
      this.views.of(companiesView).find(which, only).toArray(),
      this.views.of(plansView).find(which, only).toArray(),
      this.views.of(platformsView).find(which, only).toArray(),
    ]);
    return new Map(named.flat().map(({ _id, name }) => [_id, name ?? _id]));
  }
}
