import {
  templatePages,
  titleOf,
  type Template,
  type TemplateItem,
  type TemplatePage,
  type TemplateRequest,
  type TemplateSection,
} from '@superscope/contracts/report-templates';
import type { Place } from './scope';

/** What a place names, as far as it is there. */
export interface Found {
  template: Template;
  page: TemplatePage | null;
  section: TemplateSection | null;
  item: TemplateItem | null;
}

export function foundAt(templates: readonly Template[], place: Place | null): Found | null {
  const template = templates.find(({ id }) => id === place?.templateId);
  if (template === undefined) return null;
  const page = template.reportPages.find(({ id }) => id === place?.pageId) ?? null;
  const section = page?.pageSections.find(({ id }) => id === place?.sectionId) ?? null;
  const item = section?.sectionItems.find(({ id }) => id === place?.itemId) ?? null;
  return { template, page, section, item };
}

export const pageTitle = ({ heading, templatePageName }: Pick<TemplatePage, 'heading' | 'templatePageName'>): string =>
  heading ?? titleOf(templatePageName);
export const sectionTitle = ({ heading, templateSectionName }: TemplateSection): string =>
  heading ?? templateSectionName;

type PageGiven = NonNullable<TemplateRequest['reportPages']>[number];
type SectionGiven = NonNullable<PageGiven['pageSections']>[number];
type ItemGiven = NonNullable<SectionGiven['sectionItems']>[number];

/** The request that saves a template, or only some of its pages. */
export const withPages = (
  { id, revision, platformId, planId, companyId, templateName, reportingStartDate, reportingEndDate }: Template,
  reportPages: PageGiven[],
): TemplateRequest => ({
  id,
  revision,
  platformId,
  planId,
  companyId,
  templateName,
  reportingStartDate,
  reportingEndDate,
  reportPages,
});

export const withSections = ({ pageSections: _, ...page }: TemplatePage, pageSections: SectionGiven[]): PageGiven => ({
  ...page,
  pageSections,
});

export const withItems = (
  { sectionItems: _, ...section }: TemplateSection,
  sectionItems: ItemGiven[],
): SectionGiven => ({ ...section, sectionItems });

/** The next place after these. */
export const nextSequence = (parts: readonly { sequence: number }[]): number =>
  Math.max(0, ...parts.map(({ sequence }) => sequence)) + 1;

interface Ordered {
  id: string;
  sequence: number;
}

/** The parts whose sequence changes when one of them moves up or down; none at the end. */
export function moved<Part extends Ordered>(parts: readonly Part[], id: string, by: -1 | 1): Part[] {
  const from = parts.findIndex((part) => part.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= parts.length) return [];
  const order = [...parts];
  [order[from], order[to]] = [order[to]!, order[from]!];
  return order.flatMap((part, at) => (part.sequence === at + 1 ? [] : [{ ...part, sequence: at + 1 }]));
}

/** The pages of the report without a template, for a new one. */
export const usualPages: PageGiven[] = templatePages.map(({ name, number }) => ({
  templatePageNumber: number,
  templatePageName: name,
  sequence: number,
}));

/** The pages of a template, for another one. */
export const copiedPages = ({ reportPages }: Template): PageGiven[] =>
  reportPages.map(({ id: _, pageSections, ...page }) => ({
    ...page,
    pageSections: pageSections.map(({ id: __, sectionItems, ...section }) => ({
      ...section,
      sectionItems: sectionItems.map(({ id: ___, ...item }) => item),
    })),
  }));
