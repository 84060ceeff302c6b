import type { AnnouncedMaintenance, MaintenanceRequest } from '@superscope/contracts/maintenance';
import { infoApi } from '../../portal/api/info.api';

const maintenanceApi = infoApi.enhanceEndpoints({ addTagTypes: ['Maintenance'] }).injectEndpoints({
  endpoints: (build) => ({
    maintenance: build.query<AnnouncedMaintenance, void>({
      query: () => 'api/maintenance',
      providesTags: ['Maintenance'],
    }),
    announceMaintenance: build.mutation<unknown, MaintenanceRequest>({
      query: (body) => ({ url: 'api/maintenance', method: 'PUT', body }),
      invalidatesTags: ['Maintenance', 'Info'],
    }),
    withdrawMaintenance: build.mutation<unknown, void>({
      query: () => ({ url: 'api/maintenance', method: 'DELETE' }),
      invalidatesTags: ['Maintenance', 'Info'],
    }),
  }),
});
export const { useMaintenanceQuery, useAnnounceMaintenanceMutation, useWithdrawMaintenanceMutation } = maintenanceApi;
