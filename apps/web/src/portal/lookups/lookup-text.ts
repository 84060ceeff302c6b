import { tooLongSearch } from '@superscope/contracts/member-event-rules';

/** Whether a lookup asks the server for what was typed. Text from 15 characters on is not asked for. */
export const isAskedFor = (text: string, atLeast = 1): boolean => text.length >= atLeast && text.length < tooLongSearch;

/** Why a lookup does not ask for what was typed; undefined where it does, or where nothing was typed. */
export function lookupHint(text: string, atLeast = 1): string | undefined {
  if (text === '' || isAskedFor(text, atLeast)) return undefined;
  return text.length < atLeast
    ? `Type at least ${atLeast} characters.`
    : `Type fewer than ${tooLongSearch} characters.`;
}
