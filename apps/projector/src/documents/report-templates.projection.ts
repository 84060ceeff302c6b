import { reportTemplatesView, storedPage } from '@superscope/contracts/read-models/report-templates';
import { reportTemplateStream } from '@superscope/domain/report-template/report-template';
import { documentsOf } from '../runtime/writing/stream-projection.js';

/** Fields below a path. */
const below = (path: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${path}.${name}`, value]));

const gone = { deleted: true };

/** Report templates, with their pages, sections and items by id. */
export const reportTemplates = documentsOf(
  reportTemplatesView,
  reportTemplateStream,
  { id: 'templateId' },
  {
    ReportTemplateCreated: ({ data: { templateId: _, ...data } }) => ({
      ...data,
      deleted: false,
      pages: {},
    }),
    ReportTemplateRevised: ({ data: { templateId: _, ...data } }) => ({ ...data }),
    ReportTemplateDeleted: () => ({ deleted: true, pages: {} }),
    ReportPageSaved: ({ data: { templateId: _, pageId, ...data } }) =>
      below(`pages.${pageId}`, { ...data, deleted: false }),
    ReportPageDeleted: ({ data: { pageId } }) => below('pages', { [pageId]: gone }),
    ReportSectionSaved: ({ data: { templateId: _, pageId, sectionId, ...data } }) =>
      below(`pages.${pageId}.sections.${sectionId}`, { ...data, deleted: false }),
    ReportSectionDeleted: ({ data: { pageId, sectionId } }) => below(`pages.${pageId}.sections`, { [sectionId]: gone }),
    ReportItemSaved: ({ data: { templateId: _, pageId, sectionId, itemId, ...data } }) =>
      below(`pages.${pageId}.sections.${sectionId}.items.${itemId}`, { ...data, deleted: false }),
    ReportItemDeleted: ({ data: { pageId, sectionId, itemId } }) =>
      below(`pages.${pageId}.sections.${sectionId}.items`, { [itemId]: gone }),
    ReportPageBroughtBack: ({ data: { page } }) => below('pages', { [page.pageId]: storedPage(page) }),
    ReportTemplateBroughtBack: ({ data }) => ({
      platformId: data.platformId,
      planId: data.planId,
      companyId: data.companyId,
      templateName: data.templateName,
      reportingStartDate: data.reportingStartDate,
      reportingEndDate: data.reportingEndDate,
      deleted: false,
      pages: Object.fromEntries(data.pages.map((page) => [page.pageId, storedPage(page)])),
    }),
  },
);
