import type { DeadLetter } from '@superscope/contracts/dead-letters';
import { typeWords } from '../../portal/event-type';

/** What was set aside, in words. */
export const whatText = ({ type, planId }: DeadLetter): string =>
  type === null ? `Figures of ${planId}` : typeWords(type);
