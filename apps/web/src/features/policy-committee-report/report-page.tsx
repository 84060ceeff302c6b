import { useLayoutEffect, useMemo, type ComponentType, type ReactNode } from 'react';
import type { Loaded } from '../../portal/analytics/loaded';
import { date, momentTime } from '../../ui/format';
import { Logo } from '../../ui/logo';
import { Flowing, type FlowGroup, type Sheet } from '../../portal/report-paper/flowing';
import { useTight } from '../../portal/report-paper/use-tight';
import { Bone, ErrorState, Skeleton } from '../../ui/states';
import { useUnfinished } from '../../ui/unfinished';
import { shortQuartersText } from './pages/quarters';
import { monthsOf, type Report } from './report';

/** Number and title of a page, as the contents list it. */
export interface Entry {
  /** Unique, and the anchor of links to the page. */
  id: string;
  /** As printed: S1 to S8, 1 to 12, or '' for a page without a number. */
  number: string;
  title: string;
  /** The title in the contents, if that is shorter. */
  short?: string;
}

export interface PageProps<T> {
  report: Report;
  figures: T;
  /** The pages of this report, for its contents and its references. */
  contents: readonly Entry[];
}

/** What a page of any length has on its sheets. */
export interface Flow {
  groups: readonly FlowGroup[];
  lead: (sheet: Sheet) => string;
  /** Below the groups. */
  below: (sheet: Sheet) => ReactNode;
}

interface Definition<T> extends Entry {
  useFigures: (report: Report) => Loaded<T>;
  /** Whether anything on the page is published. Otherwise the report is without it. */
  isPublished: (figures: T, report: Report) => boolean;
  /** Says what the figures say. Null for a page without a leading sentence, which draws all of itself. A page that flows has its own. */
  sentence?: ((figures: T, report: Report) => string) | null;
  /** The page always shows the whole plan, also in a report about engaged members. */
  ofAllMembers?: true;
  /** The page has words only, so it does not say whose figures it shows. */
  withoutFigures?: true;
  /** The quarter end (yyyy-MM-dd) of the page's figures, if they are of one. */
  quarterEnd?: (figures: T) => string | null;
  Body?: ComponentType<PageProps<T>>;
  /** In place of a body: a page that goes on on further sheets. */
  flow?: (figures: T, report: Report) => Flow;
}

interface SlotProps {
  report: Report;
  contents: readonly Entry[];
  onDrawn: (id: string, drawn: boolean) => void;
  /** Replaces the page's title. */
  heading?: string;
  /** Replaces the page's number. */
  number?: string;
  /** In place of a page of which nothing is published. */
  otherwise?: ReactNode;
}
export interface ReportPage extends Entry {
  Slot: ComponentType<SlotProps>;
}

/** A page of the report. It draws itself once its figures have loaded, and leaves itself out if none of them is published. */
export function reportPage<T>(definition: Definition<T>): ReportPage {
  const {
    useFigures,
    isPublished,
    sentence = null,
    Body,
    flow,
    quarterEnd,
    ofAllMembers,
    withoutFigures,
    ...own
  } = definition;
  function Slot({ report, contents, onDrawn, heading = own.title, number = own.number, otherwise = null }: SlotProps) {
    const entry: Entry = { ...own, title: heading, number };
    const { data, failed, refreshing, reference, retry } = useFigures(report);
    const drawn = data !== undefined && isPublished(data, report);
    useUnfinished(refreshing ? 'loading' : null);
    useLayoutEffect(() => onDrawn(own.id, drawn), [onDrawn, drawn]);
    if (failed)
      return (
        <Frame report={report} entry={entry}>
          <ErrorState what={`The page ${entry.title}`} reference={reference} onRetry={retry} />
        </Frame>
      );
    if (data === undefined)
      return (
        <Frame report={report} entry={entry}>
          <Skeleton label={entry.title}>
            <Bone className="mt-4 h-40 w-full" />
            <Bone className="mt-4 h-72 w-full" />
          </Skeleton>
        </Frame>
      );
    if (!drawn) return otherwise;
    const ownFrame = { report, entry, ofAllMembers, withoutFigures };
    if (flow !== undefined) return <FlowingPage frame={ownFrame} flow={flow} figures={data} />;
    const body = Body && <Body report={report} figures={data} contents={contents} />;
    if (sentence === null) return body;
    return (
      <Frame {...ownFrame} lead={sentence(data, report)} quarterEnd={quarterEnd?.(data) ?? null}>
        {body}
      </Frame>
    );
  }
  return { ...own, Slot };
}

/** The same page under another number. */
export function numbered(page: ReportPage, number: string): ReportPage {
  const { Slot } = page;
  return { ...page, number, Slot: (props) => <Slot {...props} number={number} /> };
}

type OwnFrame = Pick<FrameProps, 'report' | 'entry' | 'ofAllMembers' | 'withoutFigures'>;

