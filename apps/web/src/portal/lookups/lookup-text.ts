import { longestSearch } from '@superscope/contracts/member-event-rules';

/** Whether a lookup sends the typed text to the server, which refuses a longer one. */
export const isAskedFor = (text: string, atLeast = 1): boolean =>
  text.length >= atLeast && text.length <= longestSearch;

/** Why a lookup does not send the typed text; undefined if it does, or if nothing was typed. */
export function lookupHint(text: string, atLeast = 1): string | undefined {
  if (text === '' || isAskedFor(text, atLeast)) return undefined;
  return text.length < atLeast ? `Type at least ${atLeast} characters.` : `Type at most ${longestSearch} characters.`;
}
