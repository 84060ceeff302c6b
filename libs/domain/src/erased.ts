/** What a personal field reads as once its person was erased. */
export const erasedText = 'Erased';

/** Whether a member's number is the word that stands for erased members, which nobody may have as their own. */
export const isErasedNumber = (memberNumber: string): boolean =>
  memberNumber.trim().toLowerCase() === erasedText.toLowerCase();
