import { cx } from '../../ui/class-names';
import { capital, inWords } from '../../ui/in-words';
import type { FlowGroup, FlowPart, Sheet } from './flowing';

/** A section of a custom page of the Policy Committee Report. */
export interface PaperSection {
  id: string;
  heading: string;
  items: readonly { id: string; text: string; note: string | null }[];
}

/** What a committee writes on, under what it decides and under what it adds. */
const FIELDS = ['Decision', 'Who does it', 'By when'] as const;
const ADDED_FIELDS = ['Matter, and decision', 'Who does it', 'By when'] as const;
const ADDED_ROWS = ['a', 'b', 'c', 'd', 'e'] as const;
const ADDED = 'added';
const LINES = 'grid grid-cols-[1fr_134px_114px] gap-x-[16px] text-[12px] text-ink-3';

/** Whether a section asks the committee to decide. */
const asksForDecision = ({ heading }: PaperSection) => /\bdeci(sion|de)/i.test(heading);

/**
 * The sections of a custom page, their items numbered through, and the lines for what is added at the meeting where there is room.
 * `edited`: the id of the section or item that is being edited.
 */
export function customSections(sections: readonly PaperSection[], edited?: string): FlowGroup[] {
  const before = sections.map((_, at) => sections.slice(0, at).reduce((count, { items }) => count + items.length, 0));
  return [
    ...sections.map((section, at): FlowGroup => ({
      key: section.id,
      parts: section.items.length === 0 ? [emptySection] : section.items.map(itemOf(section, before[at]!, edited)),
      around: ({ first, last, children }) => (
        <section
          aria-label={section.heading}
          className={cx('rounded-md border-[0.5pt] border-[#cbd3cd]', section.id === edited && OUTLINED)}
        >
          <Head
            heading={section.heading}
            isFirst={at === 0}
            isContinued={first > 0}
            items={section.items.length === 0 ? null : [before[at]! + first + 1, before[at]! + last + 1]}
          />
          <ol className="px-[18px] pb-[6px]">{children}</ol>
        </section>
      ),
    })),
    added,
  ];
}

const OUTLINED = 'outline outline-2 outline-offset-2 outline-focus';

interface HeadProps {
  heading: string;
  isFirst: boolean;
  isContinued: boolean;
  /** The first and last number here; null for a section without any. */
  items: readonly [number, number] | null;
}
const Head = ({ heading, isFirst, isContinued, items }: HeadProps) => (
  <div
    className={cx(
      'flex items-baseline gap-3 rounded-t-md px-[18px] py-[9px]',
      isFirst ? 'bg-brand-soft text-brand' : 'bg-sunken',
    )}
  >
    <h2 className="min-w-0 flex-1 text-[17px] font-[650] leading-6 wrap-anywhere">
      {heading}
      {isContinued && <span className="text-[12.7px] font-normal text-ink">, continued</span>}
    </h2>
    {items !== null && (
      <span className="shrink-0 text-[12px] text-ink-2">
        {items[0] === items[1] ? `item ${items[0]}` : `items ${items[0]} to ${items[1]}`}
      </span>
    )}
  </div>
);

const emptySection: FlowPart = {
  key: 'empty',
  draw: (mark) => (
    <li {...mark} className="py-[12px] text-ink-3">
      Nothing was entered.
    </li>
  ),
};

const itemOf =
  (section: PaperSection, before: number, edited: string | undefined) =>
  ({ id, text, note }: PaperSection['items'][number], at: number): FlowPart => {
    const [first, ...rest] = text.split('\n');
    return {
      key: id,
      draw: (mark) => (
        <li
          {...mark}
          className={cx(
            'grid grid-cols-[34px_1fr] py-[12px]',
            // Not the first of a sheet, so that it takes the same height on each.
            'border-t-[0.5pt] border-line first:border-transparent',
            id === edited && OUTLINED,
          )}
        >
          <b className="text-[17px] font-[620] leading-[20px] text-brand">{before + at + 1}</b>
          <div className="min-w-0">
            {rest.length > 0 && <p className="text-[13.4px] font-semibold leading-[20px] wrap-anywhere">{first}</p>}
            <p className="whitespace-pre-line text-[12.7px] leading-[18px] text-ink-2 wrap-anywhere">
              {rest.length > 0 ? rest.join('\n').trim() : first}
            </p>
            {note !== null && (
              <p className="mt-[4px] whitespace-pre-line text-[12px] leading-[16px] text-ink-3 wrap-anywhere">{note}</p>
            )}
            {asksForDecision(section) && <Lines fields={FIELDS} className="mt-[8px]" />}
          </div>
        </li>
      ),
    };
  };

