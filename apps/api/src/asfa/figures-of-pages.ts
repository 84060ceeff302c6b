import type { AsfaDocument, FoundFigure, StandardField } from '@superscope/contracts/asfa';
import { linesOf, type Cell, type DocumentPage, type Line } from './page-lines.js';

/** What an amount is of. A figure is taken only where its row, its column or the headings above name every part. */
interface Meaning {
  standard: 'Modest' | 'Comfortable';
  household: 'Single' | 'Couple';
  kind: 'lump' | 'year' | 'week' | 'pension';
  /** Budgets of people over 85 are no figures of the standard. */
  age: 'younger' | 'older';
}
type Part = keyof Meaning;
type Words = { [Name in Part]?: Meaning[Name] };

/** In characters and words: longer texts are prose, which names standards without heading a table. */
const LONGEST_HEADING = { letters: 60, words: 8 };
const LONGEST_LABEL = 90;
/** More words than this behind the last amount of a line make it a sentence. */
const WORDS_BEHIND = 2;

/** In dollars: what an amount of a kind can be at all. Others are notes' numbers, postcodes, totals of something else. */
const BOUNDS: Record<Meaning['kind'], readonly [least: number, most: number]> = {
  lump: [20_000, 5_000_000],
  year: [5_000, 500_000],
  week: [50, 9_999],
  pension: [5_000, 200_000],
};

/** The value of the one pattern that a text holds; undefined if it holds none or several. */
function only<Value>(text: string, patterns: readonly (readonly [Value, RegExp])[]): Value | undefined {
  const held = patterns.filter(([, pattern]) => pattern.test(text));
  return held.length === 1 ? held[0]![0] : undefined;
}

const standards = [
  ['Modest', /\bmodest\b/i],
  ['Comfortable', /\bcomfortable\b/i],
] as const;
const households = [
  ['Single', /\bsingles?\b|\bone person\b/i],
  ['Couple', /\bcouples?\b/i],
] as const;
const lump = /\blump sums?\b|\bsavings (?:required|needed)\b|\bsuper(?:annuation)? (?:balance )?(?:required|needed)\b/i;
const pension = /\bage pension\b/i;
const year = /\b(?:per|a|each) (?:year|annum)\b|\bannual(?:ly)?\b|\byearly\b|\bp\.?a\.?(?=\s|$|\))/i;
const week = /\b(?:per|a|each) week\b|\bweekly\b|\bp\.?w\.?(?=\s|$|\))/i;
const fortnight = /\bfortnight/i;

/** The kind of amounts below or behind a text. A pension a year is a pension; one a fortnight is nothing. */
function kindIn(text: string): Meaning['kind'] | undefined {
  if (fortnight.test(text)) return undefined;
  if (lump.test(text)) return 'lump';
  if (pension.test(text)) return 'pension';
  return only(text, [
    ['year', year],
    ['week', week],
  ]);
}

/** 65 names the younger budgets, also in '65 to 84'; 85 without it names the older ones. */
const ageIn = (text: string): Meaning['age'] | undefined =>
  /\b6[5-7]\b/.test(text) ? 'younger' : /\b8[45]\b/.test(text) ? 'older' : undefined;

function wordsIn(text: string): Words {
  const standard = only(text, standards);
  const household = only(text, households);
  const kind = kindIn(text);
  const age = ageIn(text);
  return {
    ...(standard && { standard }),
    ...(household && { household }),
    ...(kind && { kind }),
    ...(age && { age }),
  };
}

const isHeading = ({ text }: Cell): boolean =>
  text.length <= LONGEST_HEADING.letters && text.split(/\s+/).length <= LONGEST_HEADING.words && !text.endsWith('.');

/** The words of a cell above a table. Prose and titles tell only lump sums and ages: they name standards without heading columns. */
function headingWords(cell: Cell): Words {
  const words = wordsIn(cell.text);
  if (isHeading(cell)) return words;
  const { kind, age } = words;
  const isTitle = !cell.text.endsWith('.');
  return {
    ...((kind === 'lump' || (isTitle && (kind === 'year' || kind === 'week'))) && { kind }),
    ...(age && { age }),
  };
}

