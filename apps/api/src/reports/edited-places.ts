import type { EditedPlace } from '@superscope/contracts/report-check';
import { pagePairs } from './page-pairs.js';

/** How many words before an edited one are quoted. */
const wordsBefore = 4;
const most = 20;
/** Longer differences are cut: where a page was exchanged, all of it differs. */
const mostLetters = 120;
/** Words within which a page is searched for where both read the same again. */
const lookAhead = 40;

const short = (words: readonly string[]): string => {
  const text = words.join(' ');
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
};

/** The nearest words from which both read the same: how many of each lie before them; null if there are none near. */
function meeting(a: readonly string[], b: readonly string[]): [number, number] | null {
  for (let sum = 1; sum <= 2 * lookAhead; sum += 1)
    for (let inA = Math.max(0, sum - lookAhead); inA <= Math.min(sum, lookAhead); inA += 1) {
      const inB = sum - inA;
      const ends = inA === a.length && inB === b.length;
      // One equal word may be chance, such as a unit; two are not.
      if (ends || (a[inA] !== undefined && a[inA] === b[inB] && a[inA + 1] === b[inB + 1])) return [inA, inB];
    }
  return null;
}

/** Where the text of one page differs from the kept page's. */
function onPage(page: number, given: string, kept: string): EditedPlace[] {
  const [a, b] = [given.split(' '), kept.split(' ')];
  const places: EditedPlace[] = [];
  for (let [atA, atB] = [0, 0]; atA < a.length || atB < b.length;) {
    if (a[atA] === b[atB]) {
      atA += 1;
      atB += 1;
      continue;
    }
    const [restA, restB] = [a.slice(atA), b.slice(atB)];
    const [inA, inB] = meeting(restA, restB) ?? [restA.length, restB.length];
    const before = a.slice(Math.max(0, atA - wordsBefore), atA).join(' ');
    places.push({
      where: before === '' ? `Page ${page}` : `Page ${page}, after ‘${before}’`,
      reads: short(restA.slice(0, inA)),
      kept: short(restB.slice(0, inB)),
    });
    atA += inA;
    atB += inB;
  }
  return places;
}

/** Where the pages of a report read otherwise than those that were made, page by page; at most 20 places. */
export function editedPlaces(given: readonly string[], kept: readonly string[]): EditedPlace[] {
  const places: EditedPlace[] = [];
  for (const { given: atGiven, made } of pagePairs(given, kept)) {
    if (places.length >= most) break;
    if (atGiven === null) places.push({ where: `Page ${made! + 1}`, reads: '', kept: 'a page that is missing' });
    else if (made === null) places.push({ where: `Page ${atGiven + 1}`, reads: 'a page that was added', kept: '' });
    else if (given[atGiven] !== kept[made]) places.push(...onPage(atGiven + 1, given[atGiven]!, kept[made]!));
  }
  return places.slice(0, most);
}