interface FlowingPageProps<T> {
  frame: OwnFrame;
  flow: (figures: T, report: Report) => Flow;
  figures: T;
}

/** A page on as many sheets as it takes, each with the page's head. */
function FlowingPage<T>({ frame, flow, figures }: FlowingPageProps<T>) {
  const { report } = frame;
  const { groups, lead, below } = useMemo(() => flow(figures, report), [flow, figures, report]);
  return (
    <Flowing groups={groups}>
      {(sheet) => (
        <Frame {...frame} lead={lead(sheet)} sheet={sheet}>
          {sheet.body}
          {below(sheet)}
        </Frame>
      )}
    </Flowing>
  );
}

/** Marks every page of a report of the past. */
export const asItStoodText = (moment: string): string => `As it stood on ${momentTime(moment)}`;

interface FrameProps {
  report: Report;
  entry: Entry;
  lead?: string;
  quarterEnd?: string | null;
  ofAllMembers?: true | undefined;
  withoutFigures?: true | undefined;
  /** Which of the page's sheets it is; without it the only one. */
  sheet?: Pick<Sheet, 'at' | 'of'>;
  children: ReactNode;
}

const ONLY = { at: 0, of: 1 };
const FOOT = 'General information, not personal advice. Small adjustments protect members; figures may not add up.';

/** Head, title, leading sentence and foot. The leading sentence keeps two lines, so that figures begin at one height on every page. */
function Frame({ report, entry: whole, lead = '', quarterEnd = null, sheet = ONLY, ...of }: FrameProps) {
  const { ofAllMembers, withoutFigures, children } = of;
  // A page that flows goes on on another sheet instead.
  const section = useTight(sheet === ONLY, { body: '.pcr-body', tight: 'pcr-tight' });
  const entry = sheet.at === 0 ? whole : continued(whole, sheet.at);
  const { plan, period, asked } = report;
  const isOfEngaged = asked.engagedOnly && !withoutFigures;
  // Figures of engaged members are published at quarter ends only.
  const end = quarterEnd ?? (isOfEngaged && !ofAllMembers ? report.view.dateRange[1] : null);
  // Engaged members are published at quarter ends only, so nothing of theirs is of a part of one.
  const short = isOfEngaged && !ofAllMembers ? null : shortQuartersText(monthsOf(period));
  const chips = [
    ...(report.asItStood === null ? [] : [asItStoodText(report.asItStood)]),
    ...(isOfEngaged ? [ofAllMembers ? 'All members' : 'Engaged members'] : []),
    ...(end === null ? [] : [`Quarter end ${date(end)}`]),
    ...(sheet.of === 1 ? [] : [`${sheet.at + 1} of ${sheet.of}`]),
  ];
  return (
    <section
      ref={section}
      id={anchorOf(entry)}
      aria-label={nameOf(entry)}
      data-page-label={labelOf(whole, sheet.at)}
      className="pcr-page pcr-framed"
    >
      <header className="pcr-head">
        <Logo size={26} />
        <p className="min-w-0 flex-1">
          <b className="block truncate font-semibold">{plan.name}</b>
          <span className="block truncate text-ink-2">
            {plan.platform.name} {report.title}
          </span>
        </p>
        <p className="shrink-0 text-right text-[12px] text-ink-2">
          {date(period.start)} to {date(period.end)}
          <br />
          Figures of {date(period.end)}
        </p>
      </header>
      <div className="mt-[16px] flex items-center justify-between gap-3">
        <h1 className="text-[15px] font-[650] leading-[22px] text-brand">{entry.title}</h1>
        <p className="flex flex-wrap justify-end gap-1.5 text-[12px] font-semibold leading-[22px] text-ink-2">
          {[chips.join(' · '), short].map((chip) =>
            chip ? (
              <span key={chip} className="rounded-full bg-sunken px-2.5">
                {chip}
              </span>
            ) : null,
          )}
        </p>
      </div>
      {lead !== '' && <p className="pcr-lead">{lead}</p>}
      <div className="pcr-body">{children}</div>
      <footer className="pcr-foot">
        <span>{FOOT}</span>
        <b className="text-[14px] font-[650] text-ink">{entry.number}</b>
      </footer>
    </section>
  );
}

/** A further sheet of a page. */
const continued = ({ id, number, title }: Entry, at: number): Entry => ({
  id: `${id}-${at + 1}`,
  number,
  title: `${title}, continued`,
});
/** Each sheet has its own, so that a meeting can name it. */
const labelOf = ({ number, title }: Entry, at: number) => `${number || title}${at === 0 ? '' : ` (${at + 1})`}`;

export const anchorOf = ({ id }: Entry) => `pcr-${id}`;
const nameOf = ({ number, title }: Entry) => (number === '' ? title : `Page ${number}: ${title}`);

/** 'page S4' if this report has that page. */
export const pageText = (contents: readonly Entry[], id: string): string | null => {
  const number = contents.find((entry) => entry.id === id)?.number;
  return number ? `page ${number}` : null;
};
