import type { WriteAnswer } from '@superscope/contracts/csv-import';
import type { CompanyOption, ProviderOption } from '@superscope/contracts/lookups';
import type {
  BatchesChanged,
  SalesforceBatchBegun,
  SalesforceBatchRecord,
  SalesforceConnection,
  SalesforcePlanRequest,
  SalesforcePreview,
  SalesforceReceipt,
  SalesforceReceipts,
  SalesforceScheduleAnswer,
} from '@superscope/contracts/salesforce';
import type {
  ReconciliationBegun,
  ReconciliationDifference,
  ReconciliationDifferences,
  SalesforceReconciliations,
} from '@superscope/contracts/salesforce-reconciliation';
import { baseApi } from '../../portal/api/base.api';

export interface ExportAsked {
  startDate: string;
  endDate: string;
  providerIdFilter?: string | undefined;
  employerIdFilter?: string | undefined;
}

export interface ReceiptsAsked {
  jobId: string;
  outcome?: SalesforceReceipt['outcome'] | undefined;
  object?: SalesforceReceipt['object'] | undefined;
  code?: string | undefined;
  find: string;
  page: number;
}

/** Fields that are not filled in are left out. */
function form(fields: Record<string, string | boolean | File | undefined>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) body.append(name, value instanceof File ? value : String(value));
  return body;
}

const salesforceApi = baseApi
  .enhanceEndpoints({
    addTagTypes: ['SalesforceBatches', 'SalesforceReceipts', 'SalesforceSchedule', 'SalesforceReconciliations', 'Work'],
  })
  .injectEndpoints({
    endpoints: (build) => ({
      salesforceBatches: build.query<SalesforceBatchRecord[], boolean>({
        query: (fullHistory) => ({ url: 'api/salesforce/batches', params: { fullHistory } }),
        providesTags: ['SalesforceBatches'],
      }),
      salesforceSchedule: build.query<SalesforceScheduleAnswer, void>({
        query: () => 'api/salesforce/schedule',
        providesTags: ['SalesforceSchedule'],
      }),
      setSalesforceSchedule: build.mutation<WriteAnswer, SalesforcePlanRequest>({
        query: (body) => ({ url: 'api/salesforce/schedule', method: 'PUT', body }),
        invalidatesTags: ['SalesforceSchedule'],
      }),
      salesforceReconciliations: build.query<SalesforceReconciliations, void>({
        query: () => 'api/salesforce/reconciliations',
        providesTags: ['SalesforceReconciliations'],
      }),
      reconciliationDifferences: build.query<
        ReconciliationDifferences,
        { workId: string; side: ReconciliationDifference['side'] }
      >({
        query: ({ workId, side }) => ({
          url: `api/salesforce/reconciliations/${workId}/differences`,
          params: { side },
        }),
      }),
      reconcileSalesforce: build.mutation<ReconciliationBegun, void>({
        query: () => ({ url: 'api/salesforce/reconciliations', method: 'POST' }),
        invalidatesTags: ['SalesforceReconciliations', 'Work'],
      }),
      sendMissing: build.mutation<SalesforceBatchBegun, string>({
        query: (workId) => ({ url: `api/salesforce/reconciliations/${workId}/missing`, method: 'POST' }),
        invalidatesTags: ['SalesforceBatches', 'SalesforceReconciliations', 'Work'],
      }),
      salesforceConnection: build.query<SalesforceConnection, void>({ query: () => 'api/salesforce/connection' }),
      salesforcePreview: build.query<SalesforcePreview, ExportAsked>({
        query: (params) => ({ url: 'api/salesforce/exports/preview', params }),
        keepUnusedDataFor: 0,
      }),
      salesforceReceipts: build.query<SalesforceReceipts, ReceiptsAsked>({
        query: ({ find, ...params }) => ({
          url: 'api/salesforce/exports/receipts',
          params: find === '' ? params : { ...params, find },
        }),
        providesTags: ['SalesforceReceipts'],
      }),
      startExport: build.mutation<SalesforceBatchBegun, ExportAsked & { forceNewRun: boolean }>({
        query: (asked) => ({ url: 'api/salesforce/exports', method: 'POST', body: form({ ...asked }) }),
        invalidatesTags: ['SalesforceBatches', 'Work'],
      }),
      retryExport: build.mutation<SalesforceBatchBegun, { jobId: string; file?: File | undefined }>({
        query: (asked) => ({ url: 'api/salesforce/retry', method: 'PATCH', body: form({ ...asked }) }),
        invalidatesTags: ['SalesforceBatches', 'Work'],
      }),
      stopExports: build.mutation<BatchesChanged, readonly string[]>({
        query: (jobIds) => ({
          url: 'api/salesforce/exports',
          method: 'PATCH',
          params: { jobIds: jobIds.join(',') },
        }),
        invalidatesTags: ['SalesforceBatches', 'Work'],
      }),
      /** `running`: also those that were stopped; `ended`: those that failed or are complete. */
      cleanUpExports: build.mutation<BatchesChanged, 'running' | 'ended'>({
        query: (which) => ({
          url: which === 'running' ? 'api/salesforce/batches' : 'api/salesforce/exports',
          method: 'DELETE',
        }),
        invalidatesTags: ['SalesforceBatches', 'Work'],
      }),
      findProviders: build.query<ProviderOption[], string>({
        query: (name) => ({ url: 'api/providers', params: { name } }),
      }),
      findProviderCompanies: build.query<CompanyOption[], { providerId: string; name: string }>({
        query: ({ providerId, name }) => ({
          url: `api/providers/${encodeURIComponent(providerId)}/companies`,
          params: { name },
        }),
      }),
    }),
  });
export const {
  useSalesforceBatchesQuery,
  useSalesforceConnectionQuery,
  useSalesforceScheduleQuery,
  useSalesforceReconciliationsQuery,
  useReconciliationDifferencesQuery,
  useReconcileSalesforceMutation,
  useSendMissingMutation,
  useSetSalesforceScheduleMutation,
  useSalesforcePreviewQuery,
  useSalesforceReceiptsQuery,
  useStartExportMutation,
  useRetryExportMutation,
  useStopExportsMutation,
  useCleanUpExportsMutation,
  useFindProvidersQuery,
  useFindProviderCompaniesQuery,
} = salesforceApi;

export const filesOf = (jobIds: readonly string[]) => ({
  url: 'api/salesforce/exports/files',
  params: { jobIds: jobIds.join(',') },
});

export const receiptsCsvOf = (jobId: string) => ({ url: 'api/salesforce/exports/receiptsCsv', params: { jobId } });

export const differencesCsvOf = (workId: string) => ({
  url: `api/salesforce/reconciliations/${workId}/differencesCsv`,
});
