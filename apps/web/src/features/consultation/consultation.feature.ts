import type { Feature } from '../../portal/feature';

/** For consultants and staff: what fees, cover and retirement come to for one member, filed as one document. */
export const consultation: Feature = {
  pages: [{ path: '/staff/consultation', load: async () => (await import('./consultation.page')).ConsultationPage }],
  right: 'consultations.file',
  menu: { id: 'staff', entries: [{ label: 'Consultation', to: '/staff/consultation' }] },
};