interface LinesProps {
  fields: readonly [string, string, string];
  className?: string;
}
const Lines = ({ fields, className }: LinesProps) => (
  <div className={cx(LINES, className)}>
    {fields.map((field) => (
      <span key={field} className="h-[40px] border-b border-line-strong">
        {field}
      </span>
    ))}
  </div>
);

/** What the committee adds when it meets. Its signatures matter more than a third row. */
const added: FlowGroup = {
  key: ADDED,
  parts: [
    ...ADDED_ROWS.map((letter, at): FlowPart => ({
      key: letter,
      rank: at < 2 ? at : at + 1,
      draw: (mark) => (
        <li {...mark} className="grid grid-cols-[34px_1fr] px-[18px] py-[6px]">
          <b className="text-[14px] font-[620] leading-[18px] text-brand">{letter}</b>
          <Lines fields={ADDED_FIELDS} />
        </li>
      ),
    })),
    {
      key: 'signatures',
      rank: 2,
      draw: (mark) => (
        <li {...mark} className="grid grid-cols-2 gap-[24px] px-[18px] pt-[10px] text-[12px] text-ink-3">
          {['employer’s', 'members’'].map((side) => (
            <span key={side} className="h-[48px] border-b border-line-strong">
              For the {side} representatives, name and date
            </span>
          ))}
        </li>
      ),
    },
  ],
  around: ({ children }) => (
    <section aria-label="Added at the meeting" className="rounded-md border-[0.5pt] border-[#cbd3cd]">
      <h2 className="rounded-t-md bg-sunken px-[18px] py-[9px] text-[17px] font-[650] leading-6">
        Added at the meeting
      </h2>
      <ul className="pb-[12px]">{children}</ul>
    </section>
  ),
};

/** 'asks for a decision' */
function placeOf(heading: string, isOne: boolean): string {
  if (/^for decision$/i.test(heading)) return `${isOne ? 'asks' : 'ask'} for a decision`;
  if (/^for information$/i.test(heading)) return `${isOne ? 'is' : 'are'} for information`;
  return `${isOne ? 'stands' : 'stand'} under ‘${heading}’`;
}

/** What a sheet of a custom page holds, as a sentence. `by`: the name of who wrote it; null if that is not known. */
export function customSentence(
  sections: readonly PaperSection[],
  { at, runs }: Pick<Sheet, 'at' | 'runs'>,
  by: string | null,
): string {
  // The first sheet says all there is, the others what they hold.
  const counts = sections.flatMap(({ id, heading, items }) => {
    const run = runs.find(({ key }) => key === id);
    const count = at === 0 ? items.length : run === undefined || items.length === 0 ? 0 : run.last - run.first + 1;
    return count === 0 ? [] : [{ heading, count }];
  });
  const room = runs.some(({ key }) => key === ADDED) ? '; what you add at the meeting has room below' : '';
  if (counts.length === 0)
    return at === 0 ? 'Nothing was entered on this page.' : 'What you add at the meeting has room below.';
  const said = counts.map(({ heading, count }, i) => {
    const matters = [
      inWords(count),
      ...(at > 0 && i === 0 ? ['more'] : []),
      ...(i === 0 ? [count === 1 ? 'matter' : 'matters'] : []),
    ];
    return `${matters.join(' ')} ${placeOf(heading, count === 1)}`;
  });
  const written = at === 0 ? (by === null ? '' : `, written by ${by}`) : room;
  return `${capital(said.join(' and '))}${written}.`;
}
