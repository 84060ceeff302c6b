import type { AsfaDocument, FoundFigure, StandardField } from '@superscope/contracts/asfa';
import { linesOf, type Cell, type DocumentPage, type Line } from './page-lines.js';

/** What an amount is of. A figure is taken only where its row, its column or the headings above name every part. */
interface Meaning {
  standard: 'Modest' | 'Comfortable';
  household: 'Single' | 'Couple';
  kind: 'lump' | 'year' | 'week' | 'pension';
  /** Budgets of people over 85 are no figures of the standard. */
  age: 'younger' | 'older';
  /** ASFA has a standard of its own for people who rent. `unclear`: a heading names both. */
  tenure: 'owner' | 'renter' | 'unclear';
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

const renter = /\brent(?:s|ers?|ing|al)?\b|\btenants?\b|\bnon[- ]?home ?owners?\b/i;
const owner = /(?<!non[- ]?)\bhome ?-?owne(?:rs?|rship)\b|\bown(?:s|ing)? (?:their|a|the) (?:own )?homes?\b/i;

/** Prose that names both tells of neither table. */
function tenureIn(text: string): Meaning['tenure'] | undefined {
  const [isRenter, isOwner] = [renter.test(text), owner.test(text)];
  if (isRenter && isOwner) return text.endsWith('.') ? undefined : 'unclear';
  return isRenter ? 'renter' : isOwner ? 'owner' : undefined;
}

function wordsIn(text: string): Words {
  const standard = only(text, standards);
  const household = only(text, households);
  const kind = kindIn(text);
  const age = ageIn(text);
  const tenure = tenureIn(text);
  return {
    ...(tenure && { tenure }),
    ...(standard && { standard }),
    ...(household && { household }),
    ...(kind && { kind }),
    ...(age && { age }),
  };
}

const isHeading = ({ text }: Cell): boolean =>
  text.length <= LONGEST_HEADING.letters && text.split(/\s+/).length <= LONGEST_HEADING.words && !text.endsWith('.');

/** The words of a cell above a table. Prose and titles tell only lump sums, ages and who rents: they name standards without heading columns. */
function headingWords(cell: Cell): Words {
  const words = wordsIn(cell.text);
  if (isHeading(cell)) return words;
  const { kind, age, tenure } = words;
  const isTitle = !cell.text.endsWith('.');
  return {
    ...((kind === 'lump' || (isTitle && (kind === 'year' || kind === 'week'))) && { kind }),
    ...(age && { age }),
    ...(tenure && { tenure }),
  };
}

const middle = ({ from, to }: Cell): number => (from + to) / 2;

/** A label with the amounts behind it. Lines that run through two tables side by side have several. */
interface Segment {
  label: string;
  from: number;
  to: number;
  amounts: readonly Cell[];
  /** Where the next one begins. */
  end: number;
  isFirst: boolean;
  /** Whether it stands right behind the amount before it, as in a sentence, so that the words at the line's beginning hold for it, too. */
  goesOn: boolean;
  /** Whether some of the labels may be those of another table: they name all of something, or stand apart. */
  isTorn: boolean;
}

function segmentsOf(cells: readonly Cell[]): Segment[] {
  const parts: { labels: Cell[]; amounts: Cell[] }[] = [];
  for (const cell of cells) {
    const last = parts.at(-1);
    if (last === undefined || (cell.amount === null && last.amounts.length > 0))
      parts.push({ labels: [], amounts: [] });
    parts.at(-1)![cell.amount === null ? 'labels' : 'amounts'].push(cell);
  }
  const withAmounts = parts.filter(({ amounts }) => amounts.length > 0);
  return withAmounts.map(({ labels, amounts }, at) => ({
    label: textOf(labels),
    from: (labels[0] ?? amounts[0]!).from,
    to: (labels.at(-1) ?? amounts[0]!).to,
    amounts,
    end: withAmounts[at + 1] === undefined ? Infinity : beginOf(withAmounts[at + 1]!),
    isFirst: at === 0,
    goesOn: at > 0 && beginOf(withAmounts[at]!) - withAmounts[at - 1]!.amounts.at(-1)!.to <= SENTENCE_GAP,
    isTorn: isTorn(labels),
  }));
}

function isTorn(labels: readonly Cell[]): boolean {
  const text = textOf(labels);
  const namesAll = [standards, households].some((patterns) => patterns.every(([, pattern]) => pattern.test(text)));
  const isApart = labels.some(
    (cell, i) => i > 0 && cell.from - labels[i - 1]!.to > LABEL_GAP && labels.slice(0, i).some(namesSomething),
  );
  return namesAll || isApart;
}

const textOf = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join(' ');
const namesSomething = ({ text }: Cell): boolean => isOwnLabel(wordsIn(text), text);
const beginOf = ({ labels, amounts }: { labels: readonly Cell[]; amounts: readonly Cell[] }): number =>
  (labels[0] ?? amounts[0]!).from;

/** In points: how far the title of a table may begin beside its rows' labels. */
const TITLE_INDENT = 12;
/** In points: a wider gap between the labels of a row may part two tables. */
const LABEL_GAP = 60;
/** In points: words of one sentence stand no further apart. */
const SENTENCE_GAP = 12;

/**
 * What the nearest line above says of a column: of several headings the one whose middle is nearest. Headings of a table that stands beside
 * this one say nothing of it, and where a line cannot tell which table is meant, nothing is read: `null`.
 */
function above<Name extends Part>(
  part: Name,
  cell: Cell,
  segment: Segment,
  lines: readonly Line[],
): Meaning[Name] | undefined | null {
  const isOfTable = part === 'standard' || part === 'household';
  const right = segment.amounts.at(-1)!.to;
  for (const { cells } of lines.toReversed()) {
    if (cells.some(({ amount }) => amount !== null)) continue;
    const saying = cells.flatMap((heading) => {
      const said = headingWords(heading)[part];
      return said === undefined ? [] : [{ heading, said }];
    });
    if (saying.length === 0) continue;
    // The title of a table stands over its labels, the heading of a column right of them.
    const title = saying.find(({ heading }) => Math.abs(heading.from - segment.from) <= TITLE_INDENT);
    if (saying.length > 1 && title !== undefined) {
      const next = saying[saying.indexOf(title) + 1];
      return next !== undefined && cell.from >= next.heading.from ? null : title.said;
    }
    if (!isOfTable && saying.length === 1) {
      // A title spans what stands below and right of it.
      if (saying[0]!.heading.from > Math.max(right, segment.from)) continue;
      return saying[0]!.said;
    }
    const within = saying.filter(({ heading }) => heading.from < Math.min(segment.end, right));
    // Right of the table, so of another.
    if (within.length === 0) continue;
    const own = segment.isFirst ? within : within.filter(({ heading }) => heading.from >= segment.from - TITLE_INDENT);
    // Left of the table only.
    const isLeft = own.every(({ heading }) => heading.to < segment.from - TITLE_INDENT);
    if (own.length === 0 || (isOfTable && isLeft)) return isOfTable ? null : undefined;
    const nearest = own.toSorted(
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
  /** `tenure` is undefined where nothing on the page says whom the amount is for. */
  meaning: Omit<Meaning, 'tenure'> & { tenure: Meaning['tenure'] | undefined };
  amount: number;
}

/** Labels without words of their own, such as 'to' and '–', join amounts instead of naming them. */
const isOwnLabel = ({ standard, household, kind }: Words, label: string): boolean =>
  standard !== undefined || household !== undefined || kind !== undefined || total.test(label);

/** The amounts of a line whose meaning is whole. */
function readLine({ cells }: Line, before: readonly Line[]): Read[] {
  if (isSentence(cells)) return [];
  const segments = segmentsOf(cells);
  const [first] = segments;
  if (first === undefined) return [];
  const words = wordsIn(first.label);
  return segments.flatMap((segment) => {
    const { label, goesOn, isTorn } = segment;
    if (isTorn || label.length > LONGEST_LABEL || fortnight.test(label)) return [];
    const own = wordsIn(label);
    // A row that names neither a standard nor a household, such as 'Housing', is an item of a budget unless it is the total.
    if (!isOwnLabel(own, label)) return [];
    return segment.amounts.flatMap((cell) => readCell(cell, segment, own, goesOn ? words : {}, before));
  });
}

/** `first` are the words at the beginning of the line, which hold for the rest of it unless a heading says otherwise. */
function readCell(cell: Cell, segment: Segment, own: Words, first: Words, before: readonly Line[]): Read[] {
  const amount = cell.amount!;
  const said = <Name extends Part>(part: Name): Meaning[Name] | undefined | null => {
    if (own[part] !== undefined) return own[part];
    const heading = above(part, cell, segment, before);
    const shared = first[part];
    return shared === undefined || heading === shared ? heading : heading === undefined ? shared : null;
  };
  const kind = said('kind');
  const standard = said('standard');
  const household = said('household');
  if (kind == null || household == null || (standard == null && kind !== 'pension')) return [];
  const age = said('age') ?? 'younger';
  const tenure = said('tenure') ?? undefined;
  const [least, most] = BOUNDS[kind];
  if (amount < least || amount > most) return [];
  return [{ meaning: { kind, household, age, tenure, standard: standard ?? 'Modest' }, amount }];
}

function fieldOf({ kind, standard, household }: Read['meaning']): StandardField {
  if (kind === 'pension') return `pension${household}`;
  if (kind === 'lump') return `savings${standard}${household}`;
  const start = standard === 'Modest' ? 'modest' : 'comfortable';
  return `${start}${household}YearTotal`;
}

export type FiguresRead = Pick<AsfaDocument, 'found' | 'weekly' | 'rentersPages'>;

/**
 * The figures of ASFA's standard on the pages of a document, each with the page and line that it stands on. Nothing is guessed: an amount
 * whose row, column and headings do not name it whole is left out. A figure that stands at several places is found at each of them, so
 * that a person chooses where the amounts differ. Amounts for people who rent are another standard: their pages are told, and nothing of
 * them is taken.
 */
export function figuresOfPages(pages: readonly DocumentPage[]): FiguresRead {
  const found: FoundFigure[] = [];
  const weekly: FiguresRead['weekly'] = {};
  const renters = new Set<number>();
  let tenureBefore: Meaning['tenure'] = 'owner';
  for (const page of pages) {
    const lines = linesOf(page);
    const carried = tenureBefore;
    lines.forEach((line, at) => {
      for (const { meaning, amount } of readLine(line, lines.slice(0, at))) {
        if (meaning.age === 'older') continue;
        // A table for people who rent may go on on the next page without saying so again.
        const tenure = meaning.tenure ?? carried;
        if (meaning.kind !== 'pension') tenureBefore = tenure;
        if (meaning.kind !== 'pension' && tenure !== 'owner') {
          renters.add(page.page);
          continue;
        }
        const field = fieldOf(meaning);
        if (meaning.kind === 'week') weekly[field] ??= amount;
        else found.push({ field, amount, page: page.page, line: line.line });
      }
    });
  }
  return { found, weekly, rentersPages: [...renters] };
}
