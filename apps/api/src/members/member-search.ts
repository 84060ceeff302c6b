import { longestSearch, shortestSearch } from '@superscope/contracts/member-event-rules';
import { birthKey, hasSound, nameWords, numberEndKey } from '@superscope/contracts/read-models/members';
import { isIsoDate } from '@superscope/domain/calendar-dates';
import { searchKey } from '@superscope/domain/text/search-key';
import { isNear, nearKeysOf, soundKey } from '@superscope/domain/text/sound-key';
import { z } from 'zod';

/** The text that members are looked for by. */
export const memberSearchText = z
  .string()
  .trim()
  .min(shortestSearch, `Please type at least ${shortestSearch} characters.`)
  .max(longestSearch, `Please type at most ${longestSearch} characters.`);

/** The most words of a text that are compared, the longest ones. They bound the cost of a text, whatever its length. */
export const mostWords = 6;
const writtenDay = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** What a text asks for. */
export interface MemberSearch {
  /** The text's key. */
  wanted: string;
  /** Its words, without a birth date, the longest first. */
  words: readonly string[];
  /** The birth date in it (yyyy-MM-dd), if one is written as dd/mm/yyyy. */
  born: string | null;
}

export function memberSearch(text: string): MemberSearch {
  const parts = text.split(/\s+/);
  const days = parts.map(dayOf);
  const words = searchKey(parts.filter((_, i) => days[i] === null).join(' ')).split(' ');
  return {
    wanted: searchKey(text),
    words: [...new Set(words)]
      .filter((word) => word !== '')
      .sort((a, b) => b.length - a.length)
      .slice(0, mostWords),
    born: days.find((day) => day !== null) ?? null,
  };
}

function dayOf(written: string): string | null {
  const [, day, month, year] = writtenDay.exec(written) ?? [];
  if (year === undefined) return null;
  const iso = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return isIsoDate(iso) ? iso : null;
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const beginning = (path: 'searchKeys' | 'nearKeys', text: string) => ({ [path]: { $regex: `^${literally(text)}` } });

/**
 * Conditions of members who are what a text says. Each begins with one that an index answers; an api that reads a million members needs no
 * more of them than begin with the text.
 */
export function exactConditions({ wanted, words, born }: MemberSearch): object[][] {
  const named = words.map((word) => beginning('searchKeys', word));
  if (born !== null) return [[{ nearKeys: birthKey(born) }, ...named]];
  const digits = wanted.replaceAll(' ', '');
  return [
    [beginning('searchKeys', wanted)],
    ...(words.length > 1 ? [named] : []),
    ...(/\d/.test(wanted) && digits.length >= shortestSearch ? [[beginning('nearKeys', numberEndKey(digits))]] : []),
  ];
}

/** Conditions of members whose name looks or sounds like the text, and perhaps of others: see `nearness`. */
export function nearConditions({ words, born }: MemberSearch): object[][] {
  const [longest, ...others] = words.filter((word) => hasSound(word) && soundKey(word).length >= shortestNear);
  if (longest === undefined || born !== null) return [];
  const also = others.map((word) => ({ $or: near(word) }));
  return near(longest).map((condition) => [condition, ...also]);
}

/** What sounds shorter is near to too many. */
const shortestNear = 4;
/** A word may not have been typed to its end. */
const near = (word: string) => [{ nearKeys: { $in: nearKeysOf(word) } }, beginning('nearKeys', soundKey(word))];

/** How far a name is from a text, 0 for one whose words begin with the text's; null if it is not near. */
export function nearness({ words }: MemberSearch, name: Parameters<typeof nameWords>[0]): number | null {
  const own = nameWords(name);
  const sounding = own.filter(hasSound);
  const distances = words.map((word) => {
    if (own.some((each) => each.startsWith(word))) return 0;
    if (!hasSound(word)) return null;
    const sound = soundKey(word);
    if (sounding.some((each) => soundKey(each) === sound)) return 1;
    const isBegun = sound.length >= shortestNear && sounding.some((each) => soundKey(each).startsWith(sound));
    return isBegun || sounding.some((each) => isNear(word, each)) ? 2 : null;
  });
  return distances.reduce<number | null>(
    (sum, distance) => (sum === null || distance === null ? null : sum + distance),
    0,
  );
}
