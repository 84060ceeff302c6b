import { reportTemplatesView, storedPage } from '@superscope/contracts/read-models/report-templates';
import type {
  ItemFields,
  PageFields,
  SectionFields,
  TemplateDetails,
  TemplateScope,
  WholePage,
} from '@superscope/domain/report-template/report-template.events';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

type Ids = Record<'templateId' | 'pageId' | 'sectionId' | 'itemId', string>;
type Of<Data> = RecordedEvent<Data & Ids>;

/** Fields below a path. */
const below = (path: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${path}.${name}`, value]));

const gone = { deleted: true };

/** Report templates, with their pages, sections and items by id. */
export const reportTemplates = documentsOf(reportTemplatesView, 'templateId', {
  ReportTemplateCreated: ({ data: { templateId: _, ...data } }: Of<TemplateScope & TemplateDetails>) => ({
    ...data,
    deleted: false,
    pages: {},
  }),
  ReportTemplateRevised: ({ data: { templateId: _, ...data } }: Of<TemplateDetails>) => ({ ...data }),
  ReportTemplateDeleted: () => ({ deleted: true, pages: {} }),
  ReportPageSaved: ({ data: { templateId: _, pageId, ...data } }: Of<PageFields>) =>
    below(`pages.${pageId}`, { ...data, deleted: false }),
  ReportPageDeleted: ({ data: { pageId } }: Of<object>) => below('pages', { [pageId]: gone }),
  ReportSectionSaved: ({ data: { templateId: _, pageId, sectionId, ...data } }: Of<SectionFields>) =>
    below(`pages.${pageId}.sections.${sectionId}`, { ...data, deleted: false }),
  ReportSectionDeleted: ({ data: { pageId, sectionId } }: Of<object>) =>
    below(`pages.${pageId}.sections`, { [sectionId]: gone }),
  ReportItemSaved: ({ data: { templateId: _, pageId, sectionId, itemId, ...data } }: Of<ItemFields>) =>
    below(`pages.${pageId}.sections.${sectionId}.items.${itemId}`, { ...data, deleted: false }),
  ReportItemDeleted: ({ data: { pageId, sectionId, itemId } }: Of<object>) =>
    below(`pages.${pageId}.sections.${sectionId}.items`, { [itemId]: gone }),
  ReportPageBroughtBack: ({ data: { page } }: Of<{ page: WholePage }>) =>
    below('pages', { [page.pageId]: storedPage(page) }),
  ReportTemplateBroughtBack: ({
    data,
  }: Of<TemplateScope & TemplateDetails & { broughtBack: number; pages: readonly WholePage[] }>) => ({
    platformId: data.platformId,
    planId: data.planId,
    companyId: data.companyId,
    templateName: data.templateName,
    reportingStartDate: data.reportingStartDate,
    reportingEndDate: data.reportingEndDate,
    deleted: false,
    pages: Object.fromEntries(data.pages.map((page) => [page.pageId, storedPage(page)])),
  }),
});
