import type { Feature } from '../../portal/feature';
import { SignInPage } from './sign-in.page';

/** Its page also says that the server is down, when no code can be loaded: so it is in the first download. */
export const signIn: Feature = {
  pages: [{ path: '/login', component: SignInPage }],
  may: 'beforeSignIn',
};
