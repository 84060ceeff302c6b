import type { Feature } from '../../portal/feature';
import { SignInPage } from './sign-in.page';

/** The page is in the first download, because it also tells that the server is down, and no code can be loaded then. */
export const signIn: Feature = {
  pages: [{ path: '/login', component: SignInPage }],
  may: 'beforeSignIn',
};