const middle = ({ from, to }: Cell): number => (from + to) / 2;

/** What the nearest line above says of a column: of several headings the one whose middle is nearest. */
function above<Name extends Part>(part: Name, cell: Cell, lines: readonly Line[]): Meaning[Name] | undefined {
  for (const { cells } of lines.toReversed()) {
    if (cells.some(({ amount }) => amount !== null)) continue;
    const saying = cells.flatMap((heading) => {
      const said = headingWords(heading)[part];
      return said === undefined ? [] : [{ heading, said }];
    });
    if (saying.length === 0) continue;
    const nearest = saying.toSorted(
      (a, b) => Math.abs(middle(a.heading) - middle(cell)) - Math.abs(middle(b.heading) - middle(cell)),
    );
    return nearest[0]!.said;
  }
  return undefined;
}

const isSentence = (cells: readonly Cell[]): boolean => {
  const last = cells.findLastIndex(({ amount }) => amount !== null);
  const behind = cells.slice(last + 1).map(({ text }) => text);
  return behind.join(' ').split(/\s+/).filter(Boolean).length > WORDS_BEHIND;
};

const total = /\btotal\b/i;

interface Read {
  meaning: Meaning;
  amount: number;
}

/** The amounts of a line whose meaning is whole. */
function readLine({ cells }: Line, before: readonly Line[]): Read[] {
  const first = cells.findIndex(({ amount }) => amount !== null);
  if (first === -1 || isSentence(cells)) return [];
  const label = cells
    .slice(0, first)
    .map(({ text }) => text)
    .join(' ');
  if (label.length > LONGEST_LABEL) return [];
  const row = wordsIn(label);
  // A row that names neither a standard nor a household, such as 'Housing', is an item of a budget unless it is the total.
  const isOwn =
    row.standard !== undefined || row.household !== undefined || row.kind !== undefined || total.test(label);
  if (!isOwn) return [];
  return cells.flatMap((cell) => {
    const { amount } = cell;
    if (amount === null) return [];
    const kind = row.kind ?? above('kind', cell, before);
    if (kind === undefined) return [];
    const standard = row.standard ?? above('standard', cell, before);
    if (standard === undefined && kind !== 'pension') return [];
    const household = row.household ?? above('household', cell, before);
    if (household === undefined) return [];
    const age = row.age ?? above('age', cell, before) ?? 'younger';
    const [least, most] = BOUNDS[kind];
    if (amount < least || amount > most) return [];
    return [{ meaning: { kind, household, age, standard: standard ?? 'Modest' }, amount }];
  });
}

function fieldOf({ kind, standard, household }: Meaning): StandardField {
  if (kind === 'pension') return `pension${household}`;
  if (kind === 'lump') return `savings${standard}${household}`;
  const start = standard === 'Modest' ? 'modest' : 'comfortable';
  return `${start}${household}YearTotal`;
}

export type FiguresRead = Pick<AsfaDocument, 'found' | 'weekly'>;

/**
 * The figures of ASFA's standard on the pages of a document, each with the page and line that it stands on. Nothing is guessed: an amount
 * whose row, column and headings do not name it whole is left out. A figure that stands at several places is found at each of them, so
 * that a person chooses where the amounts differ.
 */
export function figuresOfPages(pages: readonly DocumentPage[]): FiguresRead {
  const found: FoundFigure[] = [];
  const weekly: FiguresRead['weekly'] = {};
  for (const page of pages) {
    const lines = linesOf(page);
    lines.forEach((line, at) => {
      for (const { meaning, amount } of readLine(line, lines.slice(0, at))) {
        if (meaning.age === 'older') continue;
        const field = fieldOf(meaning);
        if (meaning.kind === 'week') weekly[field] ??= amount;
        else found.push({ field, amount, page: page.page, line: line.line });
      }
    });
  }
  return { found, weekly };
}
