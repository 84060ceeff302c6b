import type { WriteAnswer } from '@superscope/contracts/csv-import';
import type { PdfResource, PdfUploaded } from '@superscope/contracts/pdf-resources';
import type {
  Template,
  TemplateChange,
  TemplateDifference,
  TemplatePrecedence,
  TemplateRequest,
  TemplateSaved,
} from '@superscope/contracts/report-templates';
import { baseApi } from '../../portal/api/base.api';
import type { Scope } from './scope';

/** A template or one of its parts, as its deletion addresses it. */
export interface Deleted {
  template: Pick<Template, 'id' | 'platformId' | 'planId'>;
  pageId?: string | undefined;
  sectionId?: string | undefined;
  itemId?: string | undefined;
}

function addressOf({ template, pageId, sectionId, itemId }: Deleted): string {
  const owner = template.planId === null ? `platforms/${template.platformId}` : `plans/${template.planId}`;
  const parts = [
    ['reports', template.id],
    ['pages', pageId],
    ['sections', sectionId],
    ['items', itemId],
  ] as const;
  const path = parts.flatMap(([name, id]) => (id === undefined ? [] : [`${name}/${encodeURIComponent(id)}`]));
  return `api/${owner}/${path.join('/')}`;
}

const paramsOf = ({ platformId, planId, companyId }: Scope) => ({
  ...(platformId !== null && { platformId }),
  ...(planId !== null && { planId }),
  ...(companyId !== null && { companyId }),
});

const changesOf = (templateId: string) => `api/pcr/${encodeURIComponent(templateId)}/changes`;

const reportTemplatesApi = baseApi
  .enhanceEndpoints({ addTagTypes: ['ReportTemplates', 'TemplatePrecedence', 'PdfResources'] })
  .injectEndpoints({
    endpoints: (build) => ({
      templates: build.query<Template[], Scope>({
        query: (scope) => ({ url: 'api/pcr', params: paramsOf(scope) }),
        providesTags: ['ReportTemplates'],
      }),
      precedence: build.query<TemplatePrecedence, Scope>({
        query: (scope) => ({ url: 'api/pcr/precedence', params: paramsOf(scope) }),
        providesTags: ['ReportTemplates', 'TemplatePrecedence'],
      }),
      saveTemplate: build.mutation<TemplateSaved, TemplateRequest>({
        query: (body) => ({ url: 'api/pcr', method: 'POST', body }),
        invalidatesTags: ['ReportTemplates'],
      }),
      deletePart: build.mutation<WriteAnswer, Deleted>({
        query: (deleted) => ({ url: addressOf(deleted), method: 'DELETE' }),
        invalidatesTags: ['ReportTemplates'],
      }),
      templateChanges: build.query<TemplateChange[], string>({
        query: changesOf,
        providesTags: ['ReportTemplates'],
      }),
      templateDifference: build.query<
        TemplateDifference,
        { templateId: string; revision: number; pageId: string | null }
      >({
        query: ({ templateId, revision, pageId }) => ({
          url: `${changesOf(templateId)}/${revision}`,
          params: pageId === null ? {} : { pageId },
        }),
        providesTags: ['ReportTemplates'],
      }),
      bringBack: build.mutation<WriteAnswer, { templateId: string; revision: number; pageId: string | null }>({
        query: ({ templateId, ...body }) => ({
          url: `api/pcr/${encodeURIComponent(templateId)}/bringBack`,
          method: 'POST',
          body,
        }),
        invalidatesTags: ['ReportTemplates'],
      }),
      /** Those of one platform, or of all. */
      pdfResources: build.query<PdfResource[], string | null>({
        query: (platformId) =>
          platformId === null ? 'api/pcr/resources' : { url: 'api/pcr/upload', params: { platformId } },
        // What uses them is told by the templates.
        providesTags: ['PdfResources', 'ReportTemplates'],
      }),
      uploadPdf: build.mutation<PdfUploaded, { platformId: string; pageNumbers: string; file: File }>({
        query: ({ file, ...params }) => {
          const body = new FormData();
          body.append('file', file, file.name);
          return { url: 'api/pcr/upload', method: 'POST', params, body };
        },
        invalidatesTags: ['PdfResources'],
      }),
      removePdf: build.mutation<WriteAnswer, { platformId: string; filename: string }>({
        query: (params) => ({ url: 'api/pcr/upload', method: 'DELETE', params }),
        invalidatesTags: ['PdfResources'],
      }),
    }),
  });
export const {
  useTemplatesQuery,
  usePrecedenceQuery,
  useSaveTemplateMutation,
  useDeletePartMutation,
  useTemplateChangesQuery,
  useTemplateDifferenceQuery,
  useBringBackMutation,
  usePdfResourcesQuery,
  useUploadPdfMutation,
  useRemovePdfMutation,
} = reportTemplatesApi;
