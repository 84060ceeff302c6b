import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { innerId } from '@superscope/contracts/fields';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { reportTemplatesView, templateOf } from '@superscope/contracts/read-models/report-templates';
import { platformIdField, template, type Template } from '@superscope/contracts/report-templates';
import { servingTemplate, usualTemplate } from '@superscope/domain/report-template/serving-template';
import { inSequence, templateIdOf, type ReportTemplate } from '@superscope/domain/report-template/report-template';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const templatesEndpoint = endpoint('GET /api/pcr', {
  summary:
    'Templates of the Policy Committee Report: those that serve a platform, plan or employer, and those within it; all of them without parameters',
  right: 'report-templates.write',
  query: z.strictObject({
    platformId: platformIdField.optional(),
    planId: innerId.optional(),
    companyId: innerId.optional(),
  }),
  answers: { 200: z.array(template) },
});

/** Whether a template serves what is chosen, or is within it. */
const isOf = (
  { platformId, planId, companyId }: ReportTemplate,
  chosen: RequestOf<typeof templatesEndpoint>['query'],
): boolean =>
  [
    [chosen.platformId, platformId],
    [chosen.planId, planId],
    [chosen.companyId, companyId],
  ].every(([wanted, is]) => wanted === undefined || is === null || is === wanted);

/** A template as it was read. */
export interface ReadTemplate extends ReportTemplate {
  /** Of the newest change that it has. */
  revision: number;
}

/** The templates that there are. */
@Injectable()
export class ReportTemplates {
  constructor(private readonly views: Views) {}

  /** Those of a platform or of all, deleted ones too. */
  stored(platformId?: string) {
    return this.views
      .of(reportTemplatesView)
      .find(platformId === undefined ? {} : { platformId })
      .toArray();
  }

  async all(platformId?: string): Promise<ReadTemplate[]> {
    const found = await this.stored(platformId);
    return found.flatMap((stored) => {
      const template = templateOf(stored);
      return template === null ? [] : [{ ...template, revision: Number(stored.revision) }];
    });
  }

  /**
   * The narrowest template that serves an employer, or a plan without one; null where the usual report does. `named` narrows to templates
   * of that name; throws 404 if none of them serves.
   */
  async serving(
    of: { platformId: string; planId: string; companyId: string | null },
    named: string = usualTemplate,
  ): Promise<ReadTemplate | null> {
    const all = await this.all(of.platformId);
    if (named === usualTemplate) return servingTemplate(all, of);
    const found = servingTemplate(
      all.filter(({ templateName }) => templateName === named),
      of,
    );
    if (found === null) throw new NotFoundException('There is no such template for this plan.');
    return found;
  }

  async one(templateId: string): Promise<ReportTemplate | null> {
    const stored = await this.views.of(reportTemplatesView).findOne({ _id: templateId });
    return stored && templateOf(stored);
  }

  /** Whom each template serves, by the template's id. */
  async namesOf(templates: readonly ReportTemplate[]): Promise<Map<string, string>> {
    const ids = (of: keyof ReportTemplate) => [...new Set(templates.flatMap((each) => (each[of] as string) ?? []))];
    const names = { projection: { name: 1 } };
    const [companies, plans, platforms] = await Promise.all([
      this.views
        .of(companiesView)
        .find({ _id: { $in: ids('companyId') } }, names)
        .toArray(),
      this.views
        .of(plansView)
        .find({ _id: { $in: ids('planId') } }, names)
        .toArray(),
      this.views
        .of(platformsView)
        .find({ _id: { $in: ids('platformId') } }, names)
        .toArray(),
    ]);
    const known = new Map([...companies, ...plans, ...platforms].map(({ _id, name }) => [_id, name ?? _id]));
    return new Map(
      templates.map((each) => {
        const narrowest = each.companyId ?? each.planId ?? each.platformId;
        return [templateIdOf(each), known.get(narrowest) ?? narrowest];
      }),
    );
  }
}

@Controller()
class TemplatesController {
  constructor(private readonly templates: ReportTemplates) {}

  @Endpoint(templatesEndpoint)
  async list({ query }: RequestOf<typeof templatesEndpoint>): Promise<Template[]> {
    const stored = await this.templates.stored(query.platformId);
    const revisions = new Map(stored.map(({ _id, revision }) => [_id, Number(revision)]));
    const found = stored.flatMap((each) => templateOf(each) ?? []).filter((each) => isOf(each, query));
    const names = await this.templates.namesOf(found);
    const depth = ({ planId, companyId }: ReportTemplate) => (companyId !== null ? 0 : planId !== null ? 1 : 2);
    return found
      .toSorted((a, b) => depth(a) - depth(b) || a.templateName.localeCompare(b.templateName, 'en-AU'))
      .map((each) => ({
        id: templateIdOf(each),
        revision: revisions.get(templateIdOf(each))!,
        platformId: each.platformId,
        planId: each.planId,
        companyId: each.companyId,
        serves: names.get(templateIdOf(each))!,
        templateName: each.templateName,
        reportingStartDate: each.reportingStartDate,
        reportingEndDate: each.reportingEndDate,
        reportPages: inSequence(each.pages).map(({ pageId, sections, ...page }) => ({
          id: pageId,
          templatePageNumber: page.templatePageNumber,
          templatePageName: page.templatePageName,
          sequence: page.sequence,
          heading: page.heading,
          sourceFilename: page.sourceFilename,
          sourcePageNumber: page.sourcePageNumber,
          pageSections: inSequence(sections).map(({ sectionId, templateSectionName, sequence, heading, items }) => ({
            id: sectionId,
            templateSectionName,
            sequence,
            heading,
            sectionItems: inSequence(items).map(({ itemId, sequence: at, text, note }) => ({
              id: itemId,
              sequence: at,
              text,
              note,
            })),
          })),
        })),
      }));
  }
}

@Module({ controllers: [TemplatesController], providers: [ReportTemplates], exports: [ReportTemplates] })
export class TemplatesSlice {}
