import type { AsfaDocument, FoundFigure, StandardField } from '@superscope/contracts/asfa';
import { linesOf, type Cell, type DocumentPage, type Line } from './page-lines.js';
import { tenureIn, tenureOfProse, type Tenure } from './tenure.js';

/** What an amount is of. A figure is taken only where its row, its column or the headings above name every part. */
interface Meaning {
  standard: 'Modest' | 'Comfortable';
  household: 'Single' | 'Couple';
  kind: 'lump' | 'year' | 'week' | 'pension';
  /** Budgets of people over 85 are no figures of the standard. */
  age: 'younger' | 'older';
  tenure: Tenure;
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

/** What a cell above a table says. */
interface Heading {
  words: Words;
  /** Whether it says in passing whom the figures are for. */
  isAside: boolean;
}

/**
 * The words of a cell above a table. Prose and titles tell only lump sums, ages and whom figures are for: they name standards without heading
 * columns. `prose` is what the cell is part of, if it is.
 */
function headingIn(cell: Cell, prose: string | undefined): Heading {
  const { tenure: named, ...words } = wordsIn(cell.text);
  const { tenure, isAside = false } = prose === undefined ? { tenure: named } : (tenureOfProse(prose) ?? {});
  const told = tenure && { tenure };
  if (isHeading(cell)) return { words: { ...words, ...told }, isAside };
  const { kind, age } = words;
  const isTitle = !cell.text.endsWith('.');
  const isKind = kind === 'lump' || (isTitle && (kind === 'year' || kind === 'week'));
  return { words: { ...(isKind && { kind }), ...(age && { age }), ...told }, isAside };
}

/** The last words of a line that a sentence cannot end with. */
const unfinished = /,$|\b(?:an?|and|as|at|by|for|from|in|is|of|on|or|people|than|that|the|those|to|which|who|with)$/i;

/** The prose that lines are part of: a sentence may run over several lines. */
function proseOf(lines: readonly Line[]): Map<Line, string> {
  const runs: Line[][] = [];
  for (const line of lines) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && goesOnIn(last, line)) runs.at(-1)!.push(line);
    else runs.push([line]);
  }
  return new Map(
    runs.flatMap((run) => {
      const prose = run.map(({ cells }) => textOf(cells)).join(' ');
      const isProse = prose.endsWith('.') && run.every(({ cells }) => cells.length === 1);
      return isProse ? run.map((line) => [line, prose] as const) : [];
    }),
  );
}
function goesOnIn({ cells }: Line, next: Line): boolean {
  if ([cells, next.cells].some((row) => row.length > 1 || row[0]?.amount !== null)) return false;
  const text = textOf(cells);
  return !/[.:;!?]$/.test(text) && (/^[a-z(]/.test(textOf(next.cells)) || unfinished.test(text));
}

const middle = ({ from, to }: Cell): number => (from + to) / 2;

/** A label with the amounts behind it. Lines that run through two tables side by side have several. */
interface Segment {
  label: string;
  from: number;
  to: number;
  /** Where the last of its labels begins, if it has several, of which the first may be another table's; otherwise null. */
  lastFrom: number | null;
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
    lastFrom: labels.length > 1 ? labels.at(-1)!.from : null,
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
function namesSomething({ text }: Cell): boolean {
  const words = wordsIn(text);
  return isOwnLabel(words, text) || words.tenure !== undefined || words.age !== undefined;
}
const beginOf = ({ labels, amounts }: { labels: readonly Cell[]; amounts: readonly Cell[] }): number =>
  (labels[0] ?? amounts[0]!).from;

/** In points: how far the title of a table may begin beside its rows' labels. */
const TITLE_INDENT = 12;
/** In points: a wider gap between the labels of a row may part two tables. */
const LABEL_GAP = 60;
/** In points: words of one sentence stand no further apart. */
const SENTENCE_GAP = 12;

/** The lines above an amount, and the prose that they are part of. */
interface Before {
  lines: readonly Line[];
  prose: ReadonlyMap<Line, string>;
}

const isOver = (heading: Cell, cell: Cell): boolean => heading.from < cell.to && cell.from < heading.to;

interface Saying<Name extends Part> {
  heading: Cell;
  said: Exclude<Meaning[Name], undefined>;
  isAside: boolean;
}
function sayingOf<Name extends Part>(part: Name, line: Line, { prose }: Before): Saying<Name>[] {
  return line.cells.flatMap((heading) => {
    const { words, isAside } = headingIn(heading, prose.get(line));
    const said = words[part];
    return said === undefined ? [] : [{ heading, said, isAside: part === 'tenure' && isAside }];
  });
}

/** How many columns the nearest line of headings names for a row; 0 if there is none. */
function columnsOf(part: Part, { from, end, isFirst }: Segment, before: Before): number {
  const headings = before.lines
    .filter(({ cells }) => cells.every(({ amount }) => amount === null))
    .findLast((line) => sayingOf(part, line, before).length > 0);
  if (headings === undefined) return 0;
  const isOwn = ({ heading }: Saying<Part>) => heading.from < end && (isFirst || heading.from >= from - TITLE_INDENT);
  return sayingOf(part, headings, before).filter(isOwn).length;
}

/**
 * What the nearest line above says of a column. Headings of a table that stands beside this one say nothing of it, and where a line cannot
 * tell which table or column is meant, nothing is read: `null`.
 */
function above<Name extends Part>(
  part: Name,
  cell: Cell,
  segment: Segment,
  before: Before,
): Meaning[Name] | undefined | null {
  const isOfTable = part === 'standard' || part === 'household';
  const right = segment.amounts.at(-1)!.to;
  let aside: Meaning[Name] | undefined;
  let beside: Meaning[Name] | undefined;
  for (const line of before.lines.toReversed()) {
    const { cells } = line;
    if (cells.some(({ amount }) => amount !== null)) {
      // What is said in passing below another table has no title of its own.
      if (aside !== undefined) return aside;
      continue;
    }
    const saying = sayingOf(part, line, before);
    if (saying.length === 0) continue;
    if (beside !== undefined && saying.some(({ said }) => said !== beside)) return null;
    // The title of a table stands over its labels, the heading of a column right of them.
    const title = saying.find(({ heading }) => Math.abs(heading.from - segment.from) <= TITLE_INDENT);
    if (saying.length > 1 && title !== undefined) {
      const next = saying[saying.indexOf(title) + 1];
      return next !== undefined && cell.to > next.heading.from ? null : title.said;
    }
    if (!isOfTable && saying.length === 1) {
      // A title spans what stands below and right of it.
      if (saying[0]!.heading.from > Math.max(right, segment.from)) continue;
      const { heading, said, isAside } = saying[0]!;
      // Left of the table, so of all of the page or of another table: then titles disagree.
      if (heading.to < segment.from - TITLE_INDENT) beside = said;
      else if (isAside) aside ??= said;
      else return said;
      continue;
    }
    const within = saying.filter(({ heading }) => heading.from < Math.min(segment.end, right));
    // Right of the table, so of another.
    if (within.length === 0) continue;
    const own = segment.isFirst ? within : within.filter(({ heading }) => heading.from >= segment.from - TITLE_INDENT);
    // Left of the table only.
    const isLeft = own.every(({ heading }) => heading.to < segment.from - TITLE_INDENT);
    if (own.length === 0 || (isOfTable && isLeft)) return isOfTable || part === 'tenure' ? null : undefined;
    if (saying.length === 1) return own[0]!.said;
    // Columns do not overlap, so an amount is of the only heading that it stands below.
    const [over, another] = own.filter(({ heading }) => isOver(heading, cell));
    if (over !== undefined) return another === undefined ? over.said : null;
    // Headings and amounts that are aligned otherwise stand in one order.
    const [nearest] = own.toSorted(
      (a, b) => Math.abs(middle(a.heading) - middle(cell)) - Math.abs(middle(b.heading) - middle(cell)),
    );
    const inOrder = own[Math.floor((segment.amounts.indexOf(cell) * own.length) / segment.amounts.length)];
    // An empty column, or a heading right of all amounts, would move the others.
    const isFull =
      own.length === columnsOf(part, segment, before) &&
      ([part, 'standard', 'household'] as const).every(
        (each) => segment.amounts.length % Math.max(1, columnsOf(each, segment, before)) === 0,
      );
    return isFull && inOrder!.said === nearest!.said ? nearest!.said : null;
  }
  return beside ?? aside;
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

/** The amounts of a line whose meaning is whole. Different amounts of one meaning leave open which of them is meant. */
function readLine({ cells }: Line, before: Before): Read[] {
  if (isSentence(cells)) return [];
  const segments = segmentsOf(cells);
  const [first] = segments;
  if (first === undefined) return [];
  const words = wordsIn(first.label);
  const read = segments.flatMap((segment) => {
    const { label, goesOn, isTorn } = segment;
    if (isTorn || label.length > LONGEST_LABEL || fortnight.test(label)) return [];
    const own = wordsIn(label);
    // A row that names neither a standard nor a household, such as 'Housing', is an item of a budget unless it is the total.
    if (!isOwnLabel(own, label)) return [];
    return segment.amounts.flatMap((cell) => readCell(cell, segment, own, goesOn ? words : {}, before));
  });
  const nameOf = ({ meaning }: Read) =>
    `${fieldOf(meaning)} ${meaning.kind} ${meaning.age} ${meaning.tenure ?? 'owner'}`;
  return read.filter((one) => read.every((other) => nameOf(other) !== nameOf(one) || other.amount === one.amount));
}

/** `first` are the words at the beginning of the line, which hold for the rest of it unless a heading says otherwise. */
function readCell(cell: Cell, segment: Segment, own: Words, first: Words, before: Before): Read[] {
  const amount = cell.amount!;
  const said = <Name extends Part>(part: Name): Meaning[Name] | undefined | null => {
    const named = own[part];
    if (named !== undefined) {
      if (segment.lastFrom === null) return named;
      const other = above(part, cell, { ...segment, from: segment.lastFrom }, before);
      return other === undefined || other === named ? named : null;
    }
    const heading = above(part, cell, segment, before);
    const shared = first[part];
    return shared === undefined || heading === shared ? heading : heading === undefined ? shared : null;
  };
  const kind = said('kind');
  const standard = said('standard');
  const household = said('household');
  if (kind == null || household == null || (standard == null && kind !== 'pension')) return [];
  const age = said('age');
  if (age === null) return [];
  const heard = said('tenure');
  const tenure = heard === null ? 'unclear' : heard;
  const [least, most] = BOUNDS[kind];
  if (amount < least || amount > most) return [];
  return [{ meaning: { kind, household, age: age ?? 'younger', tenure, standard: standard ?? 'Modest' }, amount }];
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
  // A table for people who rent may go on on the next page without saying so again. Tables of the Age Pension are others.
  let before: Record<'standard' | 'pension', Meaning['tenure']> = { standard: 'owner', pension: 'owner' };
  for (const page of pages) {
    const lines = linesOf(page);
    const prose = proseOf(lines);
    const carried = before;
    lines.forEach((line, at) => {
      for (const { meaning, amount } of readLine(line, { lines: lines.slice(0, at), prose })) {
        if (meaning.age === 'older') continue;
        const of = meaning.kind === 'pension' ? 'pension' : 'standard';
        const tenure = meaning.tenure ?? carried[of];
        before = { ...before, [of]: tenure };
        if (tenure !== 'owner') {
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
