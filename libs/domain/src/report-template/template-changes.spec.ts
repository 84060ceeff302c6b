import { describe, expect, it } from 'vitest';
import { after, type ReportTemplate } from './report-template.js';
import type { ReportTemplateEvent } from './report-template.events.js';
import { linesOf, templateChanges } from './template-changes.js';

const templateId = 'platform-T';
const details = { templateName: 'Standard', reportingStartDate: '2025-11-01', reportingEndDate: '2026-10-31' };
const page = {
  templateId,
  pageId: 'p1',
  templatePageNumber: 23,
  templatePageName: 'CustomBiSectionPage' as const,
  sequence: 23,
  heading: 'Your year',
  sourceFilename: null,
  sourcePageNumber: null,
};
const section = { templateId, pageId: 'p1', sectionId: 's1', templateSectionName: 'Done', sequence: 1, heading: null };
const item = { templateId, pageId: 'p1', sectionId: 's1', itemId: 'i1', sequence: 2, text: '112 members', note: null };
const events: ReportTemplateEvent[] = [
  { type: 'ReportTemplateCreated', data: { templateId, platformId: 'T', planId: null, companyId: null, ...details } },
  { type: 'ReportPageSaved', data: page },
  { type: 'ReportPageSaved', data: { ...page, sequence: 22 } },
  { type: 'ReportSectionSaved', data: section },
  { type: 'ReportItemSaved', data: item },
  { type: 'ReportItemSaved', data: { ...item, text: '118 members' } },
  { type: 'ReportItemDeleted', data: { templateId, pageId: 'p1', sectionId: 's1', itemId: 'i1' } },
  { type: 'ReportPageDeleted', data: { templateId, pageId: 'p1' } },
  { type: 'ReportTemplateRevised', data: { templateId, ...details, templateName: 'Usual' } },
  { type: 'ReportTemplateDeleted', data: { templateId } },
];

describe('the changes of a template', () => {
  const changes = templateChanges(events);

  it('are told in words, with those before and after', () => {
    expect(changes.map(({ what, from, to }) => [what, from, to])).toEqual([
      ['Template made', null, 'Standard'],
      ['Page made', null, 'Your year'],
      ['Page moved from 23 to 22', null, null],
      ['Section added', null, 'Done'],
      ['Item 2 added', null, '112 members'],
      ['Item 2 changed', '112 members', '118 members'],
      ['Item 2 deleted', '118 members', null],
      ['Page deleted', 'Your year', null],
      ['Template renamed', 'Standard', 'Usual'],
      ['Template deleted', 'Usual', null],
    ]);
  });

  it('belong to their page, or to the template', () => {
    expect(changes.map(({ pageId }) => pageId)).toEqual([null, ...Array.from({ length: 7 }, () => 'p1'), null, null]);
  });

  it('can be brought back where they left something', () => {
    expect(changes.filter(({ canComeBack }) => !canComeBack).map(({ what }) => what)).toEqual([
      'Page deleted',
      'Template deleted',
    ]);
  });
});

describe('a template as lines', () => {
  const at = (count: number) => events.slice(0, count).reduce<ReportTemplate | null>(after, null);

  it('shows what differs between two states of a page', () => {
    expect(linesOf(at(6), 'p1')).toEqual(['Page 22: Your year', 'Section 1: Done', 'Item 2: 118 members']);
    expect(linesOf(at(5), 'p1')).toContain('Item 2: 112 members');
  });

  it('has its name and dates, and no lines once it is deleted', () => {
    expect(linesOf(at(1), null)).toEqual(['Template: Standard', 'Dates: 2025-11-01 to 2026-10-31']);
    expect(linesOf(at(10), null)).toEqual([]);
  });
});
