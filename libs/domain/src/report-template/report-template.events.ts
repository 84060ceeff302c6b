import type { DomainEvent, EventShapes } from '../event.js';
import { count, day, id, listOf, oneOf, orNull, record, text } from '../shape.js';
import { templatePageNames, type TemplatePageName } from './template-pages.js';

/** Whom a template serves: one employer, all employers of a plan, or all plans of a platform. */
export interface TemplateScope {
  platformId: string;
  planId: string | null;
  companyId: string | null;
}

export interface TemplateDetails {
  templateName: string;
  /** yyyy-MM-dd: the report is about the months that end between these days. */
  reportingStartDate: string;
  reportingEndDate: string;
}

export interface PageFields {
  /** As printed on pages whose number does not follow from the report. */
  templatePageNumber: number;
  templatePageName: TemplatePageName;
  /** The place in the report, counted from 1. */
  sequence: number;
  /** Replaces the page's title; null keeps it. */
  heading: string | null;
  /** The uploaded PDF of a `PdfSourcePage`, and its page, counted from 1; null for other pages. */
  sourceFilename: string | null;
  sourcePageNumber: number | null;
}

export interface SectionFields {
  templateSectionName: string;
  sequence: number;
  /** Null shows the name. */
  heading: string | null;
}

export interface ItemFields {
  sequence: number;
  text: string;
  /** Small print below the text. */
  note: string | null;
}

/** With ids, as an event holds a page whole. */
export interface WholeItem extends ItemFields {
  itemId: string;
}
export interface WholeSection extends SectionFields {
  sectionId: string;
  items: readonly WholeItem[];
}
export interface WholePage extends PageFields {
  pageId: string;
  sections: readonly WholeSection[];
}

interface OfTemplate {
  templateId: string;
}
interface OfPage extends OfTemplate {
  pageId: string;
}
interface OfSection extends OfPage {
  sectionId: string;
}
interface OfItem extends OfSection {
  itemId: string;
}

export type ReportTemplateEvent =
  | DomainEvent<'ReportTemplateCreated', OfTemplate & TemplateScope & TemplateDetails>
  | DomainEvent<'ReportTemplateRevised', OfTemplate & TemplateDetails>
  | DomainEvent<'ReportTemplateDeleted', OfTemplate>
  | DomainEvent<'ReportPageSaved', OfPage & PageFields>
  | DomainEvent<'ReportPageDeleted', OfPage>
  | DomainEvent<'ReportSectionSaved', OfSection & SectionFields>
  | DomainEvent<'ReportSectionDeleted', OfSection>
  | DomainEvent<'ReportItemSaved', OfItem & ItemFields>
  | DomainEvent<'ReportItemDeleted', OfItem>
  /** A page is again as it was after the stream's event of this revision. */
  | DomainEvent<'ReportPageBroughtBack', OfTemplate & { broughtBack: number; page: WholePage }>
  /** The whole template is. */
  | DomainEvent<
      'ReportTemplateBroughtBack',
      OfTemplate & TemplateScope & TemplateDetails & { broughtBack: number; pages: readonly WholePage[] }
    >;

const scope = { platformId: id, planId: orNull(id), companyId: orNull(id) };
const details = { templateName: text, reportingStartDate: day, reportingEndDate: day };
const pageFields = {
  templatePageNumber: count,
  templatePageName: oneOf(templatePageNames),
  sequence: count,
  heading: orNull(text),
  sourceFilename: orNull(text),
  sourcePageNumber: orNull(count),
};
const sectionFields = { templateSectionName: text, sequence: count, heading: orNull(text) };
const itemFields = { sequence: count, text, note: orNull(text) };
const item = record<WholeItem>({ itemId: id, ...itemFields });
const section = record<WholeSection>({ sectionId: id, ...sectionFields, items: listOf(item) });
const page = record<WholePage>({ pageId: id, ...pageFields, sections: listOf(section) });

export const reportTemplateShapes: EventShapes<ReportTemplateEvent> = {
  ReportTemplateCreated: { templateId: id, ...scope, ...details },
  ReportTemplateRevised: { templateId: id, ...details },
  ReportTemplateDeleted: { templateId: id },
  ReportPageSaved: { templateId: id, pageId: id, ...pageFields },
  ReportPageDeleted: { templateId: id, pageId: id },
  ReportSectionSaved: { templateId: id, pageId: id, sectionId: id, ...sectionFields },
  ReportSectionDeleted: { templateId: id, pageId: id, sectionId: id },
  ReportItemSaved: { templateId: id, pageId: id, sectionId: id, itemId: id, ...itemFields },
  ReportItemDeleted: { templateId: id, pageId: id, sectionId: id, itemId: id },
  ReportPageBroughtBack: { templateId: id, broughtBack: count, page },
  ReportTemplateBroughtBack: { templateId: id, ...scope, ...details, broughtBack: count, pages: listOf(page) },
};
