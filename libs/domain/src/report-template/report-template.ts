import type { Decision, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { sameFields } from '../same-fields.js';
import {
  reportTemplateShapes,
  type ItemFields,
  type PageFields,
  type ReportTemplateEvent,
  type SectionFields,
  type TemplateDetails,
  type TemplateScope,
  type WholeItem,
  type WholePage,
  type WholeSection,
} from './report-template.events.js';
import { customPage, mayRepeat, pdfPage, titleOf } from './template-pages.js';

/** A template with its pages, which stand in no order: `sequence` gives it. */
export interface ReportTemplate extends TemplateScope, TemplateDetails {
  pages: readonly WholePage[];
}

export interface ReportTemplateState {
  /** Null before it is created, and once it is deleted. */
  template: ReportTemplate | null;
  /** What it was after each event of its stream, by revision. */
  earlier: readonly (ReportTemplate | null)[];
}

/** There is one template for each employer, plan and platform, so its id follows from whom it serves. */
export const templateIdOf = ({ platformId, planId, companyId }: TemplateScope): string =>
  companyId !== null ? `employer-${companyId}` : planId !== null ? `plan-${planId}` : `platform-${platformId}`;

const upsert = <Part>(parts: readonly Part[], is: (part: Part) => boolean, make: (standing: Part | null) => Part) => {
  const standing = parts.find(is) ?? null;
  return standing === null ? [...parts, make(null)] : parts.map((part) => (part === standing ? make(standing) : part));
};

const onPage = (template: ReportTemplate, pageId: string, change: (page: WholePage) => WholePage): ReportTemplate => ({
  ...template,
  pages: template.pages.map((page) => (page.pageId === pageId ? change(page) : page)),
});

const onSection = (
  template: ReportTemplate,
  pageId: string,
  sectionId: string,
  change: (section: WholeSection) => WholeSection,
): ReportTemplate =>
  onPage(template, pageId, (page) => ({
    ...page,
    sections: page.sections.map((section) => (section.sectionId === sectionId ? change(section) : section)),
  }));

const detailsOf = ({ templateName, reportingStartDate, reportingEndDate }: TemplateDetails): TemplateDetails => ({
  templateName,
  reportingStartDate,
  reportingEndDate,
});
const scopeOf = ({ platformId, planId, companyId }: TemplateScope): TemplateScope => ({
  platformId,
  planId,
  companyId,
});
const pageFieldsOf = (page: PageFields): PageFields => ({
  templatePageNumber: page.templatePageNumber,
  templatePageName: page.templatePageName,
  sequence: page.sequence,
  heading: page.heading,
  sourceFilename: page.sourceFilename,
  sourcePageNumber: page.sourcePageNumber,
});
const sectionFieldsOf = ({ templateSectionName, sequence, heading }: SectionFields): SectionFields => ({
  templateSectionName,
  sequence,
  heading,
});
const itemFieldsOf = ({ sequence, text, note }: ItemFields): ItemFields => ({ sequence, text, note });

/** The template after an event. An event about a part that is not there changes nothing. */
export function after(template: ReportTemplate | null, { type, data }: ReportTemplateEvent): ReportTemplate | null {
  if (type === 'ReportTemplateCreated') return { ...scopeOf(data), ...detailsOf(data), pages: [] };
  if (type === 'ReportTemplateBroughtBack') return { ...scopeOf(data), ...detailsOf(data), pages: data.pages };
  if (template === null) return null;
  switch (type) {
    case 'ReportTemplateRevised':
      return { ...template, ...detailsOf(data) };
    case 'ReportTemplateDeleted':
      return null;
    case 'ReportPageSaved':
      return {
        ...template,
        pages: upsert(
          template.pages,
          ({ pageId }) => pageId === data.pageId,
          (standing) => ({ pageId: data.pageId, ...pageFieldsOf(data), sections: standing?.sections ?? [] }),
        ),
      };
    case 'ReportPageDeleted':
      return { ...template, pages: template.pages.filter(({ pageId }) => pageId !== data.pageId) };
    case 'ReportPageBroughtBack':
      return {
        ...template,
        pages: upsert(
          template.pages,
          ({ pageId }) => pageId === data.page.pageId,
          () => data.page,
        ),
      };
    case 'ReportSectionSaved':
      return onPage(template, data.pageId, (page) => ({
        ...page,
        sections: upsert(
          page.sections,
          ({ sectionId }) => sectionId === data.sectionId,
          (standing) => ({ sectionId: data.sectionId, ...sectionFieldsOf(data), items: standing?.items ?? [] }),
        ),
      }));
    case 'ReportSectionDeleted':
      return onPage(template, data.pageId, (page) => ({
        ...page,
        sections: page.sections.filter(({ sectionId }) => sectionId !== data.sectionId),
      }));
    case 'ReportItemSaved':
      return onSection(template, data.pageId, data.sectionId, (section) => ({
        ...section,
        items: upsert(
          section.items,
          ({ itemId }) => itemId === data.itemId,
          () => ({ itemId: data.itemId, ...itemFieldsOf(data) }),
        ),
      }));
    case 'ReportItemDeleted':
      return onSection(template, data.pageId, data.sectionId, (section) => ({
        ...section,
        items: section.items.filter(({ itemId }) => itemId !== data.itemId),
      }));
    default:
      return template;
  }
}

export const reportTemplateStream: StreamDefinition<ReportTemplateState, ReportTemplateEvent> = {
  category: 'reportTemplate',
  initial: { template: null, earlier: [] },
  idOf: ({ templateId }) => templateId,
  shapes: reportTemplateShapes,
  evolve: (state, event) => {
    if (!(event.type in reportTemplateShapes)) return state;
    const template = after(state.template, event);
    return { template, earlier: [...state.earlier, template] };
  },
};

type TemplateDecision = Decision<ReportTemplateState, ReportTemplateEvent>;

const mostPages = 60;
export const mostSections = 2;
const mostItems = 30;
/** Of a template as a whole, which one event must be able to hold. */
export const mostCharacters = 60_000;

const standing = ({ template }: ReportTemplateState): ReportTemplate => {
  if (template === null) throw new RuleViolation('not-found', 'There is no such template.');
  return template;
};

/** Throws `invalid` for a template that no report could be made of. */
function checked(template: ReportTemplate): void {
  const refuse = (message: string): never => {
    throw new RuleViolation('invalid', message);
  };
  const { pages } = template;
  if (template.reportingStartDate >= template.reportingEndDate) refuse('The as-at date must be after the start date.');
  if (pages.length > mostPages) refuse(`A template has at most ${mostPages} pages.`);
  const names = new Set<string>();
  for (const { templatePageName: name, sections, sourceFilename, sourcePageNumber } of pages) {
    if (names.has(name) && !mayRepeat(name)) refuse(`This template has the page ${titleOf(name)} already.`);
    names.add(name);
    if (sections.length > 0 && name !== customPage) refuse('Only a custom page has sections.');
    if (sections.length > mostSections) refuse(`A custom page has at most ${mostSections} sections.`);
    if (sections.some(({ items }) => items.length > mostItems)) refuse(`A section has at most ${mostItems} items.`);
    const isPdf = name === pdfPage;
    if (isPdf && sourceFilename === null) refuse('Pdf filename is required');
    if (isPdf && sourcePageNumber === null) refuse('Source page is required');
    if (!isPdf && (sourceFilename !== null || sourcePageNumber !== null)) refuse('Only a page of a PDF names a file.');
  }
  if (JSON.stringify(template).length > mostCharacters)
    refuse(`A template holds at most ${mostCharacters.toLocaleString('en-AU')} characters.`);
}

/** A page, section or item is never moved to another parent, so an id is used once. */
function itemEvents(
  at: { templateId: string; pageId: string; sectionId: string },
  was: WholeSection,
  now: WholeSection,
) {
  return now.items.flatMap((item): ReportTemplateEvent[] => {
    const before = was.items.find(({ itemId }) => itemId === item.itemId);
    if (before !== undefined && sameFields(itemFieldsOf(before), itemFieldsOf(item))) return [];
    return [{ type: 'ReportItemSaved', data: { ...at, itemId: item.itemId, ...itemFieldsOf(item) } }];
  });
}

function sectionEvents(at: { templateId: string; pageId: string }, was: WholePage | undefined, now: WholePage) {
  return now.sections.flatMap((section): ReportTemplateEvent[] => {
    const { sectionId } = section;
    const before = was?.sections.find((each) => each.sectionId === sectionId);
    const saved: ReportTemplateEvent[] =
      before !== undefined && sameFields(sectionFieldsOf(before), sectionFieldsOf(section))
        ? []
        : [{ type: 'ReportSectionSaved', data: { ...at, sectionId, ...sectionFieldsOf(section) } }];
    return [...saved, ...itemEvents({ ...at, sectionId }, before ?? { ...section, items: [] }, section)];
  });
}

/** Somebody changed a template after the revision that a save is based on. */
export const templateChanged = 'Somebody changed this template after you read it. Yours was not saved.';

/**
 * Creates a template, or saves what differs: its details and the pages, sections and items that are given. Those that are not given stay.
 * Throws `conflict` if it is to be created and there is one, and `not-found` if it is to be saved and there is none. `revision` is that of
 * the template's newest event when it was read: a save that would change anything after a later event throws `conflict`. Without it
 * the save is not compared with later events.
 */
export const saveTemplate =
  (given: ReportTemplate, { isNew, revision }: { isNew: boolean; revision?: number | undefined }): TemplateDecision =>
  (state) => {
    const { template } = state;
    const isStale = !isNew && revision !== undefined && revision !== state.earlier.length - 1;
    const refuseStale = () => {
      if (isStale) throw new RuleViolation('conflict', templateChanged);
    };
    if (template === null) refuseStale();
    if (isNew && template !== null)
      throw new RuleViolation('conflict', `There is a template for this already: ${template.templateName}.`);
    const before = isNew ? null : standing(state);
    const templateId = templateIdOf(given);
    const events: ReportTemplateEvent[] = [];
    if (before === null)
      events.push({ type: 'ReportTemplateCreated', data: { templateId, ...scopeOf(given), ...detailsOf(given) } });
    else if (!sameFields(detailsOf(before), detailsOf(given)))
      events.push({ type: 'ReportTemplateRevised', data: { templateId, ...detailsOf(given) } });
    for (const page of given.pages) {
      const was = before?.pages.find(({ pageId }) => pageId === page.pageId);
      const at = { templateId, pageId: page.pageId };
      if (was === undefined || !sameFields(pageFieldsOf(was), pageFieldsOf(page)))
        events.push({ type: 'ReportPageSaved', data: { ...at, ...pageFieldsOf(page) } });
      events.push(...sectionEvents(at, was, page));
    }
    if (events.length > 0) refuseStale();
    const result = events.reduce(after, before);
    if (result !== null) checked(result);
    return events;
  };

export const deleteTemplate =
  (templateId: string): TemplateDecision =>
  (state) => {
    standing(state);
    return [{ type: 'ReportTemplateDeleted', data: { templateId } }];
  };

const pageOf = (state: ReportTemplateState, pageId: string): WholePage => {
  const page = standing(state).pages.find((each) => each.pageId === pageId);
  if (page === undefined) throw new RuleViolation('not-found', 'There is no such page.');
  return page;
};

const sectionOf = (state: ReportTemplateState, pageId: string, sectionId: string): WholeSection => {
  const section = pageOf(state, pageId).sections.find((each) => each.sectionId === sectionId);
  if (section === undefined) throw new RuleViolation('not-found', 'There is no such section.');
  return section;
};

/** Deletes a page with its sections. */
export const deletePage =
  (templateId: string, pageId: string): TemplateDecision =>
  (state) => {
    pageOf(state, pageId);
    return [{ type: 'ReportPageDeleted', data: { templateId, pageId } }];
  };

/** Deletes a section with its items. */
export const deleteSection =
  (templateId: string, pageId: string, sectionId: string): TemplateDecision =>
  (state) => {
    sectionOf(state, pageId, sectionId);
    return [{ type: 'ReportSectionDeleted', data: { templateId, pageId, sectionId } }];
  };

export const deleteItem =
  (templateId: string, pageId: string, sectionId: string, itemId: string): TemplateDecision =>
  (state) => {
    if (!sectionOf(state, pageId, sectionId).items.some((item) => item.itemId === itemId))
      throw new RuleViolation('not-found', 'There is no such item.');
    return [{ type: 'ReportItemDeleted', data: { templateId, pageId, sectionId, itemId } }];
  };

const asItWas = ({ earlier }: ReportTemplateState, revision: number): ReportTemplate => {
  const was = earlier[revision];
  if (was === undefined) throw new RuleViolation('not-found', 'There is no such change.');
  if (was === null) throw new RuleViolation('conflict', 'The template was deleted by then.');
  return was;
};

/** Makes the template again what it was after the event of a revision, also if it was deleted since. Nothing is written if it is that. */
export const bringBackTemplate =
  (templateId: string, revision: number): TemplateDecision =>
  (state) => {
    const was = asItWas(state, revision);
    if (sameFields(state.template, was)) return [];
    const data = { templateId, ...scopeOf(was), ...detailsOf(was), broughtBack: revision, pages: was.pages };
    return [{ type: 'ReportTemplateBroughtBack', data }];
  };

/** Makes one page again what it was after the event of a revision, also if it was deleted since. */
export const bringBackPage =
  (templateId: string, pageId: string, revision: number): TemplateDecision =>
  (state) => {
    const template = standing(state);
    const was = asItWas(state, revision).pages.find((page) => page.pageId === pageId);
    if (was === undefined) throw new RuleViolation('conflict', 'There was no such page then.');
    if (sameFields(template.pages.find((page) => page.pageId === pageId) ?? null, was)) return [];
    checked({ ...template, pages: [...template.pages.filter((page) => page.pageId !== pageId), was] });
    return [{ type: 'ReportPageBroughtBack', data: { templateId, broughtBack: revision, page: was } }];
  };

/** Pages, sections or items in their order. */
export const inSequence = <Part extends Pick<WholeItem, 'sequence'>>(parts: readonly Part[]): Part[] =>
  parts.toSorted((a, b) => a.sequence - b.sequence);
