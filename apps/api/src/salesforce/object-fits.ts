import { Injectable } from '@nestjs/common';
import { exportObjects, type ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { Crm, CrmObject } from './crm.js';
import { exportFiles } from './export-files.js';
import { objectFit, type Difference, type ObjectFit } from './object-fit.js';

/** How long descriptions are used. */
const freshMilliseconds = 10 * 60_000;

/** What Salesforce says of the objects that exports are sent to, asked for before a row is. */
@Injectable()
export class ObjectFits {
  private known: { crm: Crm; at: number; described: Promise<Map<string, CrmObject | null>> } | null = null;

  /** Throws CrmBusy or CrmRefused if Salesforce does not say. */
  async of(crm: Crm, object: ExportObject): Promise<ObjectFit> {
    return objectFit(exportFiles[object], await this.described(crm));
  }

  /** What is known without Salesforce. */
  usual(object: ExportObject): ObjectFit {
    return objectFit(exportFiles[object], new Map());
  }

  /** What the organisation lacks of these objects, each once. Throws as `of`. */
  async differences(
    crm: Crm,
    objects: readonly ExportObject[] = exportObjects,
    freshFor = freshMilliseconds,
  ): Promise<Difference[]> {
    const described = await this.described(crm, freshFor);
    const all = objects.flatMap((object) => objectFit(exportFiles[object], described).differences);
    return [...new Map(all.map((each) => [each.sentence, each])).values()];
  }

  /** Has Salesforce asked again. */
  forget(): void {
    this.known = null;
  }

  private described(crm: Crm, freshFor = freshMilliseconds): Promise<Map<string, CrmObject | null>> {
    const { known } = this;
    if (known !== null && known.crm === crm && Date.now() - known.at < freshFor) return known.described;
    const described = this.ask(crm);
    const asked = { crm, at: Date.now(), described };
    this.known = asked;
    described.catch(() => {
      if (this.known === asked) this.known = null;
    });
    return described;
  }

  private async ask(crm: Crm): Promise<Map<string, CrmObject | null>> {
    const described = new Map<string, CrmObject | null>();
    for (const { crmObject } of Object.values(exportFiles))
      if (!described.has(crmObject)) described.set(crmObject, await crm.describe(crmObject));
    return described;
  }
}
