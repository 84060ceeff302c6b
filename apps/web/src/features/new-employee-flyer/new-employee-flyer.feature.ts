import type { Feature } from '../../portal/feature';

/** The page that the flyer for new employees is made of. It is opened with the token of that document, and says nothing to anybody else. */
export const newEmployeeFlyer: Feature = {
  pages: [
    {
      path: '/documents/newEmployeeFlyer',
      load: async () => (await import('./new-employee-flyer.page')).NewEmployeeFlyerPage,
    },
  ],
  right: 'portal.read',
};
