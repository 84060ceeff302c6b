import type { Feature } from '../../portal/feature';

/** Reached from the panel of Import / Export, so it has no menu entry of its own. */
export const asfaFigures: Feature = {
  pages: [{ path: '/staff/asfaFigures', load: async () => (await import('./asfa-figures.page')).AsfaFiguresPage }],
  right: 'retirement-standard.write',
};
