import type { AsOfEvidence } from '@superscope/contracts/as-of-evidence';
import { baseApi } from '../../portal/api/base.api';

const evidenceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    evidence: build.query<AsOfEvidence, string>({ query: (id) => `api/history/evidence/${encodeURIComponent(id)}` }),
  }),
});
export const { useEvidenceQuery } = evidenceApi;
