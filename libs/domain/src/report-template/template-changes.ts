import { inSequence, after, type ReportTemplate } from './report-template.js';
import type { ReportTemplateEvent, WholePage } from './report-template.events.js';
import { titleOf } from './template-pages.js';

/** What one event changed, for people. */
export interface TemplateChange {
  /** 0-based, in the template's stream. */
  revision: number;
  /** The page that it is about; null for the template itself. */
  pageId: string | null;
  /** 'Item 2 changed' */
  what: string;
  /** The words before and after, where words changed; null where there were none. */
  from: string | null;
  to: string | null;
  /** The page, or the template, can be brought back to what it was after this change. */
  canComeBack: boolean;
}

type Described = Omit<TemplateChange, 'revision' | 'canComeBack'>;

const pageIn = (template: ReportTemplate | null, pageId: string): WholePage | undefined =>
  template?.pages.find((page) => page.pageId === pageId);

const nameOfPage = (page: WholePage | undefined): string =>
  page === undefined ? 'Page' : (page.heading ?? titleOf(page.templatePageName));

const datesOf = ({ reportingStartDate, reportingEndDate }: ReportTemplate) =>
  `${reportingStartDate} to ${reportingEndDate}`;

function described(before: ReportTemplate | null, event: ReportTemplateEvent): Described {
  const { type, data } = event;
  const whole = (what: string, from: string | null = null, to: string | null = null): Described => ({
    pageId: null,
    what,
    from,
    to,
  });
  switch (type) {
    case 'ReportTemplateCreated':
      return whole('Template made', null, data.templateName);
    case 'ReportTemplateRevised':
      if (before !== null && before.templateName !== data.templateName)
        return whole('Template renamed', before.templateName, data.templateName);
      return whole('Dates changed', before && datesOf(before), datesOf({ ...before!, ...data }));
    case 'ReportTemplateDeleted':
      return whole('Template deleted', before?.templateName ?? null);
    case 'ReportTemplateBroughtBack':
      return whole('Template brought back');
    case 'ReportPageBroughtBack':
      return { pageId: data.page.pageId, what: 'Page brought back', from: null, to: nameOfPage(data.page) };
    default:
  }
  const { pageId } = data;
  const page = pageIn(before, pageId);
  const ofPage = (what: string, from: string | null = null, to: string | null = null): Described => ({
    pageId,
    what,
    from,
    to,
  });
  if (type === 'ReportPageDeleted') return ofPage('Page deleted', nameOfPage(page));
  if (type === 'ReportPageSaved') {
    if (page === undefined) return ofPage('Page made', null, nameOfPage({ ...data, sections: [] }));
    if (page.sequence !== data.sequence) return ofPage(`Page moved from ${page.sequence} to ${data.sequence}`);
    if (page.heading !== data.heading) return ofPage('Heading changed', page.heading, data.heading);
    return ofPage('Page changed');
  }
  const section = page?.sections.find(({ sectionId }) => sectionId === data.sectionId);
  if (type === 'ReportSectionDeleted') return ofPage('Section deleted', section?.templateSectionName ?? null);
  if (type === 'ReportSectionSaved') {
    if (section === undefined) return ofPage('Section added', null, data.templateSectionName);
    if (section.sequence !== data.sequence) return ofPage(`Section moved from ${section.sequence} to ${data.sequence}`);
    return ofPage(
      'Section changed',
      section.heading ?? section.templateSectionName,
      data.heading ?? data.templateSectionName,
    );
  }
  const item = section?.items.find(({ itemId }) => itemId === data.itemId);
  if (type === 'ReportItemDeleted')
    return item === undefined ? ofPage('Item deleted') : ofPage(`Item ${item.sequence} deleted`, item.text);
  if (item === undefined) return ofPage(`Item ${data.sequence} added`, null, data.text);
  if (item.text !== data.text) return ofPage(`Item ${data.sequence} changed`, item.text, data.text);
  if (item.note !== data.note) return ofPage(`Note of item ${data.sequence} changed`, item.note, data.note);
  return ofPage(`Item moved from ${item.sequence} to ${data.sequence}`);
}

/** What the events of a template's stream changed, oldest first. */
export function templateChanges(events: readonly ReportTemplateEvent[]): TemplateChange[] {
  let template: ReportTemplate | null = null;
  return events.map((event, revision) => {
    const change = described(template, event);
    template = after(template, event);
    const canComeBack = template !== null && (change.pageId === null || pageIn(template, change.pageId) !== undefined);
    return { revision, ...change, canComeBack };
  });
}

/** A page, or a whole template, as lines of text: comparing two states shows what bringing one back would change. */
export function linesOf(template: ReportTemplate | null, pageId: string | null): string[] {
  if (template === null) return [];
  const ofPage = (page: WholePage): string[] => [
    `Page ${page.sequence}: ${nameOfPage(page)}`,
    ...(page.sourceFilename === null ? [] : [`Page ${page.sourcePageNumber} of ${page.sourceFilename}`]),
    ...inSequence(page.sections).flatMap(({ sequence, heading, templateSectionName, items }) => [
      `Section ${sequence}: ${heading ?? templateSectionName}`,
      ...inSequence(items).flatMap(({ sequence: at, text, note }) => [
        `Item ${at}: ${text}`,
        ...(note === null ? [] : [`Note: ${note}`]),
      ]),
    ]),
  ];
  const pages = inSequence(template.pages).filter((page) => pageId === null || page.pageId === pageId);
  const head = pageId === null ? [`Template: ${template.templateName}`, `Dates: ${datesOf(template)}`] : [];
  return [...head, ...pages.flatMap(ofPage)];
}
