import { tooLongSearch } from '@superscope/contracts/member-event-rules';

/** Whether a lookup sends the typed text to the server. Text of `tooLongSearch` characters or more is not sent. */
export const isAskedFor = (text: string, atLeast = 1): boolean => text.length >= atLeast && text.length < tooLongSearch;

/** Why a lookup does not send the typed text; undefined if it does, or if nothing was typed. */
export function lookupHint(text: string, atLeast = 1): string | undefined {
  if (text === '' || isAskedFor(text, atLeast)) return undefined;
  return text.length < atLeast
    ? `Type at least ${atLeast} characters.`
    : `Type fewer than ${tooLongSearch} characters.`;
}
