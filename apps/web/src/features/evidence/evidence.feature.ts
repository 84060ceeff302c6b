import type { Feature } from '../../portal/feature';

/**
 * The page that the evidence of a view is made of. It is opened with the token of that document, which the server knows as somebody of the
 * plan; to anybody else it has nothing to say.
 */
export const evidence: Feature = {
  pages: [{ path: '/evidence', load: async () => (await import('./evidence.page')).EvidencePage }],
  right: 'portal.read',
};
