import { cleanText } from './text/clean-text.js';

/** The text of a personal field once its person has been erased. */
export const erasedText = 'Erased';

/** Whether a member number is the text that stands for erased members. No member may have it as a number. */
export const isErasedNumber = (memberNumber: string): boolean =>
  cleanText(memberNumber).toLowerCase() === erasedText.toLowerCase();
