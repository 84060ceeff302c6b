import type { Feature } from '../../portal/feature';
import { SignInPage } from './sign-in.page';

/** The page is in the first download, because it also reports that the server is down, when no code can be loaded. */
export const signIn: Feature = {
  pages: [{ path: '/login', component: SignInPage }],
  right: 'public',
};
