import type { ReportTemplate } from '@superscope/domain/report-template/report-template';
import type {
  ItemFields,
  PageFields,
  SectionFields,
  WholePage,
} from '@superscope/domain/report-template/report-template.events';
import { templatePageNames } from '@superscope/domain/report-template/template-pages';
import { z } from 'zod';
import { documentView, type DocumentOf } from './document-view.js';

const text = z.string().nullable();
/** Parts by their ids. What was deleted says so, in place of its fields. */
const parts = <Fields extends z.ZodRawShape>(fields: z.ZodObject<Fields>) =>
  z.record(z.string(), fields.partial().extend({ deleted: z.boolean().optional() }));

const items = parts(z.object({ sequence: z.number(), text: z.string(), note: text }) satisfies z.ZodType<ItemFields>);
const sections = parts(
  (
    z.object({
      templateSectionName: z.string(),
      sequence: z.number(),
      heading: text,
    }) satisfies z.ZodType<SectionFields>
  ).extend({ items }),
);
const pages = parts(
  (
    z.object({
      templatePageNumber: z.number(),
      templatePageName: z.enum(templatePageNames),
      sequence: z.number(),
      heading: text,
      sourceFilename: text,
      sourcePageNumber: z.number().nullable(),
    }) satisfies z.ZodType<PageFields>
  ).extend({ sections }),
);

/** One document for each template; it stays when the template is deleted. */
export const reportTemplatesView = documentView({
  collection: 'report_templates',
  announces: 'reportTemplates',
  shape: z.object({
    platformId: z.string(),
    planId: text,
    companyId: text,
    templateName: z.string(),
    /** yyyy-MM-dd */
    reportingStartDate: z.string(),
    reportingEndDate: z.string(),
    deleted: z.boolean(),
    pages,
  }),
  indexes: [{ platformId: 1 }],
});

type Stored = DocumentOf<typeof reportTemplatesView>;
type StoredPages = Stored['pages'];
type StoredSections = NonNullable<StoredPages[string]['sections']>;
type StoredItems = NonNullable<StoredSections[string]['items']>;

/** The parts that are there; one whose own event was set aside is not. */
const standing = <Part extends { deleted?: boolean | undefined; sequence?: number }>(
  of: Record<string, Part> | undefined,
): [string, Part][] =>
  Object.entries(of ?? {}).filter(([, { deleted, sequence }]) => deleted !== true && sequence !== undefined);

/** The template of a document; null once it is deleted, or if the event that made it was set aside. */
export function templateOf(stored: Stored): ReportTemplate | null {
  const { platformId, planId, companyId, templateName, reportingStartDate, reportingEndDate, deleted } = stored;
  if (deleted || (templateName as string | undefined) === undefined) return null;
  const wholePages = standing(stored.pages).map(([pageId, { deleted: _, ...page }]) => ({
    pageId,
    ...page,
    sections: standing(page.sections).map(([sectionId, { deleted: __, ...section }]) => ({
      sectionId,
      ...section,
      items: standing(section.items).map(([itemId, { deleted: ___, ...item }]) => ({ itemId, ...item })),
    })),
  })) as WholePage[];
  return { platformId, planId, companyId, templateName, reportingStartDate, reportingEndDate, pages: wholePages };
}

/** A page as the document holds it. */
export const storedPage = ({ pageId: _, sections: all, ...fields }: WholePage): StoredPages[string] => ({
  ...fields,
  deleted: false,
  sections: Object.fromEntries(
    all.map(({ sectionId, items: ofSection, ...section }): [string, StoredSections[string]] => [
      sectionId,
      {
        ...section,
        deleted: false,
        items: Object.fromEntries(
          ofSection.map(({ itemId, ...item }): [string, StoredItems[string]] => [itemId, { ...item, deleted: false }]),
        ),
      },
    ]),
  ),
});
