import type { Right } from '@superscope/contracts/rights';
import { useStoreState } from '../state';
import { may } from './user';

/** Whether the signed-in user has a right; false while nobody is signed in. */
export const useMay = (right: Right): boolean => useStoreState(({ session }) => may(session.user, right));
