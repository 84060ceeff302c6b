import type { DoctorReport } from '@superscope/contracts/doctor';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { baseApi } from '../../portal/api/base.api';

const systemHealthApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    systemHealth: build.query<SystemHealth, void>({ query: () => 'api/system-health', keepUnusedDataFor: 0 }),
    doctor: build.query<DoctorReport, void>({ query: () => 'api/doctor', keepUnusedDataFor: 0 }),
  }),
});
export const { useSystemHealthQuery, useDoctorQuery } = systemHealthApi;
