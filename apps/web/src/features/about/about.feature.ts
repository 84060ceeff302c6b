import type { Feature } from '../../portal/feature';

const of = (page: 'AboutPage' | 'ContactPage' | 'PrivacyPage') => async () => (await import('./about.pages'))[page];

/** The product's own pages, for everybody. If the operator has pages of their own, the portal links to those instead. */
export const about: Feature = {
  pages: [
    { path: '/about', load: of('AboutPage') },
    { path: '/contact', load: of('ContactPage') },
    { path: '/privacy', load: of('PrivacyPage') },
  ],
  right: 'public',
  menu: {
    id: 'info',
    entries: [
      { label: 'About Us', to: '/about', operators: 'about' },
      { label: 'Contact Us', to: '/contact', operators: 'contact' },
      { label: 'Privacy Policy', to: '/privacy', operators: 'privacy' },
    ],
  },
};
