import { rightsOf } from '@superscope/api/platform/access/policy';
import type { SignedInUser } from '@superscope/contracts/authentication';

/** A signed-in user with the rights that the server gives the role. */
export const withRights = (user: Omit<SignedInUser, 'rights'>): SignedInUser => ({
  ...user,
  rights: rightsOf(user.role),
});
